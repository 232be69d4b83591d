"""The simulated table's page: its picture, its hands, what goes wrong, and buttons to press."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, cast, get_args

from flask import Blueprint, Response, abort, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.editions.model import Card
from companion.errors import CameraError
from companion.game.refusals import Refusal
from companion.game.state import GameState
from companion.table.answers import Broken
from companion.table.deeds.cards import keepable, number_of
from companion.table.dice.eyes import dice_due, speed_due
from companion.table.view import View
from companion.teaching.shown_faces import SIDES
from companion.vision.emblem_reader import VALUES
from companion.words import Seat, Space, SpeedFace
from web.shared.acting import PAGE
from web.shared.broken import error_in_words
from web.shared.commands import reply
from web.shared.context import Context, current, phone, speaker
from web.shared.parts import deed_of
from web.shared.ports import Mishap, Pips, Simulation, Trouble
from web.shared.render import page
from web.shared.scene import Scene

DEEDS = 28
TOGETHER = 2
"""So many deeds are laid by one press."""

SIDE_UP = (1, 2, 3, 6, 4, 5)
"""The sides of the drawn speed die, in the order in which they are shown to teach it."""

SPEED_SIDES: Mapping[SpeedFace, int] = dict(zip(SIDES, SIDE_UP, strict=True))
"""What the drawn speed die may show -> a side of it that shows that."""

PRESSED_S, HELD_S = 0.02, 1.0
"""How long a drawn button is pressed, and held down."""

KEYPAD = "keypad"
"""What goes wrong where the buttons are unplugged."""

OTHER_SIDE = {"front": "back", "back": "front"}


class HandDeed(NamedTuple):
    """A deed that a simulated hand has laid."""

    number: int
    name: str
    other: str  # the side that is down


bp = Blueprint("simulated", __name__, url_prefix="/simulated")


def _simulation() -> Simulation:
    simulation = current().simulation
    if simulation is None:
        abort(404)
    return simulation


class Knob(NamedTuple):
    """A button of somebody who has sat down."""

    seat: Seat
    name: str
    colour: str


def _only(seats: Collection[Seat]) -> None:
    """Let a player go on only with what is in the hand of one of *seats*; the banker always."""
    asking = phone()
    if not asking.banker and not {*asking.seats} & {*seats}:
        refusal = Refusal("not-allowed", PAGE)
        abort(make_response(reply(refusal, url_for("simulated.simulated"))))


def rollers(view: View) -> Collection[Seat]:
    """Return in whose hands the dice are."""
    return [seat for seat, verbs in view.asked.items() if verbs & {"roll", "first-roll"}]


def holders(view: View, number: int) -> Collection[Seat]:
    """Return who may lay down a deed: its owner, or for the Bank who is asked to buy.

    While deeds are laid out for all to see, everybody.
    """
    state = view.state
    if state is None or view.check is not None:
        return state.seats if state else ()
    owner = state.lots[state.edition.lots[number - 1].index].owner
    if owner is not None:
        return (owner,)
    return state.seats if state.purchase is None else (state.purchase.seat,)


@bp.get("")
def simulated() -> ResponseReturnValue:
    """Show the table as the simulated camera sees it, and everything a hand can do to it."""
    context = current()
    if context.simulation is None and context.parts.simulation is not None:
        return redirect(url_for("table.table"))  # another eye was chosen: an open page follows
    simulation = _simulation()
    tag = context.streams.tag
    view = context.view
    scene = Scene(context, view, speaker()) if view.state else None
    lots = scene.state.edition.lots if scene else ()
    offered = scene.state.purchase.lot if scene and scene.state.purchase else None
    return page(
        "camera/simulated.html",
        tag=tag,
        scene=scene,
        people=scene.people if scene else tuple(_sitting()),
        buttons=context.parts.buttons,
        lots=[(n, _named(scene, lot.index), lot.index) for n, lot in enumerate(lots, start=1)],
        lying=[
            HandDeed(n, _named(scene, lots[n - 1].index) if lots else "", OTHER_SIDE[side])
            for n, side in simulation.deeds
        ],
        cards=_cards_due(scene) if scene else (),
        shown=len(simulation.cards),
        offered=offered,
        die=_die_shown(context),
        pictures=_shows_pictures(context),
        dice=dice_due(view.state),
        speed=SPEED_SIDES if speed_due(view) else {},
        troubles=_troubles(),
        deed=deed_of(scene.speaker, scene.state, offered, full=False)
        if scene and offered is not None
        else None,
    )


def _troubles() -> Collection[str]:
    """Return what goes wrong now, at the table and with its buttons."""
    buttons = current().parts.buttons
    pulled = {KEYPAD} if buttons is not None and buttons.unplugged else set()
    return {*_simulation().troubles, *pulled}


def _die_shown(context: Context) -> list[tuple[int, str]]:
    """Return the sides of the die that is being shown, if one is, and what each counts as."""
    teacher = context.parts.teacher
    if teacher is None or not teacher.dice.watches or not phone().banker:
        return []
    if _shows_pictures(context):
        return [(value, str(value)) for value in VALUES]
    return [(up, str(face)) for up, face in zip(SIDE_UP, SIDES, strict=True)]


def _shows_pictures(context: Context) -> bool:
    """Return whether one of the dice with pictures is being shown."""
    teacher = context.parts.teacher
    return teacher is not None and (teacher.dice.first.watches or teacher.dice.other.watches)


def _has_pictures(context: Context) -> bool:
    """Return whether the dice that are thrown have pictures in place of pips."""
    teacher = context.parts.teacher
    return teacher is not None and bool(teacher.emblems)


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


@bp.errorhandler(CameraError)
def cannot_lay(error: CameraError) -> ResponseReturnValue:
    """Say why a deed cannot be laid: nobody knows what stands on its sticker."""
    said = error_in_words(speaker(), error)
    return reply(Broken("damaged", said), url_for("simulated.simulated"))


@bp.post("/throw")
def throw() -> ResponseReturnValue:
    """Throw as many dice as are due, with the speed die if it is.

    They show what was chosen, and fall badly if that is asked for.
    """
    view, wrong = current().view, request.form.get("mishap", "")
    if wrong and wrong not in get_args(Mishap):
        abort(400)
    _only(rollers(view))
    mishap = cast("Mishap", wrong) if wrong else None
    dice, speed = dice_due(view.state), speed_due(view)
    chosen = [_pips(f"dice-{number}") for number in range(dice)]
    side = _pips("speed") if speed else None
    _simulation().throw(
        dice,
        show=chosen if any(chosen) else None,
        speed=side or speed,
        pictures=_has_pictures(current()),
        mishap=mishap,
    )
    return _done()


def _pips(name: str) -> Pips | None:
    """Return what a die shall show; None: what it likes."""
    text = request.form.get(name, "")
    if not text:
        return None
    if text not in map(str, get_args(Pips)):
        abort(400)
    return cast("Pips", int(text))


@bp.post("/trouble")
def befall() -> ResponseReturnValue:
    """Let something go wrong at the table, or go right again: one thing, or all."""
    begins, ends = request.form.get("begins", ""), request.form.get("ends", "")
    simulation, buttons, what = _simulation(), current().parts.buttons, begins or ends
    if what not in ("all", KEYPAD, *get_args(Trouble)) or begins == "all":
        abort(400)
    if what in ("all", KEYPAD) and buttons is not None:
        buttons.unplug(out=bool(begins))
    if what == "all":
        simulation.mend()
    elif what != KEYPAD:
        (simulation.befall if begins else simulation.mend)(cast("Trouble", what))
    current().streams.nudge()
    return _done()


@bp.post("/die")
def lay_die() -> ResponseReturnValue:
    """Lay the die that is being shown into the tray, alone, with one side up."""
    side = request.form.get("side", "")
    if side not in map(str, SIDE_UP):
        abort(400)
    _only(())
    _simulation().lay_die(int(side), pictures=_shows_pictures(current()))
    return _done()


@bp.post("/deed")
def lay_deed() -> ResponseReturnValue:
    """Lay a deed in the scan field, front or back up, or turn it over; or two side by side."""
    side = request.form.get("side", "front")
    numbers = [_deed(text) for text in request.form.getlist("number") if text]
    if not 1 <= len(numbers) <= TOGETHER or side not in OTHER_SIDE:
        abort(400)
    for number in numbers:
        _only(holders(current().view, number))
    for number in numbers:
        _simulation().lay_deed(number, side)
    return _done()


@bp.post("/card")
def lay_card() -> ResponseReturnValue:
    """Show a card of the pile that is drawn from to the scan field."""
    state, card = current().view.state, request.form.get("card", "")
    if state is None or card not in {one.id for one in state.edition.cards}:
        abort(400)
    _only(() if state.draw is None else (state.draw.seat,))
    _simulation().lay_card(number_of(state, card))
    return _done()


@bp.post("/lay-out")
def lay_out() -> ResponseReturnValue:
    """Lay out what a player has, all at once; something may be wrong with it."""
    state, text = current().view.state, request.form.get("seat", "")
    seat = Seat(int(text)) if text.isdecimal() and len(text) < 3 else None
    if state is None or (text and seat not in state.seats):
        abort(400)
    if current().view.check is None:
        _only(() if seat is None else (seat,))
    trick = request.form.get("trick", "")
    _simulation().lay_out(hand_of(state, seat, trick), cards_of(state, seat, trick))
    return _done()


def hand_of(state: GameState, seat: Seat | None, trick: str = "") -> list[tuple[int, str]]:
    """Return the deeds that a player lays out, or all players: number and side.

    While nobody owns anything (a game is taken over) each has every so many-th deed.

    Args:
        state: the books.
        seat: whose; None: everybody's.
        trick: `missing`, `turned` or `foreign` deeds to try a check with.
    """
    lots = tuple(enumerate(state.edition.lots, start=1))
    held = {n: state.lots[lot.index] for n, lot in lots}
    owners = {n: one.owner for n, one in held.items()}
    if not any(owner is not None for owner in owners.values()):
        owners = {n: Seat(n % (len(state.seats) + 1)) for n, _lot in lots}
    deeds = {
        n: "back" if held[n].mortgaged else "front"
        for n, owner in owners.items()
        if owner in (state.seats if seat is None else (seat,))
    }
    if trick == "foreign":
        deeds |= dict.fromkeys([n for n in owners if n not in deeds][:1], "front")
    elif deeds and trick == "missing":
        deeds.pop(max(deeds))
    elif deeds and trick == "turned":
        deeds[min(deeds)] = "front" if deeds[min(deeds)] == "back" else "back"
    return sorted(deeds.items())


def cards_of(state: GameState, seat: Seat | None, trick: str = "") -> list[int]:
    """Return the numbers of the kept cards that a player lays out, or all players.

    Args:
        state: the books.
        seat: whose; None: everybody's.
        trick: with `card` they have those that they should not have, and no other.
    """
    kept = keepable(state)
    seats = state.seats if seat is None else (seat,)
    held = [card for card in kept if state.holds.get(card) in seats]
    if trick == "card":
        held = [card for card in kept if card not in held][:1]
    return [number_of(state, card) for card in held]


@bp.post("/take")
def take_deed() -> ResponseReturnValue:
    """Take away a deed of the scan field, or all that lie there."""
    number = request.form.get("number", "")
    _simulation().take_deed(_deed(number) if number else None)
    return _done()


def _deed(text: str) -> int:
    """Return the number of a deed; anything else is no request of this page."""
    if not (text.isdecimal() and 1 <= int(text[:3]) <= DEEDS):
        abort(400)
    return int(text)


def _cards_due(scene: Scene) -> tuple[Card, ...]:
    """Return the cards of the pile that is drawn from now; none where nobody draws."""
    due = scene.state.draw
    return tuple(one for one in scene.state.edition.cards if due and one.deck == due.deck)


def _sitting() -> Iterator[Knob]:
    """Yield whose buttons can be tried before there is a game."""
    for seat, sitter in current().phones.sitters.items():
        yield Knob(seat, sitter.name, sitter.colour)


def _named(scene: Scene | None, lot: Space) -> str:
    """Return a lot's name, and whose it is."""
    assert scene is not None
    owner = scene.state.lots[lot].owner
    name = scene.speaker.space(lot)
    return name if owner is None else f"{name} ({scene.speaker.name(owner)})"


@bp.post("/press")
def press() -> ResponseReturnValue:
    """Press a seat's button, hold it down for a while, or let it stick."""
    buttons, state = current().parts.buttons, current().view.state
    text = request.form.get("seat", "")
    seat = Seat(int(text)) if text.isdecimal() and len(text) < 3 else None
    if buttons is None or seat not in (state.seats if state else current().phones.sitters):
        abort(400)
    assert seat is not None
    _only((seat,))
    if "stuck" in request.form:
        buttons.stick(seat, down=request.form["stuck"] == "yes")
        current().streams.nudge()
    else:
        buttons.press(seat, HELD_S if request.form.get("held") else PRESSED_S)
    return _done()


def _done() -> ResponseReturnValue:
    if request.accept_mimetypes.best == "application/json":
        return {"ok": True}
    return redirect(url_for("simulated.simulated"), 303)
