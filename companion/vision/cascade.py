"""A cascade: each find is looked at once or twice where it is plain what lies there, else often."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.vision.detection import Find
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pips import AGAIN, SECOND, VIEWS, Views, moved, views
from companion.vision.scoring import log_odds

WORTH_ASKING = 0.1
"""What two closer looks think to be a die by no more than this is no matter for a second reader."""
PLAIN = 0.9
"""Where each first look sees the same value with more than this, further ones say no more."""
GROUND = -1.0
"""Nor do they where the mean of what both readers think of a die, as log odds, is below this."""


class SeenPlace(NamedTuple):
    """What was seen at one find."""

    find: Find  # moved to where the first reader sees the die
    first: Views
    second: Views | None  # None: it was not asked, for there is hardly a die


def classified(nets: Nets, pixels: Pixels, finds: Sequence[Find]) -> list[SeenPlace]:
    """Return what both readers see at each find, in the same order.

    Args:
        nets: the readers.
        pixels: height x width x 3 bytes, blue, green, red.
        finds: places that may be dice.
    """
    firsts = views(nets, pixels, finds, VIEWS[:2])
    places = [
        SeenPlace(moved(find, seen), seen, None) for find, seen in zip(finds, firsts, strict=True)
    ]
    asked = [k for k, seen in enumerate(firsts) if seen.value > WORTH_ASKING]
    seconds = views(nets, pixels, [places[k].find for k in asked], AGAIN[:1], SECOND)
    for k, seen in zip(asked, seconds, strict=True):
        places[k] = places[k]._replace(second=seen)
    doubted = [k for k in asked if _is_doubted(places[k])]
    more = views(nets, pixels, [finds[k] for k in doubted], VIEWS[2:])
    for k, other in zip(doubted, more, strict=True):
        seen = firsts[k].joined(other)
        places[k] = SeenPlace(moved(finds[k], seen), seen, places[k].second)
    more = views(nets, pixels, [places[k].find for k in doubted], AGAIN[1:], SECOND)
    for k, other in zip(doubted, more, strict=True):
        second = places[k].second
        places[k] = places[k]._replace(second=second.joined(other) if second else other)
    return [_by_a_taught_reader(nets, pixels, place) for place in places]


def _is_doubted(place: SeenPlace) -> bool:
    """Return whether what has been seen is neither plainly a die of a value nor plainly none."""
    first, second = place.first, place.second
    if second is None:
        return False
    best = first.likeliest
    least = min(float(seen.kinds[:, best].min()) for seen in (first, second))
    return least <= PLAIN and log_odds(first.value) + log_odds(second.value) >= 2 * GROUND


def _by_a_taught_reader(nets: Nets, pixels: Pixels, place: SeenPlace) -> SeenPlace:
    """Return a place as it is, or as a taught reader sees it where the second contradicts that.

    This table's people know what their dice show, however strange.
    """
    if not nets.are_taught or place.second is None or place.first.agrees(place.second):
        return place
    return place._replace(second=views(nets, pixels, [place.find], AGAIN)[0])
