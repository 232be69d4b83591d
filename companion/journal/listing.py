"""Which games lie in a companion's folder; whoever looks needs no lock."""

import re
from pathlib import Path

from companion.errors import JournalError
from companion.journal.audit import glance_at
from companion.journal.games import Glance
from companion.journal.mark import marked, shortened
from companion.journal.sqlite import SUFFIX

GAMES, ARCHIVE = "games", "archive"
"""In a home: where its games lie, and among them those that were laid aside."""

_NAME = re.compile(r"\d{4,}-[a-z0-9-]+")


class GamesOnDisk:
    """The games of one folder, as they can be seen.

    Args:
        folder: the companion's; it may be missing.
    """

    def __init__(self, folder: Path) -> None:
        self._at_hand, self._aside = folder / GAMES, folder / GAMES / ARCHIVE

    def games(self) -> tuple[str, ...]:
        """Return the names of all games at hand, oldest first."""
        return named_in(self._at_hand)

    def archived(self) -> tuple[str, ...]:
        """Return the names of all games that were laid aside, oldest first."""
        return named_in(self._aside)

    def glance(self, name: str) -> Glance | None:
        """Return a game's first and last record, if it has any; only their form is checked.

        Raises:
            JournalError: there is none of this name, one of the two is damaged, or all are lost.
        """
        insist_on_name(name)
        at_hand, aside = (folder / f"{name}{SUFFIX}" for folder in (self._at_hand, self._aside))
        path = at_hand if at_hand.exists() else aside
        there = marked(path)  # before: the game may go on meanwhile
        seen = glance_at(path)
        lost = shortened(path, seen.last.seq if seen else 0, there)
        if seen is None and lost:
            raise lost
        return seen._replace(damaged=lost) if seen else None


def insist_on_name(name: str) -> None:
    """Let only a game's name become a path.

    Raises:
        JournalError: it is none.
    """
    if not _NAME.fullmatch(name):
        raise JournalError(code="journal-no-name", where=name)


def named_in(folder: Path) -> tuple[str, ...]:
    """Return the names of all games whose journals lie in a folder, oldest first."""
    found = (path.name.removesuffix(SUFFIX) for path in folder.glob(f"*{SUFFIX}"))
    return tuple(sorted((n for n in found if _NAME.fullmatch(n)), key=number_of))


def number_of(name: str) -> int:
    """Return the number that a game's name begins with."""
    return int(name.partition("-")[0])
