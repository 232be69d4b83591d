"""Requests as they arrive: each comes whole before it costs a thread, and is let in by turns.

Cheroot gives a connection to a thread as soon as a byte has come, and the thread waits for the
rest. Here its selector takes the bytes in, so who sends half a request holds a socket and nothing
else. Threads are shared out by whoever asks: a phone with a seat, the banker's, or an address.
A large body is taken in from a known phone alone, and only while there is room: until then the
rest of it waits in the sender's own memory.
"""

import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from cheroot import server

from web.server import bodies
from web.server.arriving import Arriving, Head, Request

PIECE = 32 * 1024  # bytes taken in at once
SLOWEST = 16 * 1024  # bytes a second: who reads an answer slower than that is cut off

OF_A_PHONE, OF_AN_ADDRESS = 6, 2
"""Threads that one phone with a seat, or one address without, has at once."""
OF_STRANGERS = 5
"""Threads that all who hold no seat have at once; the others are kept for seats and banker."""
LINES_OF_ONE, LINES = 48, 384
"""Connections of one address, and of all; for one more the oldest that only waits is cut off."""

WHERE, ROUTER = "/where/", "router"
"""What a router's own questions begin with; and who asks them."""


class Sending:
    """Writes answers; each has a limit of time that grows with its length alone."""

    bytes_written = 0  # cheroot's statistics ask for it

    def __init__(self, to: socket.socket, patience_s: float) -> None:
        self._to, self._patience = to, patience_s
        self._until: float | None = None

    def begin(self) -> None:
        """Let the time of a new answer begin with its first byte."""
        self._until = None

    def write(self, piece: bytes) -> int:
        """Send all of it.

        Raises:
            TimeoutError: it is read too slowly.
        """
        until = (self._until or time.monotonic() + self._patience) + len(piece) / SLOWEST
        self._until, left = until, memoryview(piece)
        while left:  # over TLS `sendall` would have so long for each record
            self._to.settimeout(max(until - time.monotonic(), 0.001))
            try:
                left = left[self._to.send(left) :]
            except TimeoutError:  # over TLS it has other words, which cheroot does not know
                raise TimeoutError("timed out") from None
        return len(piece)


