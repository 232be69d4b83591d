"""Sums that cash did not cover."""

from typing import ClassVar, TypeAlias

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Booked, Event, ThreadKey
from companion.game.postings import POT, party_account, seat_account
from companion.game.state import Debt, GameState
from companion.game.terms import PURPOSE_OF, Facts, Feed, Party, Purpose, Reason, late_after
from companion.ledger.entries import Entry, transfer
from companion.words import Money, Seat


class DebtOpened(Event, frozen=True, kw_only=True, tag="debt-opened"):
    """A sum that cash does not cover; play waits until it is settled."""

    opens: ClassVar[ThreadKey] = ("debt", "debtor")

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason
    facts: Facts = field(default_factory=dict)
    feed: Feed | None = None  # once paid, it lies on Free Parking, as what it is

    @property
    def after(self) -> int:
        return late_after(self.reason, self.facts)

    def change(self, state: GameState) -> GameState:
        debt = Debt(
            self.debtor,
            self.creditor,
            self.amount,
            self.reason,
            self.because,
            self.facts,
            self.feed,
        )
        return replace(state, debts=(*state.debts, debt))


class DebtPaid(Booked, frozen=True, kw_only=True, tag="debt-paid"):
    """A debt was paid from cash."""

    is_own: ClassVar[bool] = True
    answers: ClassVar[ThreadKey] = ("debt", "debtor")

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason
    feed: Feed | None = None  # it lies on Free Parking now
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return PURPOSE_OF[self.reason]

    def entry(self) -> Entry:
        taker = POT if self.feed else party_account(self.creditor)
        return transfer(self.reason, seat_account(self.debtor), taker, self.amount)

    def besides(self, state: GameState) -> GameState:
        return _without_debt(state, self)


class DebtSettled(Event, frozen=True, kw_only=True, tag="debt-settled"):
    """The creditor took property in payment: the whole debt is ended."""

    answers: ClassVar[ThreadKey] = ("debt", "debtor")

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason
    facts: Facts = field(default_factory=dict)

    def change(self, state: GameState) -> GameState:
        return _without_debt(state, self)


class DebtLifted(Event, frozen=True, kw_only=True, tag="debt-lifted"):
    """A kept card stood for what was owed to the Bank: the debt is ended."""

    answers: ClassVar[ThreadKey] = ("debt", "debtor")

    debtor: Seat
    creditor: Party
    amount: Money
    reason: Reason

    def change(self, state: GameState) -> GameState:
        return _without_debt(state, self)


def _without_debt(state: GameState, event: DebtPaid | DebtSettled | DebtLifted) -> GameState:
    index = next(
        n
        for n, debt in enumerate(state.debts)
        if (debt.debtor, debt.creditor) == (event.debtor, event.creditor)
        and (debt.amount, debt.reason) == (event.amount, event.reason)
    )
    return replace(state, debts=state.debts[:index] + state.debts[index + 1 :])


DebtEvent: TypeAlias = DebtOpened | DebtPaid | DebtSettled | DebtLifted
