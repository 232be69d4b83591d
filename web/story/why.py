"""Why: what happened in one record, by which rules, on what evidence; and the evidence itself."""

import re

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from companion.sayings.said import marked as _
from companion.words import Seat
from web.shared.context import current, phone
from web.shared.render import page, scene_for
from web.story.cash_view import cash_view
from web.story.why_view import why_view

bp = Blueprint("why", __name__)
pictures = Blueprint("pictures", __name__, url_prefix="/pictures")

SHOWN = 60
"""So many changes of somebody's cash are told at once; the rest on demand."""

DIGEST = re.compile(r"[0-9a-f]{64}")


@bp.get("/why/<int:seq>")
def why(seq: int) -> ResponseReturnValue:
    """Show one record of the running game."""
    scene = scene_for(phone().seat)
    if scene is None:
        abort(404)
    rulebook = current().parts.editions.rulebook(scene.state.edition.catalogue)
    shown = why_view(scene, seq, rulebook)
    if shown is None:
        abort(404)
    return page("story/why.html", view=shown)


@bp.get("/why/cash/<int:seat>")
def cash(seat: int) -> ResponseReturnValue:
    """Show where a player's money comes from, the newest change first."""
    scene = scene_for(phone().seat)
    if scene is None or seat not in scene.state.seats:
        abort(404)
    if not scene.sees(Seat(seat)):
        said = scene.speaker.say(_("At this table everybody sees only their own balance."))
        return page("shared/failed.html", code=403, said=said), 403
    most = None if "all" in request.args else SHOWN
    shown = cash_view(scene, Seat(seat), most)
    return page("story/cash.html", view=shown)


@pictures.get("/<digest>.jpg")
def picture(digest: str) -> ResponseReturnValue:
    """Return a kept picture; its name is its SHA-256, so it never changes."""
    jpeg = current().table.picture(digest) if DIGEST.fullmatch(digest) else None
    if jpeg is None:
        abort(404)
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response
