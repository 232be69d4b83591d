"""How the dice were read: any player challenges the last roll, the banker rules and looks back."""

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.refusals import Refusal
from companion.sayings.explanations import READ_WRONG
from companion.table.answers import Answer
from companion.table.dice.accuracy import LAST
from companion.table.dice.commands import Challenge, RuleOnReading
from web.dice.view import rows_of, seen_of, tally_lines
from web.shared.acting import PAGE, asked, seen_here
from web.shared.commands import reply
from web.shared.context import current, phone, speaker
from web.shared.render import page

bp = Blueprint("readings", __name__)

SHOWN = 20
"""So many readings are listed at once; the rest on demand."""


@bp.get("/misread/<reading_id>")
def misread(reading_id: str) -> ResponseReturnValue:
    """Show what was read of a roll, and ask whether it was wrong."""
    context = current()
    reading = context.table.readings.find(reading_id)
    if reading is None or reading.fate != "booked" or reading.game != context.view.game:
        abort(404)
    return page("dice/misread.html", reading=reading, seen=seen_of(context, reading),
                back_to=_home())  # fmt: skip


@bp.post("/misread/<reading_id>")
def challenge(reading_id: str) -> ResponseReturnValue:
    """Say that a roll was read wrong; the game goes on."""
    asking = phone()
    banker = asking.seat is None and asking.banker
    return reply(asked(Challenge, asking.seat, banker=banker, reading=reading_id), _home())


@bp.get("/banker/readings")
def readings() -> ResponseReturnValue:
    """Show how this table's dice were read, and what was wrong, asked about or challenged."""
    context, told = current(), speaker()
    kept = context.table.readings
    ever, recent = kept.tally(), kept.tally(LAST)
    most = None if "all" in request.args else SHOWN
    rows = rows_of(context, told, None if most is None else most + 1)
    return page(
        "dice/readings.html",
        ever=ever,
        lines=tally_lines(told, ever),
        recent=tally_lines(told, recent) if ever.throws > recent.throws else (),
        last=recent.throws,
        rows=rows[:most],
        older=most is not None and len(rows) > most,
    )


@bp.post("/banker/readings")
def rule() -> ResponseReturnValue:
    """Rule on a reading that was booked: right, wrong, or wrong and rolled anew."""
    form = request.form
    what, why = form.get("what", ""), form.get("why") or READ_WRONG
    answer: Answer = Refusal("bad-command", PAGE)
    if what == "right":
        answer = asked(RuleOnReading, banker=True, dice=(), speed=None)
    elif what in ("wrong", "again") and "dice-0" in form:
        seen = seen_here() if what == "again" else None
        answer = asked(RuleOnReading, banker=True, seen=seen, why=why)
    return reply(answer, form.get("back") or url_for("banker.banker"))


def _home() -> str:
    """Return the page from which a challenge is made."""
    return url_for("banker.banker") if phone().seat is None else url_for("seat.now")
