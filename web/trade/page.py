"""The trade tab of a seat's page: offers that stand, and a new one."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from companion.words import Seat
from web.seat.page import scene_asked_for, seat_page
from web.shared.context import current
from web.shared.scene import Scene
from web.trade.view import trade_view

bp = Blueprint("trade", __name__)


@bp.get("/seat/trade")
@bp.get("/seats/<int:seat>/trade")
def trade(seat: int | None = None) -> ResponseReturnValue:
    """Show offers that stand, and make one: with whom, then what for what."""
    tag = current().streams.tag
    scene = scene_asked_for(seat)
    if not isinstance(scene, Scene):
        return scene
    partner = request.args.get("with", "")
    wanted = Seat(int(partner)) if partner.isdecimal() and len(partner) < 3 else None
    here = url_for("trade.trade", seat=seat)
    laid = frozenset(request.args.getlist("lot"))
    trade = trade_view(scene, wanted, change="change" in request.args, laid=laid)
    return seat_page("trade/trade.html", scene, seat, tag=tag, trade=trade, here=here, tab="trade")
