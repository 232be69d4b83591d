"""Who sits where in a round, large: for a screen in the hall, and for paper."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from web.club.context import club
from web.club.render import page
from web.club.tournament_view import found, round_of, shown_round

bp = Blueprint("rounds", __name__, url_prefix="/tournaments/<int:number>/rounds")


@bp.get("/<int:round_>")
def seats(number: int, round_: int) -> ResponseReturnValue:
    """Show who sits where, by table and by name, and how much time is left."""
    tag, one = club().streams.tag, found(number)
    return page(
        "round_seats.html",
        tag=tag,
        tournament=one,
        round=shown_round(one, round_of(one, round_), at=club().hub.round_tables.of(one.id)),
    )
