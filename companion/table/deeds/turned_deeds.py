"""What people say to a deed that was turned over, and whether they are asked at all."""

from companion.errors import SettingsError
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import broken_by
from companion.table.deeds.commands import LeaveTurned, SetTurning
from companion.table.desk import Desk
from companion.table.outcome import Outcome
from companion.table.roles import why_may_not
from companion.words import RuleKey

TURNED = RuleKey("table/turned-over")
"""What a refusal rests on here: a deed that was turned over."""


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
