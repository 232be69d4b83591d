"""Teach the dice: throws are shown, people say what lies there, and it is tried before use."""

from collections.abc import Callable, Iterator, Mapping

import msgspec
from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.sayings.said import marked as _
from companion.table.dice.answered_throws import AnsweredThrow, answered
from companion.teaching.course import SHOWN, TESTED, Answered, Course, Shown, Teacher
from companion.teaching.training import STEPS
from companion.vision.readings import ShownDie
from web.dice.doubt import Outline, outlined
from web.draw.jpeg import size_of
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.render import page

bp = Blueprint("teach", __name__, url_prefix="/banker/teach")

SAID: Mapping[Answered, str] = {
    "kept": "",
    "not-asked": _("Another throw came meanwhile. Look at the new picture."),
    "no-dice": _("At least one die must be named. Or leave this throw out."),
    "not-saved": "",  # the course says why
}
MOST = 6
"""So many dice may be tapped that had no frame."""


class Frames(msgspec.Struct, frozen=True):
    """A throw of which somebody is to say what it shows."""

    id: str
    size: tuple[int, int]  # of the picture, in pixels
    outlines: tuple[Outline, ...]  # one for each die, from left to right
    likely: tuple[int, ...]  # what each shows, as far as the reader can tell
    edge: float  # of a die, in pixels; 0 where none was seen


@bp.get("")
def teach() -> ResponseReturnValue:
    """Show how far the course is, and the throw that is to be named."""
    course = _teacher().course
    return page(
        "dice/teach.html",
        course=course,
        frames=_frames(course),
        steps=STEPS,
        tested=TESTED,
        wanted=TESTED if course.phase == "testing" else SHOWN,
        also=len(_answered()) if course.phase == "showing" else 0,
        said=_trouble(course) or _say(request.args.get("said", "")),
    )


@bp.get("/<question>.jpg")
def picture(question: str) -> ResponseReturnValue:
    """Return the picture of the throw that is asked about."""
    asked = _teacher().course.question
    if asked is None or asked.id != question:
        abort(404)
    return Response(asked.picture, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@bp.post("/course")
def course() -> ResponseReturnValue:
    """Begin, go on, take throws of play, learn, use, stop, or throw all away."""
    teacher = _teacher()
    steps: Mapping[str, Callable[[], object]] = {
        "begin": teacher.begin,
        "resume": teacher.resume,
        "also": lambda: teacher.learn_also(_answered()),
        "learn": teacher.learn,
        "accept": teacher.accept,
        "stop": teacher.stop,
        "forget": teacher.forget,
    }
    step = steps.get(request.form.get("step", ""))
    if step is None:
        abort(400)
    step()
    return redirect(url_for("teach.teach"), 303)


@bp.post("")
def answer() -> ResponseReturnValue:
    """Keep what a person says of a throw, or leave the throw out."""
    teacher = _teacher()
    question = request.form.get("question", "")[:80]
    if "skip" in request.form:
        teacher.skip(question)
        return redirect(url_for("teach.teach"), 303)
    asked = teacher.course.question
    try:
        dice = list(_named(asked, request.form)) if asked and asked.id == question else []
    except ValueError:
        abort(400)
    said = teacher.answer(question, dice)
    return redirect(url_for("teach.teach", said=said if SAID[said] else None), 303)


def _answered() -> list[AnsweredThrow]:
    """Return the throws of play that could teach and do not yet."""
    table = current().table
    return [*answered(table.readings.all, table.picture, _teacher().sources)]


def _teacher() -> Teacher:
    teacher = current().parts.teacher
    if teacher is None:
        abort(404)
    return teacher


def _trouble(course: Course) -> str:
    return error_in_words(speaker(), course.trouble) if course.trouble else ""


def _say(code: str) -> str:
    words = next((words for known, words in SAID.items() if known == code), "")
    return speaker().say(words)


def _frames(course: Course) -> Frames | None:
    asked = course.question
    size = size_of(asked.picture) if asked else None
    if asked is None or size is None:
        return None
    return Frames(
        id=asked.id,
        size=size,
        outlines=tuple(outlined(die.centre, die.edge, doubtful=False) for die in asked.dice),
        likely=tuple(die.pips for die in asked.dice),
        edge=_edge(asked),
    )


def _edge(asked: Shown) -> float:
    """Return how large dice are in the picture, in pixels; 0 where that is not known."""
    edges = sorted(die.edge for die in asked.dice)
    if edges:
        return edges[len(edges) // 2]
    used = _teacher().course.used
    return used.edge if used else 0.0


def _named(asked: Shown, form: MultiDict[str, str]) -> Iterator[ShownDie]:
    """Yield the dice a person named: those with a frame, and those that were tapped.

    Raises:
        ValueError: a number is none.
    """
    for n, die in enumerate(asked.dice):
        pips = _pips(form.get(f"dice-{n}", "0"))
        if pips:
            yield ShownDie(*die.centre, die.edge, pips)
    size, edge = size_of(asked.picture), _edge(asked)
    for n in range(MOST):
        pips = _pips(form.get(f"more{n}", "0"))
        if pips and size and edge:
            x, y = (float(form[f"more{n}{axis}"]) for axis in "xy")
            if 0 <= x < size[0] and 0 <= y < size[1]:
                yield ShownDie(x, y, edge, pips)


def _pips(text: str) -> int:
    """Return the pips of a form's field; 0 says that it is no die.

    Raises:
        ValueError: it is no face.
    """
    pips = int(text)
    if not 0 <= pips <= MOST:
        raise ValueError(text)
    return pips
