"""The games of this home: go on with another one, lay one aside, delete one."""

from flask import Blueprint, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import EditionError
from companion.game.refusals import Refusal
from companion.table.answers import Answer
from companion.table.games.commands import Resume, Tidy
from companion.table.games.tidying import KeptGame
from web.copies.hindrances import moment
from web.phones.seating import seat_players
from web.shared.acting import PAGE, asked
from web.shared.broken import error_in_words
from web.shared.commands import reply
from web.shared.context import current, speaker
from web.shared.render import page

bp = Blueprint("games", __name__, url_prefix="/banker/games")

HERE = "games.games"


@bp.get("")
def games() -> ResponseReturnValue:
    """List the games, the newest first."""
    context = current()
    at_hand, aside = context.table.kept_games()
    return page(
        "copies/games.html",
        playing=context.view.game,
        copied=context.parts.copies is not None,
        at_hand=[_row(game) for game in at_hand],
        aside=[_row(game) for game in aside],
    )


@bp.post("/resume")
def resume() -> ResponseReturnValue:
    """Go on with a game; the one that is played stays as it is."""
    game = request.form.get("game", "")
    if game not in current().table.games():
        return reply(Refusal("bad-command", PAGE), url_for(HERE))
    answer = asked(Resume, banker=True, shortened_too="shortened" in request.form)
    seat_players(answer)
    return reply(answer, url_for("banker.banker"))


@bp.post("/tidy")
def tidy() -> ResponseReturnValue:
    """Lay a game aside, or bring it back; delete it, if it is said twice."""
    answer: Answer = Refusal("bad-command", PAGE)
    if request.form.get("what") != "delete" or "sure" in request.form:
        answer = asked(Tidy, banker=True)
    return reply(answer, url_for(HERE))


@bp.get("/delete")
def delete() -> ResponseReturnValue:
    """Ask whether a game is really to be deleted."""
    name = request.args.get("game", "")
    found = [game for some in current().table.kept_games() for game in some if game.name == name]
    if not found or name == current().view.game:
        return make_response(redirect(url_for(HERE)))
    return page("copies/delete.html", game=_row(found[0]))


def _row(game: KeptGame) -> dict[str, object]:
    return {
        "name": game.name,
        "edition": _edition_name(game.edition),
        "players": ", ".join(game.players),
        "records": game.records,
        "moment": moment(game.wall) if game.records else "",
        "shortened": game.damaged is not None and game.damaged.code == "records-lost",
        "damaged": error_in_words(speaker(), game.damaged) if game.damaged else "",
    }


def _edition_name(edition_id: str) -> str:
    """Return what is written on the box; the id of an edition that is there no more."""
    try:
        return current().parts.editions.edition(edition_id).name if edition_id else ""
    except EditionError:
        return edition_id
