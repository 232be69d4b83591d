"""The bodies that the ray-marcher knows, dice and solids, and how a ray meets one.

Lengths are in half edges of a die. A body is one row of numbers, see `Die`; a row keeps the
compiled code free of objects.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.dice.training.solids import FACES as SIDES
from tests.benchmarks.dice.training.solids import TABLE

Floats = NDArray[np.float32]
F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Return *function* compiled to machine code; kept on disk beside this file."""
    return cast("F", numba.njit(cache=True, fastmath=True, nogil=True)(function))


class Die(IntEnum):
    """Where each property stands in a die's row."""

    X, Y, Z = 0, 1, 2
    TURN = 3  # nine numbers, rows of the rotation from die to world
    ROUNDING = 12  # radius of edges and corners
    SPHERE = 13  # radius of the sphere that cuts the corners
    PITCH = 14  # of the pips from the face's centre
    RADIUS = 15  # of a pip
    ONE = 16  # how much larger the single pip is
    NARROW = 17  # pitch of the six across, as part of the pitch
    DEPTH = 18  # of drilled pips, 0 where they are painted
    GLOSS = 19
    SHARPNESS = 20  # exponent of the highlight
    CLEAR = 21  # translucency, 0 to 1
    MARBLE = 22  # strength of the marbling
    GRAIN = 23  # frequency of the marbling
    RING = 24  # width of a rim around a pip, part of the radius
    FLIP = 25  # bits: which diagonal carries 2 and 3, which way the 6 lies
    # Bits, the lowest for the one: which faces carry a picture instead of pips; the seventh: on all
    # faces the picture is an inlay below the pips.
    GLYPHS = 26
    BODY = 27  # three numbers
    VEIN = 30  # three numbers: the marbling's second colour
    PIPS = 33  # six faces, three numbers each
    FLECKS = 51  # part of the surface that flecks cover
    FINENESS = 52  # of the flecks, per half edge
    CLOSE = 53  # pitch of 2 and 3 as part of the pitch
    DISC = 54  # radius of a round field around the pips, 0 where there is none
    FIELD = 55  # three numbers: its colour
    SOLID = 58  # 0 a die, else which of `solids.SOLIDS`, counted from 1
    SIZE = 59  # how much larger the solid is than its table says
    LINE = 60  # bits: whether the 2, the 3 lie along the edges instead of a diagonal
    INLAY = 61  # three numbers: its colour
    LENGTH = 64


@compiled
def nearest_face(die: Floats, p0: float, p1: float, p2: float) -> tuple[int, float]:
    """Return which face of a solid a point is farthest outside of, and how far."""
    rows = TABLE[int(die[58]) - 1]
    best, most = 0, -99.0
    for i in range(SIDES[int(die[58]) - 1]):
        out = rows[i, 0] * p0 + rows[i, 1] * p1 + rows[i, 2] * p2 - rows[i, 3] * die[59]
        if out > most:
            best, most = i, float(out)
    return best, most


@compiled
def distance(die: Floats, p0: float, p1: float, p2: float) -> float:
    """Return the distance from a point, in the die's own axes, to the die's surface.

    Of a solid it is too small off its edges, as a ray-marcher may have it.
    """
    if die[58] > 0.0:
        outside: float = nearest_face(die, p0, p1, p2)[1]
        return outside
    rounding, sphere = die[12], die[13]
    inner = 1.0 - rounding
    q0, q1, q2 = abs(p0) - inner, abs(p1) - inner, abs(p2) - inner
    m0, m1, m2 = max(q0, 0.0), max(q1, 0.0), max(q2, 0.0)
    box: float = np.sqrt(m0 * m0 + m1 * m1 + m2 * m2) + min(max(q0, q1, q2), 0.0) - rounding
    ball: float = np.sqrt(p0 * p0 + p1 * p1 + p2 * p2) - sphere
    return max(box, ball)


@compiled
def to_die(die: Floats, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Turn a world direction into the die's axes."""
    return (
        die[3] * x + die[6] * y + die[9] * z,
        die[4] * x + die[7] * y + die[10] * z,
        die[5] * x + die[8] * y + die[11] * z,
    )


@compiled
def march(
    die: Floats, o: tuple[float, float, float], d: tuple[float, float, float], soft: float
) -> tuple[float, float]:
    """Follow a ray (in the die's axes) and return (length or -1, light that gets past)."""
    b = o[0] * d[0] + o[1] * d[1] + o[2] * d[2]
    c = o[0] * o[0] + o[1] * o[1] + o[2] * o[2] - 3.6
    reach = b * b - c
    if reach <= 0.0:
        return -1.0, 1.0
    root = np.sqrt(reach)
    t, end, light = max(-b - root, 0.02), -b + root, 1.0
    for _ in range(40):
        if t >= end:
            break
        gap = distance(die, o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2])
        if gap < 0.004:
            return t, 0.0
        light = min(light, soft * gap / t)
        t += gap
    return -1.0, light
