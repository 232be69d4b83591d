"""Finds the mat's markers in a picture: which there are, twice or mirrored perhaps."""

from collections.abc import Iterator
from itertools import islice

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.mat import MARKER_FAMILY, Mat
from companion.vision.plane import Points

Grey = NDArray[np.uint8]

_LONGEST = 1600  # pixels; larger pictures are reduced for the first look
_ENOUGH = 3  # markers, with which no harder look is taken


class Markers(msgspec.Struct, frozen=True):
    """The mat's markers in a picture."""

    corners: dict[int, Points]  # 4 x 2 pixels each, in the order of `ZoneMm.corners`
    twice: tuple[int, ...] = ()  # numbers that are seen at two places; not among the corners


def find_markers(grey: Grey, mat: Mat, *, patient: bool = True) -> Markers:
    """Return the markers; *patient*: where few are seen, harder looks are taken."""
    best = Markers({})
    for looked in islice(_looks(grey), None if patient else 1):
        found = _sorted_out(looked, mat)
        if found.twice or len(found.corners) > len(best.corners):
            best = found
        if found.twice or len(best.corners) >= _ENOUGH:
            break
    return best


def is_mirrored(grey: Grey, mat: Mat) -> bool:
    """Return whether markers are seen in a mirror, where none is seen without."""
    mirrored = np.ascontiguousarray(grey[:, ::-1])
    return len(find_markers(mirrored, mat).corners) >= _ENOUGH - 1


def _looks(grey: Grey) -> Iterator[list[tuple[int, Points]]]:
    """Yield what is seen at a usual size, with evened light, and at the full size."""
    factor = min(1.0, _LONGEST / max(grey.shape))
    small = grey
    if factor < 1:
        reduced = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        small = np.asarray(reduced, np.uint8)
    yield _detected(small, 1 / factor)
    smooth = cv2.GaussianBlur(small, (0, 0), 1.0)  # evened light makes noise loud
    evened = cv2.createCLAHE(clipLimit=6.0, tileGridSize=(6, 6)).apply(smooth)
    yield _detected(np.asarray(evened, np.uint8), 1 / factor)
    if factor < 1:
        yield _detected(grey, 1.0)


def _detected(grey: Grey, enlarged: float) -> list[tuple[int, Points]]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.minMarkerPerimeterRate = 0.02
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 20
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    quads, numbers, _ = cv2.aruco.ArucoDetector(family, parameters).detectMarkers(grey)
    if numbers is None:
        return []
    corners = (
        (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) * enlarged - 0.5 for quad in quads
    )
    return list(zip((int(n) for n in numbers.ravel()), corners, strict=True))


def _sorted_out(seen: list[tuple[int, Points]], mat: Mat) -> Markers:
    places: dict[int, list[Points]] = {}
    for number, corners in seen:
        if number in mat.markers and not any(_same(corners, p) for p in places.get(number, ())):
            places.setdefault(number, []).append(corners)
    once = {number: found[0] for number, found in places.items() if len(found) == 1}
    twice = tuple(sorted(number for number, found in places.items() if len(found) > 1))
    return Markers(once, twice)


def _same(one: Points, other: Points) -> bool:
    """Return whether two finds of one number are one marker found twice."""
    side = float(np.hypot(*(one[1] - one[0])))
    return float(np.hypot(*(one.mean(axis=0) - other.mean(axis=0)))) < side / 2
