"""Commands about calls for the arbiter."""

from companion.game.commands import SeatField, Seq
from companion.game.events import CallAbout
from companion.table.command import Reason, TableCommand


class CallArbiter(TableCommand, frozen=True, kw_only=True, tag="call-arbiter"):
    """Call the arbiter of the club; play goes on."""

    right = "call-arbiter"

    by: SeatField | None = None  # None: the banker
    about: CallAbout
    why: Reason = ""


class AnswerCall(TableCommand, frozen=True, kw_only=True, tag="answer-call"):
    """Say a word to a call, as an arbiter of the club; without one: is coming."""

    inward = True  # it comes from the hub

    call: Seq
    why: Reason = ""


class EndCall(TableCommand, frozen=True, kw_only=True, tag="end-call"):
    """Take a call back, or have done with it."""

    right = "call-arbiter"

    call: Seq
