"""Higher faces: seen aslant, what was read may be a die's side, and its upper face lies above it.

Asked where nobody knows how a camera looks. From a chair an upper face is flat, and the nets
read the side below it; in a picture that is stretched upwards the upper face is a square again.
Up in a picture is taken to be away from whoever holds the camera.
"""

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.vision.frame import Pixels
from companion.vision.plane import Point
from companion.vision.readings import BodyFinder, DieReading

STRETCHED = (1.5, 2.1, 3.0)
"""So many times as high each die is looked at again: an upper face is a square there that is seen
from 48, 62 and 71 degrees from straight above. The finder passes none between."""
NEAREST, FARTHEST = 0.42, 0.85
"""Edges upwards from a side's middle to its upper face's: 0.71 of a cube at 45 degrees, 0.58 at 80,
less where the side was read too large, more where too small. 0.46 to 0.74 were measured on the
wrong readings of the drawn tables 900 to 914 and of `dice-oblique`; others judged them."""
ASIDE = 0.5
"""Edges that an upper face's middle lies beside it at most: 0.35 of a cube that lies turned by 45
degrees, whose side is read as small as it looks; 0.37 were measured on the same."""
LEAST = 0.75
"""Edges of what was read that a face is large when stretched, at least: a flatter one is seen from
more than 78 degrees from straight above, or is the far side of a die that is seen from above."""
THERE = 0.5
"""What is the upper face of a die with this probability, or a higher one, is asked about.
In the view that showed it best each wrong reading of the same pictures had one of 0.88 or more."""
MOVED = 0.25
"""Edges by which the readers may see a face elsewhere than the finder."""
OWN = 0.45
"""Edges from where another die was read: what lies nearer is that die."""
SIDE = (0.35, 0.85)
"""Edges below another die that was read: what lies there is a side of that one, which lies behind.
So it was on five photos of `dice-more` on which all dice were read rightly, at 0.6 to 0.7."""

_ROOM = 1.3  # edges around a face that the readers look at
_LARGEST = 66.0  # pixels of a die's edge in what is looked at; the readers see no more


class Stretched:
    """The surroundings of a die, stretched upwards.

    Args:
        pixels: the picture, height x width x 3.
        die: what was read there.
        others: the other dice that were read.
        times: how many times as high.
    """

    def __init__(
        self, pixels: Pixels, die: DieReading, others: Sequence[DieReading], times: float
    ) -> None:
        self.die, self.times, self._others = die, times, others
        (x, y), edge = die.centre, die.edge
        height, width = pixels.shape[:2]
        left, right = _within(x - (ASIDE + _ROOM) * edge, x + (ASIDE + _ROOM) * edge, width)
        top, bottom = _within(
            y - (FARTHEST + _ROOM / times) * edge, y + (_ROOM / times - NEAREST) * edge, height
        )
        part = pixels[top:bottom, left:right]
        shrunk = min(1.0, _LARGEST / edge)
        if shrunk < 1.0:
            part = _resized(part, shrunk, shrunk, cv2.INTER_AREA)
        part = _resized(part, 1.0, times, cv2.INTER_CUBIC)
        self.pixels = part
        """The picture, height x width x 3."""
        self.edge = edge * shrunk
        """Of the die, in its pixels."""
        self._begin, self._scale = (left, top), (shrunk, shrunk * times)

    def is_higher(self, place: Point, edge: float, slack: float = 0.0) -> bool:
        """Return whether a face seen here may be the upper one of the die whose side was read.

        Args:
            place: its middle, in pixels of this picture.
            edge: its size there.
            slack: edges of the die by which it may be off.
        """
        (x, y), (at, height), of = self._back(place), self.die.centre, self.die.edge
        up, aside = (height - y) / of, abs(x - at) / of
        if not (NEAREST - slack < up < FARTHEST + slack and aside < ASIDE + slack):
            return False
        if edge <= LEAST * (1 - slack) * self.edge:
            return False
        return slack > 0 or not any(_is_of((x, y), other) for other in self._others)

    def there(self, place: Point) -> Point:
        """Return where a place of the picture that was read is seen here."""
        (left, top), (across, down) = self._begin, self._scale
        return (place[0] - left) * across, (place[1] - top) * down

    def _back(self, place: Point) -> Point:
        """Return a place of this picture in that which was read."""
        (left, top), (across, down) = self._begin, self._scale
        return left + place[0] / across, top + place[1] / down


def stretched(pixels: Pixels, dice: Sequence[DieReading]) -> Iterator[Stretched]:
    """Yield the surroundings of each of some dice, each stretched in several ways."""
    for number, die in enumerate(dice):
        yield from views_of(pixels, die, [*dice[:number], *dice[number + 1 :]])


def views_of(pixels: Pixels, die: DieReading, others: Sequence[DieReading]) -> Iterator[Stretched]:
    """Yield the surroundings of a die beside others, stretched in several ways."""
    for times in STRETCHED:
        yield Stretched(pixels, die, others, times)


def shows_body(reader: BodyFinder, view: Stretched) -> bool:
    """Return whether something is seen above a die that may be its upper face, whatever is on it.

    For dice that are known by the looks at their faces: nets only find those.
    """
    bodies = reader.bodies(view.pixels, edge=view.edge)
    return any(view.is_higher(body.centre, body.edge) for body in bodies)


def _is_of(place: Point, die: DieReading) -> bool:
    """Return whether a face is another die's that was read, or a side of that."""
    x, y = ((at - of) / die.edge for at, of in zip(place, die.centre, strict=True))
    return math.hypot(x, y) < OWN or (SIDE[0] < y < SIDE[1] and abs(x) < ASIDE)


def _within(low: float, high: float, most: int) -> tuple[int, int]:
    """Return a range of pixels as far as the picture has them: one at least."""
    first = min(max(0, math.floor(low)), most - 1)
    return first, max(first + 1, min(most, math.ceil(high)))


def _resized(pixels: Pixels, across: float, down: float, way: int) -> Pixels:
    height, width = pixels.shape[:2]
    size = (max(1, round(width * across)), max(1, round(height * down)))
    return np.asarray(cv2.resize(pixels, size, interpolation=way), np.uint8)
