"""A die that is not like the others, the speed die: told by its colour, and left out of them."""

from collections.abc import Sequence
from itertools import combinations

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.vision.change_detection import Patch
from companion.vision.frame import Pixels
from companion.vision.plane import Point
from companion.vision.readings import DiceReader, DiceReading, DieReading
from companion.vision.touching_dice import looked_again

Colour = NDArray[np.float32]

ALIKE, UNLIKE = 14.0, 28.0
"""Differences of colour up to which two dice are alike, and from which on the third is not."""

_BRIGHTNESS = 0.6  # what it weighs beside the hue: a die in the shade is no other die
_RIM = (0.36, 0.47)  # edges from a face's middle between which its colour is taken: no emblem
_PAINTED, _KEPT = 1.0, 0.72  # edges around the odd die that are painted over; around the others not
_SMALL, _LARGE = 0.4, 3.0  # faces of a die: what may be a die that was not read
_APART = 0.8  # edges between a die that was read and one that was not


def read_beside(
    reader: DiceReader,
    pixels: Pixels,
    *,
    dice: int,
    edge: float | None,
    things: Sequence[Patch] = (),
) -> DiceReading:
    """Return the reading of *dice* like dice beside one of another colour.

    It is sure only if the odd one is plainly told from them, and they are sure without it.

    Args:
        reader: reads both.
        pixels: height x width x 3 bytes.
        dice: how many like dice are expected.
        edge: of a die, in pixels, where it is known.
        things: what lies there beside the bare tray, where that is known.
    """
    every = reader.read(pixels, dice=dice + 1, edge=edge)
    odd = _odd(pixels, every.dice, dice, things)
    if odd is None:
        return replace(every, verdict="unsure") if every.dice else every
    alike = [die for die in every.dice if die is not odd]
    without = _without(pixels, odd, alike)
    reading = reader.read(without, dice=dice, edge=edge)
    reading = looked_again(reader, without, reading, edge)
    if reading.verdict == "sure" and not all(_among(die, alike) for die in reading.dice):
        reading = replace(reading, verdict="unsure")
    return replace(reading, speed=odd) if reading.dice else reading


def _odd(
    pixels: Pixels, found: Sequence[DieReading], dice: int, things: Sequence[Patch]
) -> DieReading | None:
    """Return the one die whose colour is not that of the others; None where that is not plain."""
    if len(found) == dice:
        found = [*found, *_unread(found, things)]
    if len(found) != dice + 1:
        return None
    colours = [_colour(pixels, die.centre, die.edge) for die in found]
    for number, die in enumerate(found):
        others = [colour for other, colour in enumerate(colours) if other != number]
        alike = max((_difference(a, b) for a, b in combinations(others, 2)), default=0.0)
        unlike = min(_difference(colours[number], other) for other in others)
        if alike <= ALIKE and unlike >= UNLIKE:
            return die
    return None


def _unread(found: Sequence[DieReading], things: Sequence[Patch]) -> list[DieReading]:
    """Return what is as large as a die and was not read, as a die without a value."""
    edge = float(np.median([die.edge for die in found]))
    return [
        DieReading(1, thing.centre, edge, 0.0, (0.0,) * 6)
        for thing in things
        if _SMALL * edge**2 <= thing.area <= _LARGE * edge**2
        and not any(thing.covers(die.centre, _APART * edge) for die in found)
    ]


def _colour(pixels: Pixels, centre: Point, edge: float) -> Colour:
    """Return the colour of a face near its rim, where pips and emblems are less than half."""
    mask = np.zeros(pixels.shape[:2], np.uint8)
    for part, inside in zip(reversed(_RIM), (1, 0), strict=True):
        cv2.circle(mask, _whole(centre), max(1 + inside, round(part * edge)), inside, -1)
    face = pixels[mask > 0].astype(np.float32)[None] / np.float32(255.0)
    seen = cv2.cvtColor(face, cv2.COLOR_BGR2LAB)[0]
    return np.asarray(np.median(seen, axis=0) * (_BRIGHTNESS, 1.0, 1.0), np.float32)


def _difference(one: Colour, other: Colour) -> float:
    return float(np.linalg.norm(one - other))


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
