"""What the doctor found last: one look at a time, however many ask."""

import threading
import time
from collections.abc import Callable, Sequence

from companion.doctor import Check


class Checkup:
    """Looks at everything, and remembers what was found.

    Args:
        checks: returns them, one for each room.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        checks: Callable[[], Sequence[Callable[[], Sequence[Check]]]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._checks, self._clock = checks, clock
        self._lock = threading.Lock()
        self._found: Sequence[Check] = ()
        self._looked_at: float | None = None

    def found(self, age_s: float) -> Sequence[Check]:
        """Return what was found not longer ago than *age_s*, or since this was asked."""
        asked_at = self._clock()
        with self._lock:
            if self._looked_at is None or self._looked_at < asked_at - age_s:
                begun = self._clock()
                self._found = [check for look in self._checks() for check in look()]
                self._looked_at = begun
            return self._found
