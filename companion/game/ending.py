"""The end of a game: time that is called, and who has won."""

from typing import TypeAlias

from msgspec.structs import replace

from companion.game.event import Event
from companion.game.parts import with_turn
from companion.game.state import GameState
from companion.words import Seat


class TimeCalled(Event, frozen=True, kw_only=True, tag="time-called"):
    """No new turn begins any more."""

    rolls_on: bool = True  # a roll after a double is still due

    def change(self, state: GameState) -> GameState:
        state = replace(state, time_called=True)
        return state if self.rolls_on else with_turn(state, roll_due=False)


class GameEnded(Event, frozen=True, kw_only=True, tag="game-ended"):
    """There is a winner, or there are several."""

    winners: tuple[Seat, ...]

    def change(self, state: GameState) -> GameState:
        """Leave nothing open; what is still owed stays, for it was counted."""
        return replace(
            state,
            winners=self.winners,
            purchase=None,
            draw=None,
            choice=None,
            auction=None,
            rents=(),
            offers=(),
            transfers=(),
            wishes=(),
            estate=(),
            heirs={},
        )


EndingEvent: TypeAlias = TimeCalled | GameEnded
