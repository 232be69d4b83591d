"""Disputing a booking, the banker's ruling, taking the own last step back, and votes."""

from functools import partial
from typing import cast, get_args

import msgspec
from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.events import Ruling
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table import settling
from companion.table.answers import Answer, Broken
from companion.table.disputes import Customs
from companion.words import Seat
from web.acting import LONGEST_ID, PAGE, seat_for
from web.context import cause_of, current, phone
from web.pages.banker import bankers_only
from web.pages.commands import reply
from web.pages.render import page
from web.pages.seat import scene_of
from web.views.disputes import choices_to_go_back

bp = Blueprint("disputes", __name__)

LONGEST_WHY = 300
SHOWN = 25
"""So many records are offered to go back to by vote."""


@bp.post("/dispute")
def dispute() -> ResponseReturnValue:
    """Say that a record is wrong."""
    seq, asking = _number("seq"), phone()
    cause = _cause(asking.seat, banker=asking.seat is None and asking.banker)
    if seq is None:
        return _reply(Refusal("bad-command", PAGE))
    return _reply(_settled(cause, partial(settling.dispute, seq=seq, why=_why(), cause=cause)))


@bp.post("/banker/disputes")
@bankers_only
def rule() -> ResponseReturnValue:
    """Rule on a disputed record."""
    seq, seen, ruling = _number("dispute"), _number("seq"), request.form.get("ruling", "")
    if seq is None or seen is None or ruling not in get_args(Ruling):
        return _reply(Refusal("bad-command", PAGE))
    cause = _cause(None, banker=True)
    step = partial(
        settling.rule_on,
        seq=seq,
        ruling=cast("Ruling", ruling),
        why=_why(),
        cause=cause,
        seen=seen if ruling == "taken-back" else None,
    )
    return _reply(_settled(cause, step))


@bp.post("/banker/customs")
@bankers_only
def customs() -> ResponseReturnValue:
    """Set how this table settles disputes."""
    form = request.form
    wanted = {
        "window_s": _number("window_s"),
        "waits": form.get("waits") == "yes",
        "vote": form.get("vote") == "yes",
        "vote_s": _number("vote_s"),
    }
    try:
        asked = msgspec.convert(wanted, Customs)
    except msgspec.ValidationError:
        return _reply(Refusal("bad-command", PAGE))
    cause = _cause(None, banker=True)
    return _reply(_settled(cause, partial(settling.set_customs, customs=asked, cause=cause)))


@bp.post("/take-back")
def take_back() -> ResponseReturnValue:
    """Take the last step of one's own back."""
    seat, banker = seat_for(request.form.get("by"))
    if seat is None:
        return _reply(Refusal("not-allowed", PAGE))
    cause = _cause(seat, banker=banker)
    step = partial(settling.take_back, seat=seat, cause=cause, seen=_number("seq"))
    return _reply(_settled(cause, step))


@bp.get("/vote")
def choose() -> ResponseReturnValue:
    """Ask how far the table should go back."""
    seat = phone().seat
    scene = scene_of(seat) if seat is not None else None
    if scene is None or not scene.view.customs.vote:
        return redirect(url_for("join.start"))
    return page("vote.html", rows=choices_to_go_back(scene, SHOWN), customs=scene.view.customs,
                running=scene.view.vote is not None)  # fmt: skip


@bp.post("/vote")
def vote() -> ResponseReturnValue:
    """Ask the table to go back, or vote on it."""
    seat, _banker = seat_for(request.form.get("by"))
    if seat is None:
        return _reply(Refusal("not-allowed", PAGE))
    cause = _cause(seat, banker=_banker)
    if "to" in request.form:
        return _reply(_proposed(seat, cause))
    said, known = request.form.get("say", ""), _number("vote") or 0
    if said not in ("yes", "no"):
        return _reply(Refusal("bad-command", PAGE))
    step = partial(settling.cast_vote, seat=seat, vote_id=known, cause=cause, yes=said == "yes")
    return _reply(_settled(cause, step))


def _proposed(seat: Seat, cause: Cause) -> Answer:
    to = _number("to")
    if to is None:
        return Refusal("bad-command", PAGE)
    step = partial(settling.propose, seat=seat, back_to=to, why=_why(), cause=cause)
    return _settled(cause, step)


# ---- forms


def _settled(cause: Cause, step: settling.Step) -> Answer:
    if current().stopping:
        return Broken("stopped", "The companion is shutting down.")
    return current().table.settle(cause, step)


def _cause(seat: Seat | None, *, banker: bool) -> Cause:
    return cause_of(seat, request.form.get("id", "")[:LONGEST_ID] or None, banker=banker)


def _reply(answer: Answer) -> ResponseReturnValue:
    return reply(answer, request.form.get("back", "/"))


def _number(field: str) -> int | None:
    text = request.form.get(field, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _why() -> str:
    return " ".join(request.form.get("why", "").split())[:LONGEST_WHY]
