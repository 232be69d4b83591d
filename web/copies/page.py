"""Copies of all games and settings: which there are, one more, and taking one back."""

import io
from pathlib import Path

from flask import Blueprint, Response, make_response, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.backups.copy_folder import Copy
from companion.backups.keeper import Keeper
from companion.backups.restoring import proven
from companion.backups.time_limit import SilentError
from companion.errors import BackupError, CompanionError
from companion.sayings.said import marked as _
from web.copies.hindrances import WHYS, moment, trouble_of
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.render import page

bp = Blueprint("copies", __name__, url_prefix="/banker/backups")

MINUTES = (0, 5, 10, 20, 30, 60)
"""What is offered as the time between two copies."""


SILENT = _("The stick does not answer. Pull it out and put it in again. The game goes on.")


@bp.get("")
def copies() -> ResponseReturnValue:
    """List the copies, say what hinders them, and ask where they go."""
    return _listed("")


@bp.post("/make")
def make() -> ResponseReturnValue:
    """Make a copy now."""
    keeper = current().parts.copies
    try:
        copy = keeper.make_now() if keeper else None
    except SilentError:
        return _listed(
            speaker().say(_("A copy is still being written. Look again in a moment."))
        ), 503
    if copy is None:
        return _listed(speaker().say(_("No copy could be made."))), 409
    return redirect(url_for("copies.copies"), 303)


@bp.post("/choose")
def choose() -> ResponseReturnValue:
    """Choose how often copies are made, and the stick for them."""
    keeper, form = current().parts.copies, request.form
    minutes = form.get("minutes", "")
    if keeper is None or minutes not in map(str, MINUTES):
        return _listed(
            speaker().say(_("That could not be understood. Try again from the page."))
        ), 400
    second = form.get("second", "")
    if second not in ("", keeper.chosen.second, *keeper.sticks()):
        return _listed(speaker().say(_("That stick is not there any more."))), 409
    try:
        keeper.choose(minutes=int(minutes), second=second)
    except SilentError:
        return _listed(speaker().say(SILENT)), 503
    except CompanionError as error:
        return _listed(error_in_words(speaker(), error)), 409
    return redirect(url_for("copies.copies"), 303)


@bp.get("/file")
def file() -> ResponseReturnValue:
    """Return a copy, to be kept elsewhere."""
    copy = _named(request.args.get("name", ""))
    keeper = current().parts.copies
    if copy is None or keeper is None:
        return _gone()
    try:
        content = keeper.read(copy, Path.read_bytes)
    except SilentError:
        return make_response(_listed(speaker().say(SILENT)), 503)
    except OSError:
        return _gone()
    return send_file(
        io.BytesIO(content), "application/zip", as_attachment=True, download_name=copy.name
    )


@bp.get("/back")
def ask_back() -> ResponseReturnValue:
    """Prove a copy, show what is in it, and ask whether it is to be taken back."""
    copy = _named(request.args.get("name", ""))
    if copy is None:
        return _gone()
    return _asked(copy, _why_not(copy))


@bp.post("/back")
def take_back() -> ResponseReturnValue:
    """Let a copy take the place of everything; the companion starts anew with it."""
    copy, take = _named(request.form.get("name", "")), current().parts.take_back
    if copy is None or take is None:
        return _gone()
    why_not = _why_not(copy)
    if why_not or "sure" not in request.form:
        return make_response(_asked(copy, why_not), 409)
    take(copy.path)
    response = Response(page("copies/starting.html"))
    response.headers["Refresh"] = f"8; url={url_for('banker.banker')}"
    return response


def _why_not(copy: Copy) -> str:
    """Return what is damaged in a copy or hinders reading it, nothing if all of it is sound."""
    keeper = current().parts.copies
    assert keeper is not None
    try:
        keeper.read(copy, proven)
    except SilentError:
        return speaker().say(SILENT)
    except BackupError as error:
        return error_in_words(speaker(), error)
    return ""


def _named(name: str) -> Copy | None:
    keeper = current().parts.copies
    return keeper.find(name) if keeper else None


def _gone() -> ResponseReturnValue:
    return make_response(_listed(speaker().say(_("That copy is not there any more."))), 404)


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
        said=said,
        keeper=keeper,
        trouble=_trouble(keeper) if keeper else "",
        details=[error_in_words(told, one.error) for one in keeper.troubles] if keeper else [],
        rows=rows,
        aside=keeper.aside if keeper else (),
        sticks=dict.fromkeys(
            (*(keeper.sticks() if keeper else ()), *filter(None, [keeper and keeper.chosen.second]))
        ),
        minutes=MINUTES,
    )


def _trouble(keeper: Keeper) -> str:
    """Return what hinders copies: a stick that is silent now, or what hindered the last one."""
    told = trouble_of(speaker(), keeper.troubles)
    return speaker().say(SILENT) if keeper.is_silent and not told else told


def _row(keeper: Keeper, copy: Copy) -> dict[str, object]:
    return {
        "name": copy.name,
        "moment": moment(copy.manifest.wall),
        "why": speaker().say(WHYS[copy.manifest.why]),
        "games": copy.manifest.games,
        "left_out": sorted(copy.manifest.left_out),
        "other": copy.manifest.home != keeper.chosen.home_id,
    }
