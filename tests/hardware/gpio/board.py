"""A program of its own on the stand-in chip: evaluates what stands in each line of its input.

Its answers are JSON, a line each. The panels are the companion's own, on gpiozero's pins on the
real lgpio library.
"""

import ctypes
import io
import json
import logging
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.words import Seat
from hardware import debounce
from hardware.panel import Panels, open_panels, usual_buttons
from hardware.patterns import BLINK, ON
from hardware.pins import load_pins

__all__ = ["BLINK", "LAMPS", "ON", "debounce", "threading", "usual_buttons"]
"""For the lines of input alone."""

LIMIT_S = 60
"""No figure of speed: who waits longer waits for ever."""

LAST = 7
"""The seat whose press ends a trace: what came before is told before it."""

Edge = tuple[float, int]
"""Seconds from the beginning of a trace, and the level from then on."""

CHIP = ctypes.CDLL(None)
LOG = io.StringIO()
BUTTONS = [each.button for each in load_pins()]
LAMPS = [each.lamp for each in load_pins()]

panels: Panels
heard: queue.Queue[tuple[Seat, float]]


def opened(home: str | None = None) -> list[object]:
    """Open the panels anew; return what could not be had: pins, and all of them."""
    global panels, heard  # noqa: PLW0603  # a line of input has nothing else to hold on to
    heard = queue.Queue()
    panels = open_panels("gpio", 8, Path(home) if home else None)
    panels.on_press = lambda seat, at: heard.put((seat, at))
    trouble = str(panels.troubles[0]) if panels.troubles else None
    return [[(one.seat, one.part, one.pin, one.mend) for one in panels.taken], trouble]


def give(edges: Sequence[tuple[int, int, float]]) -> None:
    """Let pins take levels at monotonic seconds, as the kernel would tell it."""
    count = len(edges)
    pins, levels, times = zip(*edges, strict=True)
    CHIP.give_edges(
        count,
        (ctypes.c_int * count)(*pins),
        (ctypes.c_int * count)(*levels),
        (ctypes.c_ulonglong * count)(*(round(at * 1e9) for at in times)),
    )


def told(*traces: Sequence[Edge]) -> list[tuple[Seat, float]]:
    """Give the edges of the first seats' buttons, each its own; return the presses told.

    The times of presses are seconds from the beginning, too.
    """
    opened()
    began = time.monotonic() - max(at for trace in traces for at, _ in trace) - 0.1
    edges = [
        (BUTTONS[seat], level, began + at)
        for seat, trace in enumerate(traces)
        for at, level in trace
    ]
    give(sorted(edges, key=lambda edge: edge[2]))
    give([(BUTTONS[LAST], 0, time.monotonic())])
    presses = []
    while (press := heard.get(timeout=LIMIT_S))[0] != LAST:
        presses.append((press[0], press[1] - began))
    panels.close()
    return presses


def pressed(seat: int) -> int:
    """Press a button and keep it down; return whose press is told next."""
    give([(BUTTONS[seat], 0, time.monotonic())])
    return heard.get(timeout=LIMIT_S)[0]


def fail_once(seat: int) -> None:
    """Let what hears presses fail with the next one of a seat."""
    hears = panels.on_press

    def fail(who: Seat, at: float) -> None:
        if who == seat:
            raise RuntimeError("a press that fails")
        hears(who, at)

    panels.on_press = fail


def until(is_so: Callable[[], object]) -> bool:
    """Wait until something is so."""
    end = time.monotonic() + LIMIT_S
    while not is_so() and time.monotonic() < end:
        time.sleep(0.005)
    return bool(is_so())


if __name__ == "__main__":
    logging.basicConfig(stream=LOG, level=logging.WARNING)
    for line in sys.stdin:
        print(json.dumps(eval(line)), flush=True)
