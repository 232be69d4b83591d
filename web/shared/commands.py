"""Where forms go: real forms that work without a script, and answer a script in JSON."""

from urllib.parse import urlsplit

from flask import Blueprint, make_response, redirect, request
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.journal.replay import in_force, is_played
from companion.table.answers import Accepted, Answer
from companion.table.deeds.commands import LeaveTurned
from companion.table.dice.commands import AnswerDoubt
from web.api.commands import answered, is_for_programs, why_of
from web.shared.acting import PAGE, asked, seat_for, status_of, submit
from web.shared.context import current, phone, sentence
from web.shared.forms import command_fields
from web.shared.render import page, scene_for

bp = Blueprint("commands", __name__)


def inward(path: str) -> str:
    """Return *path* if it leads to a page of this table, else its start."""
    root, parts = request.script_root, urlsplit(path)
    ours = path.startswith(f"{root}/") and not path.startswith(("//", "/\\"))
    return path if ours and not parts.netloc else f"{root}/"


def reply(answer: Answer, back: str) -> ResponseReturnValue:
    """Return to the page that asked, or say why not: as JSON to a script, else as a page."""
    if is_for_programs():
        return answered(answer)
    if isinstance(answer, Accepted):
        return redirect(inward(back), 303)
    said, last = sentence(answer), _last() if isinstance(answer, Refusal) else ""
    why = why_of(answer)
    html = page("shared/refused.html", said=said, back_to=inward(back), why=why, last=last)
    return make_response(html, status_of(answer))


def _last() -> str:
    """Return what was played last, for whose page was older than that; nothing before a game."""
    scene = scene_for(phone().seat)
    if scene is None:
        return ""
    played = (one for one in reversed(in_force(scene.records)) if is_played(one))
    return scene.headline(next(played).seq)  # that it began, if nothing else


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
    return reply(answer, request.form.get("back", ""))


@bp.post("/doubt")
def doubt() -> ResponseReturnValue:
    """Answer a doubtful reading: the faces of its dice, or that it was no roll."""
    form = request.form
    asking, open_now = phone(), current().view.doubt
    mine = open_now is not None and open_now.seat in asking.seats
    seat = open_now.seat if mine and open_now is not None else asking.seat
    if "none" not in form and "dice-0" not in form:
        answer: Answer = Refusal("bad-command", PAGE)
    else:
        answer = asked(
            AnswerDoubt, seat, banker=asking.banker, **{"dice": ()} if "none" in form else {}
        )
    return reply(answer, form.get("back", ""))


@bp.post("/turned")
def leave_turned() -> ResponseReturnValue:
    """Leave a lot as it is although its deed was turned over."""
    seat, banker = seat_for(request.form.get("by"))
    return reply(asked(LeaveTurned, seat, banker=banker), request.form.get("back", ""))
