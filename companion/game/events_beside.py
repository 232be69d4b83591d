"""What happens beside the rules: how the table handles its money. The books stay as they are."""

from typing import Literal, TypeAlias

from companion.game.event import Event, Purse
from companion.words import Money, Seat

Banknotes: TypeAlias = Literal["off", "on", "wait"]
"""Whether a table keeps its banknotes.

`on`: what is booked is also handed over, and said so. `wait`: the dice wait until it is.
"""


class Beside(Event, frozen=True, kw_only=True):
    """Base of what changes nothing that the rules know."""


class BanknotesSet(Beside, frozen=True, kw_only=True, tag="banknotes-set"):
    """From now on the table keeps its banknotes, or no longer."""

    banknotes: Banknotes
    cash: dict[Seat, Money] | None = None  # what each has in notes then; None: as before


class HandedOver(Beside, frozen=True, kw_only=True, tag="handed-over"):
    """What was booked has been handed over in notes, said who got it."""

    payment: str  # which one: `SEQ.N`
    giver: Purse
    to: Purse
    amount: Money
