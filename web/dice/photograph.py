"""Photographs of the dice: whoever is to throw sends one from the own page, the banker for all."""

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.game.refusals import Refusal
from companion.table.answers import Answer
from companion.table.dice.eyes import roller
from companion.table.photographs import PHOTOGRAPH
from web.shared.acting import LONGEST_ID, seat_for
from web.shared.commands import reply
from web.shared.context import cause_of, current, phone
from web.shared.render import scene_for

bp = Blueprint("photograph", __name__)


@bp.post("/photograph")
def throw() -> ResponseReturnValue:
    """Read a photograph of dice that were thrown; only who is to throw, or the banker, sends it."""
    photographs = current().parts.photographs
    if photographs is None:
        abort(404)
    form, file = request.form, request.files.get("picture")
    seat, banker = seat_for(form.get("by"))
    answer: Answer | None = _why_not(form.get("rolled", ""))
    if answer is None:
        cause = cause_of(seat, form.get("id", "")[:LONGEST_ID], banker=banker)
        answer = photographs.throw(file.read() if file else b"", replace(cause, role="camera"))
    return reply(answer, form.get("back", "/"))


def _why_not(rolled: str) -> Refusal | None:
    """Return why nobody's photograph counts now, or not this phone's.

    *rolled*: the last roll that its page knew: a picture of that one is none of the next.
    """
    scene = scene_for(None)
    if scene is None:
        return Refusal("no-game", PHOTOGRAPH)
    if scene.view.pauses.since is not None:
        return Refusal("paused", PHOTOGRAPH)
    due = roller(scene.view.asked)
    if due is None:
        return Refusal("not-asked", PHOTOGRAPH)
    if due not in phone().seats and not phone().banker:
        return Refusal("not-your-turn", PHOTOGRAPH, {"seat": due})
    if rolled != str(scene.rolled):
        return Refusal("gone-on", PHOTOGRAPH)
    return None
