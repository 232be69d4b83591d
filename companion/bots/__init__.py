"""Built-in players, and whole games between them."""

from companion.bots.match import Ending, Match, StuckError
from companion.bots.series import Game, Series

__all__ = ["Ending", "Game", "Match", "Series", "StuckError"]
