"""The lens of a camera that has seen the mat from several sides: one lens for all of them.

One picture of a flat sheet tells little of where a lens is centred, and from straight above
nothing of the focal length: another place of the camera explains it as well. Of several pictures
only one lens explains all.
"""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from calibration.edges import EdgePoints, find_edges, lines_of
from calibration.fit import (
    LIKELY,
    STEPS,
    SeenPlaces,
    bends,
    best_fit,
    flat_of,
    geman_mcclure_weights,
    jacobian,
    residuals,
    seen_along,
)
from calibration.mat_detection import MatFound, lens_for
from calibration.pose import SHOWS, is_sensible, pose_of
from companion.vision.camera_pose import centred_homography, focal_length
from companion.vision.plane import Homography, Lens

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]

FEWEST = 3
"""Pictures from different sides, from which on they tell more than the best of them."""

DIFFERENT = 0.06
"""Of a picture's width: by so much the mat's corners lie elsewhere in another pose."""

MOST = 12
"""Poses that are fitted together; more tell hardly more."""

_OFF = 0.03  # standard deviation of a lens beside the picture's middle, in half diagonals
_REACH = 3.0  # pixels beside the expected place, in which an edge is looked for
_OWN = 8  # values of each pose
_SHARED = 4  # k1, k2, and the centre's place beside the middle, in half diagonals


def lens_of(looks: Sequence[tuple[Grey, MatFound]]) -> tuple[Lens, int] | None:
    """Return the lens that explains all pictures, and how many poses told it; None if too few.

    Args:
        looks: pictures of one camera, and where the mat lies in each.
    """
    chosen = _from_different_sides(looks)
    if len(chosen) < FEWEST:
        return None
    start = _first_guess(chosen)
    seen = [seen_along(_edges(grey, found)) for grey, found in chosen]
    planes = [
        best_fit(points, found.homography, start, terms=2, known=True).plane
        for points, (_, found) in zip(seen, chosen, strict=True)
    ]
    lens, planes = _together(seen, planes, start)
    pixels = np.concatenate([points.pixels for points in seen])
    if not bends(lens, pixels):
        lens = lens_for(chosen[0][0].shape)
    return replace(lens, focal=_focal(planes, lens, chosen)), len(chosen)


def _from_different_sides(looks: Sequence[tuple[Grey, MatFound]]) -> list[tuple[Grey, MatFound]]:
    """Return looks that differ from each other, those with the smallest error first."""
    chosen: list[tuple[Grey, MatFound]] = []
    for look in sorted(looks, key=lambda look: look[1].error_mm):
        if len(chosen) < MOST and all(_differ(look, other) for other in chosen):
            chosen.append(look)
    return chosen


def _differ(one: tuple[Grey, MatFound], other: tuple[Grey, MatFound]) -> bool:
    corners = [
        found.homography.pixels(np.array(found.mat.tray.corners)) for _, found in (one, other)
    ]
    away = np.hypot(*(corners[0] - corners[1]).T)
    return bool(away.max() >= DIFFERENT * one[0].shape[1])


def _first_guess(looks: Sequence[tuple[Grey, MatFound]]) -> Lens:
    """Return the middle one of the lenses that single pictures tell."""
    plain = lens_for(looks[0][0].shape)
    lenses = sorted(
        (found.homography.lens or plain for _, found in looks), key=lambda lens: lens.k1
    )
    middle = lenses[len(lenses) // 2]
    return replace(plain, k1=middle.k1, k2=middle.k2)


def _edges(grey: Grey, found: MatFound) -> EdgePoints:
    return find_edges(grey, lines_of(found.mat), found.homography, reach=_REACH)


def _together(
    seen: Sequence[SeenPlaces], planes: Sequence[Homography], start: Lens
) -> tuple[Lens, list[Homography]]:
    """Return the lens, and the planes that belong to it, by the steps of Gauss and Newton."""
    own = [flat_of(plane, start) for plane in planes]
    shared = np.array([start.k1, start.k2, 0.0, 0.0])
    for _ in range(STEPS):
        matrix, gradient = _equations(seen, own, shared, start)
        step = np.linalg.lstsq(matrix, gradient, rcond=None)[0]
        shared -= step[:_SHARED]
        own = [flat - step[_SHARED + _OWN * number :][:_OWN] for number, flat in enumerate(own)]
        if np.abs(step).max() < 1e-7:
            break
    lens = _lens(shared, start)
    fitted = [
        best_fit(points, plane, lens, terms=2, known=True).plane
        for points, plane in zip(seen, planes, strict=True)
    ]
    return lens, fitted


def _equations(
    seen: Sequence[SeenPlaces], own: Sequence[Floats], shared: Floats, start: Lens
) -> tuple[Floats, Floats]:
    """Return the matrix and the right side of one step, the shared values first."""
    size = _SHARED + _OWN * len(seen)
    likely = np.array([*LIKELY, _OFF, _OFF])
    matrix, gradient = np.zeros((size, size)), np.zeros(size)
    matrix[:_SHARED, :_SHARED] = np.diag(likely**-2)
    gradient[:_SHARED] = shared / likely**2
    lens = _lens(shared, start)
    for number, points in enumerate(seen):
        values = np.concatenate([own[number], shared[:2]])
        left = residuals(values, points, lens)
        sigma, weights = geman_mcclure_weights(left)
        slopes = jacobian(values, points, lens, _OWN + 2)
        rows = np.column_stack([slopes[:, _OWN:], lens.unit * points.across, slopes[:, :_OWN]])
        here = np.r_[0:_SHARED, _SHARED + _OWN * number : _SHARED + _OWN * (number + 1)]
        weighed = rows * (weights / sigma**2)[:, None]
        matrix[np.ix_(here, here)] += rows.T @ weighed
        gradient[here] += weighed.T @ left
    return matrix, gradient


def _lens(shared: Floats, start: Lens) -> Lens:
    k1, k2, right, down = (float(value) for value in shared)
    x, y = start.centre
    return replace(start, k1=k1, k2=k2, centre=(x + right * start.unit, y + down * start.unit))


def _focal(
    planes: Sequence[Homography], lens: Lens, looks: Sequence[tuple[Grey, MatFound]]
) -> float | None:
    """Return the focal length, None where no picture was taken aslant enough to tell it."""
    focal = focal_length([centred_homography(plane, lens.centre) for plane in planes])
    if focal is None or not is_sensible(focal, looks[0][0].shape[1]):
        return None
    known, mat = replace(lens, focal=focal), looks[0][1].mat
    tilts = [pose_of(plane, known, mat).tilt for plane in planes]
    return focal if max(tilts) >= SHOWS else None
