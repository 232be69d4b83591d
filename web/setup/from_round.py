"""Set-up from a tournament's round: one tap seats its people and answers what the round says."""

from typing import NamedTuple

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.errors import EditionError
from companion.table.clocks.heard_round import HeardRound
from web.phones.chairs import alike, cleaned
from web.setup.answers import chairs_are_free
from web.setup.house_form import changes
from web.setup.house_rules import NAMES
from web.shared.context import current

bp = Blueprint("from_round", __name__, url_prefix="/banker/game/round")


class OfferedRound(NamedTuple):
    """A round that may be set up, and what its edition is called."""

    round: HeardRound
    edition: str
    language: str


def offered() -> OfferedRound | None:
    """Return the round that sits here; None: there is none, or it cannot be set up now.

    While a game runs its people hold the chairs; and an edition, or a rule, may not be known here.
    """
    heard = current().view.round
    if heard is None or not chairs_are_free():
        return None
    if heard.house.keys() - {*NAMES}:
        return None
    try:
        played = current().parts.editions.edition(heard.edition, heard.variants)
        changes(played, heard.house)
    except EditionError:
        return None
    return OfferedRound(heard, played.name, played.language)


def agreed(heard: HeardRound | None) -> str:
    """Return the agreed end of a round as set-up has it; nothing: there is none."""
    return f"{heard.minutes} min" if heard is not None and heard.minutes else ""


@bp.post("")
def set_up() -> ResponseReturnValue:
    """Seat the round's people, whoever sits stays; then it is asked who keeps the Bank."""
    offer = offered()
    if offer is None:
        return redirect(url_for("setup.edition"), 303)
    heard, phones = offer.round, current().phones
    wanted = {alike(cleaned(name)): cleaned(name) for name in heard.players}
    for seat, sitter in [*phones.sitters.items()]:
        if wanted.pop(alike(sitter.name), None) is None:
            phones.stand_up(seat)
    for name in wanted.values():
        phones.add(name)
    house = [f"{name}:{text}" for name, text in heard.house.items()]
    query = {"edition": heard.edition, "variant": heard.variants, "house": house}
    answers = {name: value for name, value in {**query, "ends": agreed(heard)}.items() if value}
    return redirect(url_for("setup.bank", **answers), 303)  # type: ignore[arg-type]  # plain words
