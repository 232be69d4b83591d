"""What was in a home before a copy took its place: the newest few are kept, the rest goes.

The order is that of their numbers: the clock may be wrong by years. A folder that goes is renamed
first, so that a power cut leaves it whole under its number, or under a name that is cleared away at
the next start.
"""

import logging
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.journal.sqlite import SUFFIX
from companion.journal.swap import ASIDE
from companion.systems import sync_folder

FEW = 3
"""So many are kept at most."""

MOST_BYTES = 256 << 20
"""The older of them only as long as all together are no larger; the newest one always."""

_GOING = ".going"

_log = logging.getLogger(__name__)


class Aside(msgspec.Struct, frozen=True, kw_only=True):
    """What was there once."""

    number: int  # counts up with each copy that is taken back
    size: int  # bytes
    games: tuple[str, ...]  # the names of its games
    path: Path


def kept_aside(home: Path) -> tuple[Aside, ...]:
    """Return all that is kept aside, the newest first; nothing of what cannot be read."""
    with suppress(OSError):
        found = [_aside(path) for path in (home / ASIDE).iterdir() if path.name.isdecimal()]
        return tuple(sorted(found, key=lambda one: one.number, reverse=True))
    return ()


def thin_aside(home: Path) -> None:
    """Let go of what is too old or too much; what cannot be deleted stays, and is tried again.

    Nobody else may work with the home meanwhile.
    """
    folder = home / ASIDE
    try:
        for one in _too_old(kept_aside(home)):
            one.path.rename(folder / f"{one.path.name}{_GOING}")
        if folder.is_dir():
            sync_folder(folder)
        for path in folder.glob(f"*{_GOING}"):
            shutil.rmtree(path)
    except OSError as error:
        _log.warning("%s cannot be cleared: %s", folder, error)


def _too_old(kept: tuple[Aside, ...]) -> Iterator[Aside]:
    size = 0
    for place, one in enumerate(kept):
        size += one.size
        if place and (place >= FEW or size > MOST_BYTES):
            yield one


def _aside(path: Path) -> Aside:
    files = [file for file in path.rglob("*") if file.is_file() and not file.is_symlink()]
    games = sorted(f.name.removesuffix(SUFFIX) for f in files if f.name.endswith(SUFFIX))
    size = sum(file.stat().st_size for file in files)
    return Aside(number=int(path.name), size=size, games=tuple(games), path=path)
