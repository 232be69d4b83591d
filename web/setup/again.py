"""Once more: set-up with all answers of the game that is on the table, down to its last page."""

from typing import NamedTuple

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.editions.model import Edition
from companion.editions.typed import shown
from companion.game.events import GameBegan
from web.setup.corrections import typed_before
from web.shared.context import current
from web.shared.render import scene_for
from web.shared.scene import Scene

bp = Blueprint("again", __name__, url_prefix="/banker/game/again")


class LastTime(NamedTuple):
    """The game that is on the table: how it began, and what is played now."""

    began: GameBegan
    scene: Scene

    @property
    def edition(self) -> Edition:
        """What it is played by, its house rules and corrections among it."""
        return self.scene.state.edition


def last_time() -> LastTime | None:
    """Return the game that can be played once more; None while there is none with its edition."""
    scene, shelf = scene_for(), current().parts.editions
    began = scene.records[0].events[0] if scene else None
    if scene is None or not isinstance(began, GameBegan):
        return None
    there = any(edition.id == began.edition for edition in shelf.all())
    return LastTime(began, scene) if there else None


@bp.get("")
def again() -> ResponseReturnValue:
    """Go where the game begins; an agreed end is asked for anew."""
    last = last_time()
    if last is None:
        return redirect(url_for("setup.edition"))
    began, view = last.began, last.scene.view
    printed = current().parts.editions.edition(began.edition, began.variants)
    query: dict[str, object] = {
        "edition": began.edition,
        "variant": began.variants,
        "house": [f"{name}:{shown(value)}" for name, value in last.edition.house.items()],
        "banker": "" if began.banker is None else str(began.banker),
        "ends": began.ends,
        "banknotes": view.handing.mode,
        "helps": view.helps,
        "first": "yes" if began.first_roll else "no",
        **typed_before(began.corrections, printed),
    }
    where = "setup.bank" if began.ends else "setup.check"
    return redirect(url_for(where, **query))  # type: ignore[arg-type]  # plain words
