"""What the doctor asks of the place where games are kept."""

import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.doctor import Check, Health
from companion.errors import CompanionError
from companion.journal.record import Cause
from companion.journal.replaced_homes import Aside, kept_aside
from companion.journal.sqlite import SUFFIX, create_journal, open_journal
from companion.journal.swap import ASIDE

ROOM_WANTED = 500 << 20  # bytes; a long evening with its pictures takes about a tenth of it
ROOM_NEEDED = 50 << 20


def home_checks(home: Path) -> Sequence[Check]:
    """Look at the folder and the room on the disk."""
    return tuple(_folder(home))


def room_checks(home: Path) -> Sequence[Check]:
    """Look at the room on the disk alone."""
    try:
        return (_room(shutil.disk_usage(home).free),)
    except OSError:
        return ()


def _folder(home: Path) -> Iterator[Check]:
    if not os.access(home, os.W_OK):
        yield Check("games", "bad", "games-fail", {"home": str(home)})
        return
    yield Check("games", "ok", "games", {"home": str(home)})
    yield _saving(home)
    yield _room(shutil.disk_usage(home).free)
    yield from _aside(kept_aside(home))


def _saving(home: Path) -> Check:
    """Keep a record as every game does, with its sync, and read it back."""
    cause = Cause(role="start", origin="start", wall=time.time(), mono=0.0, boot="")
    try:
        with TemporaryDirectory(prefix=".proof-", dir=home) as folder:
            path = Path(folder) / f"proof{SUFFIX}"
            with closing(create_journal(path)) as journal:
                kept = journal.append((), cause=cause, command={})
            with closing(open_journal(path, read_only=True)) as read:
                if [record.digest for record in read.records] != [kept.digest]:
                    return Check("saving", "bad", "not-saving", {"home": str(home)})
    except (OSError, CompanionError) as error:
        return Check("saving", "bad", "not-saving", {"home": str(home)}, str(error))
    return Check("saving", "ok", "saving")


def _aside(kept: Sequence[Aside]) -> Iterator[Check]:
    """Tell what is kept from before copies were taken back, if there is anything."""
    if kept:
        room = f"{sum(one.size for one in kept) / (1 << 20):.1f} MB"
        yield Check("replaced", "ok", "replaced", {"n": len(kept), "room": room}, f"in {ASIDE}/")


def _room(free: int) -> Check:
    room = f"{free >> 30} GB" if free >> 30 else f"{free >> 20} MB"
    if free >= ROOM_WANTED:
        return Check("disk", "ok", "disk", {"room": room})
    health: Health = "warn" if free >= ROOM_NEEDED else "bad"
    return Check("disk", health, "disk-low", {"room": room})
