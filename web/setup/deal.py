"""Dealing deeds before the first roll, in games that begin so: the banker says who got which."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.game.commands import Deal
from web.shared.acting import asked
from web.shared.commands import reply
from web.shared.context import current, speaker
from web.shared.render import page
from web.shared.scene import Scene

bp = Blueprint("deal", __name__, url_prefix="/banker/deal")


@bp.get("")
def deal() -> ResponseReturnValue:
    """Ask which deeds everybody was dealt."""
    view = current().view
    if view.state is None or not view.state.deal_due:
        return redirect(url_for("banker.banker"))
    scene = Scene(current(), view, speaker())
    lots = [
        (lot.index, lot.name, scene.speaker.money(lot.price)) for lot in scene.state.owned(None)
    ]
    number = scene.state.edition.dealt_deeds_of(len(scene.state.seats))
    paid = scene.state.rules.dealt_deeds_paid
    return page("setup/deal.html", people=scene.people, lots=lots, number=number, paid=paid)


@bp.post("")
def dealt() -> ResponseReturnValue:
    """Deal them."""
    return reply(asked(Deal, banker=True), url_for("banker.banker"))
