"""What happens beside the rules: how the table handles its money. The books stay as they are."""

from typing import Literal, TypeAlias

import msgspec

from companion.game.event import Event
from companion.game.state import GameState
from companion.game.terms import Purse, Reason
from companion.words import Money, Seat

Banknotes: TypeAlias = Literal["off", "on", "wait"]
"""Whether a table keeps its banknotes.

`on`: what is booked is also handed over, and said so. `wait`: the dice wait until it is.
"""

Help: TypeAlias = Literal["announce", "propose", "book"]
"""How far the companion helps in booking what it reckons by itself.

`announce`: it says what happened and by which rule, and people type the amounts. `propose`: it
shows the amounts, and books them when they are confirmed. `book`: it books by itself.
"""


class Beside(Event, frozen=True, kw_only=True):
    """Base of what changes nothing that the rules know."""

    def change(self, state: GameState) -> GameState:
        return state


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


# ---- what waits to be confirmed


class Due(msgspec.Struct, frozen=True, kw_only=True):
    """One amount that the companion has reckoned."""

    payer: Purse
    payee: Purse
    amount: Money
    reason: Reason
    owed: bool = False  # the payer's cash does not cover it: it becomes a debt

    @property
    def says(self) -> Seat | None:
        """Who confirms it: the payer, or who is paid by the Bank or the pot; None: nobody can."""
        return next((one for one in (self.payer, self.payee) if isinstance(one, int)), None)


class HelpSet(Beside, frozen=True, kw_only=True, tag="help-set"):
    """From now on the companion helps in booking so far and no further."""

    helps: Help


class Proposed(Beside, frozen=True, kw_only=True, tag="proposed"):
    """What the command of this record would book; it waits to be confirmed."""

    helps: Help
    seats: tuple[Seat, ...]  # who confirm it
    dues: tuple[Due, ...]


class Confirmed(Beside, frozen=True, kw_only=True, tag="confirmed"):
    """*seats* said that what is proposed is so, or the banker did for them."""

    proposal: int  # the number of the record that proposed it
    seats: tuple[Seat, ...]


class Differed(Beside, frozen=True, kw_only=True, tag="differed"):
    """*seat* typed other amounts than the rules say; nothing moves by that."""

    proposal: int
    seat: Seat
    typed: dict[int, Money]  # by the place of the amount among what is due, from 0
    ruled: dict[int, Money]  # what the rules say there


class Contested(Beside, frozen=True, kw_only=True, tag="contested"):
    """*seat* says that it is not so: the banker rules."""

    proposal: int
    seat: Seat
    why: str = ""


class Dropped(Beside, frozen=True, kw_only=True, tag="dropped"):
    """Nothing of what was proposed counts: the banker said so, or the rules allow it no more."""

    proposal: int
    why: str = ""


class Insisted(Beside, frozen=True, kw_only=True, tag="insisted"):
    """The table will have other amounts than the rules: those are booked, and then corrected."""

    proposal: int
    typed: dict[int, Money]  # by the place of the amount among what is due, from 0
    ruled: dict[int, Money]  # what the rules say there
    cash: dict[Seat, Money]  # by how much the balances are corrected
    pot: Money = 0  # and what lies on Free Parking
    why: str


BesideEvent: TypeAlias = (
    BanknotesSet
    | HandedOver
    | HelpSet
    | Proposed
    | Confirmed
    | Differed
    | Contested
    | Dropped
    | Insisted
)
"""What the rules do not know of: how the table handles its money."""
