"""How long it takes from dice at rest to their reading, at 15 frames per second."""

import statistics
import time
from collections.abc import Iterator, Sequence

import cv2

from cards_qr.keyring import make_keyring
from cards_qr.read import TagReader
from companion.table.ports import SeenTag
from companion.vision.dice import NetReader
from companion.vision.readings import DiceReading
from hardware.simulated.table import SimulatedTable
from hardware.watch import Watcher
from tests.benchmarks.figure import Figure

RATE = 15.0
THROWS = 20


class _Ticks:
    """A clock that goes on as the camera waits."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class _Told:
    """Notes the last reading."""

    def __init__(self) -> None:
        self.reading: DiceReading | None = None

    def motion(self, at: float) -> None:
        """Nothing is noted."""

    def calm(self, began: float, at: float) -> None:
        """Nothing is noted."""

    def dice(self, reading: DiceReading, picture: bytes, began: float, at: float) -> None:  # noqa: ARG002
        """Note it."""
        self.reading = reading

    def cards(self, seen: Sequence[SeenTag], picture: bytes, at: float) -> None:
        """Nothing is noted."""

    def camera(self, status: str, *, ok: bool) -> None:
        """Nothing is noted."""


def measure() -> Iterator[Figure]:
    """Yield what a frame costs, and the time from rest to reading: frames waited and work."""
    cv2.setNumThreads(1)
    ticks, told, keyring = _Ticks(), _Told(), make_keyring()
    table = SimulatedTable(4, keyring=keyring, clock=ticks)
    camera = table.camera(rate=RATE, sleep=ticks.sleep)
    watcher = Watcher(
        camera,
        witness=told,
        dice=NetReader(),
        tags=TagReader(keyring),
        dice_expected=lambda: 2,
    )
    quiet, waits = [], []
    for _ in range(THROWS):
        for _ in range(12):
            frame = camera.read()
            began = time.perf_counter()
            watcher.see(frame)
            quiet.append(1000 * (time.perf_counter() - began))
        waits.append(_throw(table, ticks, watcher, told))
    yield Figure("a frame in which nothing happens", statistics.median(quiet), "ms")
    yield Figure("from rest to reading, 15 frames/s", statistics.median(waits), "ms")
    yield Figure("the longest of these", max(waits), "ms")


def _throw(table: SimulatedTable, ticks: _Ticks, watcher: Watcher, told: _Told) -> float:
    """Throw; return the milliseconds from the true rest until the reading is told."""
    told.reading = None
    table.throw(2)
    rested = table.lies.thrown
    camera = table.camera(rate=RATE, sleep=ticks.sleep)
    while told.reading is None:
        frame = camera.read()
        began = time.perf_counter()
        watcher.see(frame)
        work = time.perf_counter() - began
    return 1000 * (frame.at - rested + work)
