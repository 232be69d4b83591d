"""Teach a speed die, or dice with pictures: each side is shown, three looks at each."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal, TypeAlias, get_args

import msgspec
from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.teaching.shown_dice import ShownDice
from companion.teaching.shown_faces import LOOKS, SIX, FacesShown, FaceTeacher, Objection
from companion.vision.emblem_reader import Value
from companion.words import SpeedFace
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.render import page

bp = Blueprint("shown", __name__, url_prefix="/banker/teach")

Which: TypeAlias = Literal["die", "pictures", "other-pictures"]
"""Which die is shown: the speed die; one of the dice with pictures; the other, if that differs."""
Faces: TypeAlias = FaceTeacher[SpeedFace] | FaceTeacher[Value]

View: TypeAlias = Callable[..., ResponseReturnValue]

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


def _for_each_die(method: str, path: str = "") -> Callable[[View], View]:
    """Return what has a view answer below the path of each die."""

    def registered(view: View) -> View:
        for which in get_args(Which):
            told = {"which": which}
            bp.add_url_rule(f"/{which}{path}", view_func=view, methods=[method], defaults=told)
        return view

    return registered


@_for_each_die("GET")
def shown(which: Which) -> ResponseReturnValue:
    """Show which side is to be laid up, or the die that is known."""
    faces, dice = _faces(which), _dice()
    state = faces.shown
    return page(
        "dice/shown.html",
        which=which,
        shown=state,
        taught=faces.die is not None,
        with_pips=dice.plays_with_pips,
        both=dice.first.die is not None and dice.other.die is not None,
        sides=_sides(faces),
        most=LOOKS,
        whole=LOOKS * SIX,
        heard=_heard(speaker(), state),
    )


@_for_each_die("GET", "/<int:side>.png")
def picture(which: Which, side: int) -> ResponseReturnValue:
    """Return the last look at a side."""
    seen = _faces(which).picture(side)
    if seen is None:
        abort(404)
    return Response(seen, mimetype="image/png", headers={"Cache-Control": "no-store"})


@_for_each_die("POST")
def step(which: Which) -> ResponseReturnValue:
    """Begin or go on, take the last look back, stop, forget the die, or show it anew.

    Or say with which dice the table plays: those with pictures that were shown, or with pips.
    """
    faces, dice = _faces(which), _dice()
    steps: Mapping[str, Callable[[], object]] = {
        "begin": faces.begin,
        "back": partial(faces.back, request.form.get("looks", type=int)),
        "stop": faces.stop,
        "forget": faces.forget,
        "anew": faces.anew,
        "pictures": partial(dice.play, pips=False),
        "pips": partial(dice.play, pips=True),
    }
    wanted = steps.get(request.form.get("step", ""))
    if wanted is None:
        abort(400)
    dice.only(faces)
    wanted()
    return redirect(url_for("shown.shown", which=which), 303)


def _dice() -> ShownDice:
    teacher = current().parts.teacher
    if teacher is None:
        abort(404)
    return teacher.dice


def _faces(which: Which) -> Faces:
    dice = _dice()
    match which:
        case "die":
            return dice.speed
        case "pictures":
            return dice.first
        case "other-pictures":
            return dice.other


def _sides(faces: Faces) -> list[SideView]:
    state = faces.shown
    return [
        SideView(str(face), state.looks.count(side), state.open and side == state.side)
        for side, face in enumerate(faces.sides)
    ]


def _heard(speaker: Speaker, state: FacesShown) -> str:
    """Return what could not be done, or why the last look was not taken."""
    if state.trouble:
        return error_in_words(speaker, state.trouble)
    return speaker.say(OBJECTIONS[state.objection]) if state.objection else ""
