"""What a benchmark tells."""

import math
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


def bounds(found: int, tried: int) -> tuple[float, float]:
    """Return between what rates the true one lies in 95 of 100 such trials.

    E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927): right
    also where all or nothing was found. Without a trial it may be anything.
    """
    if not tried:
        return 0.0, 1.0
    spread = 1.96**2 / tried
    middle = (found / tried + spread / 2) / (1 + spread)
    rate = found / tried
    reach = math.sqrt(rate * (1 - rate) * spread + spread**2 / 4) / (1 + spread)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)
