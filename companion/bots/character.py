"""How a built-in player plays: four temperaments, in the order in which they sit down."""

from functools import cache

import msgspec

from companion.words import Seat


class Character(msgspec.Struct, frozen=True):
    """What tells one built-in player from another; shares are in per cent."""

    name: str
    reserve: int  # of the salary, kept in hand when buying and building
    boldness: int  # of a lot's worth, bid for it at most
    premium: int  # of a lot's price, asked for one that completes somebody's group
    forgets: int  # of the rents that must be claimed


CHARACTERS = (
    Character("careful", reserve=150, boldness=90, premium=240, forgets=2),
    Character("bold", reserve=40, boldness=130, premium=200, forgets=10),
    Character("steady", reserve=100, boldness=100, premium=220, forgets=5),
    Character("dreamy", reserve=70, boldness=110, premium=190, forgets=25),
)


@cache
def character_of(seat: Seat) -> Character:
    """Return who sits at a seat."""
    return CHARACTERS[seat % len(CHARACTERS)]
