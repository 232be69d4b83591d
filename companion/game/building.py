"""Houses and hotels that go up and come down."""

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Booked
from companion.game.parts import lots_with, placed, with_lot
from companion.game.postings import buildings
from companion.game.state import GameState, Wish
from companion.game.terms import Facts, Purpose
from companion.ledger.entries import Entry
from companion.words import Money, Seat, Space


class Built(Booked, frozen=True, kw_only=True, tag="built"):
    """Buildings went up on one lot: from one level to another, a hotel being level 5."""

    is_own: ClassVar[bool] = True

    seat: Seat
    lot: Space
    start: int
    to: int
    cost: Money
    houses: int  # taken from the supply; below zero: given back
    hotels: int
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return "building"

    def entry(self) -> Entry:
        memo = f"building {self.lot}"
        return buildings(memo, self.seat, self.cost, self.houses, self.hotels)

    def besides(self, state: GameState) -> GameState:
        steps = self.houses + self.hotels * (state.rules.houses_per_hotel + 1)
        builder = state.players[self.seat]
        builder = replace(builder, built=builder.built + steps)
        return replace(
            state,
            players=placed(state.players, self.seat, builder),
            wishes=tuple(_wishes_without(state, self, steps)) if state.wishes else (),
            lots=lots_with(state, self.lot, level=self.to),
        )


class BuildingsSold(Booked, frozen=True, kw_only=True, tag="buildings-sold"):
    """Buildings of one lot went back to the Bank."""

    is_own: ClassVar[bool] = True

    seat: Seat
    lot: Space
    start: int
    to: int
    paid: Money
    houses: int  # given back to the supply; below zero: taken
    hotels: int
    facts: Facts = field(default_factory=dict)

    @property
    def purpose(self) -> Purpose:
        return "building"

    def entry(self) -> Entry:
        memo = f"building {self.lot} sold"
        return buildings(memo, self.seat, -self.paid, -self.houses, -self.hotels)

    def besides(self, state: GameState) -> GameState:
        return with_lot(state, self.lot, level=self.to)


def _wishes_without(state: GameState, event: Built, steps: int) -> Iterator[Wish]:
    """Yield the wishes that are left when these buildings stand, so many *steps* high."""
    for wish in state.wishes:
        if wish.seat != event.seat:
            yield wish
            continue
        left = ((lot, n - steps if lot == event.lot else n) for lot, n in wish.lots)
        lots = tuple((lot, n) for lot, n in left if n > 0)
        if lots:
            yield replace(wish, lots=lots)


BuildingEvent: TypeAlias = Built | BuildingsSold
