"""The live streams of many tables, all written by one thread that sleeps while nothing happens."""

import threading
import time
from collections.abc import Callable
from functools import partial
from weakref import WeakSet

from web.server.live import Streams


class Writer:
    """Writes to the streams of all tables that it has taken on.

    A table costs nothing while nobody has a page of it open. Who has, is looked at when the table
    has news, and so often that no heartbeat comes late.

    Args:
        look_s: seconds between two looks at a table of which nothing is heard.
        most: pages of all tables that may be open; one more is told so, and asks now and then.
        clock: monotonic seconds.
    """

    def __init__(
        self, look_s: float, most: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._look_s, self._most, self._clock = look_s, most, clock
        self._lines: WeakSet[Streams] = WeakSet()  # of all that it has taken on
        self._changed = threading.Condition()
        self._roused: dict[Streams, None] = {}  # the longest waiting first
        self._looks: dict[Streams, float] = {}  # with pages open: when to look, the soonest first
        self._is_closed = False

    def take_on(self, streams: Streams) -> None:
        """Write to a table's streams from now on, until they are over."""
        with self._changed:
            self._lines.add(streams)
        streams.has_room = self._has_room
        rouse = partial(self._rouse, streams)
        streams.on_news = streams.feed.on_news = rouse
        rouse()

    def run(self) -> None:
        """Write until it is closed; what was to be written before that is."""
        is_last = False
        while not is_last:
            with self._changed:
                self._changed.wait_for(lambda: self._roused or self._is_closed, self._pause())
                due, is_last = self._due(), self._is_closed
            for streams in due:
                self._go_on(streams)

    def close(self) -> None:
        """Let `run` return once it has written what is due."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def _has_room(self) -> bool:
        with self._changed:
            return sum(one.lines for one in self._lines) < self._most

    def _rouse(self, streams: Streams) -> None:
        with self._changed:
            self._roused[streams] = None
            self._changed.notify_all()

    def _pause(self) -> float | None:
        """Return the seconds until a table is to be looked at; None: no page is open anywhere."""
        soonest = next(iter(self._looks.values()), None)
        return None if soonest is None else max(soonest - self._clock(), 0.0)

    def _due(self) -> list[Streams]:
        due, self._roused, now = self._roused, {}, self._clock()
        for streams, at in self._looks.items():
            if at > now:
                break
            due[streams] = None
        return list(due)

    def _go_on(self, streams: Streams) -> None:
        """Write what is due to one table's streams; the last of one that is over."""
        if streams.is_over and not streams.is_closed:
            streams.end_all()
        streams.go_on()
        with self._changed:
            self._looks.pop(streams, None)
            if streams.lines:
                self._looks[streams] = self._clock() + self._look_s  # later than all others
