"""What `companion doctor` and its page list: one check a line, each with its mend. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from companion.errors import CompanionError

Health: TypeAlias = Literal["ok", "warn", "bad"]


Code: TypeAlias = Literal[
    "camera-fails",
    "camera-simulated",
    "camera-seen",
    "camera-lost",
    "mat-found",
    "mat-steep",
    "no-mat",
    "mat-covered",
    "mat-far",
    "mat-not-flat",
    "mirrored",
    "two-mats",
    "light-good",
    "light-changes",
    "too-dark",
    "too-bright",
    "glare",
    "pale",
    "uneven",
    "tinted",
    "out-of-focus",
    "place-followed",
    "place-lost",
    "part-still",
    "buttons-fail",
    "buttons-simulated",
    "buttons-none",
    "button-stuck",
    "button-taken",
    "lamp-taken",
    "buttons",
    "zbar-missing",
    "zbar-replaced",
    "zbar",
    "zxing-missing",
    "zxing",
    "keyring-fails",
    "keyring",
    "keyring-replaced",
    "copies-fail",
    "copies-damaged",
    "copies-none",
    "copies",
    "copies-twice",
    "games-fail",
    "games",
    "disk",
    "disk-low",
    "replaced",
    "clock",
    "clock-unset",
    "reader-fails",
    "reader",
    "taught-fails",
    "taught-other",
    "taught",
    "throws-none",
    "throws-few",
    "throws",
    "throws-asked",
    "throws-wrong",
    "network",
    "network-none",
    "stickers-small",
    "stickers-open",
    "stickers-closed",
]
"""What was found. Pages make a sentence of code and facts in their language; the rooms' own words
are for the terminal."""

Facts: TypeAlias = Mapping[str, str | int | float | CompanionError]


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    name: str  # "camera", "disk"
    health: Health
    words: str  # what was found, as a person would say it
    mend: str = ""  # what the person can do; empty where nothing need be done
    code: Code | None = None  # the same for pages; None: they say the words
    facts: Facts = {}


Checks: TypeAlias = Callable[[], Sequence[Check]]
"""A room's checks; looks anew at every call."""


def worst(checks: Sequence[Check]) -> Health:
    """Return the worst health among *checks*; of none, `ok`."""
    order: tuple[Health, ...] = ("ok", "warn", "bad")
    return max((check.health for check in checks), key=order.index, default="ok")
