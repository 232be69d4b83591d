"""Teach a speed die, or any die with prints of its own: each side is shown, three looks at each."""

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.teaching.shown_faces import LOOKS, SIDES, FacesShown, FaceTeacher, Objection
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.render import page

bp = Blueprint("shown", __name__, url_prefix="/banker/teach/die")

OBJECTIONS: Mapping[Objection, str] = {
    "": "",
    "several": _("Lay this die alone into the tray: nothing else in it."),
    "other-side": _("That looks like another side than the one before. Lay the same one up again."),
    "known-side": _("That looks like a side that was shown already. Lay the next one up."),
    "other-die": _("That die has another colour, or the light has changed."),
}


class SideView(msgspec.Struct, frozen=True):
    """One side of the die: what it counts as, and how often it was looked at."""

    face: str
    looks: int
    now: bool  # it is to be shown now


@bp.get("")
def shown() -> ResponseReturnValue:
    """Show which side is to be laid up, or the die that is known."""
    faces = _faces()
    state = faces.shown
    return page(
        "dice/shown.html",
        shown=state,
        taught=faces.die is not None,
        sides=_sides(state),
        most=LOOKS,
        whole=LOOKS * len(SIDES),
        heard=_heard(speaker(), state),
    )


@bp.get("/<int:side>.png")
def picture(side: int) -> ResponseReturnValue:
    """Return the last look at a side."""
    seen = _faces().picture(side)
    if seen is None:
        abort(404)
    return Response(seen, mimetype="image/png", headers={"Cache-Control": "no-store"})


@bp.post("")
def step() -> ResponseReturnValue:
    """Begin or go on, take the last look back, stop, forget the die, or show it anew."""
    faces = _faces()
    steps: Mapping[str, Callable[[], object]] = {
        "begin": faces.begin,
        "back": partial(faces.back, request.form.get("looks", type=int)),
        "stop": faces.stop,
        "forget": faces.forget,
        "anew": faces.anew,
    }
    wanted = steps.get(request.form.get("step", ""))
    if wanted is None:
        abort(400)
    wanted()
    return redirect(url_for("shown.shown"), 303)


def _faces() -> FaceTeacher:
    teacher = current().parts.teacher
    if teacher is None:
        abort(404)
    return teacher.dice.speed


def _sides(state: FacesShown) -> list[SideView]:
    return [
        SideView(str(face), state.looks.count(side), state.open and side == state.side)
        for side, face in enumerate(SIDES)
    ]


def _heard(speaker: Speaker, state: FacesShown) -> str:
    """Return what could not be done, or why the last look was not taken."""
    if state.trouble:
        return error_in_words(speaker, state.trouble)
    return speaker.say(OBJECTIONS[state.objection]) if state.objection else ""
