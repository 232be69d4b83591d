"""How the dice were read: any player challenges the last roll, the banker rules and looks back."""

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.table.accuracy import LAST
from companion.table.answers import Answer, Broken
from companion.table.misread import Said
from web.acting import PAGE
from web.context import cause_of, current, phone, speaker
from web.language import marked as _
from web.pages.banker import bankers_only
from web.pages.commands import reply
from web.pages.render import page
from web.views.readings import rows_of, seen_of, tally_lines

bp = Blueprint("readings", __name__)

SHOWN = 20
"""So many readings are listed at once; the rest on demand."""

MOST_DICE = 3


@bp.get("/misread/<reading_id>")
def misread(reading_id: str) -> ResponseReturnValue:
    """Show what was read of a roll, and ask whether it was wrong."""
    context = current()
    reading = context.table.readings.find(reading_id)
    if reading is None or reading.fate != "booked" or reading.game != context.view.game:
        abort(404)
    return page("misread.html", reading=reading, seen=seen_of(context, reading),
                back_to=_home())  # fmt: skip


@bp.post("/misread/<reading_id>")
def challenge(reading_id: str) -> ResponseReturnValue:
    """Say that a roll was read wrong; the game goes on."""
    context, asking = current(), phone()
    if context.stopping:
        answer: Answer = Broken("stopped", "The companion is shutting down.")
    else:
        cause = cause_of(asking.seat, None, banker=asking.seat is None and asking.banker)
        answer = context.table.challenge(reading_id, cause)
    return reply(answer, _home())


@bp.get("/banker/readings")
@bankers_only
def readings() -> ResponseReturnValue:
    """Show how this table's dice were read, and what was wrong, asked about or challenged."""
    context, told = current(), speaker()
    kept = context.table.readings
    ever, recent = kept.tally(), kept.tally(LAST)
    most = None if "all" in request.args else SHOWN
    rows = rows_of(context, told, None if most is None else most + 1)
    return page(
        "readings.html",
        ever=ever,
        lines=tally_lines(told, ever),
        recent=tally_lines(told, recent) if ever.throws > recent.throws else (),
        last=recent.throws,
        rows=rows[:most],
        older=most is not None and len(rows) > most,
    )


@bp.post("/banker/readings")
@bankers_only
def rule() -> ResponseReturnValue:
    """Rule on a reading that was booked: right, wrong, or wrong and rolled anew."""
    context, form = current(), request.form
    here = form.get("back") or url_for("banker.banker")
    if context.stopping:
        return reply(Broken("stopped", "The companion is shutting down."), here)
    what, seq = form.get("what", ""), form.get("seq", "")
    try:
        said = _said(what)
    except ValueError:
        return reply(Refusal("bad-command", PAGE), here)
    again = what == "again"
    why = " ".join(form.get("why", "").split())[:300]
    answer = context.table.rule_on_reading(
        form.get("reading", "")[:80],
        said,
        cause_of(None, form.get("id", "")[:80] or None, banker=True),
        seen=(int(seq) if seq.isdecimal() and len(seq) < 10 else 0) if again else None,
        why=why or speaker().say(_("the dice were read wrong")),
    )
    return reply(answer, here)


def _said(what: str) -> Said:
    """Return what the form says that the dice showed.

    Raises:
        ValueError: it says nothing that could be.
    """
    if what == "right":
        return "right"
    if what not in ("wrong", "again"):
        raise ValueError(what)
    form = request.form
    return tuple(int(form[f"die{n}"]) for n in range(MOST_DICE) if f"die{n}" in form)


def _home() -> str:
    """Return the page from which a challenge is made."""
    return url_for("banker.banker") if phone().seat is None else url_for("seat.now")
