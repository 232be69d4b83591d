"""How far a picture has moved since another, where no marker tells it."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.mat_detection import as_grey
from companion.vision.frame import Pixels
from companion.vision.plane import Point

ALIKE = 0.8
"""The correlation from which on two pictures are the same table, only moved."""

_LONGEST = 320  # pixels to which pictures are reduced: noise hardly counts then
_AROUND = 12.0  # of these pixels: the light is taken to be even so far
_MOST = 12.0  # per cent of it that count of a detail: dice and hands are not all that is seen
_BARE = 0.6  # per cent, standard deviation: less than that shows nothing
_TURNED = 3.0  # degrees; more, and the middle does not say where all else lies
_SURELY = 0.9  # likewise, the correlation from which on no other way is tried
_COARSE = 4  # times smaller: what has moved far is sought there first
_ENOUGH = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-3)

View = NDArray[np.float32]
"""Rows x columns: how much brighter than its surroundings each place is, in per cent."""

_Way = NDArray[np.float32]  # 2 x 3, from a place to where it is now


def view_of(pixels: Pixels) -> View:
    """Return what is kept of a picture to compare later ones with."""
    grey = as_grey(pixels)
    factor = _LONGEST / max(grey.shape)
    small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0)
    light = cv2.GaussianBlur(smooth, (0, 0), _AROUND)
    detail = 100.0 * (smooth - light) / (light + 4.0)
    return np.asarray(np.clip(detail, -_MOST, _MOST), np.float32)


def moved(before: View, now: View, width: int) -> Point | None:
    """Return by how many pixels the middle of a picture of *width* has moved.

    None if that does not show, or if it is turned much. What was thrown or laid since then moves
    nothing: most of the picture counts. A small turn is allowed for, but not told.
    """
    if before.shape != now.shape or min(before.std(), now.std()) < _BARE:
        return None
    alike, way = 0.0, np.eye(2, 3, dtype=np.float32)
    for begin in _first(before, now):
        here, there = _aligned(before, now, begin)
        if here > alike:
            alike, way = here, there
        if alike > _SURELY:
            break
    turned = np.degrees(np.arctan2(way[1, 0], way[0, 0]))
    if alike < ALIKE or abs(turned) > _TURNED:
        return None
    middle = (np.array([now.shape[1], now.shape[0]]) - 1) / 2
    right, down = way @ (*middle, 1.0) - middle
    factor = width / now.shape[1]
    return float(right * factor), float(down * factor)


def _first(before: View, now: View) -> Iterator[_Way]:
    """Yield ways to begin with: none at all, and what small pictures tell from other beginnings."""
    none = np.eye(2, 3, dtype=np.float32)
    yield none
    size = (now.shape[1], now.shape[0])
    window = cv2.createHanningWindow(size, cv2.CV_32F)
    # It multiplies what it is given by the window, in place where the size suits it.
    (right, down), _ = cv2.phaseCorrelate(before.copy(), now.copy(), window)
    jump = np.array([[1, 0, right], [0, 1, down]], np.float32)
    yield jump
    small = (size[0] // _COARSE, size[1] // _COARSE)
    one, other = (cv2.resize(view, small, interpolation=cv2.INTER_AREA) for view in (before, now))
    for begin in (none, jump):
        less = begin * np.array([[1, 1, 1 / _COARSE]], np.float32)
        _, way = _aligned(np.asarray(one), np.asarray(other), less)
        yield np.asarray(way * np.array([[1, 1, _COARSE]], np.float32))


def _aligned(before: View, now: View, begin: _Way) -> tuple[float, _Way]:
    """Return how alike pictures become, and by which shift and turn.

    G. D. Evangelidis and E. Z. Psarakis, Parametric Image Alignment Using Enhanced Correlation
    Coefficient Maximization (2008).
    """
    way = begin.copy()  # it is written into
    try:
        alike, found = cv2.findTransformECC(
            before, now, way, cv2.MOTION_EUCLIDEAN, _ENOUGH, np.ones(now.shape, np.uint8), 3
        )
    except cv2.error:  # it leads out of the picture
        return 0.0, begin
    return float(alike), np.asarray(found, np.float32)
