"""What the doctor asks about the club."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.doctor import Check
from companion.shipping.membership import ClubFile
from companion.shipping.shipper import Shipper


def club_checks(shipper: Shipper) -> Sequence[Check]:
    """Say whether the hub of the club has all, and what stands in the way."""
    return tuple(_checks(shipper))


def _checks(shipper: Shipper) -> Iterator[Check]:
    state = shipper.state
    if not state.club:
        if state.trouble is not None:
            yield Check("club", "warn", "club-unread", {"error": state.trouble})
        else:
            yield Check("club", "ok", "club-none")
        return
    for game, why in state.stops:
        yield Check("club", "warn", "club-stopped", {"game": game, "error": why})
    if state.trouble is not None:
        yield Check("club", "warn", "club-waits", {"n": state.behind, "error": state.trouble})
    elif not state.stops:
        yield Check("club", "ok", "club", {"club": state.club, "table": state.table})


def kept_club_checks(home: Path) -> Sequence[Check]:
    """Say to which club a home belongs whose companion does not run."""
    club, trouble = ClubFile(home).read()
    if trouble is not None:
        return (Check("club", "warn", "club-unread", {"error": trouble}),)
    if club is None:
        return ()
    return (Check("club", "ok", "club-kept", {"club": club.club, "table": club.table}),)
