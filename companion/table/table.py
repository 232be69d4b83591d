"""The live game: one queue, one writer. Decide, save, apply, announce."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Literal

from companion.game.commands import AnyCommand
from companion.journal.record import Cause, Origin, Record, Role
from companion.table.answers import Answer
from companion.table.feed import Feed
from companion.table.ports import Clock
from companion.table.view import View
from companion.words import Seat


class Table:
    """The one place that takes commands; every public method may be called from any thread.

    Args:
        home: the folder that holds `games/` (the journals) and `pictures/` (the evidence).
        clock: the times; the system's own if None.
    """

    feed: Feed

    def __init__(self, home: Path, *, clock: Clock | None = None) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """Lock the home, resume the game that was running, start the writer.

        Raises:
            SettingsError: another process works on the same home, or it cannot be written.
        """
        raise NotImplementedError

    def stop(self) -> None:
        """Refuse further commands, end all streams, close the journal."""
        raise NotImplementedError

    @property
    def view(self) -> View:
        """The newest snapshot."""
        raise NotImplementedError

    def cause(
        self,
        role: Role,
        origin: Origin,
        *,
        seat: Seat | None = None,
        device: str = "",
        command_id: str | None = None,
        at: float | None = None,
        evidence: str | None = None,
    ) -> Cause:
        """Return a cause with the times filled in; *at* is the monotonic time if it was earlier."""
        raise NotImplementedError

    def submit(self, command: AnyCommand, cause: Cause) -> Answer:
        """Have *command* decided, and wait for the answer.

        A claim that was pressed while the dice rolled is answered only when they are read.
        """
        return self.post(command, cause).result()

    def post(self, command: AnyCommand, cause: Cause) -> "Future[Answer]":
        """Have *command* decided without waiting for the answer.

        For buttons, and for pages that say "pressed, waiting for the dice" (`View.claims`).
        """
        raise NotImplementedError

    def begin(
        self,
        edition_id: str,
        *,
        variants: Sequence[str] = (),
        house: Mapping[str, Any] | None = None,
        players: Sequence[str],
        first_roll: bool,
        cause: Cause,
        replace: bool = False,
    ) -> Answer:
        """Begin a game in a journal of its own; the banker only.

        Refused with `game-running` while one is unfinished, unless *replace*: the older game then
        stays on disk as it is and can be resumed.
        """
        raise NotImplementedError

    def resume(self, game: str, cause: Cause) -> Answer:
        """Go on with another game of this home (see `games`); the banker only."""
        raise NotImplementedError

    def games(self) -> tuple[str, ...]:
        """Return the names of all games of this home, oldest first."""
        raise NotImplementedError

    def answer_doubt(
        self, doubt_id: str, values: tuple[int, ...] | Literal["no roll"], cause: Cause
    ) -> Answer:
        """Answer an open doubt, once: the pips of its dice, or that it was no roll.

        Refused with `not-asked` if it is answered or replaced, with `not-allowed` for anybody but
        the one who rolled and the banker. `no roll` answers Accepted with the last record's
        number and no events.
        """
        raise NotImplementedError

    def history(self, after: int = 0) -> tuple[Record, ...]:
        """Return the records of the running game with numbers above *after*, oldest first."""
        raise NotImplementedError

    def picture(self, evidence: str) -> bytes | None:
        """Return the JPEG kept under a SHA-256, or None if it was pruned."""
        raise NotImplementedError
