"""Wishes for buildings while the Bank is short of them, and their auctions."""

from typing import ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from companion.game.event import Event, Thread, ThreadKey
from companion.game.state import Auction, GameState, Wish
from companion.words import Seat, Space


class Wished(Event, frozen=True, kw_only=True, tag="wished"):
    """A player would like so many buildings on each lot, in the order of wishing."""

    opens: ClassVar[ThreadKey] = ("wish", "seat")

    seat: Seat
    lots: tuple[tuple[Space, int], ...]

    def change(self, state: GameState) -> GameState:
        others = (wish for wish in state.wishes if wish.seat != self.seat)
        return replace(state, wishes=(*others, Wish(self.seat, self.lots)))


class WishLapsed(Event, frozen=True, kw_only=True, tag="wish-lapsed"):
    """What is left of a player's wishes is open no more."""

    seat: Seat

    def change(self, state: GameState) -> GameState:
        return replace(state, wishes=tuple(wish for wish in state.wishes if wish.seat != self.seat))


class BuildingAuctionOpened(Event, frozen=True, kw_only=True, tag="building-auction-opened"):
    """One building is on offer, as more are wanted than there are; *lot* is a lot wished for."""

    opens: ClassVar[ThreadKey] = ("auction",)

    kind: Literal["house", "hotel"]
    lot: Space
    bidders: tuple[Seat, ...]

    @property
    def answered(self) -> tuple[Thread, ...]:
        return tuple(("wish", seat) for seat in self.bidders)

    def change(self, state: GameState) -> GameState:
        return replace(state, auction=Auction(self.lot, self.bidders, kind=self.kind))


ShortageEvent: TypeAlias = Wished | WishLapsed | BuildingAuctionOpened
