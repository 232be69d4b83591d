"""What one table has taught the reader of its own dice; a small readable file."""

from hashlib import sha256
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.errors import SettingsError
from companion.files import keep, read_kept

Floats = NDArray[np.float32]

FILE = "taught.json"
"""Its name in the folder of what a table's dice taught."""

SAME_SHAPE = 0.1
"""By so much of its height a picture of the same tray may be higher or lower than another."""

_ANEW = "throw it away and teach the dice again"


class Layer(msgspec.Struct, frozen=True):
    """What is added to the reader's last layer: scores + weights @ features + bias."""

    weights: tuple[tuple[float, ...], ...]  # 8 classes x features
    bias: tuple[float, ...]  # 8

    def added(self, scores: Floats, features: Floats) -> Floats:
        """Return the scores of n crops (n x 8) with this layer's share of their features."""
        weights, bias = np.asarray(self.weights, np.float32), np.asarray(self.bias, np.float32)
        return np.asarray(scores + features @ weights.T + bias, np.float32)


class Trial(msgspec.Struct, frozen=True):
    """How throws were read that took no part in the teaching."""

    sure: int = 0  # right, and booked without a question
    asked: int = 0
    wrong: int = 0  # said to be sure, and wrong

    @property
    def throws(self) -> int:
        """How many throws there were."""
        return self.sure + self.asked + self.wrong

    def __add__(self, other: "Trial") -> "Trial":
        return Trial(self.sure + other.sure, self.asked + other.asked, self.wrong + other.wrong)


class Taught(msgspec.Struct, frozen=True, kw_only=True):
    """One table's dice."""

    reader: str  # digest of the weights to which the layer belongs
    layer: Layer
    edge: float  # of a die, in pixels of the pictures that were shown
    unlike: float  # the largest die over the smallest, among all that were shown
    picture: tuple[int, int]  # width and height of those pictures
    throws: int  # how many were shown
    before: Trial = Trial()  # the shipped reader on the throws of the test
    after: Trial = Trial()  # this one on the same

    def edge_in(self, width: int, height: int) -> float | None:
        """Return a die's edge, in pixels, in a picture of the same place at any scale.

        None where the picture has another shape: it shows something else.
        """
        scale = width / self.picture[0]
        alike = abs(height - scale * self.picture[1]) <= SAME_SHAPE * height
        return self.edge * scale if alike else None

    @property
    def helps(self) -> bool:
        """Whether the test's throws were read without an error, and not worse than before."""
        return self.after.wrong == 0 and self.after.sure >= self.before.sure


def digest_of(weights: bytes) -> str:
    """Return by which name `Taught.reader` knows the weights."""
    return sha256(weights).hexdigest()[:16]


def save(taught: Taught, path: Path) -> None:
    """Write what was taught.

    Raises:
        SettingsError: it cannot be written.
    """
    keep(taught, path)


def load(path: Path) -> Taught | None:
    """Return what was taught, None if nothing was.

    Raises:
        SettingsError: the file cannot be read or is damaged.
    """
    taught = read_kept(path, Taught, mend=_ANEW)
    if taught is None:
        return None
    rows = {len(row) for row in taught.layer.weights}
    if len(taught.layer.weights) != len(taught.layer.bias) or len(rows) != 1:
        raise SettingsError("is damaged: a row is missing", where=str(path), mend=_ANEW)
    return taught
