"""The arbiter of the club is called, answers, and is called for no more. Play goes on meanwhile."""

from companion.game.events import ArbiterCalled, CallAnswered, CallEnded
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.calling.calls import CALL
from companion.table.calling.commands import AnswerCall, CallArbiter, EndCall
from companion.table.desk import Desk
from companion.table.outcome import Outcome
from companion.table.roles import why_may_not


def call_arbiter(desk: Desk, command: CallArbiter, _cause: Cause) -> Outcome:
    """Call the arbiter, for a seat or as the banker.

    Refused with `no-club` where the table is in none, with `one-at-a-time` while another call of
    the same seat is open, with `bad-command` where it is for something else and nothing is said.
    """
    game = desk.running
    if not desk.in_club:
        return Refusal("no-club", CALL)
    if command.by is not None and command.by not in game.state.seats:
        return Refusal("not-allowed", CALL)
    if any(one.by == command.by for one in game.table.calls.open.values()):
        return Refusal("one-at-a-time", CALL)
    why = command.why.strip()
    if command.about == "other" and not why:
        return Refusal("bad-command", CALL, {"wanted": "why"})
    return (ArbiterCalled(seat=command.by, about=command.about, why=why, because=CALL),)


def answer_call(desk: Desk, command: AnswerCall, cause: Cause) -> Outcome:
    """Answer a call by name: nobody but an arbiter of the club does. `not-asked`: it is over."""
    if not cause.arbiter:
        return Refusal("not-allowed", CALL)
    if command.call not in desk.running.table.calls.open:
        return Refusal("not-asked", CALL)
    why = command.why.strip()
    return (CallAnswered(call=command.call, arbiter=cause.arbiter, why=why, because=CALL),)


def end_call(desk: Desk, command: EndCall, cause: Cause) -> Outcome:
    """End a call: whoever called may, the banker and the arbiter. `not-asked`: it is over."""
    call = desk.running.table.calls.open.get(command.call)
    if call is None:
        return Refusal("not-asked", CALL)
    return why_may_not("call-arbiter", cause, call.by) or (
        CallEnded(call=command.call, because=CALL),
    )
