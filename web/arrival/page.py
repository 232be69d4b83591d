"""At the table where a game goes on: phones from the table before take their seats."""

from collections.abc import Sequence

from flask import Blueprint, make_response, request, url_for
from flask.typing import ResponseReturnValue

from web.arrival.ticket import Ticket, proven
from web.phones.join import with_cookie
from web.shared.context import COOKIE, current
from web.shared.render import page

bp = Blueprint("arrival", __name__)

MOST, LONGEST = 8, 60
"""Tickets that are looked at, and letters of each."""


@bp.get("/arrive")
def arrive() -> ResponseReturnValue:
    """Ask whether this phone goes on here, with the seats that it brings."""
    return _shown(request.args.getlist("t"))


@bp.post("/arrive")
def arrived() -> ResponseReturnValue:
    """Give this phone the seats that it brings; each ticket counts once."""
    context, texts = current(), request.form.getlist("t")
    game, token = _game(), request.cookies.get(COOKIE)
    given = False
    for ticket in _proven(texts):
        name = _name(ticket)
        before = context.phones.holders(ticket.seat)
        fresh = context.phones.arrive(ticket.seat, ticket.device, game, name, token)
        if fresh is not None:
            token, given = fresh, True
            for holder in set(before) - set(context.phones.holders(ticket.seat)):
                context.streams.end_of(holder)
    if not given:
        return make_response(_shown([]), 409)
    assert token is not None
    return with_cookie(token, url_for("join.start"))


def _shown(texts: Sequence[str]) -> str:
    found = _proven(texts)
    return page("arrival/arrive.html", names=[_name(one) for one in found], texts=texts[:MOST])


def _proven(texts: Sequence[str]) -> tuple[Ticket, ...]:
    """Return the tickets that are right for the game on this table."""
    context = current()
    state, club = context.view.state, context.parts.club
    if state is None or club is None:
        return ()
    short = [text[:LONGEST] for text in texts[:MOST]]
    found = proven(club.arrival_of(context.view.game), _game(), short)
    return tuple(one for one in found if one.seat in state.seats)


def _game() -> str:
    """Return the digest of the first record of the game on this table."""
    return next((record.digest for record in current().table.history()[:1]), "")


def _name(ticket: Ticket) -> str:
    state = current().view.state
    assert state is not None
    return state.players[ticket.seat].name
