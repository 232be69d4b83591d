"""Setting up: who plays, what is dealt, and who begins."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec import field
from msgspec.structs import replace

from companion.game.event import Event
from companion.game.postings import BANK, BOX, moved_stock
from companion.game.state import FirstRolls, GameState, Player, Turn
from companion.game.terms import Banker, Purpose
from companion.words import EditionId, Seat


class GameBegan(Event, frozen=True, kw_only=True, tag="game-began"):
    """A new game of an edition; always the first event of a journal."""

    edition: EditionId
    variants: tuple[str, ...]
    house: Mapping[str, Any]
    players: tuple[str, ...]  # in seating order
    first_roll: bool  # whether the dice decide who begins; else the first seat does
    corrections: Mapping[str, Any] = field(default_factory=dict)  # of the edition, by the board
    text: str = ""  # the edition's file, where it does not ship with the companion
    banker: Banker | None = None  # where it is said
    ends: str = ""  # when, in a game against the clock, as agreed before the start

    @property
    def purpose(self) -> Purpose:
        return "start"

    def change(self, state: GameState) -> GameState:
        seats = tuple(Seat(n) for n in range(len(self.players)))
        stock = moved_stock("stock", BOX, BANK, state.rules.houses, state.rules.hotels)
        banker = self.banker if isinstance(self.banker, int) else Seat(0)
        return replace(
            state,
            players=tuple(Player(name) for name in self.players),
            banker=self.banker,
            ends=self.ends,
            books=state.books.posted(stock),
            deal_due=state.edition.dealt_deeds_of(len(self.players)) > 0,
            first=FirstRolls(seats[banker:] + seats[:banker]) if self.first_roll else None,
        )


class Dealt(Event, frozen=True, kw_only=True, tag="dealt"):
    """The deeds are dealt; their purchase follows in events of its own."""

    def change(self, state: GameState) -> GameState:
        return replace(state, deal_due=False)


class FirstRolled(Event, frozen=True, kw_only=True, tag="first-rolled"):
    """A roll for who begins."""

    seat: Seat
    dice: tuple[int, ...]

    def change(self, state: GameState) -> GameState:
        assert state.first is not None
        waiting = tuple(seat for seat in state.first.waiting if seat != self.seat)
        totals = {**state.first.totals, self.seat: sum(self.dice)}
        return replace(state, first=FirstRolls(waiting, totals))


class FirstTied(Event, frozen=True, kw_only=True, tag="first-tied"):
    """The highest totals are equal: these roll again."""

    seats: tuple[Seat, ...]

    def change(self, state: GameState) -> GameState:
        return replace(state, first=FirstRolls(self.seats))


class FirstPlayerFound(Event, frozen=True, kw_only=True, tag="first-player-found"):
    """This player has the first turn."""

    seat: Seat

    def change(self, state: GameState) -> GameState:
        return replace(state, first=None, turn=Turn(self.seat))


SetupEvent: TypeAlias = GameBegan | Dealt | FirstRolled | FirstTied | FirstPlayerFound
