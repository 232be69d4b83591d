"""Reads emblem dice, with prints in place of pips: by looks at their faces that were shown."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace

from companion.vision.cut_dice import are_cut
from companion.vision.frame import Pixels
from companion.vision.higher_faces import shows_body, stretched
from companion.vision.readings import DiceFinder, DiceReading, DieReading, Foot, Remark
from companion.vision.screens import is_pictured
from companion.vision.side_faces import is_side_place
from companion.vision.taught_die import SAME, TaughtDie, cut_out, plainest

Value: TypeAlias = Literal[1, 2, 3, 4, 5, 6]
VALUES: tuple[Value, ...] = (1, 2, 3, 4, 5, 6)

EmblemDice: TypeAlias = Sequence[TaughtDie[Value]]
"""The dice that were shown: one where all look alike, else each. None: dice with pips are read."""

DOUBTED = 0.5
"""No die is surer than this that is not plainly one of the faces that were shown."""
SHARP = 0.015
"""Correlation by which a face falls behind the likeliest, and is less likely by a factor of e."""

CHANCE = 1 / 6
"""How likely each value is of a face that is like none that was shown."""
AS_LARGE = 1.2
"""The edge of a die with other prints is read wrong by less than this factor."""


class NamedBody(NamedTuple):
    """A die that was found, and what it may be."""

    die: DieReading
    kinds: frozenset[int]  # of the dice that were shown: whose plain face this may be


class EmblemReader:
    """Reads emblem dice while the table plays with such, else as another reader does.

    Implements `readings.DiceFinder`. The nets find where dice lie, and have no say in what they
    show: four blobs of a picture are no four.

    Args:
        reader: finds dice, and reads pips.
        emblems: returns the dice that the table plays with; none: it reads pips.
    """

    def __init__(self, reader: DiceFinder, emblems: Callable[[], EmblemDice]) -> None:
        self._reader, self._emblems = reader, emblems

    def read(
        self,
        pixels: Pixels,
        *,
        dice: int | None = None,
        edge: float | None = None,
        foot: Foot | None = None,
        above: bool = False,
    ) -> DiceReading:
        """Return what lies in *pixels*: sure if as many dice as are told are plainly known."""
        kinds = self._emblems()
        if not kinds:
            return self._reader.read(pixels, dice=dice, edge=edge, foot=foot, above=above)
        bodies = self._reader.bodies(pixels, edge=edge)
        if foot is not None:
            bodies = without_side_bodies(bodies, foot)
        named = [_named(_sized(body, edge), pixels, kinds) for body in bodies]
        reading = _judged(named, dice, len(kinds))
        if reading.verdict != "sure":
            return reading
        remark = _remark(pixels, reading.dice, edge)
        if remark is None and foot is None and not above:
            remark = "aslant" if self._is_aslant(pixels, reading.dice) else None
        return replace(reading, verdict="unsure", remark=remark) if remark else reading

    def _is_aslant(self, pixels: Pixels, dice: Sequence[DieReading]) -> bool:
        views = stretched(pixels, dice)
        return any(shows_body(self._reader, view) for view in views)

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:
        """Return where dice lie, whatever is on them; see `readings.DiceFinder.bodies`."""
        return self._reader.bodies(pixels, edge=edge)


def without_side_bodies(bodies: Sequence[DieReading], foot: Foot) -> tuple[DieReading, ...]:
    """Return dice without those places where a side of another is seen, whatever is on it."""
    if not bodies:
        return ()
    right, down = foot(bodies[0].centre)
    order = sorted(bodies, key=lambda one: one.centre[0] * right + one.centre[1] * down)
    upper: list[DieReading] = []
    for body in order:
        if not any(is_side_place(body.centre, of.centre, of.edge, foot) for of in upper):
            upper.append(body)
    return tuple(upper)


def _named(body: DieReading, pixels: Pixels, kinds: EmblemDice) -> NamedBody:
    """Return a die with the values that its face may count as, by the likest look at each."""
    seen = cut_out(pixels, body.centre, body.edge)
    likeness = [kind.likeness(seen) if kind.has_colour_of(seen) else {} for kind in kinds]
    same = max((kind.same for kind, like in zip(kinds, likeness, strict=True) if like), default=1.0)
    best = {value: max(like.get(value, -1.0) for like in likeness) for value in VALUES}
    value = max(VALUES, key=lambda one: best[one])
    is_plain = plainest(best, same) == value
    faces = _probabilities(best) if best[value] >= SAME else [CHANCE] * len(VALUES)
    sure = faces[value - 1]
    die = replace(
        body,
        pips=value,
        faces=tuple(round(p, 4) for p in faces),
        confidence=round(sure if is_plain else min(sure, DOUBTED), 4),
    )
    of = (n for n, like in enumerate(likeness) if is_plain and like.get(value, -1.0) >= same)
    return NamedBody(die, frozenset(of))


def _sized(body: DieReading, edge: float | None) -> DieReading:
    """Return a die as large as dice are known to be: prints have its size read a little wrong."""
    if edge is None or max(edge, body.edge) > AS_LARGE * min(edge, body.edge):
        return body
    return replace(body, edge=round(edge, 1))


def _probabilities(likeness: Mapping[Value, float]) -> list[float]:
    """Return how likely each value is, from 1 on."""
    behind = np.array([likeness[value] for value in VALUES]) - max(likeness.values())
    odds = np.exp(behind / SHARP)
    return [float(one) for one in odds / odds.sum()]


def _judged(named: Sequence[NamedBody], dice: int | None, shown: int) -> DiceReading:
    """Return the reading of dice: sure if they are as many as are told, each plainly another."""
    if not named:
        return DiceReading("none", (), 0.0, emblems=True)
    surest = sorted(named, key=lambda one: -one.die.confidence)[:dice]
    there = tuple(sorted((one.die for one in surest), key=lambda die: die.centre[0]))
    confidence = round(math.prod(die.confidence for die in there), 4)
    if len(named) == dice and are_distinct([one.kinds for one in named], shown):
        return DiceReading("sure", there, confidence, emblems=True)
    return DiceReading("unsure", there, min(confidence, DOUBTED), emblems=True)


def are_distinct(kinds: Sequence[frozenset[int]], shown: int) -> bool:
    """Return whether dice may be those that were shown: where they differ, each is another.

    Args:
        kinds: of each die, which of those that were shown it may be.
        shown: how many were shown; one: all dice look like it.
    """
    if shown == 1:
        return all(kinds)
    return any(
        all(one in of for one, of in zip(order, kinds, strict=True))
        for order in permutations(range(shown), len(kinds))
    )


def _remark(pixels: Pixels, dice: Sequence[DieReading], edge: float | None) -> Remark | None:
    """Return what speaks against dice that are plainly known."""
    if are_cut(dice, pixels.shape):
        return "cut"
    return "pictured" if edge is None and is_pictured(pixels, dice) else None
