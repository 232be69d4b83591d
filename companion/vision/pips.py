"""Read the upper face at a place: two nets look at it in several turned views each."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection import Find
from companion.vision.frame import Pixels
from companion.vision.nets import CROP, EDGE, SECOND_CROP, SECOND_EDGE, Nets
from companion.vision.runtimes import Floats

Turned = tuple[float, float, bool]
"""Turn in degrees, scale, mirrored."""

GLANCE: tuple[Turned, ...] = ((0.0, 1.0, False),)
VIEWS: tuple[Turned, ...] = (
    (62.0, 0.94, True),
    (121.0, 1.06, False),
    (185.0, 1.0, True),
    (244.0, 1.05, False),
    (303.0, 0.96, True),
)


AGAIN: tuple[Turned, ...] = (
    (0.0, 1.0, False),
    (77.0, 0.95, True),
    (154.0, 1.05, False),
    (231.0, 1.0, True),
)


_LIKELY = 0.5


class Cut(NamedTuple):
    """How large a crop is, and a die in it."""

    size: int  # pixels
    edge: float  # pixels


FIRST, SECOND = Cut(CROP, EDGE), Cut(SECOND_CROP, SECOND_EDGE)


class Views(NamedTuple):
    """What the views of one find show."""

    kinds: Floats  # views x 8 probabilities
    ways: Floats  # views x 3: to the die's middle, in edges of the find; log2 of its size

    @property
    def value(self) -> float:
        """Probability of a die with a value, whichever."""
        return float(self.kinds[:, 1:7].sum(1).mean())

    @property
    def ground(self) -> float:
        """Probability that no die is here."""
        return float(self.kinds[:, 0].mean())

    @property
    def likeliest(self) -> int:
        """The likeliest value."""
        return int(self.kinds.mean(0)[1:7].argmax()) + 1

    def agrees(self, other: "Views") -> bool:
        """Return whether both see the same value, the other more likely than not."""
        theirs = other.likeliest
        return self.likeliest == theirs and float(other.kinds[:, theirs].mean()) > _LIKELY

    def joined(self, other: "Views") -> "Views":
        """Return these views and others of the same find."""
        return Views(
            np.concatenate([self.kinds, other.kinds]), np.concatenate([self.ways, other.ways])
        )


def views(
    nets: Nets, pixels: Pixels, finds: Sequence[Find], turns: Sequence[Turned], cut: Cut = FIRST
) -> list[Views]:
    """Return what all views of each find show; the net sees all of them together.

    Args:
        nets: the first reader is asked, or the second.
        pixels: height x width x 3 bytes, blue, green, red.
        finds: places.
        turns: how each is looked at.
        cut: whose crops: `FIRST` or `SECOND`.
    """
    if not finds:
        return []
    around = [_near(pixels, find, cut) for find in finds]
    cuts = [
        _turned(find, near, turn, cut)
        for find, near in zip(finds, around, strict=True)
        for turn in turns
    ]
    seen = np.stack([picture for picture, _ in cuts])
    kinds, ways = nets.read_again(seen) if cut is SECOND else nets.read(seen)
    linear = np.stack([way for _, way in cuts])
    ways[:, :2] = np.linalg.solve(linear, ways[:, :2, None])[..., 0]
    ways[:, 2] -= 0.5 * np.log2(np.abs(np.linalg.det(linear)))
    split = range(0, len(cuts), len(turns))
    return [Views(kinds[k : k + len(turns)], ways[k : k + len(turns)]) for k in split]


def moved(find: Find, seen: Views) -> Find:
    """Return the find where its views say that the die is."""
    x, y, size = (float(v) for v in seen.ways.mean(0))
    return Find(
        find.x + x * find.edge,
        find.y + y * find.edge,
        find.edge * 2.0**size,
        find.foreground,
        find.upper,
    )


class _Near(NamedTuple):
    """The surroundings of a find."""

    pixels: Pixels
    x: float  # where the find lies in them, before they were reduced
    y: float
    shrunk: float  # how much they were


_Crop = tuple[NDArray[np.uint8], NDArray[np.float64]]


def crop(
    pixels: Pixels,
    find: Find,
    turn: float,
    scale: float,
    mirrored: bool,  # noqa: FBT001 - a row of VIEWS
    *,
    cut: Cut = FIRST,
) -> _Crop:
    """Return a cut (size x size x 3 bytes), the find in its middle, its edge that times *scale*.

    And the 2 x 2 map from ways in the picture, in edges, to ways in the crop, in edges of the cut.
    """
    return _turned(find, _near(pixels, find, cut), (turn, scale, mirrored), cut)


def _turned(find: Find, near: _Near, how: Turned, cut: Cut) -> _Crop:
    """Return one view of a find and its map; see `crop`."""
    turn, scale, mirrored = how
    angle, size = np.radians(turn), cut.edge / find.edge * scale
    c, s = np.cos(angle) * size, np.sin(angle) * size
    linear = np.array([[-c, s], [s, c]] if mirrored else [[c, -s], [s, c]])
    matrix = np.empty((2, 3))
    matrix[:, :2] = linear / near.shrunk
    matrix[:, 2] = cut.size / 2 - linear @ (near.x, near.y)
    sides = (cut.size, cut.size)
    seen = cv2.warpAffine(near.pixels, matrix, sides, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), linear * (find.edge / cut.edge)


def _near(pixels: Pixels, find: Find, cut: Cut) -> _Near:
    """Cut out the find's surroundings, reduced where the die is far larger than in the cut."""
    across = find.edge * cut.size / cut.edge
    reach = 0.87 * across  # half the diagonal of a turned crop is 0.71, and up to 0.76 if reduced
    height, width = pixels.shape[:2]
    x, y = min(max(find.x, 0.0), width - 1.0), min(max(find.y, 0.0), height - 1.0)
    left, top = (max(0, int(v - reach)) for v in (x, y))
    right, bottom = min(width, int(x + reach) + 1), min(height, int(y + reach) + 1)
    part = pixels[top:bottom, left:right]
    shrunk = min(1.0, 1.5 * cut.edge / find.edge)
    if shrunk < 1.0:
        size = (max(2, round(part.shape[1] * shrunk)), max(2, round(part.shape[0] * shrunk)))
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    return _Near(part, x - left, y - top, shrunk)
