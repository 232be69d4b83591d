"""Throws of play of which a person has said what they show: they teach like those shown for it."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from typing import NamedTuple

from companion.table.dice.readings import KeptReading
from companion.vision.readings import ShownDie


class AnsweredThrow(NamedTuple):
    """One throw of play, with all the dice in its picture."""

    source: str  # SHA-256 of the picture
    picture: bytes  # JPEG
    dice: tuple[ShownDie, ...]


def answered(
    readings: Iterable[KeptReading],
    picture: Callable[[str], bytes | None],
    known: Container[str] = frozenset(),
) -> Iterator[AnsweredThrow]:
    """Yield the throws that can teach, oldest first.

    Args:
        readings: of this table.
        picture: returns a kept picture, None if it is gone.
        known: pictures that teach already.
    """
    for reading in readings:
        dice = dice_said(reading)
        if not dice or reading.evidence is None or reading.evidence in known:
            continue
        jpeg = picture(reading.evidence)
        if jpeg is not None:
            yield AnsweredThrow(reading.evidence, jpeg, dice)


def dice_said(reading: KeptReading) -> tuple[ShownDie, ...]:
    """Return all dice of a reading as a person said them; none where that is not known for sure.

    Every die must have been seen and named: what is left out would be taught to be no die. An
    answer that was taken back may have been the mistake itself. Emblem dice have no pips to learn.
    """
    said = _said(reading)
    # A die may lie where nobody named one; or one shows two faces, of which one was named.
    # Or a side was read: what was named lies above it.
    unfit = reading.remark in (
        "covered", "beside", "cocked", "atop", "pictured", "cut", "aslant"
    )  # fmt: skip
    if reading.speed or reading.emblems or unfit or len(said) != len(reading.dice):
        return ()
    if Counter(said) == Counter(reading.values):
        said = reading.values  # people say a pair in any order
    return tuple(
        ShownDie(*die.centre, die.edge, pips) for die, pips in zip(reading.dice, said, strict=True)
    )


def _said(reading: KeptReading) -> tuple[int, ...]:
    if reading.ruling == "right":
        return reading.values
    settled = reading.fate == "answered" and not reading.back
    return reading.said if settled or reading.ruling == "wrong" else ()
