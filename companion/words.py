"""The nouns that every room uses."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NewType, TypeAlias

import msgspec

STEERS = re.compile(
    r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)"
    "|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""What steers whoever shows a text: control characters but tab and line ends, marks of direction,
halves of characters."""


def readable(told: Any) -> Any:
    """Return words that somebody sent without what would steer whoever shows them later.

    Args:
        told: a text, or plain data in which there are some.
    """
    match told:
        case str():
            return STEERS.sub("", told)
        case Mapping():
            return {name: readable(value) for name, value in told.items()}
        case list():
            return [*map(readable, told)]
        case tuple():
            return tuple(map(readable, told))
    return told


Seat = NewType("Seat", int)
"""A place at the table, counted from 0 in seating order, clockwise."""

Space = NewType("Space", int)
"""A space of the board, 0 to 39 clockwise from Go."""

RuleKey = NewType("RuleKey", str)
"""An edition-free rule, `topic/slug`; each edition says which of its paragraphs it is."""

Money: TypeAlias = Annotated[int, "money"]
"""A whole amount in the edition's own unit."""

CardId: TypeAlias = Annotated[str, "card"]
"""A card, `deck/slug`."""

EditionId: TypeAlias = Annotated[str, "edition"]
"""An edition, `ru-2004`."""

DeckId: TypeAlias = Annotated[str, "deck"]
"""A deck, `chance` or `chest`; also the card that leaves jail free in it."""

Option: TypeAlias = Annotated[str, "option"]
"""One of the alternatives that are offered: a word, or the number of a space."""

SpeedFace: TypeAlias = Literal[1, 2, 3, "bus", "mr"]
"""What the speed die shows; `mr` is Mr. Monopoly, on two of its six faces."""


class Accord(msgspec.Struct, frozen=True):
    """Where the figures of a game that is taken over come from, and who says they are right."""

    seen: int = 0  # deeds that the camera saw
    ticked: int = 0  # deeds that were ticked by hand
    agreed: tuple[Seat, ...] = ()  # who said it themselves
    vouched: tuple[Seat, ...] = ()  # for whom the banker said it
