"""How long the dice reader takes, and how many of the repository's photos it reads."""

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.vision.dice import NetReader
from companion.vision.pictures import still
from tests.benchmarks.dice.labels import outcome
from tests.benchmarks.figure import Figure, median_ms

PHOTOS = Path(__file__).parents[1] / "vision" / "pictures" / "dice"
TRAY_PX = 320
"""A tray of 20 x 20 cm where a die's edge is 26 pixels."""


def measure() -> Iterator[Figure]:
    """Yield times on one core, without loading the file, and counts."""
    cv2.setNumThreads(1)
    reader = NetReader()
    photos = _labelled()
    pixels, values = photos[0]
    tray = np.full((TRAY_PX, TRAY_PX, 3), 128, np.uint8)
    yield Figure("empty tray, known scale", median_ms(lambda: reader.read(tray, edge=26.0)), "ms")
    whole = median_ms(lambda: reader.read(pixels, dice=len(values)), times=5)
    yield Figure("whole photo, unknown scale", whole, "ms")
    for told in (True, False):
        counts = Counter(
            outcome(reader.read(p, dice=len(v) if told else None), v) for p, v in photos
        )
        for name in ("right", "wrong", "unsure", "none"):
            way = "told" if told else "not told"
            yield Figure(f"photos {name}, number {way}", float(counts[name]), "")


def _labelled() -> list[tuple[np.ndarray[tuple[int, ...], np.dtype[np.uint8]], list[str]]]:
    with (PHOTOS / "labels.csv").open(newline="") as file:
        return [(still(PHOTOS / r["file"]), r["values"].split()) for r in csv.DictReader(file)]
