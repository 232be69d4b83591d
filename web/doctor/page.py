"""The doctor's page: every room's checks, the worst first."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from companion.doctor import worst
from web.doctor.findings import in_words
from web.shared.context import current, phone, speaker
from web.shared.render import page

bp = Blueprint("doctor", __name__)

FRESH_S = 60.0
"""So old may be what a stranger is shown: looking at everything anew is dear."""

ORDER = {"bad": 0, "warn": 1, "ok": 2}


@bp.get("/doctor")
def doctor() -> ResponseReturnValue:
    """Look at everything and show what was found; a stranger may see what was found just now."""
    context, asking = current(), phone()
    parts, plays = context.parts, asking.banker or bool(asking.seats)
    checks = context.checkup.found(0.0 if plays else FRESH_S)
    ordered = sorted(checks, key=lambda check: ORDER[check.health])
    told = [in_words(speaker(), check) for check in ordered]
    return page("doctor/doctor.html", checks=told, worst=worst(checks), sight=parts.sight)
