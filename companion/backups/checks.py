"""What the doctor asks about copies."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.backups.copy_folder import FOLDER, Copy, CopyFolder
from companion.backups.keeper import Keeper
from companion.doctor import Check, Code, Facts


def copy_checks(keeper: Keeper) -> Sequence[Check]:
    """Say how many copies there are, from when the newest is, and what hinders."""
    return tuple(_checks(keeper))


def _checks(keeper: Keeper) -> Iterator[Check]:
    for trouble in keeper.troubles:
        damaged = trouble.code == "damaged-game"
        found: Code = "copies-damaged" if damaged else "copies-fail"
        yield Check("copies", "warn", found, {"error": trouble.error})
    yield _counted(keeper.copies(), keeper.second)


def kept_copy_checks(home: Path) -> Sequence[Check]:
    """Say how many copies lie in a home of which no companion runs, where games lie there."""
    copies = CopyFolder(home / FOLDER).copies()
    return (_counted(copies),) if copies or any((home / "games").glob("*")) else ()


def _counted(copies: Sequence[Copy], second: str = "") -> Check:
    if not copies:
        return Check("copies", "warn", "copies-none")
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(copies[0].manifest.wall))
    facts: Facts = {"n": len(copies), "when": when, "where": second}
    code: Code = "copies-twice" if second else "copies"
    return Check("copies", "ok", code, facts)
