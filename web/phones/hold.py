"""Holding a seat: bringing it to another phone by a one-time code, and letting go of it."""

from flask import Blueprint, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.sayings.said import marked as _
from companion.words import Seat
from web.draw.code import code_of
from web.phones.codes import SeatCode
from web.phones.join import with_cookie
from web.shared.acting import PAGE
from web.shared.commands import reply
from web.shared.context import COOKIE, current, phone, speaker
from web.shared.forms import seat_of
from web.shared.render import page

bp = Blueprint("hold", __name__)


@bp.post("/me/code")
def make() -> ResponseReturnValue:
    """Make a code for an own seat, or as the banker for any: to share it, or to hand it over."""
    seat = _own_seat(or_bankers=True)
    if seat is None:
        return _not_allowed()
    current().codes.make(seat, phone().key, share=request.form.get("what") == "share")
    return redirect(url_for("hold.code"), 303)


@bp.get("/me/code")
def code() -> ResponseReturnValue:
    """Show the code that this phone has asked for, as long as it lives."""
    context = current()
    made = context.codes.of(phone().key)
    if made is None:
        return page("phones/code.html", made=None)
    address = next(iter(context.settings.addresses()), request.host_url.rstrip("/"))
    return page(
        "phones/code.html",
        made=made,
        name=_name(made),
        seconds=int(context.codes.seconds_left(made)),
        drawn=code_of(f"{address}{url_for('hold.bring', c=made.text)}"),
        address=f"{address}{url_for('hold.bring')}",
    )


@bp.get("/code")
def bring() -> ResponseReturnValue:
    """Ask for a code; one that was scanned stands there already."""
    return _form("")


@bp.post("/code")
def brought() -> ResponseReturnValue:
    """Give this phone the seat of the code that it brings."""
    context = current()
    found = _living(request.form.get("c", ""))
    if found is None or not context.codes.spend(found):
        said = speaker().say(_("That code is not known, or its two minutes are over."))
        return make_response(_form(said), 409)
    before = () if found.share else context.phones.holders(found.seat)
    by_banker = found.seat not in context.phones.with_key(found.maker).seats
    token = context.phones.give(
        found.seat, request.cookies.get(COOKIE), share=found.share, by_banker=by_banker
    )
    for holder in before:
        context.streams.end_of(holder)
    return with_cookie(token, url_for("join.start"))


@bp.post("/me/give-up")
def give_up() -> ResponseReturnValue:
    """Let this phone go from a seat, which stays in the game."""
    seat, asking = _own_seat(or_bankers=False), phone()
    if seat is None:
        return _not_allowed()
    current().phones.give_up(seat, asking.key)
    current().streams.end_of(asking.key)
    return redirect(url_for("join.start"), 303)


def _living(typed: str) -> SeatCode | None:
    """Return the code that was typed, if the phone that made it may still give the seat."""
    phones, found = current().phones, current().codes.find(typed[:40])
    if found is None or found.seat not in phones.sitters:
        return None
    maker = phones.with_key(found.maker)
    return found if maker.banker or found.seat in maker.seats else None


def _own_seat(*, or_bankers: bool) -> Seat | None:
    """Return the seat that a form names, if this phone may speak for it."""
    seat, asking = seat_of(request.form), phone()
    if seat is None or seat not in current().phones.sitters:
        return None
    return seat if seat in asking.seats or (or_bankers and asking.banker) else None


def _not_allowed() -> ResponseReturnValue:
    return reply(Refusal("not-allowed", PAGE), url_for("join.me"))


def _form(said: str) -> str:
    typed = request.values.get("c", "")[:40]
    found = _living(typed) if typed else None
    return page("phones/bring.html", said=said, typed=typed, name=_name(found) if found else "")


def _name(code: SeatCode) -> str:
    return current().phones.sitters[code.seat].name
