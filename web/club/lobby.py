"""The lobby: every table live, for phones and a big screen."""

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from web.club.context import COOKIE, club, heard, key_of, reader
from web.club.moves import staying_tables
from web.club.render import page
from web.club.view import cards_of
from web.server.events import begun_stream, name_in
from web.shared.language import chosen
from web.shared.render import looks

bp = Blueprint("lobby", __name__)

LONGEST = 80
MOST_AS_CARDS = 12
"""More tables are drawn as rows, so that a screen holds them."""


@bp.get("/")
def lobby() -> ResponseReturnValue:
    """Show all tables, or those that are looked for."""
    context = club()
    tag, keeper = context.streams.tag, context.keeper
    find = " ".join(request.args.get("find", "").split())[:LONGEST]

    def drawn() -> str:
        there, now = keeper.lobby, keeper.now()
        return page(
            "lobby.html",
            tag=tag,
            drawn=now,
            cards=cards_of(heard(), there, now, find),
            all=len(there.lines),
            as_rows=len(there.lines) > MOST_AS_CARDS,
            find=find,
            away=keeper.away is not None,
            staying=_staying(),
        )

    kind = (chosen(context.catalogues), looks(), reader(), find)
    return _aged(context.drawn_once(tag, kind, drawn), keeper.now())


def _aged(html: str, now: float) -> str:
    """Return a page that was drawn some time ago with how long ago: its clocks have gone on."""
    before, _mark, rest = html.partition('data-drawn="')
    drawn, _mark, after = rest.partition('"')
    return f'{before}data-age="{max(0, int(1000 * (now - float(drawn))))}"{after}'


def _staying() -> frozenset[str]:
    """Return the tables whose games stay there; while the database is away nobody lets one go."""
    try:
        return staying_tables()
    except CompanionError:
        return frozenset()


@bp.get("/events")
def events() -> Response:
    """Begin the page's stream; each of a browser's tabs has one of its own."""
    key = key_of(request.cookies.get(COOKIE, ""))
    owner = f"{key}/{name_in('page')}/{name_in('tab')}"
    return begun_stream(club().streams, owner, key, seated=True)[1]
