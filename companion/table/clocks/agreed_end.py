"""The agreed end of a game against the clock: how soon it is. The banker calls it."""

import re
import time

from companion.journal.record import Record
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

    @property
    def is_awaited(self) -> bool:
        """Whether there is an end of which somebody has to be told in time."""
        return self._ends is not None

    def tick(self, game: LiveGame | None, wall: float) -> bool:
        """Look at the clock; return whether there is something new to tell.

        Args:
            game: on the table.
            wall: seconds since 1970.
        """
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
