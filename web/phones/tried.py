"""The wrong tries of a PIN: how many there were, and who has to wait for them how long."""

import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from companion.tries import HOUR_S, wait_after

MOST = 60
"""Wrong tries in an hour of the clock, of all together: so all six digits last two years."""


class WrongPins(msgspec.Struct, frozen=True):
    """What is kept of wrong tries."""

    hour: int = 0  # of the clock, the newest in which there was one
    in_hour: int = 0  # of all together
    of: dict[str, int] = {}  # in a row, by who asked


class PinWait(NamedTuple):
    """So long no try is taken of somebody."""

    seconds: float = 0.0
    of_all: bool = False  # nobody's is taken: all together have tried too often


class PinTries:
    """Says who has to wait for wrong tries; who keeps them is told what to keep.

    After a restart every wait begins anew, and the hour goes on: pulling the plug gives no try
    back. A clock that was set back makes wait no longer than to the end of its hour.

    Args:
        wrong: those that were kept.
        clock: monotonic seconds.
        wall: the time of day, in seconds.
    """

    def __init__(
        self,
        wrong: WrongPins,
        *,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._clock, self._wall = clock, wall
        self.begin_with(wrong)

    def begin_with(self, wrong: WrongPins) -> None:
        """Go on from what was kept; who has to wait begins to now."""
        now = self._clock()
        self._wrong = wrong
        self._open_at = {who: now + wait_after(failures) for who, failures in wrong.of.items()}

    def wait(self, asker: str) -> PinWait:
        """Return how long no try of somebody is taken."""
        if self._hours(MOST):
            return PinWait(HOUR_S - self._wall() % HOUR_S, of_all=True)
        return PinWait(max(0.0, self._open_at.get(asker, 0.0) - self._clock()))

    def with_one_more(self, asker: str) -> WrongPins:
        """Return what is to be kept before a try is judged, as if it were wrong.

        With a new hour those are forgotten who need not wait any more, so the list stays short.
        """
        hour, of = self._wrong.hour, self._wrong.of
        in_hour = self._wrong.in_hour
        if not self._hours(0):
            hour, in_hour = int(self._wall() // HOUR_S), 0
            of = {who: wrong for who, wrong in of.items() if self._open_at[who] > self._clock()}
        return WrongPins(hour, in_hour + 1, of | {asker: of.get(asker, 0) + 1})

    def without(self, asker: str) -> WrongPins:
        """Return what is to be kept when a try was right: the wrong ones of who asked are none."""
        of = {who: wrong for who, wrong in self._wrong.of.items() if who != asker}
        return WrongPins(self._wrong.hour, max(0, self._wrong.in_hour - 1), of)

    def keep(self, wrong: WrongPins, asker: str) -> None:
        """Count from now on what was kept of somebody's try."""
        self._wrong = wrong
        self._open_at = {who: at for who, at in self._open_at.items() if who in wrong.of}
        if asker in wrong.of:
            self._open_at[asker] = self._clock() + wait_after(wrong.of[asker])

    def _hours(self, tries: int) -> bool:
        """Return whether what was counted is of this hour, and at least so many."""
        return self._wrong.hour >= self._wall() // HOUR_S and self._wrong.in_hour >= tries
