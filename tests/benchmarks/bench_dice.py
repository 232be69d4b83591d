"""How long the dice reader takes, and how many of the repository's photos it reads."""

import csv
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.vision.dice import NetReader
from companion.vision.frame import Frame, Pixels
from companion.vision.pictures import still
from hardware.field import Field
from hardware.simulated.table import SimulatedTable
from tests.benchmarks.dice import blobs
from tests.benchmarks.dice.labels import outcome
from tests.benchmarks.figure import Figure, median_ms

PHOTOS = Path(__file__).parents[1] / "vision" / "pictures" / "dice"
DIE_MM, SIDE_MM, THROWS = 16, 150, 12
"""Drawn dice; the side of a small tray; so many throws are timed."""


def measure() -> Iterator[Figure]:
    """Yield times on one core, without loading the file, and counts."""
    cv2.setNumThreads(1)
    reader = NetReader()
    photos = _labelled()
    pixels, values = photos[0]
    took = [_cpu_ms(lambda: reader.read(t, dice=2, edge=e)) for t, e in _trays()]  # noqa: B023
    yield Figure("tray of 15 x 15 cm, two dice", statistics.median(took), "ms")
    whole = _cpu_ms(lambda: reader.read(pixels, dice=len(values)))
    yield Figure("whole photo, unknown scale", whole, "ms")
    usual = _cpu_ms(lambda: blobs.read(pixels))
    yield Figure("the same beside the usual blobs and clusters", whole / usual, "times")
    for told in (True, False):
        counts = Counter(
            outcome(reader.read(p, dice=len(v) if told else None), v) for p, v in photos
        )
        for name in ("right", "wrong", "unsure", "none"):
            way = "told" if told else "not told"
            yield Figure(f"photos {name}, number {way}", float(counts[name]), "")


def _cpu_ms(act: Callable[[], object]) -> float:
    return median_ms(act, times=5, clock=time.process_time)


def _trays() -> Iterator[tuple[Pixels, float]]:
    """Yield drawn trays as the watcher would cut them, two dice in each, and a die's edge."""
    now = 100.0
    table, field = SimulatedTable(5, clock=lambda: now), Field()
    for number in range(THROWS):
        table.throw(2)
        now += 4.0
        seen = table.seen(now)
        field.look(Frame(seen, now, number))
        edge = field.layout.die
        assert field.layout.tray is not None, "no mat is found"
        assert edge is not None, "no scale is found"
        whole = field.layout.tray.cut(seen)
        side = round(SIDE_MM * edge / DIE_MM)
        yield np.ascontiguousarray(_around(whole, edge, side)), edge


def _around(tray: Pixels, edge: float, side: int) -> Pixels:
    """Return a square of *side* pixels about the dice, as far as they fit into one."""
    dice = NetReader().read(tray, dice=2, edge=edge).dice
    x, y = (np.mean([die.centre[k] for die in dice] or [side / 2]) - side / 2 for k in (0, 1))
    height, width = tray.shape[:2]
    left, top = (int(min(max(at, 0), far - side)) for at, far in ((x, width), (y, height)))
    return tray[top : top + side, left : left + side]


def _labelled() -> list[tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], list[str]]]:
    with (PHOTOS / "labels.csv").open(newline="") as file:
        return [(still(PHOTOS / r["file"]), r["values"].split()) for r in csv.DictReader(file)]
