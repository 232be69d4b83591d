"""Who is first, live for a screen; and all of a tournament to take along, as CSV and JSON."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from decimal import Decimal

import msgspec
from flask import Blueprint, Response
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from companion.hub.tournaments import Tournament, TournamentPlace
from web.club.context import club
from web.club.render import page
from web.club.tournament_rules import told_rules
from web.club.tournament_view import TIE_BREAK, found, number, places, shown_round

bp = Blueprint("standings", __name__, url_prefix="/tournaments/<int:number>")

_ENCODER = msgspec.json.Encoder(decimal_format="number")
DECIMALS = 4
"""Of points and shares in a file."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins so a spreadsheet would reckon with."""


@bp.get("/standings", endpoint="standings")
def shown(number: int) -> ResponseReturnValue:
    """Show who stands where."""
    tag, one = club().streams.tag, found(number)
    return page("standings.html", tag=tag, tournament=one, **standing_values(one))


@bp.get("/standings.csv")
def standings_file(number: int) -> Response:
    """Give the standings as a file."""
    rows = club().hub.tournaments.standings(found(number).id)
    head = ("place", "name", "points", "tables_won", "share", "rounds")
    lines = ((r.place, r.name, r.points, r.won, r.share, r.rounds) for r in map(_short, rows))
    return _csv(f"standings-{number}.csv", head, lines)


@bp.get("/results.csv")
def results_file(number: int) -> Response:
    """Give all seats and results as a file: also who entered them, and what was corrected."""
    one = found(number)
    entered = club().hub.results.of(one.id)
    known = {(each.round, each.player) for each in entered}
    head = ("round", "table", "player", "worth", "counts", "entered_by", "why", "entered_at")
    lines: list[Sequence[object]] = [
        (r.round, r.table, r.name, r.worth, "yes" if r.counts else "no", r.by, r.why, _at(r.at))
        for r in entered
    ]
    lines += [
        (round_.number, table.number, each.name, "", "", "", "", "")
        for round_ in club().hub.tournaments.rounds(one.id)
        for table in round_.tables
        for each in table.players
        if (round_.number, each.id) not in known
    ]
    return _csv(f"results-{number}.csv", head, lines)


@bp.get("/tournament.json")
def whole_file(number: int) -> Response:
    """Give all of it as a file; the key of its public page is not in it."""
    one, store = found(number), club().hub.tournaments
    told = {
        "tournament": {
            "name": one.name,
            "edition": one.edition,
            "variants": one.variants,
            "house_rules": one.house,
            "minutes": one.minutes,
            "points": one.points,
            "closed": one.is_closed,
        },
        "players": store.players(one.id),
        "rounds": [
            {
                "number": round_.number,
                "begun_at": round_.begun_at,
                "ends_at": round_.ends_at,
                "tables": [
                    {"number": table.number, "players": [each.id for each in table.players]}
                    for table in round_.tables
                ],
            }
            for round_ in store.rounds(one.id)
        ],
        "seat_changes": club().hub.seats.of(one.id),
        "results": club().hub.results.of(one.id),
        "standings": [*map(_short, store.standings(one.id))],
    }
    body = msgspec.json.format(_ENCODER.encode(told))
    return _file(f"tournament-{number}.json", body, "application/json")


def standing_values(one: Tournament) -> dict[str, object]:
    """Return what a page of standings shows."""
    store = club().hub.tournaments
    begun = [shown_round(one, each) for each in store.rounds(one.id) if each.begun_at is not None]
    return {
        "places": places(store.standings(one.id)),
        "rules": told_rules(one),
        "points": " · ".join(map(number, one.points)),
        "tie_break": TIE_BREAK,
        "now": next((each for each in begun if each.is_open), None),
    }


def _short(place: TournamentPlace) -> TournamentPlace:
    """Return a place whose points and share have four decimals at most."""
    return replace(place, points=_rounded(place.points), share=_rounded(place.share))


def _rounded(amount: Decimal) -> Decimal:
    text = f"{amount:.{DECIMALS}f}"
    return Decimal(text.rstrip("0").rstrip("."))


def _at(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _csv(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    return _file(name, out.getvalue().encode("utf-8-sig"), "text/csv")


def _plain(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _file(name: str, body: bytes, kind: str) -> Response:
    answer = Response(body, content_type=f"{kind}; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
