"""A game that began elsewhere becomes one of this home."""

from contextlib import suppress

from companion.errors import JournalError
from companion.journal.games import ListedGames
from companion.journal.record import Cause
from companion.table.answers import Accepted, broken_by
from companion.table.desk import Desk
from companion.table.games.commands import Adopt
from companion.table.outcome import Outcome


def adopt(desk: Desk, command: Adopt, _cause: Cause) -> Outcome:
    """Keep a game with all its records; one that is here as far already is left as it is.

    The answer names it as it is called here. A shorter one of the same beginning stays beside it.
    """
    here = far_enough(desk.home, command.stored[0][0], len(command.stored))
    try:
        name = here or desk.home.adopt(command.edition, command.stored)
    except JournalError as error:
        return broken_by("damaged", error)
    desk.show()
    return Accepted(desk.game.seq if desk.game else 0, (), name)


def far_enough(games: ListedGames, game: str, records: int) -> str | None:
    """Return the name of a game that is at hand with so many records at least, or None.

    Args:
        games: where it is looked for.
        game: digest of its first record.
        records: how many.
    """
    for name in reversed(games.games()):
        with suppress(JournalError):
            seen = games.glance(name)
            if seen is not None and seen.first.digest == game and seen.last.seq >= records:
                return name
    return None
