"""A home's content is replaced whole, or stays: a redo list makes many renames one.

`HOME/restoring/new/` is filled and synced first: until then the old home counts. Then
`HOME/restoring/plan.json` is written: from there on the new one does. What the plan names is then
moved, and moved on at the next opening if the plug was pulled meanwhile. All of it lies within
the home, which may be a mount or the only folder that we may write.
"""

import os
import shutil
from pathlib import Path

import msgspec

from companion.errors import JournalError
from companion.files import keep, make_folder, read_kept
from companion.systems import sync_folder

STAGING = "restoring"
ASIDE = "replaced"
EYE, DEEDS_EYE = "eye.json", "deeds-eye.json"
"""What sees the dice of this machine, and the deeds; an address there may hold a password."""
CLUB = "club.json"
"""Which club this machine's table belongs to; with what it shows there."""
STAYS = frozenset(
    {"lock", "reserve", "pictures", "backups", "certificate"}
    | {EYE, DEEDS_EYE, CLUB, STAGING, ASIDE}
)
"""What is no part of a home's content: it is about this machine, or lies there under its digest."""


class Plan(msgspec.Struct, frozen=True):
    """The renames: all of the old, then all of the new, each by its name in the home."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    aside: str  # the folder within the home that takes the old


def emptied_staging(home: Path) -> Path:
    """Return an empty folder to be filled with what is to replace the content of *home*.

    Raises:
        OSError: it cannot be made.
    """
    fresh = home / STAGING / "new"
    if fresh.parent.exists():
        shutil.rmtree(fresh.parent)
    make_folder(fresh)
    return fresh


def replace_content(home: Path) -> Path:
    """Replace the content of *home* by what is staged; return where the old is kept.

    Raises:
        OSError, SettingsError: it cannot be written; the next opening settles which home it is.
    """
    fresh = home / STAGING / "new"
    for folder in [folder for folder, _folders, _files in os.walk(fresh, topdown=False)]:
        sync_folder(Path(folder))
    sync_folder(home)
    plan = Plan(
        old=tuple(sorted(e.name for e in home.iterdir() if e.name not in STAYS)),
        new=tuple(sorted(entry.name for entry in fresh.iterdir())),
        aside=f"{ASIDE}/{_next_number(home / ASIDE):04}",
    )
    keep(plan, _plan_of(home))  # from here on the new content counts
    settle(home)
    return home / plan.aside


def settle(home: Path) -> None:
    """Finish a replacement that had begun to count, clear away one that had not.

    Raises:
        OSError: it cannot be finished now.
        SettingsError: the plan is damaged.
    """
    staging = home / STAGING
    if not staging.exists():
        return
    plan = read_kept(_plan_of(home), Plan, damaged="swap-damaged")
    if plan is not None:
        make_folder(home / plan.aside)
        sync_folder(home / ASIDE)
        _move(plan.old, home, home / plan.aside)
        _move(plan.new, staging / "new", home)
        _plan_of(home).unlink()
        sync_folder(staging)
    shutil.rmtree(staging)


def insist_settled(home: Path) -> None:
    """Say so if a replacement of the content of *home* is under way or was cut short.

    Raises:
        JournalError: it is.
    """
    if (home / STAGING).exists():
        raise JournalError(code="copy-settling", where=str(home))


def _move(names: tuple[str, ...], source: Path, target: Path) -> None:
    """Move entries; those that are there already were moved before the plug was pulled."""
    for name in names:
        if not os.path.lexists(target / name) and os.path.lexists(source / name):
            (source / name).rename(target / name)
    sync_folder(target)
    sync_folder(source)


def _plan_of(home: Path) -> Path:
    return home / STAGING / "plan.json"


def _next_number(aside: Path) -> int:
    taken = [int(e.name) for e in aside.glob("[0-9]*") if e.name.isdecimal()]
    return max(taken, default=0) + 1
