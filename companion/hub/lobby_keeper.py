"""Keeps the lobby up to date, in a thread of its own that nothing ends."""

import logging
import threading
import time
from collections.abc import Callable

from companion.errors import CompanionError
from companion.hub.lobby import Lobby
from companion.table.feed import Feed

REST_S = 0.5
"""So long it rests after each look: what comes meanwhile is read at once."""
LOOK_S, AWAY_S = 20.0, 1.0
"""It looks so often though no bell has rung; so often while the database is away."""
TELL_S = 60.0
"""Pages look anew so often though nothing came: how long ago is told in minutes."""

_log = logging.getLogger(__name__)


class LobbyKeeper:
    """Reads what is new when the bell rings, and lets the pages know.

    Args:
        lobby: what is read.
        clock: seconds since 1970.
    """

    def __init__(self, lobby: Lobby, clock: Callable[[], float] = time.time) -> None:
        self.lobby, self._clock = lobby, clock
        self.feed = Feed()
        """Tells the pages: each news is the number of a look that found something."""
        self.away: CompanionError | None = None
        """Why nothing new is read; what was read before is still there."""
        self._rung, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="lobby", daemon=True)
        self._telling = threading.Lock()
        self._news, self._told = 0, time.monotonic()

    def now(self) -> float:
        """Return the time, seconds since 1970."""
        return self._clock()

    def ring(self) -> None:
        """Look soon."""
        self._rung.set()

    def start(self) -> None:
        """Begin; the first look is made before it returns, if the database is there."""
        self.look()
        self._thread.start()

    def stop(self) -> None:
        """End it, and all streams."""
        self._ended.set()
        self._rung.set()
        self._thread.join()
        self.feed.close()

    def look(self) -> None:
        """Read what is new, and say so; a database that is away is said as well."""
        was = self.away
        try:
            is_news = self.lobby.refresh(lambda: not self._ended.is_set())
            self.away = None
        except CompanionError as error:
            is_news, self.away = False, error.kept()
            if was is None:
                _log.warning("%s", error)
        if is_news or (was is None) != (self.away is None):
            self.tell()

    def tell(self) -> None:
        """Have all pages look anew."""
        with self._telling:
            self._news, self._told = self._news + 1, time.monotonic()
            self.feed.announce("club", 0, self._news)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._rung.wait(AWAY_S if self.away else LOOK_S)
            self._rung.clear()
            if self._ended.is_set():
                return
            try:
                self.look()
                if time.monotonic() - self._told >= TELL_S:
                    self.tell()
            except Exception:  # noqa: BLE001  # the lobby goes on, whatever one look finds
                _log.exception("a look at the records failed")
            self._ended.wait(REST_S)
