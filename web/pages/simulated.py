"""The simulated table's page: its picture, its hands, and buttons that drive the mock pins."""

from typing import cast, get_args

from flask import Blueprint, Response, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.table.eyes import dice_due, speed_due
from companion.words import Seat
from web.context import current, speaker
from web.pages.render import page
from web.ports import Mishap, Simulation
from web.views.parts import deed_of
from web.views.scene import Scene

bp = Blueprint("simulated", __name__, url_prefix="/simulated")


def _simulation() -> Simulation:
    simulation = current().parts.simulation
    if simulation is None:
        abort(404)
    return simulation


@bp.get("")
def simulated() -> ResponseReturnValue:
    """Show the table as the simulated camera sees it, and everything a hand can do to it."""
    _simulation()
    context = current()
    tag = context.streams.tag
    view = context.view
    scene = Scene(context, view, speaker()) if view.state else None
    lots = scene.state.edition.lots if scene else ()
    offered = scene.state.purchase.lot if scene and scene.state.purchase else None
    return page(
        "simulated.html",
        tag=tag,
        scene=scene,
        people=scene.people if scene else (),
        buttons=context.parts.buttons,
        lots=[(n, lot.name, lot.index) for n, lot in enumerate(lots, start=1)],
        offered=offered,
        deed=deed_of(scene.speaker, scene.state, offered, full=False)
        if scene and offered is not None
        else None,
    )


@bp.get("/picture.jpg")
def picture() -> ResponseReturnValue:
    """Return what the simulated camera sees now."""
    return Response(_simulation().picture(), mimetype="image/jpeg")


@bp.get("/lamps")
def lamps() -> ResponseReturnValue:
    """Return what the lamps of all seats show now, by seat."""
    buttons, state = current().parts.buttons, current().view.state
    if buttons is None or state is None:
        return {}
    return {str(seat): buttons.lamp(seat) for seat in state.seats}


@bp.post("/throw")
def throw() -> ResponseReturnValue:
    """Throw as many dice as are due, with the speed die if it is; badly if that is asked for."""
    view, wrong = current().view, request.form.get("mishap", "")
    if wrong and wrong not in get_args(Mishap):
        abort(400)
    mishap = cast("Mishap", wrong) if wrong else None
    _simulation().throw(dice_due(view.state), speed=speed_due(view), mishap=mishap)
    return _done()


@bp.post("/deed")
def lay_deed() -> ResponseReturnValue:
    """Lay a deed in the scan field, front or back up."""
    number, side = request.form.get("number", ""), request.form.get("side", "front")
    if not (number.isdecimal() and 1 <= int(number) <= 28) or side not in ("front", "back"):
        abort(400)
    _simulation().lay_deed(int(number), side)
    return _done()


@bp.post("/take")
def take_deed() -> ResponseReturnValue:
    """Take away what lies in the scan field."""
    _simulation().take_deed()
    return _done()


@bp.post("/press")
def press() -> ResponseReturnValue:
    """Press a seat's button."""
    buttons, state = current().parts.buttons, current().view.state
    text = request.form.get("seat", "")
    seat = Seat(int(text)) if text.isdecimal() and len(text) < 3 else None
    if buttons is None or state is None or seat not in state.seats:
        abort(400)
    buttons.press(seat)
    return _done()


def _done() -> ResponseReturnValue:
    if request.accept_mimetypes.best == "application/json":
        return {"ok": True}
    return redirect(url_for("simulated.simulated"), 303)
