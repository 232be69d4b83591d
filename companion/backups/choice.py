"""What the banker chose about copies, and which home this is."""

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.errors import SettingsError
from companion.files import keep, read_kept

SETTINGS = "backups.json"
"""In a home, and so in its copies: a home that was taken back is the same home."""


class CopyPlan(msgspec.Struct, frozen=True, kw_only=True):
    """How copies are made."""

    home_id: str  # 8 hexadecimal digits, drawn once: copies of several homes may lie on one stick
    minutes: Annotated[int, Meta(ge=0, le=240)] = 10  # between two copies; 0: only at start and end
    second: str = ""  # another folder for copies, "" for none
    apart: bool = False  # it was on another device when it was chosen


def chosen_of(home: Path) -> CopyPlan:
    """Return what is kept; a home without it, or with a damaged file, gets a new beginning."""
    try:
        kept = read_kept(home / SETTINGS, CopyPlan)
    except SettingsError:
        kept = None
    if kept is None:
        kept = CopyPlan(home_id=secrets.token_hex(4))
        with suppress(SettingsError):  # a full card; then it is drawn anew the next time
            keep_chosen(kept, home)
    return kept


def keep_chosen(chosen: CopyPlan, home: Path) -> None:
    """Keep what was chosen.

    Raises:
        SettingsError: it cannot be written.
    """
    keep(chosen, home / SETTINGS)
