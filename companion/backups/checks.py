"""What the doctor asks about copies."""

import time
from collections.abc import Iterator, Sequence

from companion.backups.keeper import Keeper
from companion.doctor import Check


def copy_checks(keeper: Keeper) -> Sequence[Check]:
    """Say how many copies there are, from when the newest is, and what hinders."""
    return tuple(_checks(keeper))


def _checks(keeper: Keeper) -> Iterator[Check]:
    for trouble in keeper.troubles:
        mend = "take a copy back, or delete that game" if trouble.code == "damaged-game" else ""
        yield Check("copies", "warn", trouble.text, mend or "look at the stick, or make room")
    copies = keeper.copies()
    if not copies:
        yield Check("copies", "warn", "there is no copy yet", "play: one is made at each start")
        return
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(copies[0].manifest.wall))
    where = f", also at {keeper.second}" if keeper.second else ""
    yield Check("copies", "ok", f"{len(copies)} copies, the newest from {when}{where}")
