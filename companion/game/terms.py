"""What events and the state are made of: parties, purses, reasons, goods."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

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
    **dict.fromkeys(("amount", "cash", "step", "prices", "costs"), Money),
    **dict.fromkeys(("lot", "space"), Space),
    **dict.fromkeys(("seat", "owner"), Seat),
    "card": CardId,
    "deck": DeckId,
}
"""What facts are, of events and refusals, that are no plain numbers and words."""

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
