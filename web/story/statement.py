"""A seat's statement, the story of the game to print, and all that was booked to take away."""

from collections.abc import Callable

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.accounts.beancount import as_beancount
from companion.accounts.bookings import Ledger
from companion.accounts.export import Exported, as_csv, as_json, exported
from web.seat.page import scene_asked_for
from web.shared.context import current, phone, speaker
from web.shared.render import page, scene_for
from web.shared.scene import Scene
from web.story.ending import ending_of
from web.story.statement_view import statement_view, story_view

bp = Blueprint("statement", __name__)

BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Before a table: without it, spreadsheets take letters beyond ASCII for others."""

FORMATS: dict[str, tuple[str, Callable[[Ledger, Exported], str]]] = {
    "json": ("application/json", lambda _ledger, game: as_json(game)),
    "csv": ("text/csv", lambda _ledger, game: BYTE_ORDER_MARK + as_csv(game)),
    "beancount": ("text/plain", as_beancount),
}


@bp.get("/seat/statement")
@bp.get("/seats/<int:seat>/statement")
def statement(seat: int | None = None) -> ResponseReturnValue:
    """Show what the seat got and paid; to its own phone, and to the banker."""
    tag = current().streams.tag
    scene = scene_asked_for(seat)
    if not isinstance(scene, Scene):
        return scene
    return page("story/statement.html", tag=tag, view=statement_view(scene), acting=seat)


@bp.get("/story")
def story() -> ResponseReturnValue:
    """Show the story of the game from its beginning, page by page; or all, to print or save it."""
    scene = scene_for()
    if scene is None:
        return redirect(url_for("join.start"))
    return page(
        "story/printed.html",
        view=story_view(scene, None if "all" in request.args else from_number()),
        ending=ending_of(scene),
        may_export=phone().banker,
    )


def from_number() -> int:
    """Return the number of the record that the page of the story shall show; 1 if none is said."""
    return request.args.get("from", 1, type=int)


@bp.get("/export/<form>")
def export(form: str) -> ResponseReturnValue:
    """Return all that was booked, by everybody, as a file."""
    scene = scene_for()
    if scene is None or form not in FORMATS:
        abort(404)
    context, view = current(), scene.view
    ledger = context.chronicle.ledger(view.game, view.seq)
    told = speaker()
    game = exported(
        ledger, scene.rulebook(), lambda event, arbiter: told.event(event, arbiter=arbiter).text
    )
    mimetype, write = FORMATS[form]
    response = Response(write(ledger, game), mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{view.game}.{form}"'
    return response
