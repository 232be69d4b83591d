"""Side faces: where it is known how a camera looks aslant, a die's side is not its upper face."""

import math
from collections.abc import Sequence

from companion.vision.cascade import SeenPlace
from companion.vision.plane import Point
from companion.vision.readings import Foot

DIE = 0.5
"""What is a die of some value with a higher probability may have sides."""
NEAREST, BEYOND = 0.35, 0.2
"""Edges towards the foot from an upper face's middle to a side's, and beyond where it should be."""
ASIDE = 0.55
"""Edges that a side's middle lies beside the way to the foot, at most: dice lie turned."""


def without_sides(places: Sequence[SeenPlace], foot: Foot) -> list[SeenPlace]:
    """Return the places but those that are sides of dice whose upper face is one of the others.

    The upper face of a die that touches may be left out as well: then one die is missed.

    Args:
        places: seen in a picture in which upper faces are squares.
        foot: where dice stand in that picture.
    """
    if len(places) < 2:
        return list(places)
    right, down = foot((places[0].find.x, places[0].find.y))
    # The farthest first: a side that is left out leaves out nothing.
    order = sorted(places, key=lambda one: one.find.x * right + one.find.y * down)
    upper: list[SeenPlace] = []
    for place in order:
        if not any(_is_side(place, of, foot) for of in upper):
            upper.append(place)
    return upper


def _is_side(one: SeenPlace, of: SeenPlace, foot: Foot) -> bool:
    """Return whether a place lies where a side of the die is seen whose upper face is another."""
    die = of.find
    return of.first.value >= DIE and is_side_place(
        (one.find.x, one.find.y), (die.x, die.y), die.edge, foot
    )


def is_side_place(place: Point, die: Point, edge: float, foot: Foot) -> bool:
    """Return whether a face at a place may be a side of a die whose upper face is at another.

    Args:
        place: the middle of the face, x and y in pixels.
        die: the middle of the upper face.
        edge: of the die, in pixels.
        foot: where dice stand in that picture.
    """
    right, down = foot(die)
    length = math.hypot(right, down)
    if length == 0:
        return False
    x, y = (place[0] - die[0]) / edge, (place[1] - die[1]) / edge
    along, aside = (x * right + y * down) / length, (x * down - y * right) / length
    return NEAREST < along < (1 + length) / 2 + BEYOND and abs(aside) < ASIDE
