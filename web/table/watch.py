"""Looking on: a phone without a seat sees what the table screen shows, and the story."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.sayings.said import marked as _
from web.phones.join import form, with_cookie
from web.phones.moves import move_of
from web.seat.page import PAGE_OF_STORY
from web.shared.context import current, phone, speaker, trouble
from web.shared.render import page
from web.shared.scene import Scene
from web.table.view import table_view

bp = Blueprint("watch", __name__)

AWAY = _("The banker does not want this phone to look on. The table screen shows the game.")


@bp.post("/watch")
def look_on() -> ResponseReturnValue:
    """Let this phone look on."""
    if phone().known:
        return redirect(url_for("watch.watch"), 303)
    token = current().phones.spectators.begin(request.remote_addr or "")
    if token is None:
        return form(speaker().say(AWAY))
    return with_cookie(token, url_for("watch.watch"))


@bp.get("/watch")
def watch() -> ResponseReturnValue:
    """Show the table and the story to somebody who may do nothing."""
    context = current()
    if not phone().known and context.phones.spectators.is_away(request.remote_addr or ""):
        return redirect(url_for("join.join"))
    tag, view, told = context.streams.tag, context.view, speaker()
    scene = Scene(context, view, told) if view.state is not None else None
    return page(
        "table/watch.html",
        tag=tag,
        view=table_view(scene) if scene else None,
        rows=scene.rows(PAGE_OF_STORY, story=True) if scene else (),
        most=PAGE_OF_STORY,
        sitters=context.phones.sitters,
        moved=move_of(told, context.phones.news),
        trouble=trouble(),
    )
