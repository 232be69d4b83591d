"""The interface of what keeps the games of one table; a `Home` fills it, and a club's database."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from companion.errors import JournalError
from companion.files import Folder
from companion.journal.pictures import Fate, Limits
from companion.journal.record import Record
from companion.journal.store import Journal


class Glance(NamedTuple):
    """A game without all that is between its beginning and its end."""

    first: Record
    last: Record
    damaged: JournalError | None = None  # records after the last one were lost


class ListedGames(Protocol):
    """Which games there are."""

    def games(self) -> tuple[str, ...]:
        """Return the names of all games at hand, oldest first."""
        ...

    def archived(self) -> tuple[str, ...]:
        """Return the names of all games that were laid aside, oldest first."""
        ...

    def glance(self, name: str) -> Glance | None:
        """Return a game's first and last record, if it has any; only their form is checked.

        Raises:
            JournalError: there is none of this name, or one of the two cannot be read.
        """
        ...


class KeptPictures(Protocol):
    """The evidence: pictures kept under their SHA-256, 64 hexadecimal digits."""

    def keep(self, picture: bytes) -> str:
        """Keep a picture for good and return its SHA-256.

        Raises:
            JournalError: it cannot be kept.
        """
        ...

    def read(self, digest: str) -> bytes | None:
        """Return a picture, or None if it was pruned, never kept, or is damaged."""
        ...

    def fate(self, digest: str) -> Fate:
        """Return what became of a picture that was kept."""
        ...

    def prune(self, limits: Limits, *, spare: Collection[str] = ()) -> int:
        """Delete the oldest pictures beyond *limits*, but none of *spare*; return how many."""
        ...


class Games(ListedGames, Protocol):
    """The games of one table, of which one program alone writes; whatever lies beside them.

    A game's name is a number, which is never given again, and its edition's id.
    """

    precious: Callable[[], Collection[str]]
    """Returns the SHA-256 of pictures that are kept even when room is made."""

    @property
    def folder(self) -> Folder:
        """Where the small files of this table lie."""
        ...

    @property
    def pictures(self) -> KeptPictures:
        """What records rest on."""
        ...

    @property
    def current(self) -> str | None:
        """The game that was played last, if it was noted and is still there."""
        ...

    def note_current(self, name: str) -> None:
        """Note which game is played, for the next start.

        Raises:
            JournalError: it cannot be written.
        """
        ...

    def create(self, edition: str) -> Journal:
        """Make the journal of a new game.

        Raises:
            JournalError: it cannot be made.
        """
        ...

    def adopt(self, edition: str, stored: Sequence[tuple[str, bytes]]) -> str:
        """Keep a game that was written elsewhere, whole or not at all; return its name here.

        Args:
            edition: its id.
            stored: of each record its digest and its bytes, from the first on.

        Raises:
            JournalError: the records are no game of ours, or cannot be kept.
        """
        ...

    def open(self, name: str, *, shortened_too: bool = False) -> Journal:
        """Open a game's journal for writing; *shortened_too*: if its last records are lost, too.

        Raises:
            JournalError: there is none of this name, or it is damaged.
        """
        ...

    def archive(self, name: str) -> None:
        """Lay a game aside, which nobody has open.

        Raises:
            JournalError: there is none of this name, it is damaged, or it cannot be moved.
        """
        ...

    def bring_back(self, name: str) -> None:
        """Put a game that was laid aside among the others again.

        Raises:
            JournalError: there is none of this name, it is damaged, or it cannot be moved.
        """
        ...

    def delete(self, name: str) -> None:
        """Delete a game for ever, which nobody has open.

        Raises:
            JournalError: there is none of this name, or it cannot be deleted.
        """
        ...

    def make_room(self, *, spare: Collection[str] = ()) -> None:
        """Give room back, if that can be done; pictures in *spare* are kept."""
        ...

    def make_room_to_open(self) -> bool:
        """Give room back if there is too little even to open a journal; return whether it did."""
        ...

    def take_reserve(self) -> None:
        """Take the reserve of room again if there is plenty."""
        ...

    def close(self) -> None:
        """Let another program work with these games."""
        ...
