"""The printer's scale, by the edges of the sheet: paper is never printed too small."""

import numpy as np
from numpy.typing import NDArray

from calibration.mat import Mat
from companion.vision.plane import Homography, Points

Floats = NDArray[np.float64]

AGREE = 0.006
"""By how much width and depth may differ: beyond it the sheet was cut, or is another one."""

_OUT_MM, _IN_MM, _STEP_MM = 30.0, 7.75, 0.25  # how far beside the printed edge is looked
_COUNT = 61  # places along each side
_STEP_GREY = 14.0  # grey levels by which paper and table differ at least
_STRAIGHT_MM = 0.7
_ENOUGH = 0.45  # of a side's places that must see the edge


def printed_scale(grey: NDArray[np.uint8], plane: Homography, mat: Mat) -> float | None:
    """Return how large the mat is printed, 1 if true; None where the sheet's edges are not seen.

    Args:
        grey: the picture.
        plane: how the mat lies, in millimetres as they should be printed.
        mat: as it should be printed, as large as its sheet.
    """
    across = _between(grey, plane, mat, axis=0)
    down = _between(grey, plane, mat, axis=1)
    if across is None or down is None:
        return None
    wide, deep = mat.width / across, mat.depth / down
    return (wide + deep) / 2 if abs(wide - deep) <= AGREE else None


def _between(grey: NDArray[np.uint8], plane: Homography, mat: Mat, *, axis: int) -> float | None:
    """Return the sheet's width (axis 0) or depth (axis 1) in printed millimetres."""
    sizes = (mat.width, mat.depth)
    out = [_edge(grey, plane, sizes, axis=axis, far=far) for far in (False, True)]
    if out[0] is None or out[1] is None:
        return None
    return sizes[axis] + out[0] + out[1]


def _edge(
    grey: NDArray[np.uint8],
    plane: Homography,
    sizes: tuple[float, float],
    *,
    axis: int,
    far: bool,
) -> float | None:
    """Return how far beyond the mat's printed extent the sheet ends, in the middle of a side."""
    offsets = np.arange(-_IN_MM, _OUT_MM, _STEP_MM)
    along = np.linspace(0.06, 0.94, _COUNT) * sizes[1 - axis]
    places = np.empty((len(along), len(offsets), 2))
    places[..., axis] = sizes[axis] + offsets if far else -offsets
    places[..., 1 - axis] = along[:, None]
    seen = _brightness(grey, plane.pixels(places.reshape(-1, 2))).reshape(places.shape[:2])
    kernel = np.repeat([0.25, -0.25], 4)  # a millimetre of paper less a millimetre of table
    falls = np.apply_along_axis(lambda row: np.convolve(row, kernel[::-1], "valid"), 1, seen)
    falls = np.nan_to_num(falls, nan=-np.inf)
    best = falls.argmax(axis=1)
    clear = falls[np.arange(len(best)), best] >= _STEP_GREY
    where = offsets[best] + 3.5 * _STEP_MM
    return _middle_of_line(along[clear], where[clear], sizes[1 - axis] / 2)


def _middle_of_line(along: Floats, where: Floats, middle: float) -> float | None:
    """Return where most of the points have a straight line at *middle*."""
    if len(along) < _ENOUGH * _COUNT:
        return None
    one, other = np.triu_indices(len(along), 8)
    slope = float(np.median((where[other] - where[one]) / (along[other] - along[one])))
    level = where - slope * (along - middle)
    near = np.abs(level - np.median(level)) <= _STRAIGHT_MM
    return float(level[near].mean()) if near.sum() >= _ENOUGH * _COUNT else None


def _brightness(grey: NDArray[np.uint8], pixels: Points) -> Floats:
    """Return the brightness at pixels, nan outside the picture."""
    height, width = grey.shape
    x, y = np.round(pixels).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    seen = np.full(len(pixels), np.nan)
    seen[inside] = grey[y[inside], x[inside]]
    return seen
