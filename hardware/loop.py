"""A thread that goes round and round until it is stopped, and that nobody waits for for ever."""

import logging
import threading
from abc import ABC, abstractmethod

JOIN_S = 20.0
"""How long stopping waits for the round that is under way: a slow machine reads a while."""

_log = logging.getLogger(__name__)


class Loop(ABC):
    """The base of what looks again and again, in a thread of its own.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin; once only."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wait until the round that is under way is over; not for ever."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(JOIN_S)
            if self._thread.is_alive():
                _log.warning("the %s does not stop: it is left behind", self._thread.name)

    @abstractmethod
    def _run(self) -> None:
        """Go round until `_stopping` is set."""
