"""Photographs: of dice by whoever is to throw, of deeds and cards for the own seats, of a pile."""

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Answer
from companion.table.check.laid_deeds import TABLE
from companion.table.dice.eyes import roller
from companion.table.photographs import PHOTOGRAPH, Photographs
from web.shared.acting import LONGEST_ID, seat_for
from web.shared.commands import reply
from web.shared.context import cause_of, current, phone
from web.shared.render import scene_for

bp = Blueprint("photograph", __name__)


@bp.post("/photograph")
def photograph() -> ResponseReturnValue:
    """Take what a phone has photographed in: dice that were thrown, deeds or a card, a pile."""
    photographs, form = current().parts.photographs, request.form
    if photographs is None:
        abort(404)
    file, (seat, banker) = request.files.get("picture"), seat_for(form.get("by"))
    picture = file.read() if file else b""
    cause = cause_of(seat, form.get("id", "")[:LONGEST_ID], banker=banker)
    cause = replace(cause, role="camera")
    match form.get("of"):
        case "things":
            own = phone().seats if seat is None or seat in phone().seats else (seat,)
            answer = photographs.things(picture, cause, own)
        case "pile":
            answer = _pile(photographs, picture, cause)
        case _:
            answer = _why_not(form.get("rolled", "")) or photographs.throw(picture, cause)
    return reply(answer, form.get("back", ""))


def _pile(photographs: Photographs, picture: bytes, cause: Cause) -> Answer:
    """Take a pile that is laid out for a check, from who may lead it."""
    check, asking = current().view.check, phone()
    if check is None or check.look is None or current().view.state is None:
        return Refusal("not-asked", PHOTOGRAPH)
    leads = asking.banker or check.leader in asking.seats or check.now in (*asking.seats, TABLE)
    if not leads:
        return Refusal("not-allowed", PHOTOGRAPH)
    return photographs.pile(picture, cause.mono, check.look)


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
