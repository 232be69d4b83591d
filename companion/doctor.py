"""What `companion doctor` and its page list: one check a line, each with its mend. Pure."""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

Health: TypeAlias = Literal["ok", "warn", "bad"]


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    name: str  # "camera", "disk"
    health: Health
    words: str  # what was found, as a person would say it
    mend: str = ""  # what the person can do; empty where nothing need be done


Checks: TypeAlias = Callable[[], Sequence[Check]]
"""A room's checks; looks anew at every call."""


def worst(checks: Sequence[Check]) -> Health:
    """Return the worst health among *checks*; of none, `ok`."""
    order: tuple[Health, ...] = ("ok", "warn", "bad")
    return max((check.health for check in checks), key=order.index, default="ok")
