"""When a part last showed that it lives."""

import time
from collections.abc import Callable


class Pulse:
    """The beat of one part: a thread beats each time it goes round."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last = clock()

    def beat(self) -> None:
        """Note that the part goes on."""
        self._last = self._clock()

    @property
    def age_s(self) -> float:
        """Return how long ago the part last went on, in seconds."""
        return self._clock() - self._last
