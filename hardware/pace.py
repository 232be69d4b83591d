"""A steady frame rate for sources that have none of their own."""

import time
from collections.abc import Callable

Clock = Callable[[], float]
Sleep = Callable[[float], None]


class Pace:
    """Waits so that frames come at *rate* per second, and tells the time of each.

    Args:
        rate: frames per second.
        clock: the monotonic clock, in seconds.
        sleep: how to wait, in seconds.
    """

    def __init__(
        self, rate: float, *, clock: Clock = time.monotonic, sleep: Sleep = time.sleep
    ) -> None:
        self._step, self._clock, self._sleep = 1.0 / rate, clock, sleep
        self._due = clock()

    def wait(self) -> float:
        """Wait for the next frame's turn; return its time. A late reader is not hurried."""
        now = self._clock()
        if now < self._due:
            self._sleep(self._due - now)
            now = self._clock()
        self._due = max(self._due + self._step, now)
        return now
