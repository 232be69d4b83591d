"""A tournament's pages for the organiser: adding, players, seating, closing, its public page."""

import secrets
from decimal import Decimal, InvalidOperation

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.hub.database import plain
from companion.hub.tournaments import POINTS, Tournament
from companion.sayings.said import marked as _
from companion.shipping.wire import Refused
from web.club import public, results, rounds, seats, standings, tournament_rules
from web.club.context import club
from web.club.render import page
from web.club.seats import own_name, small_tables, stand_seen
from web.club.tournament_rules import told_rules
from web.club.tournament_view import (
    TIE_BREAK,
    booked_games,
    changed,
    edition_name,
    editions,
    found,
    met_again,
    number,
    round_of,
    shown_round,
)
from web.club.wording import refused_in_words, said

bp = Blueprint("tournament", __name__, url_prefix="/tournaments")

PARTS = (bp, tournament_rules.bp, rounds.bp, seats.bp, results.bp, standings.bp, public.bp)
"""All that answers for tournaments."""

LONGEST, LONGEST_NAME = 60, 40
MOST_MINUTES = 1440
MOST_PLAYERS, MOST_ROUNDS, MOST_TABLES, MOST_PLACES = 600, 20, 150, 12

NO_NAME = _("Give the tournament a name.")
NAME_TAKEN = _("A tournament is called so already.")
NO_MINUTES = _("A round has 1 to 1440 minutes.")
NO_END = _("Say in how many minutes the round ends, 0 to {most}.")
NO_POINTS = _("Points are numbers from 0 to 999, one for each place, with spaces between.")
NO_PLAYERS = _("Enter who plays, one name a line.")
TWICE = _("{name} stands there twice, or plays already.")
TOO_LONG = _("{name}: a name has at most {n} letters.")
TOO_MANY = _("At most {n} people can play.")
NO_ROUNDS = _("Say how many rounds, 1 to {rounds}, and how many tables, 1 to {tables}.")
TOO_FEW = _("First enter who plays.")
NO_NEW_NAME = _("Type the name.")
SITS_OUT = _("sits out")


@bp.get("")
def tournaments() -> ResponseReturnValue:
    """List the tournaments, and offer to add one."""
    return _listed()


@bp.post("/add")
def add() -> ResponseReturnValue:
    """Add one."""
    form = request.form
    name, edition = plain(form.get("name", ""), LONGEST), form.get("edition", "")
    if edition not in {one for one, _name in editions()}:
        abort(400)
    minutes, points = form.get("minutes", "").strip(), _points(form.get("points", ""))
    if not name:
        return _listed(said(NO_NAME)), 400
    if minutes and not (_whole(minutes) and 1 <= int(minutes) <= MOST_MINUTES):
        return _listed(said(NO_MINUTES)), 400
    if points is None:
        return _listed(said(NO_POINTS)), 400
    made = club().hub.tournaments.add(
        name, edition, minutes=int(minutes) if minutes else None, points=points
    )
    if isinstance(made, Refused):
        return _listed(said(NAME_TAKEN)), 400
    changed()
    return redirect(url_for("tournament.players", number=made.id), 303)


@bp.get("/<int:number>")
def tournament(number: int) -> ResponseReturnValue:
    """Show one: its rounds, and what is to be done next."""
    return _shown(found(number))


@bp.get("/<int:number>/players")
def players(number: int) -> ResponseReturnValue:
    """List who plays, and take more."""
    return _players(found(number))


@bp.post("/<int:number>/players")
def enter(number: int) -> ResponseReturnValue:
    """Let people play from the next round that is seated on."""
    one, typed = found(number), request.form.get("names", "")
    names = [name for line in typed.splitlines() if (name := plain(line, 4 * LONGEST))]
    there = {each.name.casefold() for each in club().hub.tournaments.players(number)}
    for name in names:
        if len(name) > LONGEST_NAME:
            return _players(one, said(TOO_LONG, name=name, n=LONGEST_NAME), typed), 400
        if name.casefold() in there:
            return _players(one, said(TWICE, name=name), typed), 400
        there.add(name.casefold())
    if not names:
        return _players(one, said(NO_PLAYERS)), 400
    if len(there) > MOST_PLAYERS:
        return _players(one, said(TOO_MANY, n=MOST_PLAYERS), typed), 400
    refused = club().hub.tournaments.enter(number, names)
    if refused is not None:
        return _players(one, refused_in_words(refused), typed), 409
    changed()
    return redirect(url_for("tournament.players", number=number), 303)


