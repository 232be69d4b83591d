"""What the doctor asks about copies."""

import time
from collections.abc import Iterator, Mapping, Sequence

from companion.backups.keeper import Keeper
from companion.doctor import Check, Code, Facts

OTHERWISE: tuple[str, Code] = ("look at the stick, or make room", "copies-fail")
MENDS: Mapping[str, tuple[str, Code]] = {
    "damaged-game": ("take a copy back, or delete that game", "copies-damaged")
}
"""What can be done about what hinders."""


def copy_checks(keeper: Keeper) -> Sequence[Check]:
    """Say how many copies there are, from when the newest is, and what hinders."""
    return tuple(_checks(keeper))


def _checks(keeper: Keeper) -> Iterator[Check]:
    for trouble in keeper.troubles:
        mend, what = MENDS.get(trouble.code, OTHERWISE)
        yield Check("copies", "warn", trouble.text, mend, what, {"error": trouble.error})
    copies = keeper.copies()
    if not copies:
        mend = "play: one is made at each start"
        yield Check("copies", "warn", "there is no copy yet", mend, "copies-none")
        return
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(copies[0].manifest.wall))
    where = f", also at {keeper.second}" if keeper.second else ""
    words = f"{len(copies)} copies, the newest from {when}{where}"
    facts: Facts = {"n": len(copies), "when": when, "where": str(keeper.second or "")}
    code: Code = "copies-twice" if keeper.second else "copies"
    yield Check("copies", "ok", words, code=code, facts=facts)
