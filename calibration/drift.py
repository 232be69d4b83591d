"""How far a picture has moved since another, where no marker tells it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.mat_detection import as_grey
from companion.vision.frame import Pixels
from companion.vision.plane import Point

ALIKE = 0.8
"""The correlation from which on two pictures are the same table, only moved."""

_LONGEST = 320  # pixels to which pictures are reduced: dice and noise hardly count then
_BARE = 1.0  # grey levels, standard deviation: less than that shows nothing

View = NDArray[np.float32]


def view_of(pixels: Pixels) -> View:
    """Return what is kept of a picture to compare later ones with."""
    grey = as_grey(pixels)
    factor = _LONGEST / max(grey.shape)
    small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 1.0), np.float32)


def moved(before: View, now: View, width: int) -> Point | None:
    """Return by how many pixels a picture of *width* has moved; None if that does not show.

    A turn is not told: after a bump of the camera's arm it moves a field's middle by less.
    """
    if before.shape != now.shape or min(before.std(), now.std()) < _BARE:
        return None
    size = (now.shape[1], now.shape[0])
    window = cv2.createHanningWindow(size, cv2.CV_32F)
    # It multiplies what it is given by the window, in place where the size suits it.
    (right, down), _ = cv2.phaseCorrelate(before.copy(), now.copy(), window)
    way = np.array([[1.0, 0.0, right], [0.0, 1.0, down]])
    there = cv2.warpAffine(before, way, size)
    both = cv2.warpAffine(np.ones_like(before), way, size) > 0.99
    if both.mean() < 0.5 or np.corrcoef(there[both], now[both])[0, 1] < ALIKE:
        return None
    factor = width / now.shape[1]
    return right * factor, down * factor
