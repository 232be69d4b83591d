"""The tables of a worker, as its web server sees them."""

import re
import threading
from typing import Protocol
from weakref import WeakSet

from web.server.arriving import Head
from web.server.many_streams import Writer
from web.shared.context import Context

PREFIX = "/t/"
"""What the addresses of a table begin with, before its key."""

STATIC = f"{PREFIX}static"
"""Where the hall has its styles and scripts: a router leads to us only what begins as tables do."""

LOOK_S = 1.0
"""So often it is looked whether pages are still open of which nothing is heard."""

_ADDRESS = re.compile(rf"(?!{STATIC}/){PREFIX}([\w-]{{1,40}})(/.*)", re.ASCII | re.DOTALL)


class Rooms(Protocol):
    """Where tables are had."""

    def of(self, key: str) -> Context | None:
        """Return the table with a key, woken if it slept; None: there is none.

        It takes no more than the moment, and may be asked by many threads at once.

        Raises:
            CompanionError, OSError: it cannot be had here and now: the database is away, or another
                worker goes on with it.
        """
        ...

    def awake(self, key: str) -> Context | None:
        """Return the table with a key if it is awake here; asks nobody."""
        ...


class Hosted:
    """What the server wants of the app of many tables (`web.server.serve.Served`).

    Args:
        rooms: where tables are had.
        pages: of all tables that may be open at once.
    """

    def __init__(self, rooms: Rooms, pages: int) -> None:
        self._rooms = rooms
        self._lock = threading.Lock()
        self._known: WeakSet[Context] = WeakSet()
        self._stopping = False
        self.streams = Writer(LOOK_S, pages)
        """Writes to the pages of all tables."""

    def of(self, key: str) -> Context | None:
        """Return a table as `Rooms.of` does; its pages are written to from then on.

        Raises:
            CompanionError, OSError: it cannot be had here and now.
        """
        context = self._rooms.of(key)
        if context is not None and context not in self._known:
            self._take_on(context)
        return context

    def known(self, head: Head) -> str:
        """Return the key of the phone that asks, if it has a place at a table that is awake."""
        key, _rest = parted(head.path)
        context = self._rooms.awake(key) if key else None
        return context.known(head) if context is not None else ""

    def stop(self) -> None:
        """Refuse commands at all tables and end all streams; the server can then be stopped."""
        with self._lock:
            self._stopping = True
            known = list(self._known)
        for context in known:
            context.stop()
        self.streams.close()

    def _take_on(self, context: Context) -> None:
        with self._lock:
            if context in self._known:
                return
            self._known.add(context)
            is_late = self._stopping
        self.streams.take_on(context.streams)
        context.follower.begin()
        if is_late:
            context.stop()


def parted(path: str) -> tuple[str, str]:
    """Return a table's key, and what stands after it from its slash on; nothing of another path."""
    found = _ADDRESS.fullmatch(path)
    return (found[1], found[2]) if found else ("", "")
