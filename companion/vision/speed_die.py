"""A die that is not like the others, the speed die: told by its colour, read if it was taught."""

import math
from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from msgspec.structs import replace

from companion.vision.change_detection import Patch
from companion.vision.cut_dice import are_cut
from companion.vision.face_colour import colour_difference, face_colour
from companion.vision.frame import Pixels
from companion.vision.higher_faces import shows_body, views_of
from companion.vision.level_reader import LevelReader
from companion.vision.plane import Point
from companion.vision.readings import DiceReading, DieReading
from companion.vision.taught_die import TaughtDie
from companion.words import SpeedFace

ALIKE, UNLIKE = 14.0, 28.0
"""Differences of colour up to which two dice are alike, and from which on the third is not."""

_PAINTED, _KEPT = 1.0, 0.72  # edges around the odd die that are painted over; around the others not
_SMALL, _LARGE = 0.4, 3.0  # faces of a die: what may be a die that was not read
_APART = 0.8  # edges between a die that was read and one that was not


def read_beside(
    reader: LevelReader,
    pixels: Pixels,
    *,
    dice: int,
    edge: float | None,
    things: Sequence[Patch] = (),
    taught: TaughtDie[SpeedFace] | None = None,
) -> DiceReading:
    """Return the reading of *dice* like dice beside one of another colour.

    It is sure only if the odd one is plainly told from them, and they are sure without it.

    Args:
        reader: reads both.
        pixels: height x width x 3 bytes.
        dice: how many like dice are expected.
        edge: of a die, in pixels, where it is known.
        things: what lies there beside the bare tray, where that is known.
        taught: the odd one, where its faces were shown.
    """
    every = reader.read(pixels, dice=dice + 1, edge=edge)
    bodies = reader.bodies(pixels, edge=edge) if taught is not None else ()
    odd = _odd(pixels, every.dice, dice, _unread(every.dice, things, bodies))
    if odd is None:
        return replace(every, verdict="unsure") if every.dice else every
    alike = [die for die in every.dice if die is not odd]
    without = _without(pixels, odd, alike)
    reading = reader.read(without, dice=dice, edge=edge)
    reading = reader.looked_again(without, reading, edge)
    if reading.verdict == "sure" and not all(_among(die, alike) for die in reading.dice):
        reading = replace(reading, verdict="unsure")
    if not reading.dice:
        return reading
    if taught is not None:
        return _named(reader, replace(reading, speed=odd), bodies, pixels, taught)
    return replace(reading, speed=odd)


def _named(
    reader: LevelReader,
    reading: DiceReading,
    bodies: Sequence[DieReading],
    pixels: Pixels,
    taught: TaughtDie[SpeedFace],
) -> DiceReading:
    """Return a reading with the face of its odd die, where that is plain and no die is too many.

    Where its side is seen instead its upper face is seen above that.
    """
    odd = reading.speed
    here = [die for die in bodies if odd and _is_near(die, odd, die.edge)]
    if len(here) != 1 or len(bodies) != len(reading.dice) + 1 or are_cut(here, pixels.shape):
        return reading
    (odd,) = here
    if not reader.is_above and any(
        shows_body(reader, view) for view in views_of(pixels, odd, reading.dice)
    ):
        return reading
    return replace(reading, speed=odd, face=taught.face(pixels, odd.centre, odd.edge))


def _odd(
    pixels: Pixels, found: Sequence[DieReading], dice: int, unread: Sequence[DieReading]
) -> DieReading | None:
    """Return the one die whose colour is not that of the others; None where that is not plain."""
    if len(found) == dice:
        found = [*found, *unread]
    if len(found) != dice + 1:
        return None
    colours = [face_colour(pixels, die.centre, die.edge) for die in found]
    for number, die in enumerate(found):
        others = [colour for other, colour in enumerate(colours) if other != number]
        alike = max((colour_difference(a, b) for a, b in combinations(others, 2)), default=0.0)
        unlike = min(colour_difference(colours[number], other) for other in others)
        if alike <= ALIKE and unlike >= UNLIKE:
            return die
    return None


def _unread(
    found: Sequence[DieReading], things: Sequence[Patch], bodies: Sequence[DieReading]
) -> list[DieReading]:
    """Return what is as large as a die and was not read, as a die without a value.

    Where the bare tray was not seen yet nothing is known to lie in it: bodies are dice there.
    """
    if not found:
        return []
    edge = float(np.median([die.edge for die in found]))
    lying = [
        DieReading(1, thing.centre, edge, 0.0, (0.0,) * 6)
        for thing in things
        if _SMALL * edge**2 <= thing.area <= _LARGE * edge**2
        and not any(thing.covers(die.centre, _APART * edge) for die in found)
    ]
    return lying or [die for die in bodies if not any(_is_near(die, d, edge) for d in found)]


def _is_near(die: DieReading, other: DieReading, edge: float) -> bool:
    return math.dist(die.centre, other.centre) < _APART * edge


def _without(pixels: Pixels, odd: DieReading, others: Sequence[DieReading]) -> Pixels:
    """Return the picture with the odd die painted over in the colour around it."""
    reach = max(2, round(_PAINTED * odd.edge))
    inside, around = (np.zeros(pixels.shape[:2], np.uint8) for _ in "ab")
    cv2.circle(inside, _whole(odd.centre), reach, 1, -1)
    cv2.circle(around, _whole(odd.centre), round(1.3 * reach), 1, -1)
    for die in others:
        cv2.circle(inside, _whole(die.centre), round(_KEPT * die.edge), 0, -1)
        cv2.circle(around, _whole(die.centre), round(_PAINTED * die.edge), 0, -1)
    ring = pixels[(around > 0) & (inside == 0)]
    picture = pixels.copy()
    if ring.size:
        picture[inside > 0] = np.median(ring, axis=0)
    return picture


def _among(die: DieReading, dice: Sequence[DieReading]) -> bool:
    """Return whether a die is one of those that were seen beside the odd one."""
    x, y = die.centre
    return any(
        abs(x - d.centre[0]) + abs(y - d.centre[1]) < die.edge / 2 and d.pips == die.pips
        for d in dice
    )


def _whole(place: Point) -> tuple[int, int]:
    return round(place[0]), round(place[1])
