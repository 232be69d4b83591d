"""What the table answers to a command."""

from typing import Literal, TypeAlias

import msgspec

from companion.errors import CompanionError
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal

BrokenCode: TypeAlias = Literal["disk-full", "not-saved", "stopped", "edition", "damaged", "fault"]


class Accepted(msgspec.Struct, frozen=True):
    """Done, and on disk."""

    seq: int  # the record's number in the journal of *game*
    events: tuple[AnyEvent, ...]
    game: str


class Broken(msgspec.Struct, frozen=True):
    """The command was not carried out because something is broken; the game stands as before.

    `disk-full`, `not-saved`: the journal could not be written; the same command (with the same
    id) may be sent again. `stopped`: the companion is shutting down. `edition`: the game that was
    to begin cannot be loaded. `damaged`: the journal of a game, or a keyring, cannot be read.
    `fault`: a mistake of the companion itself; the log has it.
    """

    code: BrokenCode
    text: str  # what is wrong, where, and the mend: one line
    error: CompanionError | None = None  # the same for pages; None: they say the text


def broken_by(code: BrokenCode, error: CompanionError) -> Broken:
    """Return what an error comes to for whoever asked."""
    return Broken(code, str(error), error.kept())


Answer: TypeAlias = Accepted | Refusal | Broken
