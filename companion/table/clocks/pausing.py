"""The banker lets the game rest, and go on."""

from companion.game.commands import Command, Hammer
from companion.game.events import Paused, PauseEnded
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.cash.commands import HandOver
from companion.table.clocks.commands import GoOn, Pause
from companion.table.clocks.pauses import PAUSE, Pauses, between
from companion.table.command import TableCommand
from companion.table.desk import Desk
from companion.table.dice.commands import AnswerDoubt
from companion.table.help.commands import Confirm
from companion.table.outcome import Outcome
from companion.table.story.commands import TakeBack

PLAYED = (AnswerDoubt, Confirm, HandOver, TakeBack)
"""What players ask of the table that moves the game. They may still dispute and vote: a vote that
runs would otherwise fail by its clock alone.
"""


def pause(desk: Desk, _command: Pause, _cause: Cause) -> Outcome:
    """Let the game rest; refused with `game-over` where it is."""
    game = desk.running
    if game.is_over:
        return Refusal("game-over", PAUSE)
    return () if game.table.pauses.since else (Paused(because=PAUSE),)


def go_on_playing(desk: Desk, _command: GoOn, cause: Cause) -> Outcome:
    """Let a game that rests go on: its clocks have what they had left."""
    since = desk.running.table.pauses.since
    if since is None:
        return ()
    desk.negotiation.later(between(since, cause))
    desk.drop_notice("dice-in-pause")
    return (PauseEnded(because=PAUSE),)


def why_paused(pauses: Pauses, command: Command, cause: Cause) -> Refusal | None:
    """Return why nothing counts now, or None: the banker may set right and help meanwhile."""
    if pauses.since is None:
        return None
    if isinstance(command, Hammer):  # nobody may bid now
        return Refusal("paused", PAUSE)
    if cause.role not in ("seat", "camera"):
        return None
    if isinstance(command, TableCommand) and not isinstance(command, PLAYED):
        return None
    return Refusal("paused", PAUSE)
