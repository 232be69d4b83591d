"""A zone of the mat as seen straight from above, at a known scale."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.mat import ZoneMm
from companion.vision.frame import Pixels
from companion.vision.plane import Homography

_Array = NDArray[np.float64]
_Maps = tuple[NDArray[np.float32], NDArray[np.float32]]


def rectify(frame: Pixels, homography: Homography, zone: ZoneMm, px_per_mm: float) -> Pixels:
    """Return a zone as seen straight from above at a known scale, its far edge on top."""
    # Asking for less than the camera gives would alias without the area filter; zones are asked
    # for at about the camera's own scale, where cubic keeps the tags' modules sharpest.
    if homography.lens is not None:
        across, down = _maps(homography, zone, px_per_mm)
        return np.asarray(cv2.remap(frame, across, down, cv2.INTER_CUBIC), np.uint8)
    matrix = straightening(homography, zone, px_per_mm)
    size = _size(zone, px_per_mm)
    return np.asarray(cv2.warpPerspective(frame, matrix, size, flags=cv2.INTER_CUBIC), np.uint8)


def straightening(homography: Homography, zone: ZoneMm, px_per_mm: float) -> _Array:
    """Return the 3 x 3 matrix from a pinhole's pixels to those of `rectify`'s picture."""
    matrix: _Array = _to_straight(zone, px_per_mm) @ np.asarray(homography.matrix)
    return matrix


def _to_straight(zone: ZoneMm, px_per_mm: float) -> _Array:
    """Return the matrix from millimetres to `rectify`'s pixels; a pixel's centre is whole."""
    far = zone.near + zone.depth
    return np.array(
        [
            [px_per_mm, 0.0, -zone.left * px_per_mm - 0.5],
            [0.0, -px_per_mm, far * px_per_mm - 0.5],
            [0.0, 0.0, 1.0],
        ]
    )


def _size(zone: ZoneMm, px_per_mm: float) -> tuple[int, int]:
    return round(zone.width * px_per_mm), round(zone.depth * px_per_mm)


@lru_cache(maxsize=4)
def _maps(homography: Homography, zone: ZoneMm, px_per_mm: float) -> _Maps:
    """Return, for each pixel of the straight picture, where it is seen."""
    width, height = _size(zone, px_per_mm)
    column, row = np.meshgrid((np.arange(width) + 0.5), (np.arange(height) + 0.5))
    places = np.column_stack(
        [zone.left + column.ravel() / px_per_mm, zone.near + zone.depth - row.ravel() / px_per_mm]
    )
    seen = homography.pixels(places).astype(np.float32).reshape(height, width, 2)
    return np.ascontiguousarray(seen[..., 0]), np.ascontiguousarray(seen[..., 1])
