"""What waits to be confirmed: people say that it is so, or not; the banker rules, and sets it."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.commands import Command
from companion.game.refusals import Refusal
from companion.table.answers import Answer
from companion.table.help.commands import Confirm, Contest, Drop, Insist, SetHelp
from web.shared.acting import PAGE, asked, seat_for
from web.shared.commands import reply
from web.shared.context import phone

bp = Blueprint("proposal", __name__)


@bp.post("/confirm")
def say_so() -> ResponseReturnValue:
    """Say that what is proposed is so; where amounts are typed, with them."""
    return _said(Confirm)


@bp.post("/contest")
def say_not_so() -> ResponseReturnValue:
    """Say that what is proposed is not so."""
    return _said(Contest)


def _said(kind: type[Command]) -> ResponseReturnValue:
    seat, banker = seat_for(request.form.get("by"))
    answer: Answer = Refusal("not-allowed", PAGE)
    if seat is not None:
        answer = asked(kind, seat, banker=banker)
    return reply(answer, request.form.get("back", ""))


@bp.post("/banker/proposal")
def rule() -> ResponseReturnValue:
    """Rule on what is proposed: it is booked, dropped, rolled otherwise, or another amount."""
    return reply(_ruled(), request.form.get("back") or url_for("banker.banker"))


def _ruled() -> Answer:
    match request.form.get("ruling"):
        case "book":
            return asked(Confirm, banker=True, typed={}, as_ruled=True)
        case "drop":
            return asked(Drop, banker=True, dice=())
        case "dice" if "dice-0" in request.form:
            return asked(Drop, banker=True)
        case "insist":
            return asked(Insist, banker=True)
        case _:
            return Refusal("bad-command", PAGE)


@bp.post("/banker/help")
def level() -> ResponseReturnValue:
    """Set how far the companion helps in booking."""
    return reply(asked(SetHelp, phone().seat, banker=True), url_for("banker.banker"))
