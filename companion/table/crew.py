"""Threads that many tables share: none of them has one of its own.

A table is turned by one thread at a time, when it asks for it and when something has come for it.
"""

import heapq
import logging
import threading
import time
from itertools import count
from typing import Protocol

REST_S = 0.2
"""So long a table is left alone after a mistake of its clock: it may make it again at once."""

_log = logging.getLogger(__name__)


class Turning(Protocol):
    """What a crew does work for."""

    def turn(self) -> float:
        """Do what is due; return when the next turn is wanted, in seconds of `time.monotonic`.

        Infinity: no more, it has stopped.
        """
        ...


class _Place:
    """A table in the crew's hands."""

    def __init__(self, table: Turning) -> None:
        self.table = table
        self.due = 0.0
        self.is_turned = False  # by one of the threads, now
        self.is_woken = False  # meanwhile something came for it


class Crew:
    """Some threads for many tables.

    Args:
        threads: how many tables can be worked for at once.
    """

    def __init__(self, threads: int) -> None:
        self._changed = threading.Condition()
        self._places: dict[Turning, _Place] = {}
        self._due: list[tuple[float, int, _Place]] = []  # also such as were put forward since
        self._numbers = count()
        self._is_over = False
        self._threads = [
            threading.Thread(target=self._work, name=f"crew {n + 1}", daemon=True)
            for n in range(threads)
        ]

    def start(self) -> None:
        """Start the threads."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End the threads; tables that are turned now are turned to the end."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def take_on(self, table: Turning) -> None:
        """Turn a table from now on, until it wants no more."""
        with self._changed:
            self._places[table] = place = _Place(table)
            self._put(place, time.monotonic())

    def wake(self, table: Turning) -> None:
        """Turn a table at once: something has come for it."""
        with self._changed:
            place = self._places.get(table)
            if place is None:
                return
            if place.is_turned:
                place.is_woken = True
            else:
                self._put(place, time.monotonic())

    def _put(self, place: _Place, due: float) -> None:
        place.due = due
        heapq.heappush(self._due, (due, next(self._numbers), place))
        self._changed.notify()

    def _work(self) -> None:
        while (place := self._next()) is not None:
            try:
                due = place.table.turn()
            except Exception:  # noqa: BLE001  # one table's mistake never ends the others
                _log.exception("a table made a mistake")
                due = time.monotonic() + REST_S
            with self._changed:
                place.is_turned = False
                if due == float("inf"):
                    del self._places[place.table]
                    continue
                self._put(place, time.monotonic() if place.is_woken else due)
                place.is_woken = False

    def _next(self) -> _Place | None:
        """Wait for the next table that is due; None when it is over."""
        with self._changed:
            while not self._is_over:
                now = time.monotonic()
                if self._due and self._due[0][0] <= now:
                    due, _, place = heapq.heappop(self._due)
                    if due == place.due and not place.is_turned:  # else it was put elsewhere since
                        place.is_turned = True
                        return place
                    continue
                self._changed.wait(self._due[0][0] - now if self._due else None)
        return None
