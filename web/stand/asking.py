"""Phones that ask to be the camera: few, one of each address, as long as their page is open."""

import threading
import time
from collections.abc import Callable

import msgspec

MOST = 4
"""Phones that ask at once; who comes then is told to wait."""

GONE_S = 20.0
"""A page that has not looked for so long is closed."""

AWAY_S = 60.0
"""So long an address to which the banker said no does not ask again."""

MOST_AWAY = 64
"""Addresses of which a no is remembered; the oldest is forgotten for one more."""


class Asks(msgspec.Struct, frozen=True):
    """A phone that asks."""

    key: str
    address: str

    @property
    def id(self) -> str:
        """What a form calls it."""
        return self.key[:12]

    @property
    def number(self) -> int:
        """What it shows, so that the banker knows which phone it is: 10 to 99."""
        return number_of(self.key)


def number_of(key: str) -> int:
    """Return the number that a phone shows while it asks."""
    return 10 + int(key[:8] or "0", 16) % 90


class Asking:
    """Who asks now.

    Args:
        on_change: called when somebody asks who did not before.
        clock: monotonic seconds.
    """

    def __init__(
        self, on_change: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._on_change, self._clock = on_change, clock
        self._lock = threading.Lock()
        self._asks: dict[str, Asks] = {}  # by the phone's key, the oldest first
        self._seen: dict[str, float] = {}  # when its page looked last, by key
        self._away: dict[str, float] = {}  # until when, by address

    @property
    def all(self) -> tuple[Asks, ...]:
        """Who asks now, the oldest first."""
        with self._lock:
            self._drop_who_has_gone()
            return tuple(self._asks.values())

    def __contains__(self, key: str) -> bool:
        with self._lock:
            return key in self._asks

    def may(self, address: str) -> bool:
        """Return whether a phone of an address may ask: it was not sent away, and there is room."""
        with self._lock:
            self._drop_who_has_gone()
            there = any(one.address == address for one in self._asks.values())
            return self._clock() >= self._away.get(address, 0.0) and (
                there or len(self._asks) < MOST
            )

    def ask(self, key: str, address: str) -> None:
        """Let a phone ask that may; an earlier one of its address asks no more."""
        with self._lock:
            theirs = [other for other, one in self._asks.items() if one.address == address]
            for other in theirs:
                del self._asks[other]
            self._asks[key], self._seen = Asks(key, address), {**self._seen, key: self._clock()}
            self._drop_who_has_gone()
        if not theirs:
            self._on_change()

    def look(self, key: str) -> None:
        """Note that the page of a phone that asks is still open."""
        with self._lock:
            if key in self._asks:
                self._seen[key] = self._clock()

    def find(self, id_: str) -> Asks | None:
        """Return who asks, by what a form calls it."""
        return next((one for one in self.all if one.id == id_), None)

    def answered(self, asks: Asks, *, no: bool) -> None:
        """Let a phone ask no more: the banker has answered."""
        with self._lock:
            self._asks.pop(asks.key, None)
            if no:
                self._away[asks.address] = self._clock() + AWAY_S
                while len(self._away) > MOST_AWAY:
                    del self._away[next(iter(self._away))]
        self._on_change()

    def _drop_who_has_gone(self) -> None:
        now = self._clock()
        for key in [k for k in self._asks if now - self._seen.get(k, now) > GONE_S]:
            del self._asks[key]
        self._seen = {key: at for key, at in self._seen.items() if key in self._asks}
