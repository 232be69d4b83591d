"""Copies of all games and settings: which there are, one more, and taking one back."""

from pathlib import Path

from flask import Blueprint, Response, make_response, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.backups.keeper import Keeper
from companion.backups.place import Copy
from companion.backups.restoring import proven
from companion.backups.sticks import sticks
from companion.errors import BackupError, CompanionError
from web.context import current, speaker
from web.language import marked as _
from web.pages.render import page
from web.sentences.copies import WHYS, moment, trouble_of

bp = Blueprint("copies", __name__, url_prefix="/banker/backups")

MINUTES = (0, 5, 10, 20, 30, 60)
"""What is offered as the time between two copies."""


@bp.get("")
def copies() -> ResponseReturnValue:
    """List the copies, say what hinders them, and ask where they go."""
    return _listed("")


@bp.post("/make")
def make() -> ResponseReturnValue:
    """Make a copy now."""
    keeper = current().parts.copies
    copy = keeper.make("asked") if keeper else None
    if copy is None:
        return _listed(_("No copy could be made.")), 409
    return redirect(url_for("copies.copies"), 303)


@bp.post("/choose")
def choose() -> ResponseReturnValue:
    """Choose how often copies are made, and the stick for them."""
    keeper, form = current().parts.copies, request.form
    minutes = form.get("minutes", "")
    if keeper is None or minutes not in map(str, MINUTES):
        return _listed(_("That could not be understood. Try again from the page.")), 400
    second = form.get("second", "")
    if second not in ("", keeper.chosen.second, *sticks()):
        return _listed(_("That stick is not there any more.")), 409
    try:
        keeper.choose(minutes=int(minutes), second=second)
    except CompanionError:
        return _listed(_("That stick is not there any more.")), 409
    return redirect(url_for("copies.copies"), 303)


@bp.get("/file")
def file() -> ResponseReturnValue:
    """Return a copy, to be kept elsewhere."""
    copy = _named(request.args.get("name", ""))
    if copy is None:
        return _gone()
    return send_file(copy.path.absolute(), "application/zip", as_attachment=True)


@bp.get("/back")
def ask_back() -> ResponseReturnValue:
    """Prove a copy, show what is in it, and ask whether it is to be taken back."""
    copy = _named(request.args.get("name", ""))
    if copy is None:
        return _gone()
    return _asked(copy, _why_not(copy.path))


@bp.post("/back")
def take_back() -> ResponseReturnValue:
    """Let a copy take the place of everything; the companion starts anew with it."""
    copy, take = _named(request.form.get("name", "")), current().parts.take_back
    if copy is None or take is None:
        return _gone()
    why_not = _why_not(copy.path)
    if why_not or "sure" not in request.form:
        return make_response(_asked(copy, why_not), 409)
    take(copy.path)
    response = Response(page("copies/starting.html"))
    response.headers["Refresh"] = f"8; url={url_for('banker.banker')}"
    return response


def _why_not(path: Path) -> str:
    """Return what is damaged in a copy, nothing if all of it is sound."""
    try:
        proven(path)
    except BackupError as error:
        return str(error)
    return ""


def _named(name: str) -> Copy | None:
    keeper = current().parts.copies
    return keeper.find(name) if keeper else None


def _gone() -> ResponseReturnValue:
    return make_response(_listed(_("That copy is not there any more.")), 404)


def _asked(copy: Copy, why_not: str) -> str:
    return page(
        "copies/back.html",
        copy=copy,
        moment=moment(copy.manifest.wall),
        why_not=why_not,
        can=current().parts.take_back is not None,
    )


def _listed(said: str) -> str:
    keeper, told = current().parts.copies, speaker()
    rows = [_row(keeper, copy) for copy in keeper.copies()] if keeper else []
    return page(
        "copies/list.html",
        said=told.say(said),
        keeper=keeper,
        trouble=trouble_of(told, keeper.troubles) if keeper else "",
        details=[trouble.text for trouble in keeper.troubles] if keeper else [],
        rows=rows,
        sticks=dict.fromkeys((*sticks(), *filter(None, [keeper and keeper.chosen.second]))),
        minutes=MINUTES,
    )


def _row(keeper: Keeper, copy: Copy) -> dict[str, object]:
    return {
        "name": copy.name,
        "moment": moment(copy.manifest.wall),
        "why": speaker().say(WHYS[copy.manifest.why]),
        "games": copy.manifest.games,
        "left_out": sorted(copy.manifest.left_out),
        "other": copy.manifest.home != keeper.chosen.home_id,
    }
