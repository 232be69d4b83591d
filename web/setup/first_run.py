"""The first evening as a list: what is to be done once, in its order; each can be left out."""

from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from companion.sayings.said import marked as _
from web.shared.context import current, speaker
from web.shared.render import page

bp = Blueprint("first_run", __name__, url_prefix="/banker/first")


class FirstStep(NamedTuple):
    """One thing to do, and where."""

    title: str
    hint: str
    href: str


@bp.get("")
def first_run() -> ResponseReturnValue:
    """Lead to everything that is looked at once before the first game."""
    say = speaker().say
    steps = [FirstStep(say(title), say(hint), href) for title, hint, href in _steps()]
    return page("setup/first_run.html", steps=steps)


def _steps() -> Iterator[tuple[str, str, str]]:
    parts, context = current().parts, current()
    yield _("The language"), _("Each phone its own, the table screen too."), url_for("join.me")
    if parts.eye is not None:
        yield _("Which eye?"), _("A camera, photographs, or nothing."), url_for("eye.eye")
    if parts.sight is not None and context.camera:
        yield _("The camera"), _("Picture, mat, light and focus."), url_for("camera.camera")
    elif parts.checks:
        none = context.unseen_dice or _("There is none: dice are typed.")
        yield _("The camera"), none, url_for("doctor.doctor")
    if context.button_seats:
        yield _("The buttons"), _("Press each once."), url_for("doctor.buttons")
    yield _("Voice"), _("Who says aloud what happens, or nobody."), url_for("voice.voice")
    if parts.press is not None:
        yield _("Print"), _("Mat, stickers and the join card."), url_for("sheets.sheets")
    yield _("Join"), _("Everybody scans the code on the table screen."), url_for("table.table")
    yield _("The game"), _("Which box, which house rules, who plays."), url_for("setup.edition")
