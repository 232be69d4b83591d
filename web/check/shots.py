"""The pictures of a check: each thing that lies there outlined, ticked or with its difference."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.disputes.check_table import Difference
from companion.table.check.laid_deeds import Corners, LaidDeed, OddTag, Picture, Pile, TableCheck
from web.draw.jpeg import size_of

TICK = "\N{CHECK MARK}"
ROOM = 1.5  # an outline is so much larger than the tag


class Outlined(msgspec.Struct, frozen=True):
    """A deed or a card in a picture."""

    points: str  # of a polygon, as SVG has it
    at: tuple[float, float]  # where its mark stands
    mark: str  # the number of its difference; a tick if there is none
    wrong: bool
    size: float  # of the mark, pixels of the picture


class Shot(msgspec.Struct, frozen=True):
    """A picture with all that lies there outlined."""

    number: int
    size: tuple[int, int]
    outlines: tuple[Outlined, ...]


def shots_of(check: TableCheck, differences: Sequence[Difference]) -> tuple[Shot, ...]:
    """Return the pictures in which something lies; while a pile is laid out, of that one."""
    piles = tuple(check.laid.piles.values()) if check.now is None else (check.pile,)
    shots = (_shot(picture, piles, differences) for picture in check.pictures)
    return tuple(shot for shot in shots if shot is not None and shot.outlines)


def shots_about(
    check: TableCheck, one: Difference, differences: Sequence[Difference]
) -> tuple[Shot, ...]:
    """Return the pictures of one difference: where the thing lies, and where it is missed."""
    piles = tuple(check.laid.piles.values())
    shots = (_shot(picture, piles, differences) for picture in pictures_about(check, one))
    return tuple(shot for shot in shots if shot is not None)


def pictures_about(check: TableCheck, one: Difference) -> tuple[Picture, ...]:
    """Return the pictures that prove a difference, oldest first: of every pile it concerns."""
    piles = (check.laid.piles.get(holder, Pile()) for holder in one.piles)
    numbers = {number for pile in piles for number in pile.pictures(one.thing)}
    return tuple(picture for picture in check.pictures if picture.number in numbers)


def _shot(
    picture: Picture, piles: Sequence[Pile], differences: Sequence[Difference]
) -> Shot | None:
    """Return a picture with what lies there outlined; None if it is no picture."""
    size = size_of(picture.jpeg)
    if size is None:
        return None
    marks = {one.thing: n for n, one in enumerate(differences, start=1) if one.thing is not None}
    tags = {one.about: n for n, one in enumerate(differences, start=1)}
    found: list[Outlined] = []
    for pile in piles:
        found += _outlines(pile.things, marks, picture.number)
        found += _outlines(pile.odd, tags, picture.number)
    return Shot(picture.number, size, tuple(found))


def _outlines(
    there: Mapping[Any, LaidDeed] | Mapping[Any, OddTag], marks: Mapping[Any, int], picture: int
) -> Iterator[Outlined]:
    """Yield what lies in one picture; *marks*: the numbers of what is wrong with it."""
    for key, seen in there.items():
        if seen.picture != picture or not seen.corners:
            continue
        points, middle, size = _polygon(seen.corners)
        mark = marks.get(key)
        yield Outlined(points, middle, str(mark) if mark else TICK, mark is not None, size)


def _polygon(corners: Corners) -> tuple[str, tuple[float, float], float]:
    """Return the points of an outline with room around a tag, its middle, and the tag's size."""
    across = sum(x for x, _y in corners) / len(corners)
    down = sum(y for _x, y in corners) / len(corners)
    grown = [(across + ROOM * (x - across), down + ROOM * (y - down)) for x, y in corners]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in grown)
    size = max(abs(x - across) + abs(y - down) for x, y in corners)
    return points, (across, down), size
