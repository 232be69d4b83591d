"""What doing a command of the table comes to, before it is saved and said."""

from typing import TypeAlias

import msgspec

from companion.game.commands import AnyCommand
from companion.game.events import AnyEvent
from companion.journal.record import Cause
from companion.table.answers import Answer
from companion.table.live_game import LiveGame


class Another(msgspec.Struct, frozen=True):
    """What was asked puts another game on the table."""

    game: LiveGame


class Instead(msgspec.Struct, frozen=True):
    """What was asked comes to a command of the game: that one is decided."""

    command: AnyCommand
    cause: Cause


Outcome: TypeAlias = Answer | Instead | Another | tuple[AnyEvent, ...]
"""What a command of the table comes to: an answer, or what its record says, to be saved."""
