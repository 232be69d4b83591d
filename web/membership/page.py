"""The banker's page about the club: joined or not, how far the hub is, joining and leaving."""

from pathlib import Path

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from companion.shipping.membership import Membership
from companion.shipping.shipper import Shipper
from companion.shipping.taking_over import games_to_take, taken_over
from companion.shipping.wire import MovingGame
from web.membership.view import NOT_SURE, NOT_THERE, told_club, told_game
from web.phones.seating import seat_players
from web.shared.acting import submit
from web.shared.broken import without_place
from web.shared.commands import reply
from web.shared.context import current, fresh_id, speaker
from web.shared.render import page

bp = Blueprint("membership", __name__, url_prefix="/banker/club")

LONGEST = 200
"""Characters of a form's field that are looked at."""


@bp.get("")
def club() -> ResponseReturnValue:
    """Say how this table stands with its club, or ask for address and code of one."""
    return _shown()


@bp.post("")
def join() -> ResponseReturnValue:
    """Join the club of a code."""
    address, code = (request.form.get(name, "")[:LONGEST].strip() for name in ("address", "code"))
    try:
        _shipper().join(address, code)
    except CompanionError as error:
        return _shown(without_place(speaker(), error), address, code), 409
    return redirect(url_for("membership.club"), 303)


@bp.post("/again")
def again() -> ResponseReturnValue:
    """Ask the hub once more, now."""
    _shipper().again()
    return redirect(url_for("membership.club"), 303)


@bp.post("/leave")
def leave() -> ResponseReturnValue:
    """Leave the club."""
    if "sure" not in request.form:
        return _shown(speaker().say(NOT_SURE)), 409
    try:
        _shipper().leave()
    except CompanionError as error:
        return _shown(without_place(speaker(), error)), 409
    return redirect(url_for("membership.club"), 303)


@bp.get("/games")
def games() -> ResponseReturnValue:
    """List the games that may go on here."""
    return _games_shown()


@bp.post("/games")
def take_over() -> ResponseReturnValue:
    """Go on here with a game of another table, or with one that this machine has lost."""
    club, context = _membership(), current()
    game = request.form.get("game", "")
    try:
        found = [one for one in games_to_take(club, _home()) if one.game == game]
        if not found:
            return _games_shown(speaker().say(NOT_THERE)), 409
        name = taken_over(club, context.table, found[0])
    except CompanionError as error:
        return _games_shown(without_place(speaker(), error)), 409
    _shipper().again()
    answer = submit({"do": "resume", "game": name}, None, fresh_id(), banker=True)
    seat_players(answer)
    return reply(answer, url_for("banker.banker"))


def _games_shown(said: str = "") -> str:
    """Show what may go on here; where the hub does not answer, that is said."""
    club = _membership()
    found: tuple[MovingGame, ...] = ()
    if not said:
        try:
            found = games_to_take(club, _home())
        except CompanionError as error:
            said = without_place(speaker(), error)
    return page("membership/games.html", said=said, games=[told_game(one) for one in found])


def _home() -> Path:
    """Return the folder of this machine, which alone can be a member."""
    home = current().settings.home
    return home if isinstance(home, Path) else abort(404)


def _membership() -> Membership:
    return _shipper().membership or abort(404)


def _shipper() -> Shipper:
    return current().parts.club or abort(404)


def _shown(said: str = "", address: str = "", code: str = "") -> str:
    told = told_club(speaker(), _shipper().state)
    return page(
        "membership/membership.html",
        tag=current().streams.tag,
        said=said,
        told=told,
        address=address or told.hub,
        code=code,
    )
