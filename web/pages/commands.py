"""Where forms go: real forms that work without a script, and answer a script in JSON."""

from urllib.parse import urlsplit

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer, Broken
from web.acting import PAGE, seat_for, status_of, submit
from web.api.commands import answered, why_of
from web.context import cause_of, current, phone, sentence
from web.forms import command_fields, speed_face
from web.pages.render import page

bp = Blueprint("commands", __name__)


def inward(path: str) -> str:
    """Return *path* if it leads to a page of ours, else the start."""
    parts = urlsplit(path)
    ours = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if ours and not parts.netloc else "/"


def reply(answer: Answer, back: str) -> ResponseReturnValue:
    """Return to the page that asked, or say why not: as JSON to a script, else as a page."""
    if request.accept_mimetypes.best == "application/json":
        return answered(answer)
    if isinstance(answer, Accepted):
        return redirect(inward(back), 303)
    said = sentence(answer)
    html = page("refused.html", said=said, back_to=inward(back), why=why_of(answer))
    return make_response(html, status_of(answer))


@bp.post("/do")
def do() -> ResponseReturnValue:
    """Send the command of a form."""
    seat, banker = seat_for(request.form.get("by"))
    try:
        fields = command_fields(request.form, seat)
    except ValueError:
        answer: Answer = Refusal("bad-command", PAGE)
    else:
        answer = submit(fields, seat, request.form.get("id", ""), banker=banker)
    return reply(answer, request.form.get("back", "/"))


@bp.post("/doubt")
def doubt() -> ResponseReturnValue:
    """Answer a doubtful reading: the faces of its dice, or that it was no roll."""
    return reply(_answered_doubt(), request.form.get("back", "/"))


@bp.post("/turned")
def leave_turned() -> ResponseReturnValue:
    """Leave a lot as it is although its deed was turned over."""
    seat, banker = seat_for(request.form.get("by"))
    cause = cause_of(seat, request.form.get("id") or None, banker=banker)
    answer = current().table.leave_turned(request.form.get("turned", "")[:80], cause)
    return reply(answer, request.form.get("back", "/"))


def _answered_doubt() -> Answer:
    context, form = current(), request.form
    if context.stopping:
        return Broken("stopped", "The companion is shutting down.")
    try:
        speed = speed_face(form)
        values = tuple(int(form[f"die{n}"]) for n in range(3) if f"die{n}" in form)
    except ValueError:
        return Refusal("bad-command", PAGE)
    asking, asked = phone(), context.view.doubt
    mine = asked is not None and asked.seat in asking.seats
    seat = asked.seat if mine and asked is not None else asking.seat
    cause = cause_of(seat, form.get("id") or None, banker=asking.banker)
    known = form.get("doubt", "")[:80]
    if "none" in form:
        return context.table.answer_doubt(known, "no roll", cause)
    return context.table.answer_doubt(known, values, cause, speed)
