"""`GET /api/game`: the running game as plain data, for tests and other people's programs."""

from typing import Any

import msgspec
from flask import Blueprint, Response
from msgspec.structs import replace

from companion.accounts.explainer import COUNTED
from companion.game.state import GameState, Rent, fingerprint, parts_of
from companion.table.view import View
from web.api.commands import as_json
from web.shared.context import current, phone

bp = Blueprint("game", __name__, url_prefix="/api")


@bp.get("/game")
def game() -> Response:
    """Return state, balances, what is asked of whom, the open doubt; what is broken.

    The banker's phone gets the fingerprint as well.
    """
    view = current().view
    if view.state is None:
        return as_json({"game": None, "seq": view.seq, "trouble": str(view.trouble or "")})
    told = _told(view, view.state)
    if phone().banker:
        # A hash over all of the state: whoever may not see an amount could find it by trying.
        told["fingerprint"] = fingerprint(view.state)
    elif current().manners.hidden:
        told = _without_balances(told)
    return as_json(told)


def _without_balances(told: dict[str, Any]) -> dict[str, Any]:
    """Return it without what this phone may not know: the balances of others."""
    cash = [n if seat in phone().seats else None for seat, n in enumerate(told["cash"])]
    state = {name: part for name, part in told["state"].items() if name != "books"}
    notices = [replace(notice, refusal=None) for notice in told["notices"]]  # it may name a balance
    return {**told, "cash": cash, "state": state, "notices": notices}


def _proposed(view: View) -> dict[str, Any] | None:
    """Return what waits to be confirmed; without the amounts that people have still to type."""
    waits = view.proposal
    if waits is None:
        return None
    told = waits.ruled if waits.helps != "announce" else waits.typed
    return {
        "id": waits.id,
        "helps": waits.helps,
        "dues": [
            due if place in told else replace(due, amount=0, owed=False)
            for place, due in enumerate(waits.dues)
        ],
        "awaited": waits.awaited,
        "places": {str(seat): waits.places_of(seat) for seat in waits.awaited},
        "typed": {str(place): amount for place, amount in waits.typed.items()},
        "contested": {str(seat): why for seat, why in waits.contested.items()},
    }


def _told(view: View, state: GameState) -> dict[str, Any]:
    camera = view.camera
    return {
        "game": view.game,
        "seq": view.seq,
        "edition": state.edition.id,
        "cash": [state.cash(seat) for seat in state.seats],
        "asked": {str(seat): sorted(words) for seat, words in view.asked.items()},
        "doubt": view.doubt,
        "motion": view.motion is not None,
        "helps": view.helps,
        "proposal": _proposed(view),
        "notices": view.notices,
        "camera": camera and {"ok": camera.ok, "status": camera.status},
        "trouble": str(view.trouble or ""),
        "state": msgspec.to_builtins(_parts(view, state), str_keys=True),
    }


def _parts(view: View, state: GameState) -> dict[str, object]:
    """Return what play changes, without what nobody is to know yet.

    That is what somebody owns who may choose to pay a share of it, and the amounts of rents that
    people have still to reckon.
    """
    parts = parts_of(state)
    if state.choice is not None:
        parts["choice"] = replace(state.choice, worth=0, counted={})
    if view.types_amounts:
        parts["rents"] = [_uncounted(rent) for rent in state.rents]
    return parts


def _uncounted(rent: Rent) -> Rent:
    facts = {name: fact for name, fact in rent.facts.items() if name in COUNTED}
    return replace(rent, amount=None, facts=facts)
