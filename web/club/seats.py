"""Changing who sits where in a round that is drawn: out, in, swapped, replaced, a table struck."""

from collections.abc import Mapping

import msgspec
from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.editions.library import Library
from companion.errors import EditionError
from companion.hub.database import plain
from companion.hub.entrants import Entrant
from companion.hub.seats import MovedSeat
from companion.hub.tournaments import RoundTable, Tournament, TournamentRound
from companion.sayings.said import marked as _
from web.club.context import club, heard, member
from web.club.render import page
from web.club.tournament_view import changed, found, round_of
from web.club.view import seen_words
from web.club.wording import refused_in_words, said

bp = Blueprint("seats", __name__, url_prefix="/tournaments/<int:number>/rounds/<int:round_>/change")

LONGEST_REASON = 300
NO_CHOICE = _("Choose who, and what happens.")
SAME_TABLE = _("They sit at the same table already.")
THERE = _("{name} sits there already.")
NO_SEAT = _("{name} has no seat in this round.")


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who may be chosen, and where they sit."""

    id: int
    name: str
    plays: bool
    table: int | None  # None: no seat in this round


@bp.get("")
def seats(number: int, round_: int) -> ResponseReturnValue:
    """Show who sits where, what was changed, and offer to change more."""
    return _shown(number, round_)


@bp.post("")
def change(number: int, round_: int) -> ResponseReturnValue:
    """Change it; where too few would stay at a table, ask first."""
    one, form = found(number), request.form
    at = round_of(one, round_)
    wanted = _wanted(at)
    if wanted is None:
        return _shown(number, round_, said(NO_CHOICE)), 400
    if not wanted:
        return _shown(number, round_, _why_not(number)), 400
    small = _shrunk(one, at, wanted)
    if small and form.get("sure") != "yes":
        return _shown(number, round_, small=small)
    refused = club().hub.seats.move(
        number,
        round_,
        wanted,
        by=own_name(),
        why=plain(form.get("why", ""), LONGEST_REASON),
        seen=stand_seen(),
    )
    if refused is not None:
        return _shown(number, round_, refused_in_words(refused)), 409
    changed()
    return redirect(url_for("seats.seats", number=number, round_=round_), 303)


def small_tables(one: Tournament, round_: TournamentRound) -> list[RoundTable]:
    """Return the tables of a round with fewer players than the game is for."""
    fewest = _fewest(one)
    return [table for table in round_.tables if len(table.players) < fewest]


def stand_seen() -> int | None:
    """Return which stand of all seats whoever sends a form had seen; None: the form has none.

    What is no number is a stand that nobody has seen.
    """
    text = request.form.get("seen")
    if text is None:
        return None
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def own_name() -> str:
    """Return the name of the member who asks."""
    asking = member()
    return asking.name if asking else abort(403)


def _wanted(at: TournamentRound) -> Mapping[int, int | None] | None:
    """Return who is to sit where, by the form; None: that is not said. Empty: all sit so."""
    form = request.form
    tables = {str(table.number): table for table in at.tables}
    sits = {one.id: table.number for table in at.tables for one in table.players}
    what, who, table = form.get("what"), _number("who"), form.get("table", "")
    if what == "strike" and table in tables:
        return dict.fromkeys(each.id for each in tables[table].players)
    if who is None:
        return None
    new: dict[int, int | None] = {}
    if what == "leave":
        new = {who: None}
    elif what == "table" and (table == "new" or table in tables):
        new = {who: max(sits.values(), default=0) + 1 if table == "new" else int(table)}
    elif what in {"swap", "replace"} and (other := _number("other")) is not None:
        own, theirs = sits.get(who), sits.get(other)
        new = {who: theirs if what == "swap" else None, other: own}
    else:
        return None
    return {player: place for player, place in new.items() if sits.get(player) != place}


def _why_not(number: int) -> str:
    """Return why what is wanted would change nothing."""
    who, what = _number("who"), request.form.get("what")
    names = {one.id: one.name for one in club().hub.tournaments.players(number)}
    if who not in names or what in {"swap", "replace"}:
        return said(SAME_TABLE)
    return said(NO_SEAT if what == "leave" else THERE, name=names[who])


def _number(field: str) -> int | None:
    text = request.form.get(field, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _shrunk(
    one: Tournament, at: TournamentRound, wanted: Mapping[int, int | None]
) -> list[tuple[int, int]]:
    """Return number and players of the tables that somebody leaves, and where too few stay."""
    sits = {each.id: table.number for table in at.tables for each in table.players}
    after = [*{**sits, **wanted}.values()]
    left = sorted({sits[who] for who in wanted if who in sits})
    return [(table, after.count(table)) for table in left if 0 < after.count(table) < _fewest(one)]


def _fewest(one: Tournament) -> int:
    try:
        return Library().edition(one.edition).parameters.players_min
    except EditionError:
        return 2  # an edition that is not known here: nobody plays alone


def _shown(
    number: int, round_: int, told: str = "", small: list[tuple[int, int]] | None = None
) -> str:
    one = found(number)
    at = round_of(one, round_)
    sits = {each.id: table.number for table in at.tables for each in table.players}
    everybody = club().hub.tournaments.players(number)
    history = [each for each in club().hub.seats.of(number) if each.round == round_]
    return page(
        "change_seats.html",
        said=told,
        small=small,
        tournament=one,
        round=at,
        few=[] if small else small_tables(one, at),
        seated=[_place(each, sits) for each in everybody if each.id in sits],
        free=[_place(each, sits) for each in everybody if each.id not in sits],
        open=[table.number for table in at.tables if not table.worth],
        typed=request.form,
        may_change=not one.is_closed,
        history=[_line(each) for each in reversed(history)],
        here=url_for("seats.seats", number=number, round_=round_),
    )


def _place(one: Entrant, sits: Mapping[int, int]) -> Place:
    return Place(id=one.id, name=one.name, plays=one.plays, table=sits.get(one.id))


def _line(each: MovedSeat) -> tuple[MovedSeat, str]:
    """Return a change, and how long ago it was made."""
    return each, seen_words(heard(), club().keeper.now(), each.at)
