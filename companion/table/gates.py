"""What may stand in the way of a command that the rules would allow: each gate asks once."""

from companion.game.commands import Claim, Command, FirstRoll, Roll
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.journal.replay import has_gone_on
from companion.table.cash.handing import BANKNOTES
from companion.table.clocks.pausing import why_paused
from companion.table.command import TableCommand
from companion.table.desk import ONE_GAME, Desk
from companion.table.disputing.disputes import DISPUTE
from companion.table.help.held_commands import why_nothing
from companion.table.live_game import BANKER
from companion.table.story.commands import PutIn, TakeBack


def seen(desk: Desk, command: Command, _cause: Cause) -> Refusal | None:
    """Return that more was recorded than whoever asks had *seen*, where the command says that."""
    last = getattr(command, "seen", None)
    if last is None or not has_gone_on(desk.running.records(), last):
        return None
    return Refusal("gone-on", BANKER, {"seq": desk.running.seq})


def elsewhere(desk: Desk, command: Command, _cause: Cause) -> Refusal | None:
    """Return that this game goes on at another table of the club: what is added here has no place.

    Other games of this home are begun and gone on with as ever.
    """
    other = desk.elsewhere.get(desk.running.name)
    if other is None or (isinstance(command, TableCommand) and not command.recorded):
        return None
    return Refusal("game-elsewhere", ONE_GAME, {"table": other})


def dispute(desk: Desk, command: Command, cause: Cause) -> Refusal | None:
    """Return why play waits for a ruling; a step is not taken back meanwhile either."""
    if isinstance(command, TakeBack):
        return Refusal("play-waits", DISPUTE) if desk.waiting.held is not None else None
    if isinstance(command, TableCommand):
        return None
    return desk.waiting.why_not(command, cause, desk.clock.mono())


def pause(desk: Desk, command: Command, cause: Cause) -> Refusal | None:
    """Return that the game is paused: until it goes on, no player moves it."""
    return why_paused(desk.running.table.pauses, command, cause)


def dice(desk: Desk, command: Command, cause: Cause) -> Refusal | None:
    """Return why no dice count yet: players may bargain, or notes are to be handed over first."""
    if not isinstance(command, Roll | FirstRoll):
        return None
    return desk.negotiation.why_not(cause, desk.clock.mono()) or _not_handed_over(desk, cause)


def _not_handed_over(desk: Desk, cause: Cause) -> Refusal | None:
    """Return what has to be handed over first, where the table wants it so; the banker lets go."""
    now = desk.view.handing
    if not now.holds_dice or cause.role == "banker":
        return None
    return Refusal("not-handed-over", BANKNOTES, {"payments": len(now.open)})


def proposal(desk: Desk, command: Command, cause: Cause) -> Refusal | None:
    """Return why a command waits while something is to be confirmed, or None.

    A claim goes on, unless a held roll came before it: who asks too late is told so then. Something
    put in would go back, and close unsaid what is asked.
    """
    if isinstance(command, Claim) and not desk.is_overtaken(command, cause):
        return None
    if isinstance(command, TableCommand) and not isinstance(command, PutIn):
        return None
    return why_nothing(desk.head)


GATES = (elsewhere, seen, pause, dispute, dice, proposal)
"""In the order in which they are asked."""


def why_not_now(desk: Desk, command: Command, cause: Cause) -> Refusal | None:
    """Return what stands in the way of a command now, or None."""
    return next((why for gate in GATES if (why := gate(desk, command, cause))), None)
