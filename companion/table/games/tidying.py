"""Several games in one home: listed, laid aside, brought back, deleted."""

from collections.abc import Sequence

import msgspec

from companion.errors import CompanionError, JournalError
from companion.game.events import GameBegan
from companion.game.refusals import Refusal
from companion.journal.games import ListedGames
from companion.journal.record import Cause
from companion.table.answers import Accepted, broken_by
from companion.table.desk import ONE_GAME, Desk
from companion.table.games.commands import Tidy
from companion.table.outcome import Outcome


class KeptGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of this home, at a glance."""

    name: str
    edition: str = ""  # its id
    players: tuple[str, ...] = ()
    records: int = 0
    wall: float = 0.0  # when its last record was made, seconds since 1970; a label
    damaged: CompanionError | None = None  # why it cannot be read


def tidy(desk: Desk, command: Tidy, _cause: Cause) -> Outcome:
    """Lay another game aside, bring it back, or delete it for ever.

    Refused with `on-table` for the one that is played.
    """
    name = command.game
    if name not in (*desk.home.games(), *desk.home.archived()):
        return Refusal("bad-command", ONE_GAME)
    on_table = desk.game.name if desk.game else desk.home.current
    if name == on_table:
        return Refusal("on-table", ONE_GAME, {"game": name})
    acts = {
        "archive": desk.home.archive,
        "bring-back": desk.home.bring_back,
        "delete": desk.home.delete,
    }
    try:
        acts[command.what](name)
    except JournalError as error:
        return broken_by("damaged", error)
    desk.show()
    return Accepted(desk.game.seq if desk.game else 0, (), name)


def kept_games(games: ListedGames) -> tuple[Sequence[KeptGame], Sequence[KeptGame]]:
    """Return all games of a table at a glance, newest first: those at hand, those laid aside."""
    return (
        [glance(games, name) for name in reversed(games.games())],
        [glance(games, name) for name in reversed(games.archived())],
    )


def glance(games: ListedGames, name: str) -> KeptGame:
    """Return what a list says of a game; a damaged one says so."""
    try:
        seen = games.glance(name)
    except JournalError as error:
        return KeptGame(name=name, damaged=error.kept())
    if seen is None:
        return KeptGame(name=name)
    began = seen.first.events[0] if seen.first.events else None
    known = began if isinstance(began, GameBegan) else None
    return KeptGame(
        name=name,
        edition=known.edition if known else "",
        players=known.players if known else (),
        records=seen.last.seq,
        wall=seen.last.cause.wall,
        damaged=seen.damaged,
    )
