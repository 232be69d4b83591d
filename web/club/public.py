"""A tournament for whoever has its key: standings and rounds, with names or numbers."""

from flask import Blueprint, Response, abort
from msgspec.structs import replace

from companion.sayings.said import marked as _
from web.club.context import club
from web.club.render import page
from web.club.standings import standing_values
from web.club.tournament_view import called, places, shown_round
from web.club.wording import said

bp = Blueprint("public", __name__)

NUMBERED = _("Player {n}")
LONGEST_KEY = 100


@bp.get("/public/<key>")
def public(key: str) -> Response:
    """Show standings and rounds; it asks for no sign-in, and leads nowhere."""
    one = club().hub.public_keys.tournament_of(key) if len(key) < LONGEST_KEY else None
    if one is None:
        abort(404)
    store = club().hub.tournaments
    values, rounds = standing_values(one), list(store.rounds(one.id))
    if not one.public_names:
        order = sorted(each.id for each in store.players(one.id))
        numbers = {player: n for n, player in enumerate(order, 1)}
        names = {player: said(NUMBERED, n=n) for player, n in numbers.items()}
        rounds = called(rounds, names)
        rows = [replace(row, name=names[row.player]) for row in store.standings(one.id)]
        rows.sort(key=lambda row: (row.place, numbers[row.player]))
        values["places"] = places(rows)
    shown = [shown_round(one, each) for each in rounds]
    values["now"] = next((each for each in reversed(shown) if each.has_begun), None)
    answer = Response(page("public.html", tournament=one, rounds=shown, **values))
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer
