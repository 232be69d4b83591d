"""Printed edges of the mat, found in the picture to a part of a pixel.

A corner is a point, an edge is hundreds: they average the noise away, show how a lens bends
straight lines, and tell how sharp the picture is.
"""

from collections.abc import Iterator
from functools import lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.mat import Mat, ZoneMm
from companion.vision.plane import Homography, Point, Points

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]

STEP = 0.5
"""Pixels between two samples across an edge."""

_EVERY_MM = 1.5  # between two places along an edge
_CORNER_MM = 2.0  # at both ends, where another edge begins
_LEAST_CONTRAST, _LEAST_PART = 12.0, 0.4  # grey levels; of the usual contrast
_WIDEST_PX = 12.0  # from an edge, where its blur is measured
_FEWEST = 20  # places, over which a blur is measured
_NEAR = 6  # samples on each side of the steepest, between which an edge's two levels are taken
_SMOOTH = np.array([0.25, 0.5, 0.25])


class EdgeLines(msgspec.Struct, frozen=True):
    """Places along printed edges of the mat."""

    places: Points  # n x 2, millimetres
    along: Points  # n x 2, unit vectors along the edge; the bright side lies to their left
    room: Floats  # n: millimetres to each side in which there is no other edge


class EdgePoints(msgspec.Struct, frozen=True):
    """Edges as they were found."""

    places: Points  # n x 2, millimetres: where they are printed
    pixels: Points  # n x 2: where they are seen
    across: Points  # n x 2, unit vectors in the picture, from dark to bright


@lru_cache(maxsize=4)
def lines_of(mat: Mat) -> EdgeLines:
    """Return the edges that are looked for: around the markers, and in the focus squares."""
    module = mat.marker / 8
    stretches = [
        (*stretch, 0.8 * module) for zone in mat.markers.values() for stretch in _around(zone)
    ]
    for square in mat.focus:
        width, depth = square.width / 2, square.depth / 2
        near = ZoneMm(square.left, square.near, width, depth)
        far = ZoneMm(square.left + width, square.near + depth, width, depth)
        for zone in (near, far):
            stretches += [(*stretch, 0.4 * min(width, depth)) for stretch in _around(zone)]
    parts = [_places(np.array(a), np.array(b), room) for a, b, room in stretches]
    places, along, rooms = (np.concatenate(part) for part in zip(*parts, strict=True))
    return EdgeLines(places, along, rooms)


def find_edges(grey: Grey, lines: EdgeLines, plane: Homography, *, reach: float) -> EdgePoints:
    """Return the edges that are seen near where *plane* expects them.

    Args:
        grey: the picture.
        lines: the printed edges.
        plane: about where the mat lies.
        reach: how many pixels beside the expected place an edge is looked for, at most.
    """
    expected, across, scale = _expected(lines, plane)
    # As far as no other edge is met, and at least far enough to see both sides of this one.
    reaches = np.clip(lines.room * scale, 2.0, reach)
    half = round(float(reaches.max(initial=2.0)) / STEP) + _NEAR
    steps = np.arange(-half, half + 1) * STEP
    at = expected[:, None] + across[:, None] * steps[:, None]
    inside = _inside(at[:, [0, -1]], grey).all(axis=1)
    expected, across, at = expected[inside], across[inside], at[inside]
    samples = _smoothed(_sampled(grey, at))
    where, contrast = _crossings(samples, reaches[inside], half)
    usual = float(np.median(contrast)) if len(contrast) else 0.0
    good = np.isfinite(where) & (contrast >= max(_LEAST_CONTRAST, _LEAST_PART * usual))
    pixels = expected + across * (where * STEP)[:, None]
    return EdgePoints(lines.places[inside][good], pixels[good], across[good])


