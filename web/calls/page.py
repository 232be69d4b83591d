"""Calling the arbiter of the club, and taking that back."""

from flask import Blueprint, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.sayings.events import CALLS
from companion.table.answers import Accepted
from companion.table.calling.commands import CallArbiter, EndCall
from companion.words import Seat
from web.calls.view import may_call
from web.shared.acting import PAGE, asked, seat_for, status_of
from web.shared.commands import reply
from web.shared.context import phone, sentence, speaker
from web.shared.render import page, scene_for

bp = Blueprint("calls", __name__)

LONGEST = 300
"""Characters of what is shown again."""


@bp.get("/call")
def choose() -> ResponseReturnValue:
    """Ask what the arbiter is called for; where there is none to call, lead back."""
    scene, (seat, _banker) = scene_for(), seat_for(request.args.get("seat"))
    if scene is None or not may_call(scene, seat) or (seat is None and not phone().banker):
        return redirect(url_for("join.start"))
    return _shown("", seat)


@bp.post("/call")
def call() -> ResponseReturnValue:
    """Call the arbiter; what cannot be so is said on the same page."""
    seat, banker = seat_for(request.form.get("by"))
    if seat is None and not phone().banker:
        return reply(Refusal("not-allowed", PAGE), url_for("join.start"))
    answer = asked(CallArbiter, seat, banker=banker or seat is None)
    if isinstance(answer, Accepted):
        return redirect(_up(seat), 303)
    return make_response(_shown(sentence(answer), seat), status_of(answer))


@bp.post("/call/end")
def end() -> ResponseReturnValue:
    """Take a call back: one's own, or as the banker any."""
    seat, _banker = seat_for(request.form.get("by"))
    back = request.form.get("back", "/")
    if seat is None and not phone().banker:
        return reply(Refusal("not-allowed", PAGE), back)
    return reply(asked(EndCall, seat, banker=phone().banker), back)


def _shown(said: str, seat: Seat | None) -> str:
    form = request.form
    return page(
        "calls/call.html",
        said=said,
        abouts=[(code, speaker().say(text)) for code, text in CALLS.items()],
        acting=seat,
        chosen=form.get("about", ""),
        why=form.get("why", "")[:LONGEST],
        up=_up(seat),
    )


def _up(seat: Seat | None) -> str:
    """Return the page that leads here."""
    if seat is None:
        return url_for("banker.banker")
    return url_for("seat.now") if phone().seats == (seat,) else url_for("seat.now", seat=seat)
