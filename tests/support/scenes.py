"""Simulated tables that look alike are drawn once for all tests of a process."""

from copy import deepcopy
from functools import lru_cache
from typing import Any

from hardware.simulated.scene import DrawnTable


@lru_cache(maxsize=8)  # each is a dozen megabytes
def _drawn(seed: int, **how: Any) -> DrawnTable:
    return DrawnTable(seed, **how)


def scene_of(seed: int, **how: Any) -> DrawnTable:
    """Return a scene as it is when it has just been drawn, its own chance included."""
    return deepcopy(_drawn(seed, **how))
