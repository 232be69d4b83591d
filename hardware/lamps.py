"""Switches lamps in the rhythm of their patterns."""

import logging
import threading
import time
from collections.abc import Callable

from hardware.loop import JOIN_S
from hardware.pace import Clock
from hardware.patterns import OFF, Pattern
from hardware.pulse import Pulse

ROUND_S = 1.0
"""The thread goes round at least this often, so that one sees that it lives."""

_log = logging.getLogger(__name__)


class Lamp:
    """A lamp, what it shows, and since when.

    Args:
        switch: turns the lamp on (True) or off.
    """

    def __init__(self, switch: Callable[[bool], None]) -> None:
        self.switch = switch
        self.pattern, self.since = OFF, 0.0
        self.once, self.once_since = OFF, 0.0  # what it shows over that, for one period
        self.lit = False


class LampClock:
    """One thread that switches all lamps; it rests while none is due.

    Args:
        clock: the monotonic clock.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._lamps: list[Lamp] = []
        self._changed = threading.Condition()
        self._closed = False
        self._thread: threading.Thread | None = None
        self.pulse: Pulse | None = None
        """Of the thread, once there is one."""

    def add(self, lamp: Lamp) -> None:
        """Take care of one more lamp."""
        with self._changed:
            self._lamps.append(lamp)

    def show(self, lamp: Lamp, pattern: Pattern) -> None:
        """Let a lamp show a pattern from now on; what it shows already goes on in its rhythm."""
        with self._changed:
            if self._closed or lamp.pattern == pattern:
                return
            lamp.pattern, lamp.since = pattern, self._clock()
            self._go()

    def flash(self, lamp: Lamp, pattern: Pattern) -> None:
        """Let a lamp show a pattern once; then what it showed goes on in its rhythm."""
        with self._changed:
            if self._closed:
                return
            lamp.once, lamp.once_since = pattern, self._clock()
            self._go()

    def _go(self) -> None:
        """Switch what is due, and have the thread go on; begin it with the first pattern."""
        self.step()
        self._changed.notify()
        if self._thread is None:
            self.pulse = Pulse()
            self._thread = threading.Thread(target=self._run, name="lamps", daemon=True)
            self._thread.start()

    def step(self) -> float | None:
        """Switch what is due; return the seconds until something is due again, if ever."""
        soonest: int | None = None
        for lamp in self._lamps:
            pattern, ms = self._shown(lamp)
            lit = pattern.lit(ms)
            if lit != lamp.lit:
                lamp.lit = lit
                try:
                    lamp.switch(lit)
                except Exception:  # noqa: BLE001  # one lamp's mistake may not put out the others
                    _log.exception("a lamp cannot be switched")
            change = pattern.changes_in(ms)
            if change is not None:
                soonest = change if soonest is None else min(soonest, change)
        return None if soonest is None else soonest / 1000

    def _shown(self, lamp: Lamp) -> tuple[Pattern, int]:
        """Return what a lamp shows now, and for how many milliseconds it has."""
        now = self._clock()
        ms = round((now - lamp.once_since) * 1000)
        if ms < lamp.once.period:
            return lamp.once, ms
        return lamp.pattern, round((now - lamp.since) * 1000)

    def close(self) -> None:
        """Put all lamps out and end the thread."""
        with self._changed:
            self._closed = True
            for lamp in self._lamps:
                lamp.pattern = lamp.once = OFF
            self.step()
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(JOIN_S)

    def _run(self) -> None:
        assert self.pulse is not None
        with self._changed:
            while not self._closed:
                self.pulse.beat()
                due = self.step()
                self._changed.wait(ROUND_S if due is None else min(due, ROUND_S))
