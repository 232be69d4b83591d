"""One-time codes that bring a seat to another phone.

They live two minutes and in memory alone: a restart ends them. With 40 random bits nobody guesses
one in that time, so wrong ones need no penalty that a prankster could bring upon others.
"""

import secrets
import threading
import time
from collections.abc import Callable

import msgspec

from companion.words import Seat

LIFE_S = 120.0
LENGTH = 8
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters that are not mistaken for one another."""

READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
MOST = 64
"""So many live at once; of more, the oldest are void."""


class SeatCode(msgspec.Struct, frozen=True):
    """What brings *seat* to the phone that gives it."""

    text: str
    seat: Seat
    share: bool  # the phones that hold it keep it
    maker: str  # key of the phone that asked for it
    ends: float  # monotonic seconds

    @property
    def shown(self) -> str:
        """The code as it is read aloud: two groups of four."""
        return f"{self.text[:4]}-{self.text[4:]}"


class Codes:
    """The codes that live now."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._live: tuple[SeatCode, ...] = ()

    def make(self, seat: Seat, maker: str, *, share: bool) -> SeatCode:
        """Return a new code for a seat; an older one of the same phone for it is void."""
        text = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        code = SeatCode(text, seat, share, maker, self._clock() + LIFE_S)
        with self._lock:
            others = [o for o in self._lasting() if (o.seat, o.maker) != (seat, maker)]
            self._live = (*others, code)[-MOST:]
        return code

    def of(self, maker: str) -> SeatCode | None:
        """Return the newest living code that a phone has asked for."""
        return next((one for one in reversed(self._lasting()) if one.maker == maker), None)

    def find(self, typed: str) -> SeatCode | None:
        """Return the living code that somebody has typed, however it is spaced."""
        text = "".join(letter for letter in typed.upper() if letter.isalnum()).translate(READ_AS)
        return next((one for one in self._lasting() if one.text == text), None)

    def spend(self, code: SeatCode) -> bool:
        """Make a code void; return whether it was still alive: two phones cannot use one."""
        with self._lock:
            alive = code in self._lasting()
            self._live = tuple(one for one in self._live if one != code)
            return alive

    def seconds_left(self, code: SeatCode) -> float:
        """Return how long a code lives on, in seconds."""
        return max(0.0, code.ends - self._clock())

    def _lasting(self) -> tuple[SeatCode, ...]:
        now = self._clock()
        return tuple(one for one in self._live if one.ends > now)
