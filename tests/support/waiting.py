"""Waiting for what another thread does."""

import time
from collections.abc import Callable

LIMIT_S = 30.0
"""No figure of speed: who waits longer waits for ever."""


def soon(what: Callable[[], bool]) -> bool:
    """Return whether *what* becomes true."""
    end = time.monotonic() + LIMIT_S
    while not what() and time.monotonic() < end:
        time.sleep(0.01)
    return what()
