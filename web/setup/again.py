"""Once more: set-up with all answers of the game that is on the table, down to its last page."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.editions.typed import shown
from companion.game.events import GameBegan
from web.setup.corrections import typed_before
from web.shared.context import current
from web.shared.render import scene_for

bp = Blueprint("again", __name__, url_prefix="/banker/game/again")


@bp.get("")
def again() -> ResponseReturnValue:
    """Go where the game begins; an agreed end is asked for anew."""
    scene = scene_for()
    began = scene.records[0].events[0] if scene else None
    if scene is None or not isinstance(began, GameBegan):
        return redirect(url_for("setup.edition"))
    printed = current().parts.editions.edition(began.edition, began.variants)
    query: dict[str, object] = {
        "edition": began.edition,
        "variant": began.variants,
        "house": [f"{name}:{shown(value)}" for name, value in scene.state.edition.house.items()],
        "banker": "" if began.banker is None else str(began.banker),
        "ends": began.ends,
        "banknotes": scene.view.handing.mode,
        "helps": scene.view.helps,
        "first": "yes" if began.first_roll else "no",
        **typed_before(began.corrections, printed),
    }
    where = "setup.bank" if began.ends else "setup.check"
    return redirect(url_for(where, **query))  # type: ignore[arg-type]  # plain words
