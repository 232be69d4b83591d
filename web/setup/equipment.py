"""Camera and buttons as a step of set-up: what is seen, what is wrong with it, who has pressed."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from web.doctor.findings import in_words
from web.doctor.page import ORDER
from web.setup.answers import answers_so_far, chosen_edition, query_so_far
from web.setup.steps import asked, has_equipment
from web.shared.context import current, speaker

bp = Blueprint("equipment", __name__, url_prefix="/banker/game/equipment")

PRESSED_S = 120.0
"""So long ago may a button have been pressed to count as tried."""

LOOKED_AT = frozenset({"camera", "mat", "light", "buttons", "place"})
"""The checks that somebody at the table can mend before a game."""


@bp.get("")
def equipment() -> ResponseReturnValue:
    """Show what the camera sees, and whose button was pressed just now; both can be passed over."""
    edition, context = chosen_edition(), current()
    if edition is None:
        return redirect(url_for("setup.edition"))
    if not has_equipment():
        return redirect(url_for("setup.check", **query_so_far()))  # type: ignore[arg-type]  # plain words
    checks = sorted(context.checkup.found(0.0), key=lambda check: ORDER[check.health])
    told = [in_words(speaker(), check) for check in checks if check.name in LOOKED_AT]
    parts = context.parts
    return asked(
        "equipment",
        edition,
        answers=answers_so_far(),
        checks=told,
        sees=parts.sight is not None and parts.sight.size is not None,
        sitters=context.phones.sitters if context.button_seats else {},
        heard=parts.heard(PRESSED_S),
    )
