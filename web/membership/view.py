"""How a table stands with its club, as the banker reads it."""

from typing import NamedTuple

from companion.sayings.said import marked as _
from companion.shipping.shipper import ShipState
from companion.speaker import Speaker
from web.shared.broken import without_place


class ToldStop(NamedTuple):
    """A game that is not sent any more."""

    game: str
    why: str


class ToldClub(NamedTuple):
    """How the table stands with its club, in words."""

    club: str
    table: str
    hub: str
    behind: int
    why: str  # what stands in the way; empty: nothing
    minutes: int  # for so long
    stops: tuple[ToldStop, ...]
    is_void: bool  # only a new code helps


def told_club(speaker: Speaker, state: ShipState) -> ToldClub:
    """Return what the page says."""
    trouble = state.trouble
    return ToldClub(
        club=state.club,
        table=state.table,
        hub=state.hub,
        behind=state.behind,
        why=without_place(speaker, trouble) if trouble is not None else "",
        minutes=int(state.for_s // 60),
        stops=tuple(ToldStop(game, without_place(speaker, why)) for game, why in state.stops),
        is_void=state.is_void,
    )


NOT_SURE = _("Nothing was done: tick that you are sure.")
