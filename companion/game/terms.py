"""What events and the state are made of: parties, purses, reasons, goods."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from companion.words import CardId, DeckId, Money, Seat, Space

Party: TypeAlias = Seat | Literal["bank"]
"""Who gives or takes: a seat's number, or the Bank."""

Purse: TypeAlias = Party | Literal["pot"]
"""Where cash lies: with a party, or on Free Parking."""

Banker: TypeAlias = Seat | Literal["apart"]
"""Who keeps the Bank: a player, or somebody who does not play."""

Feed: TypeAlias = Literal["taxes", "repairs", "fines"]
"""What goes into the pot on Free Parking, where there is one; all else goes to the Bank."""

Facts: TypeAlias = Mapping[str, int | str]
"""The arithmetic behind an amount: base, multiplier, dice, count, rounding."""

FACTS: Mapping[str, Any] = {
    **dict.fromkeys(("amount", "cash", "step", "prices", "costs", "itself"), Money),
    **dict.fromkeys(("lot", "space"), Space),
    **dict.fromkeys(("seat", "owner"), Seat),
    "card": CardId,
    "deck": DeckId,
}
"""What facts are, of events and refusals, that are no plain numbers and words."""

Purpose: TypeAlias = Literal[
    "start",
    "salary",
    "rent",
    "property",
    "auction",
    "building",
    "mortgage",
    "tax",
    "card",
    "jail",
    "fine",
    "pot",
    "trade",
    "bankruptcy",
    "late",
    "correction",
    "other",
    "back",
]
"""What a booking is for. `back`: the game went back, and all since then is booked the other way."""

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)

Reason: TypeAlias = Literal[
    "start",
    "deal",
    "salary",
    "tax",
    "card",
    "rent",
    "jail-fine",
    "fine",
    "estate",
    "debt",
    "interest",
    "pot",
    "late",
    "bid",
]

PURPOSE_OF: Mapping[Reason, Purpose] = {
    "start": "start",
    "deal": "property",
    "salary": "salary",
    "tax": "tax",
    "card": "card",
    "rent": "rent",
    "jail-fine": "jail",
    "fine": "fine",
    "estate": "bankruptcy",
    "debt": "bankruptcy",
    "interest": "mortgage",
    "pot": "pot",
    "late": "late",
    "bid": "auction",
}
"""What cash that changes hands for a reason is booked for."""


class Share(msgspec.Struct, frozen=True):
    """What a creditor is owed, or gets."""

    creditor: Party
    amount: Money


class Goods(msgspec.Struct, frozen=True):
    """One side of a trade."""

    cash: Money = 0
    lots: tuple[Space, ...] = ()  # in board order
    cards: tuple[str, ...] = ()  # ids

    @property
    def things(self) -> bool:
        """Whether there is more to it than money."""
        return bool(self.lots or self.cards)


def late_after(reason: Reason, facts: Facts) -> int:
    """Return the number of the record just after which a late entry has its place; 0: none."""
    place = facts.get("after") if reason == "late" else None
    return place if isinstance(place, int) else 0
