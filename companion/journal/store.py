"""The interface of a game's journal; SQLite fills it on the Pi."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from companion.errors import ErrorCode, JournalError
from companion.game.events import AnyEvent
from companion.journal.record import Cause, Record


class CommitError(JournalError):
    """A commit failed and nobody knows whether the record is on disk.

    The journal is closed then. Open it anew and look: of 22 sync errors put into a test, 20
    "failed" records were there.

    Args:
        what: the database's own words.
        where: the journal's file.
        disk_full: whether the cause is a lack of room.
    """

    def __init__(self, what: str, *, where: str, disk_full: bool) -> None:
        self.disk_full = disk_full
        code: ErrorCode = "no-room" if disk_full else "disk-fails"
        super().__init__(code=code, where=where, detail=what)


class Draft(NamedTuple):
    """A record that has no number yet."""

    events: tuple[AnyEvent, ...]
    cause: Cause
    command: Mapping[str, Any]  # as plain data


class Journal(Protocol):
    """The records of one game, in order, on disk before `append` returns."""

    @property
    def name(self) -> str:
        """The game's name."""
        ...

    @property
    def records(self) -> Sequence[Record]:
        """All records, oldest first; it grows while the game goes on, nothing in it changes."""
        ...

    @property
    def is_in_place(self) -> bool:
        """Whether what is appended will be found again under the journal's name."""
        ...

    def append(
        self, events: tuple[AnyEvent, ...], *, cause: Cause, command: Mapping[str, Any]
    ) -> Record:
        """Store what one command caused, as one record, and return it when it is on disk.

        Raises:
            CommitError: it failed; the journal is closed.
        """
        ...

    def append_all(self, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        """Store records that belong together, all of them or none, however the plug is pulled.

        Raises:
            CommitError: it failed; the journal is closed.
        """
        ...

    def seq_of(self, command_id: str) -> int | None:
        """Return the number of the record that a command with this id caused, or None."""
        ...

    def close(self) -> None:
        """Release the file; further calls of `append` fail."""
        ...
