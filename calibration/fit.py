"""Homography and lens that fit what was seen best: robust least squares over many edges."""

from typing import Literal, TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.edges import EdgePoints
from companion.vision.plane import Homography, Lens, Points

Floats = NDArray[np.float64]
Terms: TypeAlias = Literal[0, 1, 2]
"""How many of k1 and k2 are sought."""

STEPS = 12
"""Of Gauss and Newton at most."""

KEPT = 0.95
"""A term of the lens is kept when the mean square of what is left falls below this part."""

BENDS_PX = 0.3
"""And when the lens then moves some point by so much."""

LIKELY = (0.3, 0.15)
"""Standard deviations of k1 and k2 in lenses, in units of half a diagonal."""

_MM = 200.0  # millimetres are divided by this: numbers near 1 make the equations well behaved
_LEAST_PX = 0.05  # no edge is known better than this
_LOOSE = 2.0  # standard deviations, from which on a point counts less


class SeenPlaces(msgspec.Struct, frozen=True):
    """Places of the mat, and what a picture says of where they are: along one direction each."""

    places: Points  # n x 2, millimetres
    pixels: Points  # n x 2
    across: Points  # n x 2, unit vectors: how far off along these is what counts


class Fit(msgspec.Struct, frozen=True):
    """What fits best."""

    plane: Homography
    error_px: float  # root mean square of what is left, of the points that count
    error_mm: float
    counted: int  # points that lie where the fit has them


def seen_at(corners: Points, places: Points) -> SeenPlaces:
    """Return points that are known in both directions."""
    right, down = np.tile((1.0, 0.0), (len(places), 1)), np.tile((0.0, 1.0), (len(places), 1))
    return SeenPlaces(
        np.concatenate([places, places]),
        np.concatenate([corners, corners]),
        np.concatenate([right, down]),
    )


def seen_along(edges: EdgePoints) -> SeenPlaces:
    """Return points of edges, which are known across the edge only."""
    return SeenPlaces(edges.places, edges.pixels, edges.across)


def by_corners(corners: Points, places: Points) -> Homography | None:
    """Return the homography of a few points, without a lens; None if they lie on a line."""
    found, _ = cv2.findHomography(corners, places, 0)
    if found is None or not np.isfinite(found).all() or abs(np.linalg.det(found)) < 1e-12:
        return None
    return _homography(np.asarray(found, np.float64), None)


def best_fit(seen: SeenPlaces, start: Homography, lens: Lens, *, terms: Terms, known: bool) -> Fit:
    """Return the plane, and of the lens as many terms as lower the error.

    Args:
        seen: the points.
        start: about how the mat lies.
        lens: its centre and unit count; its terms are where the search begins.
        terms: how many terms may be sought.
        known: the lens is known: its terms stay as they are.
    """
    if known:
        return _fit(seen, start, lens, 0)
    plain = msgspec.structs.replace(lens, k1=0.0, k2=0.0)
    best = _fit(seen, start, plain, 0)
    for more in range(1, terms + 1):
        better = _fit(seen, start, lens, 1 if more == 1 else 2)
        if better.error_px**2 < KEPT * best.error_px**2 and _bends(better, seen):
            best = better
    return best


def _bends(fit: Fit, seen: SeenPlaces) -> bool:
    return fit.plane.lens is not None and bends(fit.plane.lens, seen.pixels)


def bends(lens: Lens, pixels: Points) -> bool:
    """Return whether a lens moves some of these pixels (n x 2) by what counts."""
    return float(np.abs(lens.straight(pixels) - pixels).max(initial=0.0)) >= BENDS_PX


def _fit(seen: SeenPlaces, start: Homography, lens: Lens, terms: Terms) -> Fit:
    """Return the plane that fits best when *terms* of the lens are free."""
    values = np.concatenate([flat_of(start, lens), (lens.k1, lens.k2)])
    free = 8 + terms
    for _ in range(STEPS):
        left = residuals(values, seen, lens)
        slopes = jacobian(values, seen, lens, free)
        sigma, weights = geman_mcclure_weights(left)
        matrix = slopes.T @ (slopes * weights[:, None])
        gradient = slopes.T @ (left * weights)
        for term in range(terms):
            matrix[8 + term, 8 + term] += (sigma / LIKELY[term]) ** 2
            gradient[8 + term] += values[8 + term] * (sigma / LIKELY[term]) ** 2
        step = np.linalg.lstsq(matrix, gradient, rcond=None)[0]
        values[:free] -= step
        if np.abs(step).max() < 1e-7:
            break
    return _result(values, seen, lens)


