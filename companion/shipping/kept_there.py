"""An answer counts only once the club's hub has it too, where the club wants that of a table."""

import logging
import threading
import time
from collections.abc import Callable

from companion.table.answers import Accepted

PATIENCE_S = 5.0
"""So long whoever asked for something waits for the hub, after it is on this disk."""

_log = logging.getLogger(__name__)


class KeptThere:
    """What waits for the hub, and since when it lacks something.

    Only whoever asked waits, never the table's writer, and each once. As soon as something is late
    nobody waits any more, until the hub has all of the game: play goes on while it is away.

    Args:
        tell: has all pages look anew.
        wall: seconds since 1970.
    """

    def __init__(self, tell: Callable[[], None], wall: Callable[[], float] = time.time) -> None:
        self._tell, self._wall = tell, wall
        self._changed = threading.Condition()
        self._there: dict[str, int] = {}  # the last record that the hub has, by the game's name
        self._is_away = False
        self.wanted = False
        """Whether the club wants it; set it by `want`."""
        self.late_since: float | None = None
        """Since when the hub lacks something that was booked here, seconds since 1970."""

    def wait(self, answer: Accepted) -> None:
        """Return once the hub has what was booked, or it is late."""
        with self._changed:
            if self.wanted and self.late_since is None:
                self._changed.wait_for(lambda: self._is_over(answer), PATIENCE_S)
            if not self.wanted or self._has(answer) or self.late_since is not None:
                return
            self.late_since = self._wall()
        _log.warning("booked here, and not yet at the hub: number %d", answer.seq)
        self._tell()

    def want(self, *, wanted: bool) -> None:
        """Set whether the club wants it."""
        with self._changed:
            if wanted == self.wanted:
                return
            self.wanted = wanted
            is_news = not wanted and self.late_since is not None
            self.late_since = self.late_since if wanted else None
            self._changed.notify_all()
        if is_news:
            self._tell()

    def came(self, game: str, seq: int, *, last: bool) -> None:
        """Note how far the hub has a game; *last*: whether that is all that was booked in it."""
        with self._changed:
            self._there[game], self._is_away = seq, False
            is_news = last and self.late_since is not None
            if last:
                self.late_since = None
            self._changed.notify_all()
        if is_news:
            self._tell()

    def lost(self, behind: int) -> None:
        """Note that the hub is away, and how many records of the game that is played it lacks."""
        with self._changed:
            self._is_away = True
            if self.wanted and behind and self.late_since is None:
                self.late_since = self._wall()
            self._changed.notify_all()

    def _is_over(self, answer: Accepted) -> bool:
        return self._has(answer) or self._is_away or not self.wanted

    def _has(self, answer: Accepted) -> bool:
        return self._there.get(answer.game, 0) >= answer.seq
