"""Whether two pictures are one: a photograph that was sent before, as it was or altered.

Scaled, turned, cut or coded anew, a picture keeps how far apart its dice lie in edges of a die, how
each die looks once the pictures are turned so that the dice lie alike, and what is seen around
them. Dice of two throws may lie alike; then the table, the tray, the shadows do not lie so too.
What lies around the dice is compared after the enhanced correlation coefficient (ECC) has aligned
it; where that has to move the dice, they lie elsewhere. On a ground without any mark nothing is
known, and no picture is called a copy.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.plane import Point
from companion.vision.readings import DieReading

SAME_DICE, SAME_GROUND = 0.9, 0.6
"""From this likeness on of the die that agrees least, and of the ground, a picture is a copy."""
MOST = 3
"""So many dice are compared, the first from the left."""
APART, APART_EDGES = 0.1, 0.12
"""Distances between dice differ by at most this part of them, or so many edges."""
MOVED = 0.3
"""Edges by which the aligned ground may move a die: a reader is off by less."""
SHARED = 0.3
"""Of the one picture, that the other shows too; a copy of less is not told."""

_EDGE = 24  # pixels of a die in what is compared
_AROUND, _SLACK = 0.9, 3  # edges about a die's middle; pixels by which it may be off
_LARGE = 1.5  # pixels of the picture for one that is compared
_LONG = 200  # long side, in pixels, of the picture whose ground is aligned
_FINE, _COARSE = 1.2, 8.0  # pixels: what is smaller is noise, what is larger is light
_MARKED = 0.3  # grey levels, of the marks on a ground: less are none
_ALIGNED = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-4)
_WARP = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


class Sameness(NamedTuple):
    """How far two pictures are one: normalised cross-correlations, 1 of what is the same."""

    dice: float  # of the die that agrees least
    ground: float  # of what lies around the dice; 0 where the dice do not agree

    @property
    def is_copy(self) -> bool:
        """Whether one is a copy of the other."""
        return self.dice >= SAME_DICE and self.ground >= SAME_GROUND


NOTHING_ALIKE = Sameness(0.0, 0.0)


def likeness(
    one: Pixels, its: Sequence[DieReading], other: Pixels, others: Sequence[DieReading]
) -> Sameness:
    """Return how far two pictures are one.

    Args:
        one: height x width x 3 bytes.
        its: the dice that were read in it.
        other: another picture.
        others: the dice that were read in that.
    """
    try:
        return _likeness(one, its, other, others)
    except cv2.error:  # pictures that OpenCV does not compare: nothing is known of them
        return NOTHING_ALIKE


def _likeness(
    one: Pixels, its: Sequence[DieReading], other: Pixels, others: Sequence[DieReading]
) -> Sameness:
    grey, beside = (
        np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8) for pixels in (one, other)
    )
    best = NOTHING_ALIKE
    for placed, there in _pairs(its, others):
        dice = _alike(grey, beside, placed, there)
        ground = _ground(grey, beside, placed, there) if dice >= SAME_DICE else 0.0
        best = max(best, Sameness(dice, ground), key=lambda found: (found.ground, found.dice))
    return best


def may_be_alike(its: Sequence[DieReading], others: Sequence[DieReading]) -> bool:
    """Return whether dice lie so that two pictures of them may be one; neither is looked at."""
    return next(_pairs(its, others), None) is not None


def mirrored(pixels: Pixels, dice: Sequence[DieReading]) -> tuple[Pixels, tuple[DieReading, ...]]:
    """Return a picture as a mirror shows it, and its dice there, from left to right."""
    last = pixels.shape[1] - 1
    there = (replace(die, centre=(last - die.centre[0], die.centre[1])) for die in reversed(dice))
    return np.ascontiguousarray(pixels[:, ::-1]), tuple(there)


class _Placed(NamedTuple):
    """The dice of a picture, and how it is turned and scaled to be compared."""

    turn: complex  # from pixels of the picture to edges of a die
    centres: Sequence[Point]  # of the dice
    edge: float  # of a die, in pixels


def _pairs(
    its: Sequence[DieReading], others: Sequence[DieReading]
) -> Iterator[tuple[_Placed, _Placed]]:
    """Yield in which ways the dice of one picture may be those of another."""
    if len(its) != len(others) or not its:
        return
    first = list(its[:MOST])
    for order in permutations(others, len(first)):
        if [die.pips for die in order] != [die.pips for die in first]:
            continue
        if all(_is_as_far(a, b) for a, b in zip(_gaps(first), _gaps(order), strict=True)):
            yield _placed(first), _placed(order)


def _gaps(dice: Sequence[DieReading]) -> list[float]:
    """Return how far each die lies from the first, in edges."""
    edge = _edge(dice)
    return [math.dist(dice[0].centre, die.centre) / edge for die in dice[1:]]


def _edge(dice: Sequence[DieReading]) -> float:
    return float(np.median([die.edge for die in dice]))


def _is_as_far(one: float, other: float) -> bool:
    return abs(one - other) <= max(APART * max(one, other), APART_EDGES)


def _placed(dice: Sequence[DieReading]) -> _Placed:
    """Return dice as they are compared; one alone as if its picture was not turned."""
    centres, edge = [die.centre for die in dice], _edge(dice)
    way = complex(*centres[1]) - complex(*centres[0]) if len(dice) > 1 else complex(edge)
    return _Placed((_gaps(dice) or [1.0])[0] / (way or 1.0), centres, edge)


def _alike(one: Pixels, other: Pixels, its: _Placed, others: _Placed) -> float:
    """Return the likeness of the die that is least alike; early, once it is none."""
    least = 1.0
    for a, b in zip(its.centres, others.centres, strict=True):
        inner, outer = _cut(one, its, a, 0), _cut(other, others, b, _SLACK)
        if inner.std() < 1.0 or outer.std() < 1.0:
            return 0.0
        least = min(least, float(cv2.matchTemplate(outer, inner, cv2.TM_CCOEFF_NORMED).max()))
        if least < SAME_DICE:
            break
    return least


def _cut(pixels: Pixels, placed: _Placed, at: Point, slack: int) -> Pixels:
    """Return what lies around a place, turned and scaled as it is compared."""
    half = round(_AROUND * _EDGE) + slack
    # What is compared at (u, v) is the picture at `at` + ((u, v) - half) * back.
    back = 1 / (placed.turn * _EDGE)
    matrix = _affine(back, complex(*at) - complex(half, half) * back)
    blur = abs(back)
    if blur > _LARGE:  # it is made smaller: else single pixels would be compared
        reach = max(3, round(3 * half * blur))
        left, top = (max(0, round(place) - reach) for place in at)
        part = pixels[top : round(at[1]) + reach, left : round(at[0]) + reach]
        pixels = np.asarray(cv2.GaussianBlur(part, (0, 0), blur / 2), np.uint8)
        matrix[:, 2] -= (left, top)
    size = (2 * half + 1, 2 * half + 1)
    cut = cv2.warpAffine(pixels, matrix, size, flags=_WARP, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _affine(turn: complex, shift: complex) -> NDArray[np.float64]:
    """Return z * turn + shift as a matrix."""
    return np.array([[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag]])


def _ground(one: Pixels, other: Pixels, its: _Placed, others: _Placed) -> float:
    """Return the likeness of what lies around the dice; 0 where it lies otherwise to them."""
    scale, turn = _LONG / max(one.shape), its.turn / others.turn
    small, reduced = _smaller(one, scale), _smaller(other, min(1.0, scale / abs(turn)))
    down = reduced.shape[1] / other.shape[1]
    at, beside = complex(*its.centres[0]), complex(*others.centres[0])
    matrix = _affine(turn * down / scale, (beside - at * turn) * down)
    size = (small.shape[1], small.shape[0])
    laid = cv2.warpAffine(reduced, matrix, size, flags=_WARP, borderMode=cv2.BORDER_REPLICATE)
    shown = cv2.warpAffine(np.full(reduced.shape, 255, np.uint8), matrix, size, flags=_WARP)
    ground = np.full(small.shape, 255, np.uint8)
    for x, y in its.centres:
        reach = round(its.edge * scale) + 2
        cv2.circle(ground, (round(x * scale), round(y * scale)), reach, 0, -1)
    mask = np.asarray(cv2.erode(shown, np.ones((9, 9), np.uint8)), np.uint8) & ground
    mask = np.asarray((mask > 200) * 255, np.uint8)
    if (mask > 0).mean() < SHARED:
        return 0.0
    marks = _marks(small, ground), _marks(laid, ground)
    if min(float(one[mask > 0].std()) for one in marks) < _MARKED:
        return 0.0
    start = np.eye(2, 3, dtype=np.float32)
    try:
        alike, way = cv2.findTransformECC(*marks, start, cv2.MOTION_AFFINE, _ALIGNED, mask, 5)
    except cv2.error:  # there is nothing to align
        return 0.0
    there = np.array([(x, y, 1 / scale) for x, y in its.centres]) * scale
    moved = np.hypot(*(there @ np.asarray(way).T - there[:, :2]).T).max()
    return float(alike) if moved <= MOVED * its.edge * scale else 0.0


def _smaller(grey: Pixels, scale: float) -> Pixels:
    smaller = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)


def _marks(grey: NDArray[np.generic], ground: Pixels) -> NDArray[np.float32]:
    """Return a picture without its dice and noise, and without what the light does to it."""
    levels, there = np.asarray(grey, np.float32), np.asarray(ground, np.float32) / 255

    def smoothed(width: float) -> NDArray[np.float32]:
        many, few = (cv2.GaussianBlur(one, (0, 0), width) for one in (levels * there, there))
        return np.asarray(many / (few + 1e-3), np.float32)

    return np.asarray((smoothed(_FINE) - smoothed(_COARSE)) * there, np.float32)
