"""The agreed end of a game against the clock: said once, when it has come. The banker calls it."""

import re
import time
from collections.abc import Callable

from companion.journal.record import Record
from companion.table.live_game import LiveGame

_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_MINUTES = re.compile(r"(\d{1,3}) ?min\w*")
_DAY_S = 24 * 3600


class AgreedEnd:
    """Says once for each game that its agreed end has come; again if the call is taken back."""

    def __init__(self) -> None:
        self._timed: LiveGame | None = None  # whose agreed end is known
        self._ends: float | None = None  # that end, seconds since 1970; None: nobody can tell
        self._said = False

    def tick(self, game: LiveGame | None, wall: float, say: Callable[..., None]) -> None:
        """Say it if it is time; *wall* in seconds since 1970."""
        if game is None:
            return
        if game is not self._timed:
            self._timed, self._ends = game, agreed_end(game.records()[0], game.state.ends)
            self._said = False
        if self._ends is None or wall < self._ends:
            return
        called = game.state.time_called or bool(game.state.winners)
        if not called and not self._said:
            say("time-agreed", ends=game.state.ends)
        self._said = not called


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
