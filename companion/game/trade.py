"""Trades between players: offered, answered, carried out."""

from typing import ClassVar, TypeAlias

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Booked, Event, ThreadKey
from companion.game.postings import seat_account
from companion.game.state import GameState, StandingOffer
from companion.game.terms import Facts, Goods, Purpose
from companion.ledger.entries import Entry, legs
from companion.words import Seat


class OfferMade(Event, frozen=True, kw_only=True, tag="offer-made"):
    """A trade stands offered; *pays*: accepted, it ends what *giver* owes *to*.

    *changes*: it stands instead of an earlier offer between the two.
    """

    opens: ClassVar[ThreadKey] = ("offer", "giver", "to")

    giver: Seat
    to: Seat
    give: Goods
    take: Goods
    pays: bool = False
    changes: bool = False

    def change(self, state: GameState) -> GameState:
        offer = StandingOffer(self.giver, self.to, self.give, self.take, self.pays)
        others = (other for other in state.offers if other.to != self.to)
        return replace(state, offers=(*others, offer))


class OfferRejected(Event, frozen=True, kw_only=True, tag="offer-rejected"):
    """The other player does not want the trade; *withdrawn*: who offered it does not any more.

    *changed*: another offer is the answer.
    """

    answers: ClassVar[ThreadKey] = ("offer", "giver", "to")

    giver: Seat
    to: Seat
    withdrawn: bool = False
    changed: bool = False

    def change(self, state: GameState) -> GameState:
        return replace(state, offers=tuple(offer for offer in state.offers if offer.to != self.to))


class OfferLapsed(Event, frozen=True, kw_only=True, tag="offer-lapsed"):
    """A trade stands offered no more: too late, or no longer possible."""

    answers: ClassVar[ThreadKey] = ("offer", "giver", "to")

    giver: Seat
    to: Seat

    def change(self, state: GameState) -> GameState:
        return replace(state, offers=tuple(offer for offer in state.offers if offer.to != self.to))


class Traded(Booked, frozen=True, kw_only=True, tag="traded"):
    """Both sides of a trade changed hands."""

    answers: ClassVar[ThreadKey] = ("offer", "giver", "to")

    giver: Seat
    to: Seat
    give: Goods
    take: Goods
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return "trade"

    def entry(self) -> Entry:
        giver, to = seat_account(self.giver), seat_account(self.to)
        return Entry("trade", legs(giver, to, self.give.cash) + legs(to, giver, self.take.cash))

    def besides(self, state: GameState) -> GameState:
        lots, holds = dict(state.lots), dict(state.holds)
        for goods, owner in ((self.give, self.to), (self.take, self.giver)):
            holds |= dict.fromkeys(goods.cards, owner)
            lots |= {lot: replace(lots[lot], owner=owner) for lot in goods.lots}
        moved = (*self.give.lots, *self.take.lots)
        return replace(
            state,
            lots=lots,
            holds=holds,
            offers=tuple(offer for offer in state.offers if offer.to != self.to),
            interest_paid=tuple(lot for lot in state.interest_paid if lot not in moved),
            taken_over=tuple(lot for lot in state.taken_over if lot not in moved),
        )


TradeEvent: TypeAlias = OfferMade | OfferRejected | OfferLapsed | Traded
