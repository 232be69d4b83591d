"""The doctor's page: every room's checks, the worst first."""

import io
from collections.abc import Sequence

from flask import Blueprint, Response, abort, redirect, request, send_file, url_for
from flask.typing import ResponseReturnValue

from companion.doctor import worst
from companion.errors import SettingsError
from companion.game.refusals import Refusal
from companion.table.answers import Broken
from companion.words import Seat
from web.doctor.findings import in_words
from web.doctor.lamps import drawn_lamps
from web.shared.acting import PAGE
from web.shared.broken import error_in_words
from web.shared.commands import reply
from web.shared.context import current, phone, speaker
from web.shared.panels import WiringPlan
from web.shared.render import page

bp = Blueprint("doctor", __name__)

FRESH_S = 60.0
"""So old may be what a stranger is shown: looking at everything anew is dear."""

LONGEST = 12
"""Digits of a moment in seconds."""

ORDER = {"bad": 0, "warn": 1, "ok": 2}


@bp.get("/doctor")
def doctor() -> ResponseReturnValue:
    """Look at everything and show what was found; a stranger may see what was found just now."""
    context, asking = current(), phone()
    parts, plays = context.parts, asking.banker or bool(asking.seats)
    checks = context.checkup.found(0.0 if plays else FRESH_S)
    ordered = sorted(checks, key=lambda check: ORDER[check.health])
    told = [in_words(speaker(), check) for check in ordered]
    return page(
        "doctor/doctor.html",
        checks=told,
        worst=worst(checks),
        sight=parts.sight,
        pressed=bool(current().button_seats),
        diagnose=parts.diagnose,
        secure=parts.secure,
    )


@bp.get("/doctor/diagnostics.zip")
def diagnostics() -> ResponseReturnValue:
    """Hand out one file for a question, without names; with pictures if they are asked for."""
    diagnose = current().parts.diagnose
    if diagnose is None:
        abort(404)
    made = diagnose(pictures="pictures" in request.args)
    name = "companion-diagnostics.zip"
    return send_file(io.BytesIO(made), "application/zip", as_attachment=True, download_name=name)


@bp.get("/privacy")
def privacy() -> ResponseReturnValue:
    """Say which pictures are kept, where, how long, and how that ends."""
    parts = current().parts
    club = parts.club.state.club if parts.club else ""
    return page(
        "doctor/privacy.html",
        keeps=current().manners.pictures,
        club=club,
        hosted=current().is_hosted,
    )


@bp.post("/privacy")
def keep_or_delete() -> ResponseReturnValue:
    """Keep pictures from now on or keep none, or delete those there are."""
    what, here = request.form.get("what"), url_for("doctor.privacy")
    if what == "delete":
        current().table.delete_pictures()
    elif what in ("keep", "keep-none"):
        try:
            current().manners.keep_pictures(kept=what == "keep")
        except SettingsError as error:
            return reply(Broken("not-saved", error_in_words(speaker(), error)), here)
    else:
        return reply(Refusal("bad-command", PAGE), here)
    return redirect(here, 303)


@bp.get("/doctor/buttons")
def buttons() -> ResponseReturnValue:
    """Show which buttons have been pressed since one came here; the address keeps since when."""
    parts, now = current().parts, current().table.mono()
    since = request.args.get("since", "")
    if not since.isdecimal() or len(since) > LONGEST:
        return redirect(url_for("doctor.buttons", since=int(now)))
    heard, sitters = parts.heard(max(now - int(since), 0.0)), current().phones.sitters
    rows = [
        (seat + 1, sitters[seat].name if seat in sitters else "", seat in heard)
        for seat in sorted(current().button_seats)
    ]
    state, panels = current().view.state, current().panels
    return page(
        "doctor/buttons.html",
        rows=rows,
        asked=_asked(),
        wired=parts.wiring is not None,
        plays=state is not None and not state.winners and current().view.pauses.since is None,
        troubles=[error_in_words(speaker(), one) for one in panels.troubles] if panels else (),
    )


@bp.post("/doctor/buttons")
def pair() -> ResponseReturnValue:
    """Ask all who have a name to press their buttons, ask the next one, or nobody any more."""
    panels, what = current().panels, request.form.get("what")
    named = [seat for seat in sorted(current().button_seats) if seat in current().phones.sitters]
    if panels is None or what not in ("pair", "skip", "stop"):
        return reply(Refusal("bad-command", PAGE), url_for("doctor.buttons"))
    if what == "skip":
        panels.pairing.skip()
    else:
        panels.pairing.ask(named if what == "pair" else ())
    return redirect(url_for("doctor.buttons"), 303)


def _asked() -> str:
    """Return the name of who is to press now; "" where nobody is asked."""
    panels, sitters = current().panels, current().phones.sitters
    seat = panels.pairing.asked if panels is not None else None
    return sitters[seat].name if seat is not None and seat in sitters else ""


@bp.get("/doctor/lamps")
def lamps() -> ResponseReturnValue:
    """Show what each pattern of a lamp says, in its true rhythm."""
    drawn = drawn_lamps(current().parts.rhythms, speaker())
    return page("doctor/lamps.html", lamps=drawn, lit=bool(_lit_seats()))


@bp.post("/doctor/lamps")
def show_on_lamp() -> ResponseReturnValue:
    """Let the asking phone's lamps show a pattern; the banker's phone without a seat: all lamps."""
    parts, name, here = current().parts, request.form.get("what", ""), url_for("doctor.lamps")
    panels = current().panels
    if panels is None or name not in parts.rhythms:
        return reply(Refusal("bad-command", PAGE), here)
    for seat in _lit_seats():
        panels.demonstrate(seat, name)
    return redirect(here, 303)


def _lit_seats() -> Sequence[Seat]:
    """Return the seats whose lamps the asking phone may have show something."""
    panels, asking = current().panels, phone()
    lit = panels.lit_seats if panels is not None else ()
    return [seat for seat in lit if seat in asking.seats or (asking.banker and not asking.seats)]


@bp.get("/doctor/wiring")
def wiring() -> ResponseReturnValue:
    """Show how buttons and lamps are wired, as the file of pins has it, and with which parts."""
    try:
        return page("doctor/wiring.html", plan=_plan(), trouble="")
    except SettingsError as error:
        trouble = error_in_words(speaker(), error)
        return page("doctor/wiring.html", plan=None, trouble=trouble), 409


@bp.get("/doctor/wiring.svg")
def drawing() -> ResponseReturnValue:
    """Show the drawing alone, as large as one likes."""
    try:
        return Response(_plan().drawing, mimetype="image/svg+xml")
    except SettingsError:
        abort(404)


def _plan() -> WiringPlan:
    wired = current().parts.wiring
    if wired is None:
        abort(404)
    return wired(speaker().say)
