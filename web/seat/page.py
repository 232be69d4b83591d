"""A seat's page and its tabs: Now, Deeds, Story."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.rules.asked import Permit
from companion.sayings.said import marked as _
from companion.words import Seat, Space
from web.arrival.view import way_on
from web.seat.debt import raising_of
from web.seat.foot import standing
from web.seat.holdings import strip_of
from web.seat.outlook import outlook_of
from web.seat.own import own_seats
from web.seat.view import seat_view
from web.shared.commands import inward
from web.shared.context import current, phone, trouble
from web.shared.parts import Action, deed_of
from web.shared.render import page, scene_for
from web.shared.scene import Scene
from web.voice.page import speaks_here

bp = Blueprint("seat", __name__)

PAGE_OF_STORY = 150
"""So many events are told at once; the rest on demand."""

VERBS = {
    "build": _("Build for {amount}"),
    "want": _("Ask for a building, {amount}"),
    "sell": _("Sell for {amount}"),
    "mortgage": _("Mortgage for {amount}"),
    "redeem": _("Redeem for {amount}"),
}


def scene_of(seat: Seat) -> Scene | None:
    """Return the running game as *seat* sees it; None while there is none, or no such seat."""
    scene = scene_for(seat)
    return scene if scene and seat in scene.state.seats else None


def scene_asked_for(seat: int | None) -> Scene | ResponseReturnValue:
    """Return the scene for an own seat, or for another one if the banker acts for it.

    A phone that holds several seats names the one it means, in every address.
    """
    asking = phone()
    if seat is None and asking.seat is None:
        return redirect(url_for("join.join"))
    if seat is None and asking.others:
        return _named(likely(asking.seats))
    wanted = Seat(seat) if seat is not None else asking.seat
    if wanted not in asking.seats and not asking.banker:
        abort(403)
    assert wanted is not None
    scene = scene_of(wanted)
    if scene is None and current().view.state is not None and wanted not in asking.seats:
        return page("seat/nobody.html", seat=wanted), 404
    return scene or _waiting()


def likely(seats: Sequence[Seat]) -> Seat:
    """Return which of its seats a phone is wanted for: the first that is asked, or the first."""
    return next((seat for seat in seats if current().view.asked.get(seat)), seats[0])


def _named(seat: Seat) -> ResponseReturnValue:
    """Lead to this very page of one of the phone's seats."""
    assert request.endpoint is not None
    parts = {**(request.view_args or {}), **request.args.to_dict(flat=False), "seat": seat}
    return redirect(url_for(request.endpoint, **parts))


def seat_page(template: str, scene: Scene, acting: int | None, **values: object) -> str:
    """Return one of the pages of a seat."""
    own = own_seats(scene, phone().seats)
    voiced = speaks_here("seat")
    values |= {"own": own, "voiced": voiced, "way_on": way_on(phone().seats)}
    return page(template, view=seat_view(scene), acting=acting, **values)


def _waiting() -> ResponseReturnValue:
    context = current()
    return page("seat/waiting.html", trouble=trouble(), sitters=context.phones.sitters)


@bp.get("/seat")
@bp.get("/seats/<int:seat>")
def now(seat: int | None = None) -> ResponseReturnValue:
    """Show what matters now, and the one thing to do."""
    tag = current().streams.tag
    scene = scene_asked_for(seat)
    if not isinstance(scene, Scene):
        return scene
    challenged = any(one.game == scene.view.game for one in scene.view.challenged)
    return seat_page("seat/seat.html", scene, seat, tag=tag, tab="now",
                 trouble=trouble(), to_rule=challenged and phone().banker,
                 outlook=outlook_of(scene))  # fmt: skip


@bp.get("/seat/deeds")
@bp.get("/seats/<int:seat>/deeds")
def deeds(seat: int | None = None) -> ResponseReturnValue:
    """Show all deeds of the seat, each with what may be done with it."""
    tag = current().streams.tag
    scene = scene_asked_for(seat)
    if not isinstance(scene, Scene):
        return scene
    assert scene.reader is not None
    permits = scene.permits(scene.reader)
    shown = [
        (
            deed_of(scene.speaker, scene.state, lot.lot),
            [_action(scene, permit) for permit in standing(permits, lot.lot)],
        )
        for lot in strip_of(scene, scene.reader)
    ]  # fmt: skip
    return seat_page("seat/deeds.html", scene, seat, tag=tag, deeds=shown, tab="deeds")


def _action(scene: Scene, permit: Permit) -> Action:
    """Return the button for one thing that may be done with a lot, or with its whole group."""
    text = _("Sell the whole group for {amount}") if permit.lots else VERBS[permit.do]
    label = scene.speaker.say(text, amount=scene.speaker.money(permit.amount or 0))
    buildings = permit.lots or ((permit.lot, 1),)
    fields = tuple(("lots", str(lot)) for lot, count in buildings for _each in range(count))
    return Action(label=label, do=permit.do, fields=fields, tone="quiet")


@bp.get("/seat/deed/<int:lot>")
@bp.get("/seats/<int:seat>/deed/<int:lot>")
def deed(lot: int, seat: int | None = None) -> ResponseReturnValue:
    """Show one deed of the seat, with what may be done with it, and the way back."""
    tag = current().streams.tag
    scene = scene_asked_for(seat)
    if not isinstance(scene, Scene):
        return scene
    assert scene.reader is not None
    space = Space(lot)
    held = scene.state.lots.get(space)
    if held is None or held.owner != scene.reader:
        return redirect(
            url_for("seat.deeds", seat=seat) if seat is not None else url_for("seat.deeds")
        )
    actions = [_action(scene, p) for p in standing(scene.permits(scene.reader), space)]
    return seat_page("seat/deed.html", scene, seat, tag=tag, tab="deeds",
                deed=deed_of(scene.speaker, scene.state, space), actions=actions,
                back_to=inward(request.args.get("back", url_for("seat.now"))))  # fmt: skip


@bp.get("/seat/raise")
@bp.get("/seats/<int:seat>/raise")
def raise_money(seat: int | None = None) -> ResponseReturnValue:
    """Show how what is owed could be raised, step by step."""
    tag = current().streams.tag
    scene = scene_asked_for(seat)
    if not isinstance(scene, Scene):
        return scene
    return seat_page("seat/raise.html", scene, seat, tag=tag, raising=raising_of(scene), tab="now")


@bp.get("/seat/story")
@bp.get("/seats/<int:seat>/story")
def story(seat: int | None = None) -> ResponseReturnValue:
    """Show what happened lately, with amounts, the newest first."""
    tag = current().streams.tag
    scene = scene_asked_for(seat)
    if not isinstance(scene, Scene):
        return scene
    rows = scene.rows(PAGE_OF_STORY, story=True)
    own = seat is None or seat in phone().seats
    return seat_page("seat/story.html", scene, seat, tag=tag, rows=rows, most=PAGE_OF_STORY,
                     tab="story", can_vote=scene.view.customs.vote and own)  # fmt: skip
