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


def median_ms(
    act: Callable[[], object], *, times: int = 11, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return how long *act* takes: the middle one of *times*, in milliseconds.

    With `time.process_time` as *clock* neighbours on the machine do not count: for what computes
    in one thread and waits for nothing.
    """
    took: list[float] = []
    for _ in range(times):
        began = clock()
        act()
        took.append(1000 * (clock() - began))
    return statistics.median(took)
