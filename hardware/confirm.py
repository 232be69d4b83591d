"""Two looks at the same thing become one answer; where they differ, doubt."""

import math
from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec.structs import replace

from companion.table.ports import SeenTag
from companion.vision.readings import DiceReading, DieReading

SURE_SCORE = 0.85
"""From this score on a tag counts that was seen in both of two frames."""

_SAME_PLACE = 0.25  # of a die's edge


class ScoredTag(SeenTag, Protocol):
    """A tag with the text that tells it from others."""

    @property
    def text(self) -> str:
        """What is written in it."""
        ...

    @property
    def score(self) -> float:
        """1: fully decoded; below: how much it is like the known tag."""
        ...


Tag = TypeVar("Tag", bound=ScoredTag)


def agreed(first: DiceReading, second: DiceReading) -> DiceReading:
    """Return what two frames of the same rest say: sure only if both are, and of the same."""
    better = max((first, second), key=lambda reading: reading.confidence)
    if first.values == second.values and first.verdict == second.verdict:
        return replace(better, confidence=min(first.confidence, second.confidence))
    return replace(better, verdict="unsure") if better.dice else better


def same_dice(one: DiceReading, other: DiceReading) -> bool:
    """Return whether the very same dice lie there still: no throw ends just where it began."""
    return one.values == other.values and all(
        any(is_same_die(a, b) for b in other.dice) for a in one.dice
    )


def is_same_die(one: DieReading, other: DieReading) -> bool:
    """Return whether it is a die that has not stirred."""
    (x, y), (u, v) = one.centre, other.centre
    return one.pips == other.pips and abs(x - u) + abs(y - v) < _SAME_PLACE * one.edge


def distance(one: DieReading, other: DieReading) -> float:
    """Return how far two dice lie apart, in pixels."""
    (x, y), (u, v) = one.centre, other.centre
    return math.hypot(x - u, y - v)


def tags_in_both(first: Sequence[Tag], second: Sequence[Tag]) -> tuple[Tag, ...]:
    """Return the tags that count: fully decoded in one frame, or plainly seen in both."""
    best: dict[str, Tag] = {}
    for tag in (*first, *second):
        if tag.text not in best or tag.score > best[tag.text].score:
            best[tag.text] = tag
    weakest = {
        text: min(
            max((t.score for t in seen if t.text == text), default=0.0) for seen in (first, second)
        )
        for text in best
    }
    return tuple(t for text, t in best.items() if t.score >= 1.0 or weakest[text] >= SURE_SCORE)
