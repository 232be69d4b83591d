"""Read the upper face at a place: the reader net looks at it in several turned views."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finds import Find
from companion.vision.frame import Pixels
from companion.vision.nets import CROP, EDGE, Floats, Nets

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


class Views(NamedTuple):
    """What the views of one find show."""

    kinds: Floats  # views x 8 probabilities
    ways: Floats  # views x 3: to the die's middle, in edges of the find; log2 of its size

    @property
    def value(self) -> float:
        """Probability of a die with a value, whichever."""
        return float(self.kinds[:, 1:7].sum(1).mean())

    def joined(self, other: "Views") -> "Views":
        """Return these views and others of the same find."""
        return Views(
            np.concatenate([self.kinds, other.kinds]), np.concatenate([self.ways, other.ways])
        )


def views(
    nets: Nets, pixels: Pixels, finds: Sequence[Find], turns: Sequence[Turned]
) -> list[Views]:
    """Return what all views of each find show; one run of the net for all of them."""
    if not finds:
        return []
    cuts = [crop(pixels, find, *turn) for find in finds for turn in turns]
    kinds, ways = nets.read(np.stack([seen for seen, _ in cuts]))
    for way, (_, linear) in zip(ways, cuts, strict=True):
        way[:2] = np.linalg.solve(linear, way[:2])
        way[2] -= 0.5 * np.log2(abs(np.linalg.det(linear)))
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


def crop(
    pixels: Pixels,
    find: Find,
    turn: float,
    scale: float,
    mirrored: bool,  # noqa: FBT001 - a row of VIEWS
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return CROP x CROP x 3 bytes with the find in the middle, its edge `EDGE` times *scale*.

    And the 2 x 2 map from ways in the picture, in edges, to ways in the crop, in `EDGE`.
    """
    part, x, y, shrunk = _near(pixels, find)
    angle, size = np.radians(turn), EDGE / find.edge * scale
    c, s = np.cos(angle) * size, np.sin(angle) * size
    linear = np.array([[-c, s], [s, c]] if mirrored else [[c, -s], [s, c]])
    shift = CROP / 2 - linear @ np.array([x, y])
    matrix = np.column_stack([linear / shrunk, shift])
    crop = cv2.warpAffine(part, matrix, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8), linear * (find.edge / EDGE)


def _near(pixels: Pixels, find: Find) -> tuple[Pixels, float, float, float]:
    """Cut out the find's surroundings; return them reduced, the find's place, the reduction."""
    reach = 1.6 * find.edge  # half the diagonal of a turned crop is 1.42 edges
    height, width = pixels.shape[:2]
    x, y = min(max(find.x, 0.0), width - 1.0), min(max(find.y, 0.0), height - 1.0)
    left, top = (max(0, int(v - reach)) for v in (x, y))
    right, bottom = min(width, int(x + reach) + 1), min(height, int(y + reach) + 1)
    part = pixels[top:bottom, left:right]
    shrunk = min(1.0, 1.5 * EDGE / find.edge)
    if shrunk < 1.0:
        size = (max(2, round(part.shape[1] * shrunk)), max(2, round(part.shape[0] * shrunk)))
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    return part, x - left, y - top, shrunk
