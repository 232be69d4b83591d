"""Dice that may touch: one may lean on the other, so they are looked at in other ways as well."""

import math

import cv2
import numpy as np
from msgspec.structs import replace

from companion.vision.frame import Pixels
from companion.vision.readings import DiceReader, DiceReading

NEAR = 1.75
"""Edges between the middles of two dice that may touch."""
SMALLER = 0.8
"""Scale of the second of the other looks."""


def touch(reading: DiceReading) -> bool:
    """Return whether two dice lie so near that one may lean on the other."""
    places = [die.centre for die in reading.dice]
    nearest = min(
        (math.dist(a, b) for i, a in enumerate(places) for b in places[:i]), default=math.inf
    )
    return nearest < NEAR * max((die.edge for die in reading.dice), default=0.0)


def looked_again(
    reader: DiceReader, pixels: Pixels, reading: DiceReading, edge: float | None
) -> DiceReading:
    """Return a sure reading of dice that touch as unsure, unless other looks are as sure.

    Test-time augmentation: a face that leans is read in one look and not in another; one that lies
    flat, in all.

    Args:
        reader: who read it.
        pixels: the picture that was read.
        reading: what it said.
        edge: of a die, in pixels, where it is known.
    """
    if reading.verdict != "sure" or not touch(reading):
        return reading
    mirrored = np.ascontiguousarray(pixels[:, ::-1])
    smaller = cv2.resize(pixels, None, fx=SMALLER, fy=SMALLER, interpolation=cv2.INTER_AREA)
    looks = ((mirrored, edge), (np.asarray(smaller, np.uint8), edge and SMALLER * edge))
    for picture, size in looks:
        again = reader.read(picture, dice=len(reading.dice), edge=size)
        if again.verdict != "sure" or again.values != reading.values:
            return replace(reading, verdict="unsure")
    return reading
