"""What a benchmark tells."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    """One number that the project claims."""

    name: str
    value: float
    unit: str


def median_ms(act: Callable[[], object], *, times: int = 11) -> float:
    """Return how long *act* takes: the middle one of *times*, in milliseconds."""
    took: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        act()
        took.append(1000 * (time.perf_counter() - began))
    return statistics.median(took)
