"""What is to be heard by one who has heard all up to a mark. Pure."""

from collections.abc import Sequence

from companion.journal.record import Record
from companion.sayings.announcements import Level
from companion.table.view import View
from companion.voice.announcer import (
    UNREAD,
    Announcement,
    announced,
    asked_now,
    is_blind,
    unread_now,
)
from companion.voice.croupier import Croupier

FRESH_S = 20.0
"""What was caused so long ago is old: dice roll for some seconds before they are read."""


def mark_of(view: View, moment: Announcement | None, *, unread: bool) -> str:
    """Return the mark of who has heard all there is now; *unread*: that no dice are read, too."""
    return f"{view.game}:{view.seq}:{moment.id if moment else ''}:{UNREAD if unread else ''}"


def news(
    croupier: Croupier,
    view: View,
    records: Sequence[Record],
    mark: str,
    *,
    level: Level,
    now: float,
) -> tuple[list[Announcement], str]:
    """Return what is to be heard, the oldest first, and the mark to come back with.

    Args:
        croupier: who says it.
        view: the table.
        records: of its game.
        mark: as it was returned before; without one, or with another game's, nothing is new.
        level: how much is heard.
        now: monotonic seconds.
    """
    moment, unread = asked_now(croupier, view, level), unread_now(croupier, view, level)
    game, _, rest = mark.partition(":")
    seq, _, said = rest.partition(":")
    heard, _, known = said.rpartition(":")
    if game != view.game or not seq.isdecimal() or len(seq) > len(str(view.seq)):
        return [], mark_of(view, moment, unread=unread is not None)
    fresh = (one for one in records[int(seq) :] if 0 <= now - one.cause.mono <= FRESH_S)
    found = [one for one in (announced(croupier, record, level) for record in fresh) if one]
    if moment is not None and moment.id != heard:
        found.append(moment)
    is_known = known == UNREAD and is_blind(view)
    if unread is not None and not is_known:  # once for as long as it lasts
        found.append(unread)
    return found, mark_of(view, moment, unread=is_known or unread is not None)
