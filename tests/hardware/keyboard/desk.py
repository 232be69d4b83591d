"""A program of its own with keyboards that stand in: evaluates each line of its input.

Its answers are JSON, a line each. The panels are the companion's own, on Linux's input events.
"""

import ctypes
import fcntl
import json
import os
import queue
import sys
import time
from pathlib import Path

from companion.words import Seat
from hardware import keypad
from hardware.panel import Panels, open_panels

__all__ = ["Seat"]

LIMIT_S = 60
"""No figure of speed: who waits longer waits for ever."""

KEYS = ctypes.CDLL(None)
keypad.BY_ID = Path.cwd()
plugged: dict[str, int] = {}
panels: Panels
heard: queue.Queue[tuple[Seat, float]] = queue.Queue()


def plug_in(name: str, kind: str = "kbd") -> str:
    """Let there be a keyboard, or another kind of input device; return its path."""
    path = keypad.BY_ID / f"{name}-event-{kind}"
    os.mkfifo(path)
    plugged[name] = os.open(path, os.O_RDWR)
    return str(path)


def pull_out(name: str) -> None:
    """Take a keyboard away."""
    (keypad.BY_ID / f"{name}-event-kbd").unlink()
    os.close(plugged.pop(name))


def grabbed_by_another(name: str) -> None:
    """Let another program have a keyboard's keys."""
    path = keypad.BY_ID / f"{name}-event-kbd"
    fcntl.flock(os.open(path, os.O_RDWR), fcntl.LOCK_EX)


def opened(kind: str) -> str | None:
    """Open the panels; return what could not be had."""
    global panels  # noqa: PLW0603  # a line of input has nothing else to hold on to
    panels = open_panels(kind, 8)
    panels.on_press = lambda seat, at: heard.put((seat, at))
    return trouble()


def trouble() -> str | None:
    """Return why there are no keys now."""
    return str(panels.troubles[0]) if panels.troubles else None


def typed(name: str, *codes: int) -> list[int]:
    """Press keys, each held down for a while and let go; return the seats that are told."""
    for code in codes:
        for value in (1, 2, 2, 0):
            assert KEYS.key(plugged[name], code, value, 0) == 0
    return [heard.get(timeout=LIMIT_S)[0] for _ in codes]


def age(name: str, code: int, late: float) -> float:
    """Press a key of which is heard so many seconds late; return how long ago it says it was."""
    KEYS.key(plugged[name], code, 1, round(late * 1e6))
    return time.monotonic() - heard.get(timeout=LIMIT_S)[1]


def comes_back() -> bool:
    """Wait until there are keys again."""
    end = time.monotonic() + LIMIT_S
    while trouble() and time.monotonic() < end:
        time.sleep(0.01)
    return trouble() is None


def is_gone() -> bool:
    """Wait until there are none."""
    end = time.monotonic() + LIMIT_S
    while not trouble() and time.monotonic() < end:
        time.sleep(0.01)
    return trouble() is not None


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(eval(line)), flush=True)