@bp.post("/<int:number>/plays")
def plays(number: int) -> ResponseReturnValue:
    """Have somebody sit out from the next round that is seated on, or play again."""
    player = request.form.get("player", "")
    if not _whole(player):
        abort(400)
    again = request.form.get("plays") == "yes"
    club().hub.tournaments.sit_out(found(number).id, int(player), plays=again)
    changed()
    return redirect(url_for("tournament.players", number=number), 303)


@bp.post("/<int:number>/rename")
def rename(number: int) -> ResponseReturnValue:
    """Call a player otherwise: the same person, one standing."""
    one, player = found(number), request.form.get("player", "")
    if not _whole(player):
        abort(400)
    name = plain(request.form.get("name", ""), 4 * LONGEST)
    if not name:
        return _players(one, said(NO_NEW_NAME)), 400
    if len(name) > LONGEST_NAME:
        return _players(one, said(TOO_LONG, name=name, n=LONGEST_NAME)), 400
    refused = club().hub.tournaments.entrants.rename(number, int(player), name, by=own_name())
    if refused is not None:
        taken = said(TWICE, name=name)
        words = taken if refused.code == "name-taken" else refused_in_words(refused)
        return _players(one, words), 409
    changed()
    return redirect(url_for("tournament.players", number=number), 303)


@bp.post("/<int:number>/seat")
def seat(number: int) -> ResponseReturnValue:
    """Seat what has not begun, by a new draw."""
    one, form = found(number), request.form
    wanted, tables = form.get("rounds", "").strip(), form.get("tables", "").strip()
    if not (_whole(wanted) and 1 <= int(wanted) <= MOST_ROUNDS) or (
        tables and not (_whole(tables) and 1 <= int(tables) <= MOST_TABLES)
    ):
        return _shown(one, said(NO_ROUNDS, rounds=MOST_ROUNDS, tables=MOST_TABLES)), 400
    if sum(each.plays for each in club().hub.tournaments.players(number)) < 2:
        return _shown(one, said(TOO_FEW)), 400
    refused = club().hub.tournaments.seat(
        number,
        int(wanted),
        tables=int(tables) if tables else None,
        seed=secrets.randbelow(2**31),
        seen=stand_seen(),
    )
    return _after(one, refused)


@bp.post("/<int:number>/rounds/<int:round_>/begin")
def begin(number: int, round_: int) -> ResponseReturnValue:
    """Begin a round: its clock runs."""
    one, at = found(number), round_of(found(number), round_)
    choice = request.form.get("absent", "")
    absent = [each for table in at.tables for each in table.players if not each.plays]
    if at.begun_at is None and choice == "leave" and absent:
        out = dict.fromkeys(each.id for each in absent)
        refused = club().hub.seats.move(
            number, round_, out, by=own_name(), why=said(SITS_OUT), seen=stand_seen()
        )
        if refused is not None:
            return _shown(one, refused_in_words(refused)), 409
        one, at, absent = found(number), round_of(one, round_), []
    small = small_tables(one, at)
    if at.begun_at is None and choice != "stay" and (absent or small):
        return page("begin_round.html", tournament=one, round=at, absent=absent, small=small)
    refused = club().hub.tournaments.begin(number, round_, absent_too=choice == "stay")
    if refused is not None:
        return _shown(one, refused_in_words(refused)), 409
    changed()
    return redirect(url_for("rounds.seats", number=number, round_=round_), 303)


@bp.post("/<int:number>/rounds/<int:round_>/end")
def end_in(number: int, round_: int) -> ResponseReturnValue:
    """Have a round end so many minutes from now."""
    one, minutes = found(number), request.form.get("minutes", "").strip()
    if not (_whole(minutes) and int(minutes) <= MOST_MINUTES):
        return _shown(one, said(NO_END, most=MOST_MINUTES)), 400
    return _after(one, club().hub.tournaments.end_in(number, round_, int(minutes)))


