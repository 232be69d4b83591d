"""The table screen, for anybody to look at."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from companion.table.buttons.meanings import light
from companion.words import Seat
from web.copies.hindrances import trouble_of
from web.doctor.findings import standstill_of
from web.draw.board import board_of
from web.draw.code import code_of
from web.phones.moves import move_of
from web.seat.notices import deeds_unseen, is_blind, strayed_of, why_blind
from web.shared.context import current, language, speaker, trouble
from web.shared.render import looks, page
from web.shared.scene import Scene
from web.stand.code import code_of_stand
from web.table.view import table_view
from web.voice.page import speaks_here

bp = Blueprint("table", __name__)


@bp.get("/table")
def table() -> ResponseReturnValue:
    """Show the board, the dice, the seats and the join code; the same page for everybody."""
    context = current()
    tag = context.streams.tag
    eye = (context.simulation is not None, code_of_stand() is not None, context.unseen_dice)
    key = (language(), *looks(), tag, context.strayed, *map(str, eye), *context.parts.still(),
           *context.settings.addresses())  # fmt: skip
    if context.shown_table[0] != key or context.view.auction is not None:
        context.shown_table = (key, _rendered(tag))  # a race renders twice, no more
    return context.shown_table[1]


def _rendered(tag: str) -> str:
    context = current()
    view, copies = context.view, context.parts.copies
    address = next(iter(context.settings.addresses()), "")
    told = speaker()
    scene = Scene(context, view, told) if view.state is not None else None
    return page(
        "table/table.html",
        tag=tag,
        view=table_view(scene) if scene else None,
        lamps={person.seat: light(view, person.seat) for person in scene.people} if scene else {},
        voiced=speaks_here("table"),
        board=board_of(told.edition, view.state, _colour, told.digits),
        sitters=context.phones.sitters,
        address=f"{address}{request.script_root}",
        code=code_of(f"{address}{url_for('join.join')}") if address else None,
        pin=context.pin.shown if not context.phones.has_banker else None,
        camera=view.camera,
        blind=why_blind(told, view.camera),
        deeds_unseen=deeds_unseen(told, view.deeds_camera),
        stand=code_of_stand() if is_blind(view.camera) or is_blind(view.deeds_camera) else None,
        unseen=told.say(context.unseen_dice) if context.unseen_dice else "",
        strayed=strayed_of(told, context.strayed),
        trouble=trouble(),
        moved=move_of(told, context.phones.news),
        standstill=standstill_of(told, context.parts.still()),
        uncopied=trouble_of(told, copies.troubles) if copies else "",
    )


def _colour(seat: Seat) -> str:
    return current().phones.colour(seat)
