"""Turns: the dice, the way of a token, and whose turn comes next."""

from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from companion.game.event import Event
from companion.game.parts import placed, with_past_rent, with_player, with_turn
from companion.game.state import GameState, Turn, parked_among
from companion.words import Seat, Space, SpeedFace


class Rolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """The dice were thrown for a move or for leaving jail."""

    seat: Seat
    dice: tuple[int, int]
    speed: SpeedFace | None = None  # the speed die, where it was thrown
    doubles: int = 0  # in succession in this turn, this one counted
    again: bool = False  # whether the player rolls once more
    onward: bool = False  # whether the move has a second part

    def change(self, state: GameState) -> GameState:
        turn = replace(
            state.turn,
            rolled=True,
            roll_due=self.again,
            doubles=self.doubles,
            dice=self.dice,
            speed=self.speed,
            onward=self.onward,
        )
        if state.players[self.seat].freed:
            state = with_player(state, self.seat, freed=False)
        return replace(state, turn=turn, interest_paid=())


class WentOn(Event, frozen=True, kw_only=True, tag="went-on"):
    """The second part of a move with Mr. Monopoly: on to this lot; None: there is none."""

    seat: Seat
    to: Space | None

    def change(self, state: GameState) -> GameState:
        return with_turn(state, onward=False)


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """A token went from one space to another; *laps* more times round Go."""

    seat: Seat
    start: Space
    to: Space
    laps: int = 0
    back_laps: int = 0  # over Go against the arrow, where that earns a salary

    def change(self, state: GameState) -> GameState:
        before, turn, parked = state.players[self.seat], state.turn, state.parked
        player = replace(before, at=self.to, laps=before.laps + self.laps)
        players = placed(state.players, self.seat, player)
        if self.to in state.edition.parking or self.seat in parked:
            parked = parked_among(players, parked, state.edition)
        laps = turn.laps + self.laps + self.back_laps
        return replace(
            state, players=players, parked=parked, turn=replace(turn, laps=laps, held_move=0)
        )


class NothingDue(Event, frozen=True, kw_only=True, tag="nothing-due"):
    """The space on which a token stopped asks for nothing."""

    seat: Seat
    space: Space

    def change(self, state: GameState) -> GameState:
        """Note that an owner has no rent of this stop, and so none that could be missed."""
        lot = state.lots.get(self.space)
        owner = lot.owner if lot else None
        if owner is None or owner == self.seat:
            return state
        past_rents = with_past_rent(state, owner, self.space, lapsed=False)
        return replace(state, past_rents=past_rents)


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn-ended"):
    """The turn passes on."""

    is_own: ClassVar[bool] = True

    seat: Seat
    next: Seat

    def change(self, state: GameState) -> GameState:
        if state.players[self.seat].built:
            state = with_player(state, self.seat, built=0)
        return replace(state, turn=Turn(self.next))


TurnEvent: TypeAlias = Rolled | WentOn | Moved | NothingDue | TurnEnded
