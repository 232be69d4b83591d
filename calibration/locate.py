"""Finds the mat in a picture: its homography, how well it fits, and where the zones lie."""

from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.mat import A3, MARKER_FAMILY, Mat, ZoneMm
from companion.vision.frame import Pixels
from companion.vision.plane import Homography, Zone

FEWEST_MARKERS = 3
"""Two markers give a homography too, but not one that shows its own error."""

WORST_FIT_MM = 2.0
"""Above this the mat is not flat, or the markers are not those of one mat."""

_Array = NDArray[np.float64]


class MatFound(msgspec.Struct, frozen=True):
    """The mat lies in view."""

    homography: Homography
    error_mm: float  # root mean square over the corners of the markers that were seen
    markers: tuple[int, ...]  # the numbers that were seen
    tray: Zone  # the box around the tray field in the picture
    scan: Zone


class MatNotFound(msgspec.Struct, frozen=True):
    """The mat cannot be used as it lies; the code is for pages, the words for a terminal."""

    code: Literal["no-mat", "mat-covered", "mat-not-flat"]
    words: str
    markers: tuple[int, ...]


def locate(pixels: NDArray[np.uint8], mat: Mat = A3) -> MatFound | MatNotFound:
    """Return where the mat lies in a picture (grey, or blue, green, red)."""
    seen = _markers(pixels, mat)
    numbers = tuple(sorted(seen))
    if not seen:
        return MatNotFound("no-mat", "no mat is seen: lay it under the camera", numbers)
    if len(seen) < FEWEST_MARKERS:
        words = f"only {len(seen)} of the mat's 4 corner markers are seen: uncover them"
        return MatNotFound("mat-covered", words, numbers)
    in_picture = np.concatenate([seen[n] for n in numbers])
    on_mat = np.concatenate([np.array(mat.markers[n].corners) for n in numbers])
    found, _ = cv2.findHomography(in_picture, on_mat, 0)
    if found is None:
        return MatNotFound("mat-not-flat", "the mat's markers lie on one line", numbers)
    matrix = np.asarray(found, np.float64)
    error = _error(matrix, in_picture, on_mat)
    if error > WORST_FIT_MM:
        words = f"the mat fits only to {error:.1f} mm: lay it flat, one mat only"
        return MatNotFound("mat-not-flat", words, numbers)
    plane = Homography(tuple((float(a), float(b), float(c)) for a, b, c in matrix))
    return MatFound(
        plane,
        error,
        numbers,
        box_of(mat.tray, plane, pixels.shape),
        box_of(mat.scan, plane, pixels.shape),
    )


def _markers(pixels: NDArray[np.uint8], mat: Mat) -> dict[int, _Array]:
    """Return each marker's corners in the order of `ZoneMm.corners`; one seen twice is left out."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    corners, numbers, _ = cv2.aruco.ArucoDetector(family, parameters).detectMarkers(pixels)
    if numbers is None:
        return {}
    listed = [int(n) for n in numbers.ravel()]
    return {
        number: np.asarray(quad, np.float64).reshape(4, 2)
        for number, quad in zip(listed, corners, strict=True)
        if number in mat.markers and listed.count(number) == 1
    }


def _error(matrix: _Array, in_picture: _Array, on_mat: _Array) -> float:
    mapped = cv2.perspectiveTransform(in_picture[None], matrix)[0]
    return float(np.sqrt(np.mean(np.sum((mapped - on_mat) ** 2, axis=1))))


def box_of(zone: ZoneMm, plane: Homography, shape: tuple[int, ...]) -> Zone:
    """Return the box around a zone in a picture of *shape* (height, width, ...), cut to it."""
    corners = np.array([plane.to_px(corner) for corner in zone.corners])
    low = np.clip(np.floor(corners.min(axis=0)), 0, (shape[1], shape[0]))
    high = np.clip(np.ceil(corners.max(axis=0)), 0, (shape[1], shape[0]))
    left, top = (int(v) for v in low)
    width, height = (int(v) for v in high - low)
    return Zone(left, top, width, height)


def straightening(homography: Homography, zone: ZoneMm, px_per_mm: float) -> _Array:
    """Return the 3 x 3 matrix from the picture's pixels to those of `rectify`'s picture."""
    far = zone.near + zone.depth
    to_straight = np.array(
        [
            [px_per_mm, 0.0, -zone.left * px_per_mm - 0.5],  # a pixel's centre is a whole number
            [0.0, -px_per_mm, far * px_per_mm - 0.5],
            [0.0, 0.0, 1.0],
        ]
    )
    matrix: _Array = to_straight @ np.asarray(homography.matrix)
    return matrix


def rectify(frame: Pixels, homography: Homography, zone: ZoneMm, px_per_mm: float) -> Pixels:
    """Return a zone as seen straight from above at a known scale, its far edge on top."""
    size = (round(zone.width * px_per_mm), round(zone.depth * px_per_mm))
    matrix = straightening(homography, zone, px_per_mm)
    # Asking for less than the camera gives would alias without the area filter; zones are asked
    # for at about the camera's own scale, where cubic keeps the tags' modules sharpest.
    straight = cv2.warpPerspective(frame, matrix, size, flags=cv2.INTER_CUBIC)
    return np.asarray(straight, np.uint8)
