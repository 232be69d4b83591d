"""The banker's page about the club: joined or not, how far the hub is, joining and leaving."""

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from companion.shipping.shipper import Shipper
from web.membership.view import NOT_SURE, told_club
from web.shared.broken import without_place
from web.shared.context import current, speaker
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
