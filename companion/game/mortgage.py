"""Mortgages, and mortgaged lots that change hands."""

from typing import ClassVar, TypeAlias

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Booked, Event, ThreadKey
from companion.game.parts import lots_with, with_lot
from companion.game.postings import BANK, seat_account
from companion.game.state import GameState, Transfer
from companion.game.terms import Facts, Purpose
from companion.ledger.entries import Entry, transfer
from companion.words import Money, Seat, Space


class Mortgaged(Booked, frozen=True, kw_only=True, tag="mortgaged"):
    """A deed was turned over for its mortgage value."""

    is_own: ClassVar[bool] = True

    seat: Seat
    lot: Space
    value: Money
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return "mortgage"

    def entry(self) -> Entry:
        return transfer(f"mortgage {self.lot}", BANK, seat_account(self.seat), self.value)

    def besides(self, state: GameState) -> GameState:
        return with_lot(state, self.lot, mortgaged=True)


class Redeemed(Booked, frozen=True, kw_only=True, tag="redeemed"):
    """A mortgage was paid back, with interest."""

    is_own: ClassVar[bool] = True

    seat: Seat
    lot: Space
    value: Money
    interest: Money
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return "mortgage"

    def entry(self) -> Entry:
        cost = self.value + self.interest
        return transfer(f"redemption {self.lot}", seat_account(self.seat), BANK, cost)

    def besides(self, state: GameState) -> GameState:
        return replace(
            state,
            lots=lots_with(state, self.lot, mortgaged=False),
            transfers=tuple(transfer for transfer in state.transfers if transfer.lot != self.lot),
            taken_over=tuple(lot for lot in state.taken_over if lot != self.lot),
            interest_paid=tuple(lot for lot in state.interest_paid if lot != self.lot),
        )


class TransferOpened(Event, frozen=True, kw_only=True, tag="transfer-opened"):
    """The new owner of a mortgaged lot is asked: redeem it, or pay the interest?"""

    opens: ClassVar[ThreadKey] = ("transfer", "seat", "lot")

    seat: Seat
    lot: Space

    def change(self, state: GameState) -> GameState:
        # Two hands may have taken over a lot one after the other: only the last one is asked.
        others = [transfer for transfer in state.transfers if transfer.lot != self.lot]
        transfers = sorted([*others, Transfer(self.seat, self.lot)], key=lambda t: t.lot)
        return replace(state, transfers=tuple(transfers))


class TransferAnswered(Event, frozen=True, kw_only=True, tag="transfer-answered"):
    """The new owner answered; what is due follows in an event of its own."""

    answers: ClassVar[ThreadKey] = ("transfer", "seat", "lot")

    seat: Seat
    lot: Space
    option: str  # `redeem` or `interest`

    def change(self, state: GameState) -> GameState:
        transfers = tuple(t for t in state.transfers if t.lot != self.lot)
        kept = (self.lot,) if self.option == "interest" else ()
        return replace(state, transfers=transfers, taken_over=(*state.taken_over, *kept))


MortgageEvent: TypeAlias = Mortgaged | Redeemed | TransferOpened | TransferAnswered
