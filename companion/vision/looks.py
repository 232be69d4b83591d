"""Other looks at the same picture: what is there stays, what only seemed so wavers."""

import cv2
import numpy as np

from companion.vision.frame import Pixels

SMALLER = 0.8
"""Scale of the smaller look."""


def mirrored(pixels: Pixels) -> Pixels:
    """Return the picture as a mirror shows it."""
    return np.ascontiguousarray(pixels[:, ::-1])


def smaller(pixels: Pixels) -> Pixels:
    """Return the picture at `SMALLER` scale."""
    way = cv2.INTER_AREA
    return np.asarray(cv2.resize(pixels, None, fx=SMALLER, fy=SMALLER, interpolation=way), np.uint8)
