"""Dice from a chair, no plane known: read rightly or wrongly, before and with a look above them.

Drawn trays without a mat by tilt; with COMPANION_PICTURES the photos of `dice-oblique` and `dice`.
"""

import os
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import cv2

from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.pictures import still
from companion.vision.readings import DiceReading
from tests.benchmarks.dice.labels import edge_of, fits, labelled, outcome
from tests.benchmarks.figure import Figure
from tests.support.aslant import from_a_chair

TABLES, TILTS = range(1000, 1014), (0.0, 30.0, 45.0, 55.0, 62.0, 70.0)
"""Bounds were chosen on tables before these."""

Known: TypeAlias = Literal["number", "nothing", "number and size"]


class _Timed(NetReader):
    """Knows how long it looked above dice."""

    spent = 0.0

    def _is_aslant(self, pixels: Pixels, sure: DiceReading) -> bool:
        began = time.process_time()
        try:
            return super()._is_aslant(pixels, sure)
        finally:
            self.spent = time.process_time() - began


class Read(NamedTuple):
    """What became of one picture."""

    before: str
    now: str
    ms: float  # without the look above
    above_ms: float


def read(
    reader: _Timed, pixels: Pixels, values: Sequence[str], known: Known, edge: float | None
) -> Read:
    """Return what one picture is read as, before and now."""
    reader.spent, began = 0.0, time.process_time()
    reading = reader.read(
        pixels,
        dice=None if known == "nothing" else len(values),
        edge=edge if known == "number and size" else None,
    )
    took = time.process_time() - began
    now = "asked" if reading.remark == "aslant" else outcome(reading, values)
    would = "right" if fits(reading.values, values) else "wrong"
    before = would if reading.remark == "aslant" else now
    return Read(before, now, 1000 * (took - reader.spent), 1000 * reader.spent)


def measure() -> Iterator[Figure]:
    """Yield counts before and now, and what the look above costs."""
    cv2.setNumThreads(1)
    reader = _Timed()
    for tilt in TILTS:
        thrown = [one for seed in TABLES for one in from_a_chair(seed, tilt, 1)]
        done = [read(reader, p, list(map(str, lies)), "number", None) for p, lies in thrown]
        yield from _figures(f"drawn, {tilt:g} degrees", done)
    folder = os.environ.get("COMPANION_PICTURES")
    for name in ("dice-oblique", "dice") if folder else ():
        yield from _photos(reader, Path(folder or "") / name)


def _photos(reader: _Timed, folder: Path) -> Iterator[Figure]:
    photos = [photo for photo in labelled(folder) if photo.values]
    ways: tuple[Known, ...] = ("number", "nothing", "number and size")
    for known in ways:
        done = [
            read(reader, still(photo.path), photo.values, known, edge_of(photo))
            for photo in photos
            if known != "number and size" or edge_of(photo) is not None
        ]
        if done:
            yield from _figures(f"{folder.name}, known: {known}", done)


def _figures(name: str, done: Iterable[Read]) -> Iterator[Figure]:
    done = list(done)
    before, now = Counter(one.before for one in done), Counter(one.now for one in done)
    for what in ("right", "wrong"):
        yield Figure(f"{name}: {what} before, of {len(done)}", before[what], "")
        yield Figure(f"{name}: {what} now", now[what], "")
    sure = [one for one in done if one.before in ("right", "wrong")]
    if sure:
        yield Figure(f"{name}: a sure reading", statistics.median(o.ms for o in sure), "ms")
        above = statistics.median(o.above_ms for o in sure)
        yield Figure(f"{name}: the look above", above, "ms")
