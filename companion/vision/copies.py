"""Whether two pictures show one throw: a photograph that was sent before, as it was or altered.

Scaled, turned, cut or coded anew, a picture keeps how far apart its dice lie in edges of a die, and
how each looks once the pictures are turned so that the dice lie alike. Two throws hardly ever agree
in both, for each die comes to lie turned in its own way; the same dice photographed once more, from
nearly the same side, do. The likeness of two pictures is the normalised cross-correlation of what
lies around the die that agrees least. One die alone does not say how a picture was turned: it is
compared only where it lies at the same place of the picture.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations

import cv2
import numpy as np

from companion.vision.frame import Pixels
from companion.vision.plane import Point
from companion.vision.readings import DieReading

COPIED = 0.9
"""From this likeness on a picture is a copy: see `tests/benchmarks/dice` for what that misses."""
MOST = 3
"""So many dice are compared, the first from the left."""
APART, APART_EDGES = 0.06, 0.12
"""Distances between dice differ by at most this part of them, and so many edges."""
PLACE, SIZE = 0.02, 1.06
"""A single die lies at the same place of the picture, in parts of its long side; of one size."""

_EDGE = 24  # pixels of a die in what is compared
_AROUND, _SLACK = 0.9, 3  # edges about a die's middle; pixels by which it may be off
_LARGE = 1.5  # pixels of the picture for one that is compared


def likeness(
    one: Pixels, its: Sequence[DieReading], other: Pixels, others: Sequence[DieReading]
) -> float:
    """Return how far two pictures show one throw: 1, one picture; far below, two throws.

    Args:
        one: height x width x 3 bytes.
        its: the dice that were read in it.
        other: another picture.
        others: the dice that were read in that.
    """
    if len(its) == 1 == len(others) and not _is_there(one, its[0], other, others[0]):
        return 0.0
    grey, beside = (
        np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8) for pixels in (one, other)
    )
    return max((_alike(grey, beside, *pair) for pair in _pairs(its, others)), default=0.0)


def may_be_alike(its: Sequence[DieReading], others: Sequence[DieReading]) -> bool:
    """Return whether dice lie so that two pictures of them may be one; neither is looked at."""
    return next(_pairs(its, others), None) is not None


def _is_there(one: Pixels, die: DieReading, other: Pixels, beside: DieReading) -> bool:
    """Return whether a die lies in one picture where another lies in its own."""
    scale = max(one.shape[:2]) / max(other.shape[:2])
    x, y = (scale * xy for xy in beside.centre)
    small, large = sorted((die.edge, scale * beside.edge))
    off = math.dist(die.centre, (x, y)) / max(one.shape[:2])
    return bool(off <= PLACE and large <= SIZE * small)


_Placed = tuple[complex, Sequence[Point]]
"""From pixels of a picture to edges of a die, turned as it is compared; and where its dice are."""


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
    edge = float(np.median([die.edge for die in dice]))
    return [math.dist(dice[0].centre, die.centre) / edge for die in dice[1:]]


def _is_as_far(one: float, other: float) -> bool:
    return abs(one - other) <= max(APART * max(one, other), APART_EDGES)


def _placed(dice: Sequence[DieReading]) -> _Placed:
    centres = [die.centre for die in dice]
    if len(dice) == 1:
        return complex(1 / dice[0].edge), centres
    way = complex(*dice[1].centre) - complex(*dice[0].centre)
    return (_gaps(dice)[0] or 1.0) / (way or 1.0), centres


def _alike(one: Pixels, other: Pixels, its: _Placed, others: _Placed) -> float:
    """Return the likeness of the die that is least alike; early, once it is none."""
    least = 1.0
    for a, b in zip(its[1], others[1], strict=True):
        inner, outer = _cut(one, its, a, 0), _cut(other, others, b, _SLACK)
        if inner.std() < 1.0 or outer.std() < 1.0:
            return 0.0
        least = min(least, float(cv2.matchTemplate(outer, inner, cv2.TM_CCOEFF_NORMED).max()))
        if least < COPIED / 2:
            break
    return least


def _cut(pixels: Pixels, placed: _Placed, at: Point, slack: int) -> Pixels:
    """Return what lies around a place, turned and scaled as it is compared."""
    half = round(_AROUND * _EDGE) + slack
    # What is compared at (u, v) is the picture at `at` + ((u, v) - half) * back.
    (x, y), back = at, 1 / (placed[0] * _EDGE)
    matrix = np.array(
        [
            [back.real, -back.imag, x - half * back.real + half * back.imag],
            [back.imag, back.real, y - half * back.imag - half * back.real],
        ]
    )
    blur = abs(back)
    if blur > _LARGE:  # it is made smaller: else single pixels would be compared
        reach = max(3, round(3 * half * blur))
        left, top = max(0, round(x) - reach), max(0, round(y) - reach)
        part = pixels[top : round(y) + reach, left : round(x) + reach]
        pixels = np.asarray(cv2.GaussianBlur(part, (0, 0), blur / 2), np.uint8)
        matrix[:, 2] -= (left, top)
    size, flags = (2 * half + 1, 2 * half + 1), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(pixels, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)