@bp.post("/<int:number>/rounds/<int:round_>/tables")
def assign(number: int, round_: int) -> ResponseReturnValue:
    """Give the tables of a round to tables of the club."""
    one, form = found(number), request.form
    there = {str(table.id): table.id for table in club().hub.tables.all()}
    wanted: dict[int, int | None] = {}
    for table in round_of(one, round_).tables:
        at = form.get(f"at-{table.number}", "")
        if at and at not in there:
            abort(400)
        wanted[table.number] = there.get(at)
    return _after(one, club().hub.round_tables.assign(number, round_, wanted))


@bp.post("/<int:number>/close")
def close(number: int) -> ResponseReturnValue:
    """Close the tournament, or open it again."""
    club().hub.tournaments.close(found(number).id, closed="open" not in request.form)
    return _after(found(number), None)


@bp.get("/<int:number>/delete")
def ask_to_delete(number: int) -> ResponseReturnValue:
    """Ask whether it is really to be deleted."""
    return page("delete_tournament.html", tournament=found(number))


@bp.post("/<int:number>/delete")
def delete(number: int) -> ResponseReturnValue:
    """Delete it, if no round has begun."""
    one = found(number)
    refused = club().hub.tournaments.delete(number)
    if refused is not None:
        return _shown(one, refused_in_words(refused)), 409
    changed()
    return redirect(url_for("tournament.tournaments"), 303)


@bp.post("/<int:number>/public")
def share(number: int) -> ResponseReturnValue:
    """Show the tournament to who has its key; a new key; nothing any more."""
    one, what, keys = found(number), request.form.get("what", ""), club().hub.public_keys
    names = request.form.get("names") == "yes"
    if what == "off":
        keys.switch_off(number)
    elif what == "renew" or one.public_key is None:
        keys.renew(number, names=names)
    else:
        keys.show(number, names=names)
    return _after(one, None)


def _after(one: Tournament, refused: Refused | None) -> ResponseReturnValue:
    if refused is not None:
        return _shown(one, refused_in_words(refused)), 409
    changed()
    return redirect(url_for("tournament.tournament", number=one.id), 303)


def _listed(said: str = "") -> str:
    return page(
        "tournaments.html",
        said=said,
        rows=[(one, edition_name(one.edition)) for one in club().hub.tournaments.all()],
        editions=editions(),
        typed=request.form,
        usual=" ".join(map(str, POINTS)),
        tie_break=TIE_BREAK,
        here=url_for("tournament.tournaments"),
    )


def _shown(one: Tournament, said: str = "") -> str:
    tag = club().streams.tag
    store = club().hub.tournaments
    all_rounds, everybody = store.rounds(one.id), store.players(one.id)
    booked = booked_games(club().hub.results.of(one.id))
    at = club().hub.round_tables.of(one.id)
    shown = [shown_round(one, round_, booked, at) for round_ in all_rounds]
    return page(
        "tournament.html",
        tag=tag,
        said=said,
        tournament=one,
        rules=told_rules(one),
        points=" · ".join(map(number, one.points)),
        tie_break=TIE_BREAK,
        rounds=shown,
        club_tables=club().hub.tables.all(),
        next=next((round_.number for round_ in shown if not round_.has_begun), None),
        players=sum(each.plays for each in everybody),
        met=met_again(all_rounds),
        public=url_for("public.public", key=one.public_key, _external=True, _scheme=request.scheme)
        if one.public_key
        else "",
        here=url_for("tournament.tournament", number=one.id),
    )


def _players(one: Tournament, said: str = "", typed: str = "") -> str:
    tag = club().streams.tag
    return page(
        "tournament_players.html",
        tag=tag,
        said=said,
        typed=typed,
        tournament=one,
        players=club().hub.tournaments.players(one.id),
        here=url_for("tournament.players", number=one.id),
    )


def _points(text: str) -> list[Decimal] | None:
    """Return points by place as they were typed; None: that is none."""
    try:
        found = [Decimal(word.replace(",", ".")) for word in text.replace(";", " ").split()]
    except InvalidOperation:
        return None
    right = all(each.is_finite() and 0 <= each <= 999 for each in found)
    return found if right and 1 <= len(found) <= MOST_PLACES else None


def _whole(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
