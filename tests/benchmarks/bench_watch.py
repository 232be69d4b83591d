"""How long it takes from dice at rest to their reading, at 15 frames per second."""

import statistics
import time
from collections.abc import Iterator

import cv2

from cards_qr.keyring import make_keyring
from cards_qr.tag_reader import TagReader
from companion.vision.dice import NetReader
from hardware.simulated.table import SimulatedTable
from hardware.watcher import Watcher
from tests.benchmarks.figure import Figure
from tests.support.ticks import Ticks
from tests.support.told import Told

RATE = 15.0
THROWS = 20


def measure() -> Iterator[Figure]:
    """Yield what a frame costs, and the time from rest to reading: frames waited and work."""
    cv2.setNumThreads(1)
    ticks, told, keyring = Ticks(), Told(), make_keyring()
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
            began = time.thread_time()  # work, whatever else the machine does
            watcher.see(frame)
            quiet.append(1000 * (time.thread_time() - began))
        waits.append(_throw(table, ticks, watcher, told))
    yield Figure("a frame in which nothing happens", statistics.median(quiet), "ms")
    yield Figure("from rest to reading, 15 frames/s", statistics.median(waits), "ms")
    yield Figure("the longest of these", max(waits), "ms")


def _throw(table: SimulatedTable, ticks: Ticks, watcher: Watcher, told: Told) -> float:
    """Throw; return the milliseconds from the true rest until the reading is told."""
    told.readings.clear()
    table.throw(2)
    rested = table.lies.thrown
    camera = table.camera(rate=RATE, sleep=ticks.sleep)
    while not told.readings:
        frame = camera.read()
        began = time.perf_counter()
        watcher.see(frame)
        ticks.sleep(time.perf_counter() - began)
    return 1000 * (ticks.now - rested)
