"""Rents: opened, claimed, settled or lapsed."""

from typing import ClassVar, TypeAlias

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Event, ThreadKey
from companion.game.parts import with_past_rent
from companion.game.state import GameState, Rent
from companion.game.terms import Facts
from companion.words import Money, Seat, Space, SpeedFace


class RentOpened(Event, frozen=True, kw_only=True, tag="rent-opened"):
    """A visitor stands on somebody's lot.

    *amount* is None where a roll decides it; the rent is then *multiple* times that roll.
    """

    opens: ClassVar[ThreadKey] = ("rent", "visitor", "lot")

    visitor: Seat
    owner: Seat
    lot: Space
    amount: Money | None
    multiple: int = 0
    claimed: bool = False  # due at once, where the edition needs no claim
    facts: Facts = field(default_factory=dict)

    def change(self, state: GameState) -> GameState:
        rent = Rent(
            visitor=self.visitor,
            owner=self.owner,
            lot=self.lot,
            amount=self.amount,
            multiple=self.multiple,
            claimed=self.claimed,
            because=self.because,
            also=self.also,
            facts=self.facts,
        )
        return replace(state, rents=(*state.rents, rent))


class RentClaimed(Event, frozen=True, kw_only=True, tag="rent-claimed"):
    """The owner asked in time."""

    opens: ClassVar[ThreadKey] = ("rent", "visitor", "lot")
    answers: ClassVar[ThreadKey] = ("rent", "visitor", "lot")

    owner: Seat
    landlord: Seat | None = None  # who owned the lot at the landing, where that was another
    visitor: Seat
    lot: Space
    amount: Money | None
    multiple: int = 0
    facts: Facts = field(default_factory=dict)

    def change(self, state: GameState) -> GameState:
        owner = self.owner if self.landlord is None else self.landlord
        index = _rent_index(state, self, owner, claimed=False)
        opened = state.rents[index]
        rent = replace(
            opened,
            claimed=True,
            owner=self.owner,
            amount=self.amount,
            multiple=self.multiple if self.facts else opened.multiple,
            facts=self.facts or opened.facts,
        )
        return replace(state, rents=(*state.rents[:index], rent, *state.rents[index + 1 :]))


class RolledForRent(Event, frozen=True, kw_only=True, tag="rolled-for-rent"):
    """The dice were thrown for a rent; nothing moves and no double counts."""

    answers: ClassVar[ThreadKey] = ("rent", "seat", "lot")

    seat: Seat
    dice: tuple[int, int]
    speed: SpeedFace | None = None
    owner: Seat
    lot: Space
    amount: Money
    facts: Facts

    def change(self, state: GameState) -> GameState:
        waiting = (n for n, rent in enumerate(state.rents) if rent.claimed and rent.amount is None)
        index = next(n for n in waiting if state.rents[n].lot == self.lot)
        rent = replace(state.rents[index], amount=self.amount, facts=self.facts)
        return replace(state, rents=(*state.rents[:index], rent, *state.rents[index + 1 :]))


class RentSettled(Event, frozen=True, kw_only=True, tag="rent-settled"):
    """A claimed rent is out of the list: paid, or turned into a debt."""

    answers: ClassVar[ThreadKey] = ("rent", "visitor", "lot")

    owner: Seat
    visitor: Seat
    lot: Space

    def change(self, state: GameState) -> GameState:
        return _without_rent(state, self, lapsed=False)


class RentLapsed(Event, frozen=True, kw_only=True, tag="rent-lapsed"):
    """The claim window closed before the owner asked."""

    answers: ClassVar[ThreadKey] = ("rent", "visitor", "lot")

    owner: Seat
    visitor: Seat
    lot: Space

    def change(self, state: GameState) -> GameState:
        return _without_rent(state, self, lapsed=True)


def _rent_index(
    state: GameState,
    event: RentClaimed | RentSettled | RentLapsed,
    owner: Seat,
    *,
    claimed: bool,
) -> int:
    wanted = (event.lot, owner, event.visitor, claimed)
    for index, rent in enumerate(state.rents):
        if (rent.lot, rent.owner, rent.visitor, rent.claimed) == wanted:
            return index
    raise LookupError(wanted)


def _without_rent(state: GameState, event: RentSettled | RentLapsed, *, lapsed: bool) -> GameState:
    index = _rent_index(state, event, event.owner, claimed=not lapsed)
    return replace(
        state,
        rents=state.rents[:index] + state.rents[index + 1 :],
        past_rents=with_past_rent(state, event.owner, event.lot, lapsed=lapsed),
    )


RentEvent: TypeAlias = RentOpened | RentClaimed | RolledForRent | RentSettled | RentLapsed
