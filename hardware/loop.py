"""A thread that goes round and round until it is stopped, and that nobody waits for for ever."""

import logging
import threading
from abc import ABC, abstractmethod

from hardware.pulse import Pulse

JOIN_S = 20.0
"""How long stopping waits for the round that is under way: a slow machine reads a while."""

STUMBLED_S = 0.5
"""How long to wait after a round that failed: the next may fail likewise."""

_log = logging.getLogger(__name__)


class Loop(ABC):
    """The base of what looks again and again, in a thread of its own; no mistake ends it.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        """Of the thread."""
        self.pulse = Pulse()
        """Beats with every round."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin; once only."""
        self.pulse.beat()
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wait until the round that is under way is over; not for ever."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(JOIN_S)
            if self._thread.is_alive():
                _log.warning("the %s does not stop: it is left behind", self._thread.name)

    def age(self) -> float:
        """Return how long ago it last went round, in seconds."""
        return self.pulse.age_s

    def _run(self) -> None:
        while not self._stopping.is_set():
            self.pulse.beat()
            try:
                self._round()
            except Exception:  # noqa: BLE001  # one bad round must not be the last
                _log.exception("the %s stumbled", self._thread.name)
                self._stopping.wait(STUMBLED_S)

    @abstractmethod
    def _round(self) -> None:
        """Go round once; a long wait hears `_stopping`."""
