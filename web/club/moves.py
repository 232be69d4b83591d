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
    tables, staying = context.hub.tables.all(), staying_tables()
    offered = context.hub.moves.offered().get(game)
    return page(
        "moves.html",
        line=line,
        others=[one for one in tables if one.name not in (line.table, *staying)],
        offered=next((one for one in tables if one.id == offered), None),
        ago=seen_words(heard(), context.keeper.now(), line.kept_at),
        names=[one.name for one in line.seats],
    )


@bp.post("/<game>")
def offer(game: str) -> ResponseReturnValue:
    """Let a table go on with it, or no table any more."""
    _line(game)
    wanted = request.form.get("table", "")
    tables = club().hub.tables.all()
    table = next((one for one in tables if str(one.id) == wanted), None)
    if wanted and (table is None or table.name in staying_tables()):
        abort(404)
    if isinstance(club().hub.moves.offer(game, table.id if table else None), Refused):
        abort(404)
    return redirect(url_for("moves.ask", game=game), 303)


def _line(game: str) -> LobbyLine:
    line = next((one for one in club().keeper.lobby.lines if one.game == game), None)
    if line is None or line.table in staying_tables():
        abort(404)
    return line


def staying_tables() -> frozenset[str]:
    """Return the names of the tables whose games stay there: those without a box."""
    hosting = club().hosting
    return frozenset(one.name for one in hosting.tables.all()) if hosting else frozenset()
