"""Cash mode: saying that notes were handed over, counting them, and choosing how it is played."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.table.answers import Accepted, Answer
from companion.table.cash.commands import HandOver, SetBanknotes
from web.cash.view import count_of, handovers_of, summed
from web.seat.page import scene_asked_for
from web.seat.view import seat_view
from web.shared.acting import PAGE, asked, done, seat_for, seen_here, submit
from web.shared.commands import reply
from web.shared.context import current, phone
from web.shared.forms import amount_of, seat_of
from web.shared.render import page
from web.shared.scene import Scene

bp = Blueprint("handing", __name__)


@bp.post("/handed")
def handed() -> ResponseReturnValue:
    """Say that payments were handed over: who got them, or the banker."""
    form = request.form
    seat, as_banker = seat_for(form.get("by"))
    banker = as_banker or (phone().banker and "as-banker" in form)
    answer: Answer = Refusal("not-allowed", PAGE)
    if seat is not None or banker:
        answer = asked(HandOver, seat, banker=banker, payments=form.getlist("payment"))
    return reply(answer, form.get("back", ""))


@bp.post("/banker/banknotes")
def mode() -> ResponseReturnValue:
    """Set whether the table keeps its banknotes."""
    return reply(asked(SetBanknotes, phone().seat, banker=True), url_for("banker.banker"))


@bp.get("/seat/notes")
@bp.get("/seats/<int:seat>/notes")
def notes(seat: int | None = None) -> ResponseReturnValue:
    """Show what the seat should have in notes; counted, also how that differs."""
    tag = current().streams.tag
    scene = scene_asked_for(seat)
    if not isinstance(scene, Scene):
        return scene
    assert scene.reader is not None
    counts = {
        value: amount_of(request.args.get(f"note-{value}", ""))
        for value in scene.view.handing.notes
    }
    counted = amount_of(request.args.get("sum", ""))
    counted = summed(counts) if counted is None else counted
    return page(
        "cash/notes.html",
        tag=tag,
        view=seat_view(scene),
        count=count_of(scene, scene.reader, counted),
        typed=counts,
        counted=counted,
        acting=seat,
        seat=scene.reader,
        handovers=[one for one in handovers_of(scene) if one.concerns],
        unit=scene.speaker.unit,
    )


@bp.post("/banker/notes")
def correct() -> ResponseReturnValue:
    """Set the books right to what was counted; the notes are there already."""
    view, form = current().view, request.form
    seat, amount = seat_of(form), amount_of(form.get("amount", ""))
    if view.state is None or seat is None or seat not in view.state.seats or amount is None:
        return redirect(url_for("banker.banker"), 303)
    why = form.get("why", "")[:300]
    fields = {"do": "correct", "why": why, "cash": {seat: amount}, "seen": seen_here()}
    answer = submit(fields, None, form.get("id", ""), banker=True)
    settle_counted(answer)
    return reply(answer, url_for("handing.notes", seat=seat))


def settle_counted(answer: Answer) -> None:
    """Note as handed over what a correction by a count has opened: the notes were there first."""
    table = current().table
    if not isinstance(answer, Accepted):
        return
    there = tuple(one.id for one in table.view.handing.open if one.seq == answer.seq)
    if there:
        done(HandOver(payments=there), phone().seat, "", banker=True)
