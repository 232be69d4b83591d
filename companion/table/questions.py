"""What the camera asks people, dice that it doubts or a deed turned over: and what they say."""

from msgspec.structs import replace

from companion.errors import SettingsError
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import broken_by
from companion.table.commands import AnswerDoubt, LeaveTurned, SetTurning
from companion.table.desk import Desk
from companion.table.doubts import roll_of
from companion.table.outcome import Instead, Outcome
from companion.table.roles import why_may_not
from companion.words import RuleKey

DOUBT = RuleKey("table/doubt")
"""What a refusal rests on here: dice that were not read for sure."""

TURNED = RuleKey("table/turned-over")
"""What a refusal rests on here: a deed that was turned over."""


def answer_doubt(desk: Desk, command: AnswerDoubt, cause: Cause) -> Outcome:
    """Answer an open doubt, once: the pips of its dice, or that it was no roll.

    Refused with `not-asked` if it is answered or replaced, with `not-allowed` for anybody but
    the one who rolled and the banker.
    """
    doubt, dice, speed = desk.view.doubt, command.dice, command.speed
    if doubt is None or doubt.id != command.doubt:
        return Refusal("not-asked", DOUBT)
    refusal = why_may_not(command.right, cause, doubt.seat)
    if refusal:
        return refusal
    if not dice:
        desk.end_doubt("no-roll")
        desk.show()
        return ()
    if len(dice) != len(doubt.dice):
        return Refusal("bad-command", DOUBT, {"dice": len(doubt.dice)})
    if doubt.speed != (speed is not None):
        return Refusal("bad-command", DOUBT, {"dice": len(doubt.dice) + doubt.speed})
    # The roll counts from when the dice moved: claims pressed later come after it.
    rolled = replace(cause, mono=doubt.began, evidence=doubt.evidence)
    return Instead(roll_of(desk.running.state, doubt.seat, dice, speed), rolled)


def leave_turned(desk: Desk, command: LeaveTurned, cause: Cause) -> Outcome:
    """Leave a lot as it is although its deed was turned over.

    For its owner and the banker. Refused with `not-asked` if nobody asks that any more.
    """
    turned = next((one for one in desk.field.turned if one.id == command.turned), None)
    if turned is None:
        return Refusal("not-asked", TURNED)
    refusal = why_may_not(command.right, cause, turned.seat)
    if refusal:
        return refusal
    desk.field.withdraw(turned.lot)
    desk.show()
    return ()


def set_turning(desk: Desk, command: SetTurning, _cause: Cause) -> Outcome:
    """Set what turning a deed over does at this table."""
    try:
        desk.field.set_turning(command.turning)
    except SettingsError as error:
        return broken_by("not-saved", error)
    desk.show()
    return ()
