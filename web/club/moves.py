"""The organiser lets another table go on with a game."""

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.hub.lobby import LobbyLine
from companion.shipping.wire import Refused
from web.club.context import club, heard
from web.club.render import page
from web.club.view import seen_words

bp = Blueprint("moves", __name__, url_prefix="/moves")


@bp.get("/<game>")
def ask(game: str) -> ResponseReturnValue:
    """Ask which table may go on with a game."""
    context, line = club(), _line(game)
    tables = context.hub.tables.all()
    offered = context.hub.moves.offered().get(game)
    return page(
        "moves.html",
        line=line,
        others=[one for one in tables if one.name != line.table],
        offered=next((one for one in tables if one.id == offered), None),
        ago=seen_words(heard(), context.keeper.now(), line.kept_at),
        names=[one.name for one in line.seats],
    )


@bp.post("/<game>")
def offer(game: str) -> ResponseReturnValue:
    """Let a table go on with it, or no table any more."""
    _line(game)
    wanted = request.form.get("table", "")
    table = next((one.id for one in club().hub.tables.all() if str(one.id) == wanted), None)
    if wanted and table is None:
        abort(404)
    if isinstance(club().hub.moves.offer(game, table), Refused):
        abort(404)
    return redirect(url_for("moves.ask", game=game), 303)


def _line(game: str) -> LobbyLine:
    line = next((one for one in club().keeper.lobby.lines if one.game == game), None)
    if line is None:
        abort(404)
    return line
