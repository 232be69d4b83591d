"""Looks whether every part goes on, and says which stands still."""

import logging
from collections.abc import Callable, Mapping, Sequence

from companion.doctor import Check
from hardware.loop import Loop

PERIOD_S = 1.0
"""Between two looks."""

STILL_S = 15.0
"""A part that has not gone round for so long stands still: a lens that focuses takes ten."""

Age = Callable[[], float]
"""Returns how long ago a part last went on, in seconds."""

_log = logging.getLogger(__name__)


class Watchdog(Loop):
    """A thread that looks at the pulses of the others.

    Args:
        ages: of the parts, by name.
        tell: called when a part stands still, or goes on, with what stands still then.
    """

    def __init__(
        self, ages: Mapping[str, Age], tell: Callable[[Sequence[str]], object] = lambda _still: None
    ) -> None:
        super().__init__("watchdog")
        self._ages, self._tell = ages, tell
        self.still: tuple[str, ...] = ()
        """The parts that stand still."""

    def look(self) -> None:
        """Look once."""
        still = tuple(name for name, age in self._ages.items() if age() > STILL_S)
        if still == self.still:
            return
        _log.warning("standing still: %s", ", ".join(still) or "nothing any more")
        self.still = still
        self._tell(still)

    def checks(self) -> Sequence[Check]:
        """Name what stands still."""
        return [Check(part, "bad", "part-still") for part in self.still]

    def _round(self) -> None:
        if not self._stopping.wait(PERIOD_S):
            self.look()
