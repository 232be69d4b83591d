"""Labelled photos for training: where each die lies, and crops at any turn and scale."""

from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.benchmarks.dice import labels
from tests.benchmarks.dice.labels import Row

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
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
        return labels.source_of(self.name)


class Packed(msgspec.Struct, frozen=True, array_like=True):
    """A photo as `packing` wrote it."""

    name: str
    jpeg: bytes
    dice: tuple[Row, ...]

    @property
    def source(self) -> str:
        """The source that the name begins with."""
        return labels.source_of(self.name)


def load(pack: Path) -> list[Packed]:
    """Return what `packing` wrote."""
    return msgspec.msgpack.decode(pack.read_bytes(), type=list[Packed])


def opened(packed: Packed) -> Photo:
    """Return a packed photo in all its sizes."""
    coded = np.frombuffer(packed.jpeg, np.uint8)
    photo = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR_RGB), np.uint8)
    return Photo(packed.name, levels(photo), packed.dice)


def levels(photo: Bytes) -> tuple[Bytes, ...]:
    """Return the photo and its halves, down to 64 pixels."""
    sizes = [photo]
    while min(sizes[-1].shape[:2]) > 128:
        sizes.append(np.asarray(cv2.pyrDown(sizes[-1]), np.uint8))
    return tuple(sizes)


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