def blur_of(grey: Grey, lines: EdgeLines, plane: Homography) -> float | None:
    """Return the standard deviation, in pixels, of the blur over the printed edges.

    A pixel has a blur of 0.3 by itself. None where no edge is seen.
    """
    expected, across, scale = _expected(lines, plane)
    wide = lines.room >= float(lines.room.max())  # the focus squares' edges, where there are any
    for chosen in (wide, ~wide):
        width = min(_WIDEST_PX, float((lines.room * scale)[chosen].min(initial=_WIDEST_PX)))
        steps = np.arange(-round(width / STEP), round(width / STEP) + 1) * STEP
        at = expected[chosen][:, None] + across[chosen][:, None] * steps[:, None]
        samples = _sampled(grey, at[_inside(at[:, [0, -1]], grey).all(axis=1)])
        ends = max(1, len(steps) // 5)
        dark, bright = samples[:, :ends].mean(axis=1), samples[:, -ends:].mean(axis=1)
        rise = bright - dark
        good = rise >= max(_LEAST_CONTRAST, 0.4 * float(np.median(rise)) if len(rise) else 0.0)
        if np.count_nonzero(good) >= _FEWEST:
            share = (samples[good] - dark[good, None]) / rise[good, None]
            return _width(np.median(share, axis=0))
    return None


def _width(profile: Floats) -> float:
    """Return how wide an edge from 0 to 1 is, as the standard deviation of its blur in pixels."""
    rising = np.maximum.accumulate(profile) + np.arange(len(profile)) * 1e-9  # each level once
    low, high = np.interp((0.16, 0.84), rising, np.arange(len(rising)) * STEP)
    return float(high - low) / 2


def _around(zone: ZoneMm) -> Iterator[tuple[Point, Point]]:
    """Yield the four sides of a black rectangle, clockwise: the white is on the left."""
    corners = zone.corners
    yield from zip(corners, corners[1:] + corners[:1], strict=True)


def _places(start: Floats, end: Floats, room: float) -> tuple[Points, Points, Floats]:
    length = float(np.hypot(*(end - start)))
    along = (end - start) / length
    count = max(2, round((length - 2 * _CORNER_MM) / _EVERY_MM))
    at = np.linspace(_CORNER_MM, length - _CORNER_MM, count)
    return start + at[:, None] * along, np.tile(along, (count, 1)), np.full(count, room)


def _expected(lines: EdgeLines, plane: Homography) -> tuple[Points, Points, Floats]:
    """Return where edges are expected, the direction across them, and pixels per millimetre."""
    bright = np.column_stack([-lines.along[:, 1], lines.along[:, 0]])
    count = len(lines.places)
    seen = plane.pixels(
        np.concatenate([lines.places, lines.places + lines.along, lines.places + bright])
    )
    here, on, out = seen[:count], seen[count : 2 * count] - seen[:count], seen[2 * count :]
    across = np.column_stack([-on[:, 1], on[:, 0]]) / np.maximum(np.hypot(*on.T), 1e-9)[:, None]
    rise = (across * (out - here)).sum(axis=1)
    return here, across * np.sign(rise)[:, None], np.abs(rise)


def _inside(at: Floats, grey: Grey) -> NDArray[np.bool_]:
    height, width = grey.shape
    x, y = at[..., 0], at[..., 1]
    return np.asarray((x >= 0) & (y >= 0) & (x < width - 1) & (y < height - 1))


def _sampled(grey: Grey, at: Floats) -> Floats:
    """Return the brightness at places between pixels, n x samples."""
    x, y = at[..., 0], at[..., 1]
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    right, down = x - left, y - top
    above = grey[top, left] * (1 - right) + grey[top, left + 1] * right
    below = grey[top + 1, left] * (1 - right) + grey[top + 1, left + 1] * right
    brightness: Floats = above * (1 - down) + below * down
    return brightness


def _smoothed(samples: Floats) -> Floats:
    padded = np.pad(samples, ((0, 0), (1, 1)), mode="edge")
    smooth: Floats = sum(w * padded[:, i : i + samples.shape[1]] for i, w in enumerate(_SMOOTH))
    return smooth


def _crossings(samples: Floats, reaches: Floats, half: int) -> tuple[Floats, Floats]:
    """Return where each row passes the middle between dark and bright, and by how much it rises.

    In samples from the expected place; nan where it does not.
    """
    slopes = np.full(samples.shape, -np.inf)
    slopes[:, 1:-1] = samples[:, 2:] - samples[:, :-2]
    offsets = np.arange(samples.shape[1]) - half
    slopes[np.abs(offsets) * STEP > reaches[:, None]] = -np.inf
    steepest = slopes.argmax(axis=1)
    beside = np.clip(steepest[:, None] + np.arange(-_NEAR, _NEAR + 1), 0, samples.shape[1] - 1)
    window = np.take_along_axis(samples, beside, axis=1)
    dark, bright = window[:, : _NEAR + 1].min(axis=1), window[:, _NEAR:].max(axis=1)
    above = window - ((dark + bright) / 2)[:, None]
    passes = (above[:, :-1] < 0) & (above[:, 1:] >= 0)
    far = np.where(passes, np.abs(np.arange(2 * _NEAR) + 0.5 - _NEAR), np.inf)
    first, row = far.argmin(axis=1), np.arange(len(window))
    low, high = above[row, first], above[row, first + 1]
    part = np.where(high > low, -low / np.where(high > low, high - low, 1.0), 0.5)
    where = steepest - half - _NEAR + first + part
    where[~passes.any(axis=1)] = np.nan
    return where, bright - dark
