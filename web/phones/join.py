"""Joining: a name, a chair of the drawn table, a colour; or, in a game, which player one is."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.state import GameState
from companion.rules.asked import may
from companion.sayings.said import marked as _
from companion.words import Seat
from web.phones.chairs import COLOURS, LONGEST_NAME, MOST_SEATS, Sitter, cleaned, is_too_long
from web.shared.context import COOKIE, YEAR_S, current, give_cookie, phone, speaker
from web.shared.language import LOOK, own_names
from web.shared.render import LOOKS, looks, page

bp = Blueprint("join", __name__)


AS = "as-"
"""Before the number of a chair: I am who sits there, and has no phone yet."""


class Chair(NamedTuple):
    """One of the drawn table's."""

    seat: Seat
    sitter: Sitter | None  # nobody: it is free, or this phone's own
    value: str  # what a tap sends; nothing: it is no choice
    chosen: bool
    button: int  # which of the seats' buttons is this chair's once the game begins, from 1


class OwnChair(NamedTuple):
    """A seat that this phone holds."""

    seat: Seat
    sitter: Sitter
    may_leave: bool  # the game


def with_cookie(token: str, path: str) -> ResponseReturnValue:
    """Return the way to *path* for a phone that has a new cookie; its older one is dead."""
    if phone().key:
        current().streams.end_of(phone().key)
    response = redirect(path, 303)
    give_cookie(response, token)
    return response


@bp.get("/")
def start() -> ResponseReturnValue:
    """Lead a phone to its own page."""
    asking = phone()
    if asking.seat is not None:
        return redirect(url_for("seat.now"))
    if asking.banker:
        return redirect(url_for("banker.banker"))
    return redirect(url_for("watch.watch" if asking.looks_on else "join.join"))


@bp.get("/join")
def join() -> ResponseReturnValue:
    """Ask for name, seat and colour; once the game runs, only who one is."""
    return form("")


@bp.post("/join")
def sit() -> ResponseReturnValue:
    """Take a seat: the phone's first, another one instead, or one more beside those it has."""
    tapped = request.form.get("seat")
    seat = _seat((tapped or "").removeprefix(AS))
    if current().view.state is not None:
        return _claim(seat)
    context, asking, beside = current(), phone(), _beside()
    if seat is not None and (tapped or "").startswith(AS) and (asking.seat is None or beside):
        token = context.phones.claim(seat, request.cookies.get(COOKIE))
        return with_cookie(token, url_for("seat.now")) if token else form(_gone(seat))
    name, colour = cleaned(request.form.get("name", "")), request.form.get("colour", "")
    if not name:
        return form(speaker().say(_("Type a name.")))
    if is_too_long(name):
        return form(speaker().say(_("A name has at most {n} letters."), n=LONGEST_NAME))
    if tapped is None or (tapped and seat is None) or colour not in COLOURS:
        return form(speaker().say(_("Tap a chair and a colour.")))
    if seat is not None and seat in context.phones.sitters and (beside or seat != asking.seat):
        return form(_gone(seat))
    sitter, cookie = Sitter(name, colour), request.cookies.get(COOKIE)
    token = context.phones.sit(seat, sitter, cookie, beside=beside)
    if token is not None:
        return with_cookie(token, url_for("seat.now"))
    if len(context.phones.sitters) == MOST_SEATS:
        return form(speaker().say(_("All chairs are taken.")))
    return form(speaker().say(_("Somebody has that name or chair. Choose another one.")))


def _gone(seat: Seat) -> str:
    """Return who was quicker at a chair that was tapped."""
    sitter = current().phones.sitters.get(seat)
    if sitter is None:
        return speaker().say(_("Nobody sits there any more. Tap a chair."))
    return speaker().say(_("{name} sits there by now. Tap another chair."), name=sitter.name)


def _beside() -> bool:
    """Return whether a seat is asked for beside those that this phone holds: a child's, say."""
    return "beside" in request.values and phone().seat is not None


