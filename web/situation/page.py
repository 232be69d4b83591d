"""The whole table on one page: to take a game over in the middle, or to set the books right."""

from typing import Any

import msgspec
from flask import Blueprint, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.game.commands import TakeOver, command_from
from companion.game.refusals import Refusal
from companion.journal.replay import has_gone_on
from companion.rules.correcting import is_untouched
from companion.sayings.said import marked as _
from companion.table.answers import Accepted
from companion.table.check.commands import BeginCheck
from companion.words import Seat
from web.shared.acting import PAGE, done, seen_here, status_of, submit
from web.shared.context import current, sentence
from web.shared.render import page, scene_for
from web.shared.scene import Scene
from web.situation.agreement import taken_over as taken_over_state
from web.situation.draft import (
    TypedTable,
    decks_of,
    differences,
    draft_of,
    scanned,
    take_over_fields,
    typed,
    with_piles,
)
from web.situation.view import changes_of, families_of

bp = Blueprint("situation", __name__, url_prefix="/banker")


@bp.get("/take-over")
def take_over() -> ResponseReturnValue:
    """Ask how the game stands that was begun without the companion."""
    scene = scene_for()
    if scene is None or not is_untouched(scene.state):
        return redirect(url_for("banker.banker"))
    return _form(scene, _laid_out(scene), taking_over=True)


@bp.post("/take-over")
def taken_over() -> ResponseReturnValue:
    """Go on with that game, or read deeds in the scan field, or say what cannot be."""
    scene = scene_for()
    if scene is None:
        return redirect(url_for("banker.banker"))
    draft = typed(request.form, scene.state)
    if "scan" in request.form:
        return _scan(scene, draft, taking_over=True)
    try:
        fields = {"do": "take-over", **take_over_fields(draft)}
    except ValueError:
        return _no_number(scene, draft, taking_over=True)
    if "show" in request.form:
        return _shown(scene, draft, fields)
    return _done(scene, draft, fields, taking_over=True)


def _laid_out(scene: Scene) -> TypedTable:
    """Return the draft with what was proposed last, or with the deeds that were laid out."""
    check = scene.view.check
    if check is None:
        return draft_of(scene.state)
    proposed = taken_over_state(scene.state, check)
    if proposed is not None:
        return draft_of(proposed)
    return with_piles(draft_of(scene.state), check.laid, scene.state)


def _shown(scene: Scene, draft: TypedTable, fields: dict[str, Any]) -> ResponseReturnValue:
    """Show everybody how the game stands, for all to agree."""
    try:
        command = command_from(fields)
    except msgspec.ValidationError:
        return _no_number(scene, draft, taking_over=True)
    assert isinstance(command, TakeOver)
    shown = BeginCheck(purpose="take-over", situation=command)
    answer = done(shown, None, request.form.get("id", ""), banker=True)
    if isinstance(answer, Accepted):
        return redirect(url_for("check.check"), 303)
    html = _form(scene, draft, taking_over=True, said=sentence(answer))
    return make_response(html, status_of(answer))


@bp.get("/set-right")
def set_right() -> ResponseReturnValue:
    """Show the table as the books have it, to be changed."""
    scene = scene_for()
    if scene is None:
        return redirect(url_for("banker.banker"))
    return _form(scene, draft_of(scene.state), taking_over=False)


@bp.post("/set-right")
def put_right() -> ResponseReturnValue:
    """Show before and after; with a reason, book the correction."""
    scene = scene_for()
    if scene is None:
        return redirect(url_for("banker.banker"))
    draft = typed(request.form, scene.state)
    if "scan" in request.form:
        return _scan(scene, draft, taking_over=False)
    if has_gone_on(scene.records, seen_here()):
        said = scene.speaker.refusal(Refusal("gone-on", PAGE))
        return _form(scene, draft_of(scene.state), taking_over=False, said=said), 409
    try:
        fields = differences(draft, draft_of(scene.state))
    except ValueError:
        return _no_number(scene, draft, taking_over=False)
    why = " ".join(request.form.get("why", "").split())[:300]
    try:
        command_from({"do": "correct", **fields})
    except msgspec.ValidationError:
        said = scene.speaker.refusal(Refusal("bad-command", PAGE))
        return _form(scene, draft_of(scene.state), taking_over=False, said=said), 400
    if not fields or not why:
        return page("situation/set_right.html", changes=changes_of(scene, fields),
                    answers=_typed_fields())  # fmt: skip
    fields = {"do": "correct", "why": why, **fields, "seen": seen_here()}
    return _done(scene, draft, fields, taking_over=False)


def _scan(scene: Scene, draft: TypedTable, *, taking_over: bool) -> ResponseReturnValue:
    text = request.form["scan"]
    seat = Seat(int(text)) if text.isdecimal() and len(text) < 3 else Seat(-1)
    if seat not in scene.state.seats:
        return _form(scene, draft, taking_over=taking_over)
    draft, found = scanned(draft, seat, scene.view.lying, scene.state)
    said = scene.speaker.say(_("No deed of this set lies in the scan field."))
    if found:
        names = ", ".join(map(scene.speaker.space, found))
        said = scene.speaker.say(_("{name} has: {lots}"), name=scene.speaker.name(seat), lots=names)
    return _form(scene, draft, taking_over=taking_over, said=said)


def _done(
    scene: Scene, draft: TypedTable, fields: dict[str, Any], *, taking_over: bool
) -> ResponseReturnValue:
    answer = submit(fields, None, request.form.get("id", ""), banker=True)
    if isinstance(answer, Accepted):
        return redirect(url_for("banker.banker"), 303)
    html = _form(scene, draft, taking_over=taking_over, said=sentence(answer))
    return make_response(html, status_of(answer))


def _no_number(scene: Scene, draft: TypedTable, *, taking_over: bool) -> ResponseReturnValue:
    said = scene.speaker.say(_("An amount is no number. Look at the cash."))
    return make_response(_form(scene, draft, taking_over=taking_over, said=said), 400)


def _form(scene: Scene, draft: TypedTable, *, taking_over: bool, said: str = "") -> str:
    state = scene.state
    return page(
        "situation/situation.html",
        said=said,
        taking_over=taking_over,
        laid_out=scene.view.check is not None,
        draft=draft,
        people=scene.people,
        spaces=[(space.index, scene.speaker.space(space.index)) for space in state.edition.spaces],
        families=families_of(scene),
        decks=[(deck, scene.speaker.deck(deck)) for deck in decks_of(state)],
        jail_turns=range(state.rules.jail_turns),
        levels=range(1, state.rules.houses_per_hotel + 1),
        count_laps=state.rules.build_after_laps > 0 or state.rules.speed_die,
        has_pot=state.rules.parking_jackpot,
        unit=scene.speaker.unit,
        camera=current().camera,
        seq=scene.view.seq,
    )


def _typed_fields() -> list[tuple[str, str]]:
    """Return what was typed, to be carried on."""
    return [(name, value) for name, value in request.form.items() if name not in ("id", "why")]
