"""Read the upper face at a place: the reader net looks at it in several turned views."""

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finds import Find
from companion.vision.frame import Pixels
from companion.vision.nets import CROP, EDGE, Floats, Nets

View: TypeAlias = tuple[float, float, bool]
"""Turn in degrees, scale, mirrored."""

VIEWS: tuple[View, ...] = (
    (0.0, 1.0, False),
    (62.0, 0.92, True),
    (121.0, 1.08, False),
    (185.0, 1.0, True),
    (244.0, 1.06, False),
    (303.0, 0.94, True),
)
"""How a find is looked at."""


def faces(nets: Nets, pixels: Pixels, find: Find, views: int = len(VIEWS)) -> Floats:
    """Return what each view of a find shows, *views* x 8 probabilities.

    Args:
        nets: the nets.
        pixels: the picture in which the find was made.
        find: where to look.
        views: how many of `VIEWS` to take.
    """
    return nets.read(crops(pixels, find, VIEWS[:views]))


def crops(pixels: Pixels, find: Find, views: Sequence[View]) -> NDArray[np.uint8]:
    """Return a find in each of the views, n x CROP x CROP x 3 bytes."""
    return np.stack([_crop(pixels, find, *view) for view in views])


def _crop(
    pixels: Pixels,
    find: Find,
    turn: float,
    scale: float,
    mirrored: bool,  # noqa: FBT001 - a row of VIEWS
) -> NDArray[np.uint8]:
    """Return CROP x CROP x 3 bytes with the find in the middle, its edge `EDGE` times *scale*."""
    part, x, y, shrunk = _near(pixels, find)
    angle, size = np.radians(turn), EDGE / find.edge * scale
    c, s = np.cos(angle) * size, np.sin(angle) * size
    linear = np.array([[-c, s], [s, c]] if mirrored else [[c, -s], [s, c]])
    shift = CROP / 2 - linear @ np.array([x, y])
    matrix = np.column_stack([linear / shrunk, shift])
    return np.asarray(
        cv2.warpAffine(part, matrix, (CROP, CROP), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _near(pixels: Pixels, find: Find) -> tuple[Pixels, float, float, float]:
    """Cut out the find's surroundings; return them reduced, the find's place, the reduction."""
    reach = 1.6 * find.edge  # half the diagonal of a turned crop is 1.42 edges
    height, width = pixels.shape[:2]
    left, top = (max(0, int(v - reach)) for v in (find.x, find.y))
    right, bottom = min(width, int(find.x + reach) + 1), min(height, int(find.y + reach) + 1)
    part = pixels[top:bottom, left:right]
    shrunk = min(1.0, 1.5 * EDGE / find.edge)
    if shrunk < 1.0:
        size = (max(2, round(part.shape[1] * shrunk)), max(2, round(part.shape[0] * shrunk)))
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    return part, find.x - left, find.y - top, shrunk
