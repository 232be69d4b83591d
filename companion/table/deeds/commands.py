"""What people say of deeds that the camera saw."""

from companion.game.commands import Word
from companion.table.command import TableCommand
from companion.table.deeds.scan_field import Turning


class LeaveTurned(TableCommand, frozen=True, kw_only=True, tag="leave-turned"):
    """Leave a lot as it is although its deed was turned over."""

    right = "answer-turned"
    recorded = False

    turned: Word


class SetTurning(TableCommand, frozen=True, kw_only=True, tag="turning"):
    """Set what turning a deed over does at this table."""

    in_game = recorded = False

    turning: Turning
