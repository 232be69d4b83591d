"""Cash that changes hands."""

from typing import ClassVar, TypeAlias

from msgspec import field

from companion.game.event import Booked
from companion.game.postings import purse_account
from companion.game.state import GameState
from companion.game.terms import PURPOSE_OF, Facts, Purpose, Purse, Reason, late_after
from companion.ledger.entries import Entry, transfer
from companion.words import Money


class Paid(Booked, frozen=True, kw_only=True, tag="paid"):
    """Cash changed hands."""

    is_own: ClassVar[bool] = True

    payer: Purse
    payee: Purse
    amount: Money
    reason: Reason
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return PURPOSE_OF[self.reason]

    @property
    def after(self) -> int:
        return late_after(self.reason, self.facts)

    def entry(self) -> Entry:
        payer, payee = purse_account(self.payer), purse_account(self.payee)
        return transfer(self.reason, payer, payee, self.amount)

    def besides(self, state: GameState) -> GameState:
        return state


MoneyEvent: TypeAlias = Paid
