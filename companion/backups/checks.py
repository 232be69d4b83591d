"""What the doctor asks about copies."""

import time
from collections.abc import Iterator, Sequence

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
    copies = keeper.copies()
    if not copies:
        yield Check("copies", "warn", "copies-none")
        return
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(copies[0].manifest.wall))
    facts: Facts = {"n": len(copies), "when": when, "where": str(keeper.second or "")}
    code: Code = "copies-twice" if keeper.second else "copies"
    yield Check("copies", "ok", code, facts)
