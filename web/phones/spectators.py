"""Who only looks on: few of one address, remembered while the companion runs, never on disk."""

import secrets
import threading
import time
from collections.abc import Callable

from web.phones.chairs import hashed

OF_AN_ADDRESS, MOST = 3, 24
"""Phones that look on, of one address and of all; for one more the oldest is forgotten."""

AWAY_S = 3600.0
"""So long an address that the banker sent away does not look on again."""


class Spectators:
    """The phones that look on. Forgotten ones still see what any browser may see.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._addresses: dict[str, str] = {}  # by the phone's key, the oldest first
        self._away: dict[str, float] = {}  # until when, by address

    def __len__(self) -> int:
        return len(self._addresses)

    def __contains__(self, key: str) -> bool:
        return key in self._addresses

    def begin(self, address: str) -> str | None:
        """Let one more phone look on; return its cookie, or None if the banker sent it away."""
        if self.is_away(address):
            return None
        token = secrets.token_urlsafe(32)
        with self._lock:
            theirs = [key for key, other in self._addresses.items() if other == address]
            if len(theirs) >= OF_AN_ADDRESS:
                del self._addresses[theirs[0]]
            elif len(self._addresses) >= MOST:
                del self._addresses[next(iter(self._addresses))]
            self._addresses[hashed(token)] = address
        return token

    def is_away(self, address: str) -> bool:
        """Return whether the banker has sent an address away."""
        return self._clock() < self._away.get(address, 0.0)

    def leave(self, key: str) -> None:
        """Let a phone look on no more: it plays, or is the banker's."""
        with self._lock:
            self._addresses.pop(key, None)

    def send_away(self) -> tuple[str, ...]:
        """Send all of them away; return their keys."""
        until = self._clock() + AWAY_S
        with self._lock:
            gone = tuple(self._addresses)
            self._away |= dict.fromkeys(self._addresses.values(), until)
            self._addresses.clear()
        return gone
