"""What is read of throws without a mat, where a phone stands or somebody holds it."""

from collections import Counter
from collections.abc import Iterator

import cv2

from tests.benchmarks.dice.unmatted import SITUATIONS, thrown
from tests.benchmarks.figure import Figure

THROWS, FIRST = 60, 100
"""In each situation, on ten tables that had no part in choosing any bound."""


def measure() -> Iterator[Figure]:
    """Yield by situation how many throws were right, asked, wrong, and never told."""
    cv2.setNumThreads(1)
    for name, situation in SITUATIONS.items():
        counts = Counter(throw.outcome for throw in thrown(situation, THROWS, FIRST))
        for outcome in ("right", "asked", "wrong", "missed"):
            yield Figure(f"{name}, of {THROWS}: {outcome}", counts[outcome], "")
