"""Somebody who wants the pages to stop: many requests that are begun and never end."""

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from urllib.parse import urlsplit

from web.shared.context import COOKIE

HEAD = b"GET /join HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
"""Of a request whose head never ends."""

BODY = (
    b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9999\r\n\r\nname="
)
"""Of a request whose body never ends."""

DRIP_S = 0.5
PATIENCE_S = 30.0


class Flood:
    """Connections that send a byte now and then; one that was cut off is opened anew."""

    def __init__(self, url: str, begun: bytes, count: int, sources: Sequence[str]) -> None:
        parts = urlsplit(url)
        self._to, self._begun = (parts.hostname or "", parts.port or 80), begun
        self._sources = [sources[n % len(sources)] for n in range(count)]
        self._lines: list[socket.socket | None] = [None] * count
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        """Open all of them, then let them drip."""
        self._drip()
        self._thread.start()

    def stop(self) -> None:
        """Close all of them."""
        self._over.set()
        self._thread.join()
        for line in self._lines:
            if line is not None:
                line.close()

    def _run(self) -> None:
        while not self._over.wait(DRIP_S):
            self._drip()

    def _drip(self) -> None:
        for n, source in enumerate(self._sources):
            line = self._lines[n]
            try:
                if line is None:
                    line = socket.create_connection(self._to, PATIENCE_S, (source, 0))
                    self._lines[n] = line
                    line.sendall(self._begun)
                else:
                    line.sendall(b"x")
            except OSError:  # cut off: once more at the next drip
                self._lines[n] = None
                if line is not None:
                    line.close()


@contextmanager
def flood(
    url: str, begun: bytes, count: int, sources: Sequence[str] = ("127.0.0.2",)
) -> Iterator[None]:
    """Hold *count* half-sent requests open from *sources*."""
    attack = Flood(url, begun, count, sources)
    attack.start()
    try:
        yield
    finally:
        attack.stop()


def asked(url: str, path: str, token: str = "", *, patience_s: float = PATIENCE_S) -> int:
    """Return the status of a page that is asked for over a line of its own; 0: none came."""
    parts = urlsplit(url)
    line = HTTPConnection(parts.hostname or "", parts.port, timeout=patience_s)
    with suppress(OSError):
        line.request("GET", path, headers={"Cookie": f"{COOKIE}={token}"} if token else {})
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer.status
    line.close()
    return 0


def waits(url: str, path: str, token: str, *, seconds: float) -> list[float]:
    """Return how long a page was waited for, again and again, ascending."""
    took: list[float] = []
    end = time.monotonic() + seconds
    while (began := time.monotonic()) < end:
        asked(url, path, token)
        took.append(time.monotonic() - began)
        time.sleep(0.05)
    return sorted(took)
