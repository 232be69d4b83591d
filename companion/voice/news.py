"""What is to be heard by one who has heard all up to a mark. Pure."""

from collections.abc import Sequence
from gettext import NullTranslations
from itertools import islice
from typing import NamedTuple

from companion.game.state import GameState
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


MOST_READ, LOOKED_AT = 3, 12
"""So many announcements are there to be read out, among so many records."""

LONGEST = 9
"""So many digits a record's number has at most, in a mark that was returned."""

NO_GAME = ":0:"
"""The mark of who listens and hears nothing, for nothing is played."""


class Heard(NamedTuple):
    """What one who speaks is to say since a mark."""

    language: str
    announcements: Sequence[Announcement]
    mark: str
    repeats: int  # how often a repeat has been asked for


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
        mark: as it was returned before; without one nothing is new. With another game's, or
            `NO_GAME`, this game has begun since.
        level: how much is heard.
        now: monotonic seconds.
    """
    moment, unread = asked_now(croupier, view, level), unread_now(croupier, view, level)
    game, _, rest = mark.partition(":")
    seq, _, said = rest.partition(":")
    heard, _, known = said.rpartition(":")
    if not seq.isdecimal() or len(seq) > LONGEST:
        return [], mark_of(view, moment, unread=unread is not None)
    boot = records[-1].cause.boot if records else ""  # times of another boot say nothing
    new = records[int(seq) if game == view.game else 0 :]
    fresh = (one for one in new if one.cause.boot == boot and 0 <= now - one.cause.mono <= FRESH_S)
    found = [one for one in (announced(croupier, record, level) for record in fresh) if one]
    if moment is not None and moment.id != heard:
        found.append(moment)
    is_known = known == UNREAD and is_blind(view)
    if unread is not None and not is_known:  # once for as long as it lasts
        found.append(unread)
    return found, mark_of(view, moment, unread=is_known or unread is not None)


def lately(
    view: View, records: Sequence[Record], catalogue: NullTranslations, *, asked: bool
) -> list[Announcement]:
    """Return what was heard last, the oldest first, as who cannot see the page has it read out.

    Args:
        view: the table.
        records: of its game.
        catalogue: of the language.
        asked: whether what is asked of whom now belongs to it.
    """
    if view.state is None:
        return []
    croupier = _croupier(view.state, catalogue)
    heard = (announced(croupier, record, "full") for record in reversed(records[-LOOKED_AT:]))
    found = list(islice((one for one in heard if one is not None and one.text), MOST_READ))[::-1]
    calls = view.state.auction is not None  # of an auction: the page has them as its own
    told = asked or view.proposal is not None  # nothing of that is in a record yet
    moment = asked_now(croupier, view, "full") if told and not calls else None
    return [*found, moment] if moment is not None else found


def news_of(
    view: View,
    records: Sequence[Record],
    catalogue: NullTranslations,
    mark: str,
    *,
    level: Level,
    now: float,
) -> tuple[list[Announcement], str]:
    """Return the same in the language of a catalogue; without a game nothing."""
    if view.state is None:
        return [], NO_GAME
    croupier = _croupier(view.state, catalogue)
    return news(croupier, view, records, mark, level=level, now=now)


def _croupier(state: GameState, catalogue: NullTranslations) -> Croupier:
    return Croupier(catalogue, state.edition, tuple(player.name for player in state.players))
