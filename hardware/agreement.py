"""Two looks at the same dice become one answer; where they differ, doubt."""

import math

from msgspec.structs import replace

from companion.vision.readings import DiceReading, DieReading

_SAME_PLACE = 0.25  # of a die's edge


def agreed(first: DiceReading, second: DiceReading) -> DiceReading:
    """Return what two frames of the same rest say: sure only if both are, and of the same."""
    better = max((first, second), key=lambda reading: reading.confidence)
    if first.face != second.face:
        better = replace(better, face=None)
    if first.values == second.values and first.verdict == second.verdict:
        return replace(better, confidence=min(first.confidence, second.confidence))
    return replace(better, verdict="unsure") if better.dice else better


def is_same_die(one: DieReading, other: DieReading) -> bool:
    """Return whether it is a die that has not stirred."""
    (x, y), (u, v) = one.centre, other.centre
    return one.pips == other.pips and abs(x - u) + abs(y - v) < _SAME_PLACE * one.edge


def distance(one: DieReading, other: DieReading) -> float:
    """Return how far two dice lie apart, in pixels."""
    (x, y), (u, v) = one.centre, other.centre
    return math.hypot(x - u, y - v)
