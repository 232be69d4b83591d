"""Labelled photos for training: where each die lies, and crops at any turn and scale."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.benchmarks.dice import labels

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Row = tuple[int, float, float, float]
"""Value, x and y of the upper face, edge of the die; in pixels of the photo."""

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


def load(folder: Path, keep: Iterable[str] | None, leave: Iterable[str]) -> list[Photo]:
    """Return the photos of *folder* whose dice have places, without the sources in *leave*.

    Args:
        folder: photos and `labels.csv`.
        keep: only these sources; None: all.
        leave: sources held out.
    """
    leave, places, photos = set(leave), labels.places(), []
    for photo in labels.labelled(folder):
        if photo.source in leave or (keep is not None and photo.source not in keep):
            continue
        rows = places.get(photo.path.name)
        if rows and "?" not in photo.values:
            photos.append(Photo(photo.path.name, levels(_opened(photo.path)), tuple(rows)))
    return photos


def without_dice(folders: Sequence[Path], leave: Sequence[str] = ()) -> list[Photo]:
    """Return the photos of *folders*, none of which shows a die."""
    found = [photo for folder in folders for photo in labels.without(folder)]
    names = [photo.path for photo in found if photo.source not in leave]
    return [Photo(path.name, levels(_opened(path)), ()) for path in names]


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


class View(NamedTuple):
    """How a crop is taken: which place of the photo, at what scale, turned and mirrored."""

    x: float
    y: float
    scale: float  # pixels of the crop per pixel of the photo
    turn: float  # radians
    mirror: bool
    stretch: float = 1.0  # one way by this, the other by its inverse: pixels that are not square
    along: float = 0.0  # radians: which way

    def matrix(self, size: int) -> NDArray[np.float64]:
        """Return the 2 x 3 map from the photo to a crop of size x size pixels."""
        c, s = np.cos(self.turn) * self.scale, np.sin(self.turn) * self.scale
        linear = np.array([[c, -s], [s, c]])
        if self.stretch != 1.0:
            a, b = np.cos(self.along), np.sin(self.along)
            turn = np.array([[a, -b], [b, a]])
            linear = linear @ turn @ np.diag([self.stretch, 1 / self.stretch]) @ turn.T
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
