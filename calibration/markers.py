"""Finds the mat's markers in a picture: which there are, twice or mirrored perhaps."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.mat import MARKER_FAMILY, Mat
from companion.vision.plane import Points

Grey = NDArray[np.uint8]

_LONGEST = 1600  # pixels; larger pictures are reduced for the first look
_ENOUGH = 3  # markers, with which no harder look is taken
_SMALL = 1000  # pixels; smaller pictures are enlarged and sharpened for the hardest look
_TIMES = 2  # by which they are enlarged
_SHARPNESS, _SHARP_PX = 1.0, 2.5  # of what is added, and its width in the enlarged picture
_ASTRAY_PX = 20.0  # of the picture: how far from where the others expect it a marker may lie
_WRONG_BITS = 2.0  # times what the family corrects; a third of 36 bits, at an expected place


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
            return best
    if not (patient and best.corners and max(grey.shape) <= _SMALL):
        return best
    hardest = _sorted_out(_expected(grey, mat), mat)
    together = Markers({**hardest.corners, **best.corners}, hardest.twice)
    # Three such blurred ones would tell too little of a lens that bends.
    whole = together.corners.keys() == mat.markers.keys()
    return together if whole or hardest.twice else best


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


def _expected(grey: Grey, mat: Mat) -> list[tuple[int, Points]]:
    """Return what is seen enlarged and sharpened, and where those markers expect the others.

    At its place a marker may be blurred far more than anywhere else, and is told all the same.
    """
    large = cv2.resize(grey, None, fx=_TIMES, fy=_TIMES, interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(large, (0, 0), _SHARP_PX)
    sharp = cv2.addWeighted(large, 1 + _SHARPNESS, soft, -_SHARPNESS, 0)
    detector = _detector()
    quads, numbers, rejected = detector.detectMarkers(sharp)
    if numbers is None or not {int(n) for n in numbers.ravel()} <= mat.markers.keys():
        return _listed(quads, numbers, 1 / _TIMES)
    places = [
        np.array([(*xy, 0) for xy in zone.corners], np.float32) for zone in mat.markers.values()
    ]
    board = cv2.aruco.Board(places, detector.getDictionary(), np.array([*mat.markers]))
    quads, numbers, *_ = detector.refineDetectedMarkers(sharp, board, quads, numbers, rejected)
    return _listed(quads, numbers, 1 / _TIMES)


def _detected(grey: Grey, enlarged: float) -> list[tuple[int, Points]]:
    quads, numbers, _ = _detector().detectMarkers(grey)
    return _listed(quads, numbers, enlarged)


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.minMarkerPerimeterRate = 0.02
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 20
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    expected = cv2.aruco.RefineParameters(_TIMES * _ASTRAY_PX, _WRONG_BITS)
    return cv2.aruco.ArucoDetector(family, parameters, expected)


def _listed(quads: Sequence[Any], numbers: Any, enlarged: float) -> list[tuple[int, Points]]:
    """Return the numbers and corners that were found, in pixels of the picture."""
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