def _result(values: Floats, seen: SeenPlaces, lens: Lens) -> Fit:
    left = residuals(values, seen, lens)
    sigma, _ = geman_mcclure_weights(left)
    counts = np.abs(left) <= 3 * max(sigma, _LEAST_PX)
    error = float(np.sqrt(np.mean(left[counts] ** 2))) if counts.any() else float("inf")
    told = bool(values[8] or values[9] or lens.focal)
    found = msgspec.structs.replace(lens, k1=float(values[8]), k2=float(values[9]))
    matrix = np.asarray(np.linalg.inv(_matrix(values, lens)), np.float64)
    plane = _homography(matrix, found if told else None)
    middle = seen.places.mean(axis=0)
    scale = plane.px_per_mm((float(middle[0]), float(middle[1])))
    return Fit(plane, error, error / scale, int(counts.sum()))


def residuals(values: Floats, seen: SeenPlaces, lens: Lens) -> Floats:
    """Return the residuals: how far, across each edge, the fit is off, in pixels."""
    far: Floats = ((_projected(values, seen.places, lens) - seen.pixels) * seen.across).sum(axis=1)
    return far


def _projected(values: Floats, places: Points, lens: Lens) -> Points:
    flat, _ = _flattened(values, places[:, 0] / _MM - 1, places[:, 1] / _MM - 1)
    squared = (flat**2).sum(axis=1, keepdims=True)
    bent = flat * (1 + squared * (values[8] + values[9] * squared))
    pixels: Points = bent * lens.unit + lens.centre
    return pixels


def _flattened(values: Floats, x: Floats, y: Floats) -> tuple[Points, Floats]:
    """Return where a pinhole would see scaled places, in units of the lens, and the divisor."""
    w = values[6] * x + values[7] * y + 1
    across = (values[0] * x + values[1] * y + values[2]) / w
    down = (values[3] * x + values[4] * y + values[5]) / w
    return np.column_stack([across, down]), w


def jacobian(values: Floats, seen: SeenPlaces, lens: Lens, free: int) -> Floats:
    """Return how each residual changes with each of the first *free* values: n x free."""
    x, y = seen.places[:, 0] / _MM - 1, seen.places[:, 1] / _MM - 1
    flat, w = _flattened(values, x, y)
    squared = (flat**2).sum(axis=1)
    k1, k2 = values[8:]
    along = (flat * seen.across).sum(axis=1)
    # By how much a step of the unbent point moves the bent one across the edge.
    bend = 1 + squared * (k1 + k2 * squared)
    pull = 2 * (k1 + 2 * k2 * squared) * along
    step = (bend[:, None] * seen.across + pull[:, None] * flat) / w[:, None]
    turn = (step * flat).sum(axis=1)
    columns = [
        *(step[:, 0] * part for part in (x, y, 1.0)),
        *(step[:, 1] * part for part in (x, y, 1.0)),
        -turn * x,
        -turn * y,
        along * squared,
        along * squared**2,
    ]
    return lens.unit * np.column_stack(columns[:free])


def geman_mcclure_weights(left: Floats) -> tuple[float, Floats]:
    """Return the usual residual, and Geman and McClure's weights: strays hardly count."""
    sigma = max(_LEAST_PX, 1.4826 * float(np.median(np.abs(left))))
    return sigma, 1 / (1 + (left / (_LOOSE * sigma)) ** 2) ** 2


def flat_of(plane: Homography, lens: Lens) -> Floats:
    """Return the eight numbers of a plane, from scaled millimetres to units of the lens."""
    to_px = np.linalg.inv(np.asarray(plane.matrix))
    to_unit = np.array(
        [
            [1 / lens.unit, 0, -lens.centre[0] / lens.unit],
            [0, 1 / lens.unit, -lens.centre[1] / lens.unit],
            [0, 0, 1],
        ]
    )
    matrix = to_unit @ to_px @ _FROM_SCALED
    flat: Floats = (matrix / matrix[2, 2]).ravel()[:8]
    return flat


def _matrix(values: Floats, lens: Lens) -> Floats:
    """Return the 3 x 3 matrix from millimetres to a pinhole's pixels."""
    scaled = np.append(values[:8], 1.0).reshape(3, 3)
    to_px = np.array([[lens.unit, 0, lens.centre[0]], [0, lens.unit, lens.centre[1]], [0, 0, 1]])
    matrix: Floats = to_px @ scaled @ np.linalg.inv(_FROM_SCALED)
    return matrix


def _homography(matrix: Floats, lens: Lens | None) -> Homography:
    rows = matrix / matrix[2, 2]
    return Homography(tuple((float(a), float(b), float(c)) for a, b, c in rows), lens)


_FROM_SCALED = np.array([[_MM, 0, _MM], [0, _MM, _MM], [0, 0, 1.0]])
