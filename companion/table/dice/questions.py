"""What people say to dice that were not read for sure."""

from msgspec.structs import replace

from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.buttons.conditions import guess_confirmed
from companion.table.desk import Desk
from companion.table.dice.commands import AnswerDoubt
from companion.table.dice.doubts import roll_of
from companion.table.outcome import Instead, Outcome
from companion.table.roles import why_may_not
from companion.words import RuleKey

DOUBT = RuleKey("table/doubt")
"""What a refusal rests on here: dice that were not read for sure."""


def answer_doubt(desk: Desk, command: AnswerDoubt, cause: Cause) -> Outcome:
    """Answer an open doubt, once: the pips of its dice, or that it was no roll.

    Refused with `not-asked` if it is answered or replaced, and where a button was pressed when its
    lamp did not promise it; with `not-allowed` for anybody but the one who rolled and the banker.
    """
    doubt, dice, speed = desk.view.doubt, command.dice, command.speed
    if doubt is None or doubt.id != command.doubt:
        return Refusal("not-asked", DOUBT)
    refusal = why_may_not(command.right, cause, doubt.seat)
    if refusal:
        return refusal
    if cause.origin == "button" and guess_confirmed(desk.view, doubt.seat, cause.mono) != doubt:
        return Refusal("not-asked", DOUBT)
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
