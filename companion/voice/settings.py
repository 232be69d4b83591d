"""Who speaks, and how much: the one that is chosen, never two. Kept in the home."""

from pathlib import Path
from typing import Literal

import msgspec

from companion.sayings.announcements import Level
from companion.words import Seat

FILE = Path("voice", "settings.json")
"""In a home."""

Speaks = Literal["nobody", "table", "phone", "box"]


class VoiceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the banker has chosen."""

    by: Speaks = "nobody"
    seat: Seat | None = None  # whose phone speaks, where a phone does
    level: Level = "off"
    language: str = "en"  # in which the box speaks; pages speak their reader's

    @property
    def is_heard(self) -> bool:
        """Whether a device is chosen that speaks or sounds."""
        return self.by != "nobody" and self.level != "off"