def _claim(seat: Seat | None) -> ResponseReturnValue:
    context = current()
    state = context.view.state
    assert state is not None
    if phone().seat is not None and not _beside():
        return redirect(url_for("seat.now"), 303)
    if seat is None or seat not in state.seats:
        return form(speaker().say(_("Choose who you are.")))
    token = context.phones.claim(seat, request.cookies.get(COOKIE), started=True)
    if token is not None:
        return with_cookie(token, url_for("seat.now"))
    if seat in context.phones.held:
        said = _("Another phone holds that seat. The banker can give it to you.")
    else:
        said = _("That seat plays without a phone. The banker can let yours in.")
    return form(speaker().say(said))


def _seat(text: str) -> Seat | None:
    number = int(text) if text.isdecimal() and len(text) < 3 else MOST_SEATS
    return Seat(number) if number < MOST_SEATS else None


def form(said: str) -> ResponseReturnValue:
    """Show the form to join by; with a sentence that says why it did not go."""
    context, asking = current(), phone()
    state = context.view.state
    beside = _beside()
    if state is not None and asking.seat is not None and not beside:
        return redirect(url_for("seat.now"))
    sitters = context.phones.sitters
    own = None if beside else asking.seat
    others = {seat: sitter for seat, sitter in sitters.items() if seat != own}
    taken = {sitter.colour for sitter in others.values()}
    mine = sitters.get(own) if own is not None else None
    html = page(
        "phones/join.html",
        said=said,
        here=url_for("join.join"),
        state=state,
        sitters=sitters,
        held=context.phones.held,
        awaited=context.phones.awaited,
        beside=beside,
        own=own,
        chairs=_chairs(others, own),
        buttons=bool(context.button_seats),
        colours=[(colour, colour in taken) for colour in COLOURS],
        mine=mine,
        name=cleaned(request.form.get("name", "")) or (mine.name if mine else ""),
        chosen=request.values.get("seat", ""),
    )
    return html, 409 if said else 200


def _chairs(others: Mapping[Seat, Sitter], own: Seat | None) -> list[Chair]:
    """Return the table's chairs in the order of play, as the phone that asks may choose."""
    held, tapped = current().phones.held, request.values.get("seat", "")
    wanted = tapped or ("" if own is None else str(own))
    chairs = []
    for seat in map(Seat, range(MOST_SEATS)):
        sitter = others.get(seat)
        value = str(seat) if sitter is None else "" if seat in held else f"{AS}{seat}"
        before = sum(other < seat for other in others)  # chairs close up when the game begins
        chairs.append(Chair(seat, sitter, value, bool(value) and value == wanted, before + 1))
    return chairs


@bp.post("/look")
def look() -> ResponseReturnValue:
    """Set this phone's own type, contrast and language."""
    wanted = request.form.getlist("look")
    if len(wanted) > len(LOOKS) + 1:
        abort(400)
    chosen = [name for name in (*LOOKS, *current().catalogues) if name in wanted]
    response = redirect(url_for("join.me"), 303)
    response.set_cookie(LOOK, ".".join(chosen), max_age=YEAR_S, samesite="Lax", path="/")
    return response


@bp.get("/me")
def me() -> ResponseReturnValue:
    """Show what this phone is and how it looks."""
    context, asking = current(), phone()
    state, sitters = context.view.state, context.phones.sitters
    own = [
        OwnChair(seat, sitters[seat], state is not None and _may_leave(state, seat))
        for seat in asking.seats
        if seat in sitters
    ]
    plays = state is not None and asking.seat in state.seats
    kept = request.cookies.get(LOOK, "").split(".")
    names = own_names(context.catalogues)
    return page("phones/me.html", own=own, looks=looks(), kept=kept, names=names,
                banknotes=plays and context.view.handing.mode != "off")  # fmt: skip


def _may_leave(state: GameState, seat: Seat) -> bool:
    return seat in state.seats and any(permit.do == "leave" for permit in may(state, seat))
