"""The agreed end of a game against the clock: how soon it is. The banker calls it.

A game of a tournament's round ends with the round, by the hub's clock: this machine's plays no part
in it, nor do pauses here.
"""

import math
import re
import time

from companion.journal.record import Record
from companion.table.clocks.heard_round import SAME_S, HeardRound
from companion.table.live_game import LiveGame

_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_MINUTES = re.compile(r"(\d{1,3}) ?min\w*")
_DAY_S = 24 * 3600

TOLD_AT = (0, 5, 10)
"""So many minutes before it, the table is told."""


class AgreedEnd:
    """Knows how soon the agreed end of the game on the table is."""

    def __init__(self) -> None:
        self._timed: LiveGame | None = None  # whose agreed end is known
        self._ends: float | None = None  # that end, seconds since 1970; None: nobody can tell
        self.left: int | None = None  # one of `TOLD_AT`; None: not so soon, called, or not agreed
        self.of_round: int | None = None  # minutes left of the round that is played; None: of none
        self.due: float | None = None  # when it is told next, monotonic seconds; None: no round's

    @property
    def is_awaited(self) -> bool:
        """Whether there is an end of which somebody has to be told in time."""
        return self._ends is not None or self.of_round is not None

    def tick(
        self, game: LiveGame | None, wall: float, round_: HeardRound | None, now: float
    ) -> bool:
        """Look at the clock; return whether there is something new to tell.

        Args:
            game: on the table.
            wall: seconds since 1970.
            round_: of a tournament, that sits at this table.
            now: monotonic seconds.
        """
        told = (self.left, self.of_round)
        if round_ and round_.minutes and game and round_.is_played_in(game.state):
            self._follow(game, round_.ends, now)
            return (self.left, self.of_round) != told
        was_round, self.of_round, self.due = self.of_round is not None, None, None
        return self._look(game, wall) or was_round

    def _follow(self, game: LiveGame, ends: float | None, now: float) -> None:
        """Look at the clock of a round; *ends*: None, if it has not begun."""
        is_up = self.left == 0 and self.of_round == 0
        self.left = self.of_round = self.due = None
        if ends is None or game.state.time_called or game.state.winners:
            return
        rest = ends - now
        if rest <= 0 or (is_up and rest < SAME_S):  # no later answer takes it back
            self.left = self.of_round = 0
            return
        self.of_round = math.ceil(rest / 60)
        self.left = next((minutes for minutes in TOLD_AT if rest <= 60 * minutes), None)
        self.due = next(ends - 60 * minutes for minutes in TOLD_AT[::-1] if rest > 60 * minutes)

    def _look(self, game: LiveGame | None, wall: float) -> bool:
        if game is not None and game is self._timed and game.table.pauses.since is not None:
            return False  # the clock stands
        before, self.left = self.left, None
        if game is not self._timed:
            self._timed = game
            self._ends = agreed_end(game.records()[0], game.state.ends) if game else None
        if self._ends is None or game is None or game.state.time_called or game.state.winners:
            return self.left != before
        rest = (self._ends + game.table.pauses.rested - wall) / 60
        self.left = next((minutes for minutes in TOLD_AT if rest <= minutes), None)
        return self.left != before


def agreed_end(began: Record, ends: str) -> float | None:
    """Return when a game that *began* ends, in seconds since 1970; None if nobody can tell.

    Args:
        began: its first record.
        ends: what was agreed: `21:30` by the clock on the wall, or `90 min` from the start.
    """
    minutes = _MINUTES.fullmatch(ends)
    if minutes:
        return began.cause.wall + 60 * int(minutes[1])
    hour = _CLOCK.fullmatch(ends)
    if hour is None:
        return None
    start = time.localtime(began.cause.wall)
    clock = (int(hour[1]), int(hour[2]), 0)
    end = time.mktime((*start[:3], *clock, 0, 0, -1))
    return end if end > began.cause.wall else end + _DAY_S
