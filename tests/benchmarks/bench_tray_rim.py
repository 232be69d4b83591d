"""How many proposals of a tray are near its corners, off, and honestly none; what one costs."""

import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import cv2

from calibration.tray_rim import tray_rim
from tests.benchmarks.calibration.rims import (
    NEAR,
    Off,
    drawn,
    on_its_sheet,
    photographed,
    proposed,
    without_a_tray,
)
from tests.benchmarks.figure import Figure, median_ms

FIRST, EACH = 1000, 48
"""Tables that had no part in choosing the bounds, of each tilt."""

TILTS = (0.0, 15.0, 30.0, 45.0)


def measure() -> Iterator[Figure]:
    """Yield counts on drawn tables and, where they are at hand, in photos; then the time."""
    cv2.setNumThreads(1)
    seeds = range(FIRST, FIRST + EACH)
    for tilt in TILTS:
        told = (proposed(*drawn(seed, tilt)) for seed in seeds)
        yield from _counts(f"drawn, {tilt:.0f} degrees", told)
    hands = (proposed(*drawn(seed, TILTS[seed % 4], hand=True)) for seed in seeds)
    yield from _counts("drawn, a hand in the tray", hands)
    sheets = (proposed(*on_its_sheet(seed, TILTS[seed % 4])) for seed in seeds)
    yield from _counts("drawn, on a printed sheet", sheets)
    if pictures := os.environ.get("COMPANION_PICTURES"):
        yield from _counts("photos", (one for _, one in photographed(Path(pictures))))
        others = [*without_a_tray(Path(pictures))]
        yield Figure(f"photos without a tray, of {len(others)}: proposed", sum(others), "")
    pixels, _ = drawn(FIRST, 15.0)
    yield Figure("a look", median_ms(partial(tray_rim, pixels)), "ms")


def _counts(name: str, told: Iterable[Off]) -> Iterator[Figure]:
    every = [*told]
    near = sum(one is not None and one <= NEAR for one in every)
    none = sum(one is None for one in every)
    yield Figure(f"{name}, of {len(every)}: near", near, "")
    yield Figure(f"{name}: off", len(every) - near - none, "")
    yield Figure(f"{name}: none", none, "")
