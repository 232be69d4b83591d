"""What the banker rules: going back, and late entries. Nothing is erased by either."""

import msgspec
from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from companion.game.commands import BookLate, command_from
from companion.game.refusals import Refusal
from companion.journal.replay import in_force, is_played
from companion.sayings.said import marked as _
from companion.table.story.commands import GoBack, PutIn, Undo
from web.disputes.view import choices_to_go_back
from web.rulings.view import GoingBack, back_view, forgotten, late_view, missed_rents
from web.shared.acting import PAGE, asked, seen_here
from web.shared.commands import reply
from web.shared.context import speaker
from web.shared.forms import amount_of, command_fields
from web.shared.render import page, scene_for
from web.shared.scene import Scene

ENTRY = ("payer", "payee", "amount", "why", "lot", "after", "fine")
"""The fields of a late entry."""

FINES = ("wrong-token", "out-of-turn", "dice-off-table")
"""For what an edition may fine somebody."""

bp = Blueprint("rulings", __name__, url_prefix="/banker")

SHOWN = 40
"""So many records are offered to go back to; older ones on demand."""


@bp.get("/back")
def back() -> ResponseReturnValue:
    """Ask how far to go back; with an answer, show what changes by it."""
    scene = scene_for()
    if scene is None:
        return redirect(url_for("banker.banker"))
    to = request.args.get("to", "")
    kept = [record for record in in_force(scene.records) if is_played(record)]
    chosen = next((r.seq for r in kept[:-1] if str(r.seq) == to), None)
    shown: GoingBack | None = back_view(scene, chosen) if chosen else None
    most = None if "all" in request.args else SHOWN
    rows = [(record.seq, scene.headline(record.seq)) for record in reversed(kept[:-1])]
    return page("rulings/back.html", rows=rows[:most], older=rows[SHOWN:], chosen=shown,
                last=scene.headline(kept[-1].seq), seq=scene.view.seq)  # fmt: skip


@bp.post("/back")
def gone_back() -> ResponseReturnValue:
    """Go back: to a record, or by one step where none is named."""
    kind = GoBack if request.form.get("to") else Undo
    answer = asked(kind, banker=True, seen=seen_here())
    return reply(answer, url_for("banker.banker"))


@bp.get("/late")
def late() -> ResponseReturnValue:
    """Ask who pays whom, how much, and why it is booked although its time is over."""
    scene = scene_for()
    if scene is None:
        return redirect(url_for("banker.banker"))
    entry = _entry(request.args) if "show" in request.args else None
    if entry is not None:
        return _late_shown(scene, entry)
    chosen = {
        "why": request.args.get("why", ""),
        "after": request.args.get("after", ""),
        "payer": request.args.get("payer", ""),
        "payee": request.args.get("payee", ""),
        "lot": request.args.get("lot", ""),
        "amount": amount_of(request.args.get("amount", "")),
    }
    places = choices_to_go_back(scene, SHOWN, also=request.args.get("after", ""))
    wrong = speaker().say(_("That could not be understood.")) if "show" in request.args else ""
    fine = scene.state.rules.fine_amount
    return page("rulings/late.html", people=scene.people, missed=missed_rents(scene), chosen=chosen,
                places=places, entry=None, said=wrong, fine=fine,
                fined=scene.speaker.money(fine) if fine else "",
                unit=scene.speaker.unit)  # fmt: skip


def _late_shown(scene: Scene, entry: BookLate) -> ResponseReturnValue:
    """Show what the entry changes, before it is booked."""
    return page(
        "rulings/late.html",
        entry=entry,
        late=late_view(scene, entry, _fine(request.args)),
        seq=scene.view.seq,
        payer=scene.speaker.name(entry.payer),
        payee=scene.speaker.name(entry.payee),
        amount=scene.speaker.money(entry.amount),
        again={name: request.args[name] for name in ENTRY if name in request.args},
    )


@bp.post("/late")
def put_late() -> ResponseReturnValue:
    """Book a late entry in its place, and tell what came later once more."""
    form = request.form
    entry = _entry(form)
    if entry is None or entry.after is None:
        return reply(Refusal("bad-command", PAGE), url_for("rulings.late"))
    answer = asked(
        PutIn,
        banker=True,
        place=entry.after,
        command=forgotten(entry, _fine(form)),
        seen=seen_here(),
        cut=form.get("way") == "cut",
    )
    return reply(answer, url_for("banker.banker"))


def _fine(fields: MultiDict[str, str]) -> str:
    """Return for what somebody is fined; nothing where it is no fine."""
    said = fields.get("fine", "")
    return said if said in FINES else ""


def _entry(fields: MultiDict[str, str]) -> BookLate | None:
    """Return the late entry that *fields* describe; None if it makes no sense."""
    try:
        command = command_from(command_fields(MultiDict({**fields, "do": "book-late"}), None))
    except (ValueError, msgspec.ValidationError):
        return None
    return command if isinstance(command, BookLate) else None
