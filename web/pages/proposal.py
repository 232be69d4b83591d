"""What waits to be confirmed: people say that it is so, or not; the banker rules, and sets it."""

from typing import cast, get_args

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.game.events import Help
from companion.game.refusals import Refusal
from companion.table.answers import Answer, Broken
from companion.table.helping.ruling import drop, insist, set_help
from companion.table.helping.saying import confirm
from companion.words import Money
from web.acting import LONGEST_ID, PAGE, seat_for
from web.context import cause_of, current, phone
from web.forms import speed_face
from web.pages.banker import amount_of, bankers_only
from web.pages.commands import reply
from web.proposing import said

bp = Blueprint("proposal", __name__)

MOST = 40
"""So many amounts may wait at once, at most."""


@bp.post("/confirm")
def say_so() -> ResponseReturnValue:
    """Say that what is proposed is so; where amounts are typed, with them."""
    return _said("confirm", {"typed": _typed(request.form), "as-ruled": "as-ruled" in request.form})


@bp.post("/contest")
def say_not_so() -> ResponseReturnValue:
    """Say that what is proposed is not so."""
    return _said("contest", {"why": request.form.get("why", "")[:300]})


def _said(do: str, fields: dict[str, object]) -> ResponseReturnValue:
    form = request.form
    seat, banker = seat_for(form.get("by"))
    told = {"do": do, "proposal": _number(form), **fields}
    answer = said(told, seat, form.get("id", "")[:LONGEST_ID], banker=banker)
    return reply(answer, form.get("back", "/"))


@bp.post("/banker/proposal")
@bankers_only
def rule() -> ResponseReturnValue:
    """Rule on what is proposed: it is booked, dropped, rolled otherwise, or another amount."""
    return reply(_ruled(request.form), request.form.get("back", "/banker"))


def _ruled(form: MultiDict[str, str]) -> Answer:
    context, number, why = current(), _number(form), form.get("why", "")[:300]
    if context.stopping:
        return Broken("stopped", "The companion is shutting down.")
    cause = cause_of(None, form.get("id", "")[:LONGEST_ID], banker=True)
    try:
        dice = tuple(int(form[f"die{n}"]) for n in range(3) if f"die{n}" in form)
        speed = speed_face(form)
    except ValueError:
        return Refusal("bad-command", PAGE)
    match form.get("ruling"):
        case "book":
            work = context.table.beside(
                cause, lambda desk: confirm(desk, number, cause, as_ruled=True)
            )
        case "drop":
            work = context.table.beside(cause, lambda desk: drop(desk, number, cause, why=why))
        case "dice" if dice:
            work = context.table.beside(
                cause, lambda desk: drop(desk, number, cause, why=why, dice=dice, speed=speed)
            )
        case "insist":
            typed = _typed(form)
            work = context.table.beside(cause, lambda desk: insist(desk, number, typed, why, cause))
        case _:
            return Refusal("bad-command", PAGE)
    return work.result()


@bp.post("/banker/help")
@bankers_only
def level() -> ResponseReturnValue:
    """Set how far the companion helps in booking."""
    wanted = request.form.get("helps", "")
    if wanted not in get_args(Help):
        return reply(Refusal("bad-command", PAGE), url_for("banker.banker"))
    helps = cast("Help", wanted)
    cause = cause_of(phone().seat, request.form.get("id") or None, banker=True)
    answer = current().table.beside(cause, lambda desk: set_help(desk, helps, cause))
    return reply(answer.result(), url_for("banker.banker"))


def _number(form: MultiDict[str, str]) -> int:
    text = form.get("proposal", "")
    return int(text) if text.isdecimal() and len(text) < 8 else 0


def _typed(form: MultiDict[str, str]) -> dict[int, Money]:
    """Return the amounts that were typed, by the place of what is due."""
    told = ((place, amount_of(form.get(f"amount-{place}", ""))) for place in range(MOST))
    return {place: amount for place, amount in told if amount is not None}
