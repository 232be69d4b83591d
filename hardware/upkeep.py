"""Looks at the machine while people play, and keeps what has become bad until it is good again."""

import logging
import time
from collections.abc import Callable, Sequence

from companion.doctor import Check, Code
from hardware.loop import Loop

PERIOD_S = 5.0
"""Between two looks, of about a millisecond each."""

GOOD_S = 120.0
"""What was bad counts as good again when it has been good for so long: heat comes and goes."""

AT_ONCE = "buttons"
"""What is good as soon as it is: a keypad that is plugged in again works."""

SPOKEN_OF: frozenset[Code] = frozenset({"disk-low", "clock-unset", "button-stuck"})
"""What is worth a word in a game though it is not bad yet."""

_log = logging.getLogger(__name__)


class Upkeep(Loop):
    """A thread that asks the same as the doctor, quietly; each trouble is told once.

    Args:
        look: returns the checks that matter in the middle of a game.
        tell: called when a trouble came or went.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        look: Callable[[], Sequence[Check]],
        tell: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("upkeep")
        self._look, self._tell, self._clock = look, tell, clock
        self._found: dict[str, tuple[Check, float]] = {}  # by name, and when it was bad last
        self._dismissed: frozenset[str] = frozenset()

    @property
    def troubles(self) -> tuple[Check, ...]:
        """What is bad now, without what was dismissed."""
        found = self._found.items()
        return tuple(check for name, (check, _) in found if name not in self._dismissed)

    def dismiss(self, name: str) -> None:
        """Say no more of a trouble until it has been good again; from any thread."""
        if name in self._found:
            self._dismissed |= {name}
            self._tell()

    def look(self) -> None:
        """Look once."""
        before, now, found = self.troubles, self._clock(), dict(self._found)
        for check in self._look():
            if check.health == "bad" or check.code in SPOKEN_OF:
                found[check.name] = (check, now)
        age = {name: now - at for name, (_check, at) in found.items()}
        still = {name for name, s in age.items() if s == 0 or s < _lasts(name)}
        self._found = {name: one for name, one in found.items() if name in still}
        self._dismissed &= self._found.keys()
        if {check.name for check in self.troubles} != {check.name for check in before}:
            _log.warning("%s", ", ".join(check.words for check in self.troubles) or "all is well")
            self._tell()

    def _round(self) -> None:
        self.look()
        self._stopping.wait(PERIOD_S)


def _lasts(name: str) -> float:
    """Return how long a trouble is kept that is there no more, in seconds."""
    return 0.0 if name == AT_ONCE else GOOD_S
