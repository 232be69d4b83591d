"""Disputing a booking, the banker's ruling, taking the own last step back, and votes."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.table.answers import Answer
from companion.table.disputing.commands import AskVote, CastVote, RaiseDispute, RuleOn, SetCustoms
from companion.table.story.commands import TakeBack
from web.disputes.view import choices_to_go_back
from web.seat.page import scene_of
from web.shared.acting import PAGE, asked, seat_for, seen_here
from web.shared.commands import reply
from web.shared.context import phone
from web.shared.render import page

bp = Blueprint("disputes", __name__)

SHOWN = 25
"""So many records are offered to go back to by vote."""


@bp.post("/dispute")
def dispute() -> ResponseReturnValue:
    """Say that a record is wrong."""
    asking = phone()
    return _reply(asked(RaiseDispute, asking.seat, banker=asking.seat is None and asking.banker))


@bp.post("/banker/disputes")
def rule() -> ResponseReturnValue:
    """Rule on a disputed record."""
    form = request.form
    seen = seen_here() if form.get("ruling") == "taken-back" else None
    return _reply(asked(RuleOn, banker=True, seq=form.get("dispute"), seen=seen))


@bp.post("/banker/customs")
def customs() -> ResponseReturnValue:
    """Set how this table settles disputes."""
    form = request.form
    wanted = {
        "window_s": form.get("window_s"),
        "waits": form.get("waits") == "yes",
        "vote": form.get("vote") == "yes",
        "vote_s": form.get("vote_s"),
    }
    return _reply(asked(SetCustoms, banker=True, customs=wanted))


@bp.post("/take-back")
def take_back() -> ResponseReturnValue:
    """Take the last step of one's own back."""
    seat, banker = seat_for(request.form.get("by"))
    if seat is None:
        return _reply(Refusal("not-allowed", PAGE))
    return _reply(asked(TakeBack, seat, banker=banker, seen=seen_here()))


@bp.get("/vote")
def choose() -> ResponseReturnValue:
    """Ask how far the table should go back."""
    seat = phone().seat
    scene = scene_of(seat) if seat is not None else None
    if scene is None or not scene.view.customs.vote:
        return redirect(url_for("join.start"))
    rows = choices_to_go_back(scene, SHOWN)
    running = scene.view.vote is not None
    return page("disputes/vote.html", rows=rows, customs=scene.view.customs, running=running)


@bp.post("/vote")
def vote() -> ResponseReturnValue:
    """Ask the table to go back, or vote on it."""
    form = request.form
    seat, banker = seat_for(form.get("by"))
    if seat is None:
        return _reply(Refusal("not-allowed", PAGE))
    if "to" in form:
        return _reply(asked(AskVote, seat, banker=banker))
    said = {"yes": True, "no": False}.get(form.get("say", ""))
    return _reply(asked(CastVote, seat, banker=banker, yes=said))


def _reply(answer: Answer) -> ResponseReturnValue:
    return reply(answer, request.form.get("back", ""))
