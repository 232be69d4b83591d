"""Labelled photos for training: where each die lies, and crops at any turn and scale."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Row = tuple[int, float, float, float]
"""Value, x and y of the upper face, edge of the die; in pixels of the photo."""

WHOLE_DIE = 1.2
"""A box around a whole die, turned anyhow, is on average so much wider than its edge."""
OBLIQUE = frozenset({"epan"})
"""Sources whose boxes hold the side faces too: the upper face is above the middle."""
PIPS_ONLY = frozenset({"matteo"})
"""Sources whose boxes hold only the pips; their dice need positions found by a reader."""
UNLABELLED_DICE = frozenset({"bartek"})
"""Sources where dice without pips lie about: outside the boxes is "background or other"."""


class Photo(NamedTuple):
    """One photo in several sizes, each half of the one before (RGB)."""

    name: str
    levels: tuple[Bytes, ...]
    dice: tuple[Row, ...]

    @property
    def source(self) -> str:
        """The source that the name begins with."""
        return source_of(self.name)


def source_of(file: str) -> str:
    """Return the source that a photo's name begins with."""
    return file.partition("_")[0]


def load(
    folder: Path,
    keep: Iterable[str] | None,
    leave: Iterable[str],
    placed_by_net: Mapping[str, list[list[float]]] | None = None,
) -> list[Photo]:
    """Return the photos of *folder* whose dice have places, without the sources in *leave*.

    Args:
        folder: photos with `labels.csv`, `boxes.json`, `positions.json` as described in the
            README beside this file.
        keep: only these sources; None: all.
        leave: sources held out.
        placed_by_net: file -> rows, from `place.py`; go before the places of the folder.
    """
    leave = set(leave)
    boxes = json.loads((folder / "boxes.json").read_text())
    found = json.loads((folder / "positions.json").read_text())
    with (folder / "labels.csv").open(newline="") as file:
        labels = {row["file"]: row["values"].split() for row in csv.DictReader(file)}
    photos = []
    for name, values in sorted(labels.items()):
        source = source_of(name)
        if source in leave or (keep is not None and source not in keep) or "?" in values:
            continue
        better = (placed_by_net or {}).get(name) or found.get(name)
        rows = rows_of(source, better, boxes.get(name))
        if rows and sorted(str(r[0]) for r in rows) == sorted(values):
            photos.append(Photo(name, levels(_opened(folder / name)), rows))
    return photos


def without_dice(folder: Path, leave: Sequence[str] = ()) -> list[Photo]:
    """Return the photos of *folder*, none of which shows a die."""
    names = sorted(p for p in folder.glob("*.jpg") if source_of(p.name) not in leave)
    return [Photo(p.name, levels(_opened(p)), ()) for p in names]


def levels(photo: Bytes) -> tuple[Bytes, ...]:
    """Return the photo and its halves, down to 64 pixels."""
    sizes = [photo]
    while min(sizes[-1].shape[:2]) > 128:
        sizes.append(np.asarray(cv2.pyrDown(sizes[-1]), np.uint8))
    return tuple(sizes)


def _opened(path: Path) -> Bytes:
    photo = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if photo is None:
        raise FileNotFoundError(path)
    return np.ascontiguousarray(photo[..., ::-1]).astype(np.uint8)


def rows_of(
    source: str, found: list[list[float]] | None, boxes: list[list[float]] | None
) -> tuple[Row, ...]:
    if found is not None:
        return tuple((int(v), x, y, e) for v, x, y, e in found)
    if boxes is None or source in PIPS_ONLY:
        return ()
    rows = []
    for value, x, y, w, h in boxes:
        edge = (w * h) ** 0.5 / WHOLE_DIE
        if source in OBLIQUE:
            y, edge = y - 0.12 * h, min(w, h) / 1.25  # noqa: PLW2901 - the corrected place
        rows.append((int(value), x, y, edge))
    return tuple(rows)


class View(NamedTuple):
    """How a crop is taken: which place of the photo, at what scale, turned and mirrored."""

    x: float
    y: float
    scale: float  # pixels of the crop per pixel of the photo
    turn: float  # radians
    mirror: bool

    def matrix(self, size: int) -> NDArray[np.float64]:
        """Return the 2 x 3 map from the photo to a crop of size x size pixels."""
        c, s = np.cos(self.turn) * self.scale, np.sin(self.turn) * self.scale
        linear = np.array([[c, -s], [s, c]])
        if self.mirror:
            linear[0] *= -1
        middle = np.array([size / 2, size / 2]) - linear @ np.array([self.x, self.y])
        return np.hstack([linear, middle[:, None]])


def crop(photo: Photo, view: View, size: int) -> Bytes:
    """Return the view as size x size x 3 bytes; beyond the photo its border is repeated."""
    level = 0
    while level + 1 < len(photo.levels) and view.scale * 2 ** (level + 1) <= 1.0:
        level += 1
    matrix = view.matrix(size)
    matrix[:, :2] *= 2**level
    picture = photo.levels[level]
    return np.asarray(
        cv2.warpAffine(
            picture, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


def placed(photo: Photo, view: View, size: int) -> Floats:
    """Return the photo's dice in the crop: rows of class, x, y, edge in its pixels."""
    if not photo.dice:
        return np.zeros((0, 4), np.float32)
    rows = np.array(photo.dice, np.float64)
    matrix = view.matrix(size)
    at = rows[:, 1:3] @ matrix[:, :2].T + matrix[:, 2]
    return np.column_stack([rows[:, 0], at, rows[:, 3] * view.scale]).astype(np.float32)


def any_turn(rng: Generator) -> tuple[float, bool]:
    """Return a random turn in radians and whether to mirror."""
    return float(rng.uniform(0, 2 * np.pi)), bool(rng.random() < 0.5)
