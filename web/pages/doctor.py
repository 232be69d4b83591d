"""The doctor's page: every room's checks, the worst first."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from companion.doctor import worst
from web.context import current, speaker
from web.pages.render import page
from web.sentences.checks import in_words

bp = Blueprint("doctor", __name__)

ORDER = {"bad": 0, "warn": 1, "ok": 2}


@bp.get("/doctor")
def doctor() -> ResponseReturnValue:
    """Look at everything anew and show what was found."""
    parts = current().parts
    checks = [check for look in parts.checks for check in look()]
    ordered = sorted(checks, key=lambda check: ORDER[check.health])
    told = [in_words(speaker(), check) for check in ordered]
    return page("doctor.html", checks=told, worst=worst(checks), sight=parts.sight)
