"""What every event is: a past fact that says which rule it rests on."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from companion.words import Money, RuleKey, Seat, Space

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


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="is", omit_defaults=True, gc=False
):
    """Base of all events; *because* names the rule, *also* further rules that had a say.

    What is frozen is in no circle of references: the garbage collector need not go through it.
    """

    because: RuleKey
    also: tuple[RuleKey, ...] = ()


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
