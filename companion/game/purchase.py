"""Buying the lot one stands on, or leaving it to the auction."""

from typing import ClassVar, TypeAlias

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Booked, Event, ThreadKey
from companion.game.parts import lots_with
from companion.game.postings import BANK, seat_account
from companion.game.state import GameState, Purchase
from companion.game.terms import Facts, Purpose
from companion.ledger.entries import Entry, transfer
from companion.words import Money, Seat, Space


class PurchaseOffered(Event, frozen=True, kw_only=True, tag="purchase-offered"):
    """A visitor may buy the unowned lot or leave it to the auction."""

    opens: ClassVar[ThreadKey] = ("purchase", "seat", "lot")

    seat: Seat
    lot: Space
    price: Money

    def change(self, state: GameState) -> GameState:
        return replace(state, purchase=Purchase(self.seat, self.lot, self.price))


class Declined(Event, frozen=True, kw_only=True, tag="declined"):
    """The visitor does not buy."""

    is_own: ClassVar[bool] = True
    answers: ClassVar[ThreadKey] = ("purchase", "seat", "lot")

    seat: Seat
    lot: Space

    def change(self, state: GameState) -> GameState:
        return replace(state, purchase=None)


class Bought(Booked, frozen=True, kw_only=True, tag="bought"):
    """A lot was bought from the Bank, at its printed price or at an auction."""

    is_own: ClassVar[bool] = True
    answers: ClassVar[ThreadKey] = ("purchase", "seat", "lot")

    seat: Seat
    lot: Space
    price: Money
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return "auction" if self.facts.get("from") == "bid" else "property"

    def entry(self) -> Entry:
        return transfer(f"lot {self.lot}", seat_account(self.seat), BANK, self.price)

    def besides(self, state: GameState) -> GameState:
        return replace(state, purchase=None, lots=lots_with(state, self.lot, owner=self.seat))


PurchaseEvent: TypeAlias = PurchaseOffered | Declined | Bought