class Connection(server.HTTPConnection):
    """One connection. Its bytes are taken in by the selector's thread, answered by another."""

    RequestHandlerClass = Request
    source = ""  # who asks: a phone's key, or an address
    asks_for = ""  # the address for which a router asks; nothing where nobody stands between
    is_strange = True  # whether no seat, nor the banker, asks
    is_inside = False  # whether a request of it waits for a thread, or has one
    large_at = ""  # the address to which it brings a large body

    def __init__(self, host: Any, to: socket.socket, _makefile: object = None) -> None:
        def file(_to: socket.socket, mode: str, _size: int) -> Arriving | Sending:
            return Arriving() if "r" in mode else Sending(to, host.timeout)

        super().__init__(host, to, file)
        self._waits_since = time.time()

    @property
    def address(self) -> str:
        """The address from which is asked, as far as anybody may be believed."""
        return self.asks_for or str(self.remote_addr)

    @property
    def last_used(self) -> float:
        """Since when it waits for the rest of a request, or for the next; cheroot cuts it off.

        Over TLS a byte may come that makes no request, of a handshake for one: that is no use.
        """
        return self._waits_since

    @last_used.setter
    def last_used(self, _now: float) -> None:
        """Let cheroot, which sets it with whatever comes, have no say in it."""

    def take_in(self) -> bool:
        """Take in what has come; return whether the line is still good."""
        self.socket.settimeout(0)
        try:
            piece = self.socket.recv(PIECE)
        except BlockingIOError:
            return True
        except OSError:
            return False
        if not self.rfile.has_begun:
            self._waits_since = time.time()
        self.rfile.add(piece)
        return bool(piece)

    def let(self, *, come: bool) -> None:
        """Take in a large body, or none; its time grows with its length."""
        if come and self.rfile.head:
            self._waits_since = time.time() + self.rfile.head.body / bodies.SLOWEST
        self.rfile.let(come=come)

    def cut_off(self) -> None:
        """End it from this side; the selector finds it ended."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def communicate(self) -> bool:
        """Answer the request that is open; return whether the line stays."""
        try:
            return bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            self._waits_since = time.time()
            self.server.arrivals.leave(self)

    def close(self) -> None:
        """Close it, unless a stream of events has taken it over."""
        self.server.arrivals.forget(self)
        super().close()


class Arrivals:
    """Lets whole requests in, so many of each at once; the others of the same wait their turn.

    Args:
        known: returns the key of who asks, by what a head shows; nothing of a stranger's.
        let_in: gives a line to a thread.
        wait_for: waits for more over a line.
        routers: the addresses of those who say for whom they ask, and are believed.
    """

    def __init__(
        self,
        known: Callable[[Head], str],
        let_in: Callable[[Connection], None],
        wait_for: Callable[[Connection], None],
        routers: Collection[str] = (),
    ) -> None:
        self._known, self._let_in, self._wait_for = known, let_in, wait_for
        self._routers = frozenset(routers)
        self._lock = threading.Lock()
        self._lines: dict[str, dict[Connection, None]] = {}  # by address, the oldest first
        self._waiting: dict[str, deque[Connection]] = {}  # by source, whose turn it is first
        self._inside: Counter[str] = Counter()  # by source
        self._strangers = 0  # of them
        self._large: set[Connection] = set()  # which bring a large body
        self._held: deque[Connection] = deque()  # which would, and there is no room

    def come(self, line: Connection) -> bool:
        """Take in what has come over a line; return whether more must be waited for."""
        self._count_in(line)
        if not line.rfile.has_data():
            good = line.take_in()
            if good and line.rfile.asks and not self._let_come(line):
                return False
            if not line.rfile.has_data():
                if not good:
                    line.close()
                return good
        head = line.rfile.open_next()
        is_routed = str(line.remote_addr) in self._routers
        line.asks_for = head.forwarded if is_routed else ""
        phone = ROUTER if is_routed and head.path.startswith(WHERE) else self._known(head)
        line.wfile.begin()
        with self._lock:
            line.is_inside, line.is_strange = True, not phone
            line.source = phone or line.address
            self._waiting.setdefault(line.source, deque()).append(line)
        self._go_on()
        return False

    def _let_come(self, line: Connection) -> bool:
        """Let a large body come, or not; return False if it has to wait for room."""
        head = line.rfile.head
        phone = self._known(head) if head else ""
        if not head or not phone:
            line.let(come=False)
            return True
        with self._lock:
            place = bodies.place_of(head.path)
            there = [other for other in self._large if other.large_at == place]
            own = sum(other.source == phone for other in there)
            if len(there) >= bodies.AT_ONCE or own >= bodies.AT_ONCE_OF_A_PHONE:
                self._held.append(line)
                return False
            self._large.add(line)
            line.large_at, line.source = place, phone
        line.let(come=True)
        return True

    def leave(self, line: Connection) -> None:
        """Let the next one in: a line's request is answered."""
        with self._lock:
            line.is_inside = False
            self._strangers -= line.is_strange
            self._inside[line.source] -= 1
            self._inside += Counter()  # forget who has none
        self._make_room(line)
        self._go_on()

    def forget(self, line: Connection) -> None:
        """Count a line no more: it is closed, or carries a stream."""
        with self._lock:
            address = str(line.remote_addr)
            theirs = self._lines.get(address, {})
            theirs.pop(line, None)
            if not theirs:
                self._lines.pop(address, None)
        self._make_room(line)

    def _make_room(self, line: Connection) -> None:
        """Let those who wait try again: a line brings no large body any more."""
        with self._lock:
            if line not in self._large:
                return
            self._large.discard(line)
            held, self._held = self._held, deque()
        for other in held:
            if self._let_come(other):
                self._wait_for(other)

    def close(self) -> None:
        """Close what has not been let in: the server stops."""
        with self._lock:
            left = [line for lines in self._waiting.values() for line in lines]
            left += self._held
            self._waiting.clear()
            self._held.clear()
        for line in left:
            line.close()

    def _go_on(self) -> None:
        while (line := self._next()) is not None:
            self._let_in(line)

    def _next(self) -> Connection | None:
        """Return who is let in now; the source then is the last of all."""
        with self._lock:
            for source, lines in self._waiting.items():
                if self._has_room(lines[0]):
                    line = lines.popleft()
                    del self._waiting[source]
                    if lines:
                        self._waiting[source] = lines
                    self._inside[source] += 1
                    self._strangers += line.is_strange
                    return line
        return None

    def _has_room(self, line: Connection) -> bool:
        own = self._inside[line.source]
        if not line.is_strange:
            return own < OF_A_PHONE
        return own < OF_AN_ADDRESS and self._strangers < OF_STRANGERS

    def _count_in(self, line: Connection) -> None:
        """Note a new line; where there are too many, cut off the oldest that only waits."""
        with self._lock:
            theirs = self._lines.setdefault(str(line.remote_addr), {})
            if line in theirs:
                return
            theirs[line] = None
            gone = None
            if len(theirs) > LINES_OF_ONE and str(line.remote_addr) not in self._routers:
                gone = _oldest(theirs, line)
            elif sum(map(len, self._lines.values())) > LINES:
                gone = _oldest(max(self._lines.values(), key=len), line)
        if gone is not None:
            gone.cut_off()


def _oldest(lines: dict[Connection, None], fresh: Connection) -> Connection | None:
    """Return the oldest line that only waits; a stranger's, if there is one."""
    idle = [line for line in lines if not line.is_inside and line is not fresh]
    return next((line for line in idle if line.is_strange), next(iter(idle), None))
