"""Why: what happened in one record, by which rules, on what evidence; and the evidence itself."""

import re

from flask import Blueprint, Response, abort
from flask.typing import ResponseReturnValue

from web.context import current, phone, speaker
from web.pages.render import page
from web.views.scene import Scene
from web.views.why import why_view

bp = Blueprint("why", __name__)
pictures = Blueprint("pictures", __name__, url_prefix="/pictures")

DIGEST = re.compile(r"[0-9a-f]{64}")


@bp.get("/why/<int:seq>")
def why(seq: int) -> ResponseReturnValue:
    """Show one record of the running game."""
    context = current()
    view = context.view
    if view.state is None:
        abort(404)
    scene = Scene(context, view, speaker(), phone().seat)
    rulebook = context.parts.editions.rulebook(view.state.edition.catalogue)
    shown = why_view(scene, seq, rulebook)
    if shown is None:
        abort(404)
    return page("why.html", view=shown)


@pictures.get("/<digest>.jpg")
def picture(digest: str) -> ResponseReturnValue:
    """Return a kept picture; its name is its SHA-256, so it never changes."""
    jpeg = current().table.picture(digest) if DIGEST.fullmatch(digest) else None
    if jpeg is None:
        abort(404)
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response
