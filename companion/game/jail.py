"""In jail, and out of it."""

from typing import ClassVar, Literal, TypeAlias

from companion.game.event import Event, ThreadKey
from companion.game.parts import with_player, with_turn
from companion.game.state import GameState
from companion.words import Seat, Space


class Jailed(Event, frozen=True, kw_only=True, tag="jailed"):
    """A player was sent to jail; the turn is over."""

    opens: ClassVar[ThreadKey] = ("jail", "seat")

    seat: Seat
    start: Space

    def change(self, state: GameState) -> GameState:
        return with_player(state, self.seat, at=state.edition.jail, jailed=0)


class JailTurnSpent(Event, frozen=True, kw_only=True, tag="jail-turn-spent"):
    """A try for a double failed."""

    answers: ClassVar[ThreadKey] = ("jail", "seat")

    seat: Seat
    turns: int  # now spent

    def change(self, state: GameState) -> GameState:
        return with_player(state, self.seat, jailed=self.turns)


class Freed(Event, frozen=True, kw_only=True, tag="freed"):
    """A prisoner is out."""

    is_own: ClassVar[bool] = True
    answers: ClassVar[ThreadKey] = ("jail", "seat")

    seat: Seat
    by: Literal["double", "fine", "card"]

    def change(self, state: GameState) -> GameState:
        before_the_roll = not (state.turn.seat == self.seat and state.turn.rolled)
        return with_player(state, self.seat, jailed=None, freed=before_the_roll)


class MoveHeld(Event, frozen=True, kw_only=True, tag="move-held"):
    """The fine must be paid before the token moves by the roll."""

    seat: Seat
    spaces: int

    def change(self, state: GameState) -> GameState:
        return with_turn(state, held_move=self.spaces)


JailEvent: TypeAlias = Jailed | JailTurnSpent | Freed | MoveHeld
