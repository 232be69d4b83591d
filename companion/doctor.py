"""What `companion doctor` and its page list: one check a line, each with its mend. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from companion.errors import CompanionError
from companion.sayings.checks import CHECKS
from companion.sayings.said import Said

Health: TypeAlias = Literal["ok", "warn", "bad"]


Code: TypeAlias = Literal[
    "camera-fails",
    "camera-simulated",
    "camera-none",
    "camera-seen",
    "camera-lost",
    "dice-typed",
    "dice-photographed",
    "camera-height",
    "dice-seen",
    "dice-unseen",
    "deeds-seen",
    "deeds-unseen",
    "deeds-in-picture",
    "no-deed-in-picture",
    "focus",
    "frames",
    "phone-timed",
    "phone-untimed",
    "mat-found",
    "mat-steep",
    "no-mat",
    "mat-covered",
    "mat-far",
    "mat-not-flat",
    "tray-drawn",
    "tray-steep",
    "tray-unsized",
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
    "pin-reserved",
    "buttons",
    "buttons-pressed",
    "buttons-unpressed",
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
    "saving",
    "not-saving",
    "disk",
    "disk-low",
    "replaced",
    "home-forgotten",
    "home-temporary",
    "clock",
    "clock-unset",
    "clock-alone",
    "voltage-good",
    "voltage-low",
    "voltage-was-low",
    "heat-good",
    "heat-high",
    "heat-slow",
    "memory-good",
    "memory-low",
    "card-good",
    "card-worn",
    "card-silent",
    "card-read-only",
    "wifi",
    "wifi-weak",
    "wifi-sleeps",
    "rights",
    "rights-missing",
    "picamera",
    "picamera-missing",
    "lgpio",
    "lgpio-missing",
    "sound",
    "sound-none",
    "voice-speaks",
    "voice-silent",
    "voice-missing",
    "service",
    "service-down",
    "service-once",
    "port-easy",
    "port-other",
    "port-busy",
    "https",
    "https-kept",
    "https-none",
    "https-off",
    "https-fails",
    "https-unrenewed",
    "https-lacks",
    "https-port-busy",
    "nets",
    "nets-other",
    "reader-fails",
    "reader",
    "taught-fails",
    "taught-other",
    "taught",
    "taught-not",
    "throws-none",
    "throws-few",
    "throws",
    "throws-asked",
    "throws-wrong",
    "network",
    "network-none",
    "stickers-small",
    "stickers-large",
    "stickers-open",
    "stickers-closed",
    "club",
    "club-none",
    "club-kept",
    "club-waits",
    "club-stopped",
    "club-unread",
]
"""What was found; `companion.sayings.checks` has its sentence."""

Fact: TypeAlias = str | int | float | CompanionError
Facts: TypeAlias = Mapping[str, Fact]


class Check(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    name: str  # "camera", "disk"
    health: Health
    code: Code  # what was found
    facts: Facts = {}
    detail: str = ""  # more of it for the terminal, in English

    def said(
        self,
        translate: Callable[[str], str] = str,
        of_error: Callable[[CompanionError], str] = str,
    ) -> Said:
        """Return what was found, and what can be done where something need be done.

        Args:
            translate: returns an English sentence in the reader's language.
            of_error: says an error in it.
        """
        facts = {name: _written(fact, of_error) for name, fact in self.facts.items()}
        parts = (translate(part) if part else "" for part in CHECKS[self.code])
        return Said(*(part.format(**facts) for part in parts))

    @property
    def words(self) -> str:
        """What was found, in one line for the terminal."""
        found = self.said().found
        return f"{found.removesuffix('.')}: {self.detail}." if self.detail else found

    @property
    def mend(self) -> str:
        """What can be done, for the terminal."""
        return self.said().mend


def _written(fact: Fact, of_error: Callable[[CompanionError], str]) -> str:
    if isinstance(fact, CompanionError):
        return of_error(fact)
    return f"{fact:.1f}" if isinstance(fact, float) else str(fact)


Checks: TypeAlias = Callable[[], Sequence[Check]]
"""A room's checks; looks anew at every call."""


def worst(checks: Sequence[Check]) -> Health:
    """Return the worst health among *checks*; of none, `ok`."""
    order: tuple[Health, ...] = ("ok", "warn", "bad")
    return max((check.health for check in checks), key=order.index, default="ok")
