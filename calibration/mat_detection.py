"""Finds the mat in a picture: how it lies, how well that fits, and where the zones are."""

import math
from collections.abc import Mapping
from typing import Any, Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.edges import find_edges, lines_of
from calibration.fit import Fit, best_fit, by_corners, seen_along, seen_at
from calibration.markers import Markers, find_markers, is_mirrored
from calibration.mat import A3, Mat, ZoneMm
from companion.sayings.errors import said_of
from companion.vision.plane import Homography, Lens, Points, Zone

FEWEST_MARKERS = 3
"""Two markers give a homography too, but not one that shows its own error."""

WORST_FIT_MM = 3.0
"""Above this the mat is not flat, or the markers are not those of one mat."""

_SMALL_PX = 28.0  # side of a marker, from which on blur hides it
_FEWEST_EDGES = 60  # places along edges, below which the corners are all there is
_REACHES = (8.0, 4.0, 2.5)  # pixels beside the expected place, in each round

Grey = NDArray[np.uint8]


class MatFound(msgspec.Struct, frozen=True):
    """The mat lies in view."""

    homography: Homography
    error_mm: float  # root mean square over the printed edges that were seen
    markers: tuple[int, ...]  # the numbers that were seen
    tray: Zone  # the box around the tray field in the picture
    scan: Zone
    mat: Mat = A3  # in true millimetres


class MatNotFound(msgspec.Struct, frozen=True):
    """The mat cannot be used as it lies."""

    code: Literal["no-mat", "mat-covered", "mat-not-flat", "mirrored", "two-mats"]
    markers: tuple[int, ...]
    facts: Mapping[str, Any] = {}
    far: bool = False  # so small that the camera may hang too high

    @property
    def words(self) -> str:
        """What is wrong and what to do, in one line for the terminal."""
        return " ".join(said_of(self.code, self.facts))


def locate(
    pixels: NDArray[np.uint8], mat: Mat = A3, *, lens: Lens | None = None, patient: bool = True
) -> MatFound | MatNotFound:
    """Return where the mat lies in a picture (grey, or blue, green, red).

    Args:
        pixels: the picture.
        mat: what is looked for, in true millimetres.
        lens: the camera's, where it is known; else it is estimated as far as it shows.
        patient: where few markers are seen, take harder looks, also in a mirror.
    """
    grey = as_grey(pixels)
    seen = find_markers(grey, mat, patient=patient)
    numbers = tuple(sorted(seen.corners))
    if seen.twice:
        return MatNotFound("two-mats", tuple(sorted({*numbers, *seen.twice})))
    if len(numbers) < FEWEST_MARKERS:
        return _missing(grey, mat, seen, patient=patient)
    fit = _by_markers(seen, mat, lens or lens_for(grey.shape), known=lens is not None)
    if fit is None:
        return MatNotFound("mat-not-flat", numbers, {"mm": math.inf})
    if fit.error_mm > WORST_FIT_MM:
        return MatNotFound("mat-not-flat", numbers, {"mm": fit.error_mm})
    fit = refined(grey, mat, fit, known=lens is not None)
    return found_mat(fit, mat, numbers, grey.shape)


def refined(grey: Grey, mat: Mat, fit: Fit, *, known: bool) -> Fit:
    """Return a fit to the printed edges around what is about right already."""
    lines = lines_of(mat)
    for reach in _REACHES:
        lens = fit.plane.lens or lens_for(grey.shape)
        edges = find_edges(grey, lines, fit.plane, reach=reach)
        if len(edges.places) < _FEWEST_EDGES:
            return fit
        fit = best_fit(seen_along(edges), fit.plane, lens, terms=2, known=known)
    return fit


def found_mat(fit: Fit, mat: Mat, numbers: tuple[int, ...], shape: tuple[int, ...]) -> MatFound:
    """Return what a fit says of a picture of *shape* (height, width)."""
    tray, scan = (box_of(zone, fit.plane, shape) for zone in (mat.tray, mat.scan))
    return MatFound(fit.plane, fit.error_mm, numbers, tray, scan, mat)


def lens_for(shape: tuple[int, ...]) -> Lens:
    """Return a lens that bends nothing, for pictures of *shape* (height, width, ...)."""
    height, width = shape[:2]
    return Lens(((width - 1) / 2, (height - 1) / 2), float(np.hypot(width, height)) / 2)


def as_grey(pixels: NDArray[np.uint8]) -> Grey:
    """Return a picture without its colours."""
    if pixels.ndim == 2:
        return pixels
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


def box_of(zone: ZoneMm, plane: Homography, shape: tuple[int, ...]) -> Zone:
    """Return the box around a zone in a picture of *shape* (height, width, ...), cut to it."""
    corners = plane.pixels(_outline(zone))
    low = np.clip(np.floor(corners.min(axis=0)), 0, (shape[1], shape[0]))
    high = np.clip(np.ceil(corners.max(axis=0)), 0, (shape[1], shape[0]))
    left, top = (int(v) for v in low)
    width, height = (int(v) for v in high - low)
    return Zone(left, top, width, height)


def _missing(grey: Grey, mat: Mat, seen: Markers, *, patient: bool) -> MatNotFound:
    numbers = tuple(sorted(seen.corners))
    if patient and is_mirrored(grey, mat):
        return MatNotFound("mirrored", numbers)
    if not numbers:
        return MatNotFound("no-mat", numbers)
    sides = [np.hypot(*(quad[1] - quad[0])) for quad in seen.corners.values()]
    far = bool(min(sides) < _SMALL_PX)
    return MatNotFound("mat-covered", numbers, {"seen": len(numbers)}, far)


def _by_markers(seen: Markers, mat: Mat, lens: Lens, *, known: bool) -> Fit | None:
    """Return what the markers' corners say."""
    corners = np.concatenate([seen.corners[n] for n in sorted(seen.corners)])
    places = np.concatenate([mat.markers[n].corners for n in sorted(seen.corners)])
    start = by_corners(lens.straight(corners) if known else corners, places)
    if start is None:
        return None
    fit = best_fit(seen_at(corners, places), start, lens, terms=2, known=known)
    off = fit.plane.places(corners) - places
    error = float(np.sqrt(np.mean((off**2).sum(axis=1))))
    return msgspec.structs.replace(fit, error_mm=error)


def _outline(zone: ZoneMm) -> Points:
    """Return the corners of a zone and the middles of its sides: a lens makes those bulge."""
    corners = np.array(zone.corners)
    return np.concatenate([corners, (corners + np.roll(corners, -1, axis=0)) / 2])
