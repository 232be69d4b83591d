"""How a table stands with its club, as the banker reads it."""

from typing import NamedTuple

from companion.sayings.said import marked as _
from companion.shipping.membership import ShipState
from companion.shipping.refusals import plain
from companion.shipping.wire import MovingGame
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
    waits: bool  # an answer counts only once the club has it


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
        waits=state.kept_too,
    )


NOT_SURE = _("Nothing was done: tick that you are sure.")

NOT_THERE = _("That game is not to be had any more. Look once more.")


class ToldGame(NamedTuple):
    """A game that may go on here."""

    game: str  # digest of its first record
    edition: str  # its id
    table: str  # where it is now
    is_own: bool
    entries: int


def told_game(game: MovingGame) -> ToldGame:
    """Return what the page says of a game."""
    return ToldGame(game.game, plain(game.edition), plain(game.table), game.yours, game.seq)
