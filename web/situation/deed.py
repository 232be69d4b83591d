"""A deed that is printed otherwise in this box: chosen, seen as the game has it, set right."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.accounts.deed_figures import changes_of, figure_label
from companion.editions.model import BoardSpace, DeedFigures
from companion.game.commands import CorrectDeed
from companion.game.events import DeedCorrected
from companion.game.refusals import Refusal
from companion.rules.deeds import FIGURES_OF, corrected_deed
from companion.sayings.said import marked as _
from companion.words import Space
from web.shared.acting import asked, seen_here
from web.shared.commands import reply
from web.shared.forms import MOST_AMOUNT, amount_of
from web.shared.parts import deed_of
from web.shared.render import page, scene_for
from web.shared.scene import Scene
from web.situation.view import families_of

bp = Blueprint("deed", __name__, url_prefix="/banker")


class DeedField(NamedTuple):
    """One figure to be typed; left as it is, it stays."""

    name: str
    label: str
    value: str
    is_amount: bool


@bp.get("/deed")
def deed() -> ResponseReturnValue:
    """Ask for the lot, then for the figures and the reason; with these show before and after."""
    scene = scene_for()
    if scene is None:
        return redirect(url_for("banker.banker"))
    space = _space(scene, request.args.get("lot", ""))
    if space is None:
        return page("situation/deed.html", space=None, families=families_of(scene))
    if "why" not in request.args:
        return _page(scene, space)
    try:
        told = corrected_deed(scene.state, _typed(space))
    except ValueError as error:
        words = _("“{typed}” is no figure: type a whole number from 1 to {most}.")
        most = scene.speaker.digits(MOST_AMOUNT)
        return _page(scene, space, said=scene.speaker.say(words, typed=str(error), most=most)), 400
    if isinstance(told, Refusal):
        falls = told.facts.get("kind") == "rents-falling"
        return _page(scene, space, said=scene.speaker.refusal(told), falls=falls), 400
    return _page(scene, space, None if "change" in request.args else told)


def _page(
    scene: Scene,
    space: BoardSpace,
    event: DeedCorrected | None = None,
    *,
    said: str = "",
    falls: bool = False,
) -> str:
    """Return the form of a deed; or, with what the correction would change, that for a yes."""
    speaker, lot = scene.speaker, space.index
    before, after = (event.before[lot], event.figures[lot]) if event else (DeedFigures(),) * 2
    alike = (speaker.space(other) for other in event.figures if other != lot) if event else ()
    return page(
        "situation/deed.html",
        said=said,
        space=space,
        name=speaker.space(lot),
        deed=deed_of(speaker, scene.state, lot),
        fields=[*_fields(scene, space, request.args)],
        falls=falls or "as_printed" in request.args,
        why=_reason(),
        changes=[*changes_of(speaker, space, before, after)],
        alike=", ".join(alike),
        meant=[*_written(after.meant)],
        again={name: value for name, value in request.args.items() if name != "change"},
        unit=speaker.unit,
        seq=scene.view.seq,
    )


@bp.post("/deed")
def put_right() -> ResponseReturnValue:
    """Set the deed right, with a reason; the ledger shows it as an entry of its own."""
    answer = asked(CorrectDeed, banker=True, seen=seen_here())
    return reply(answer, url_for("banker.banker"))


def _space(scene: Scene, text: str) -> BoardSpace | None:
    """Return the lot that is named, or None."""
    lot = Space(int(text)) if text.isascii() and text.isdecimal() and len(text) < 3 else Space(-1)
    return scene.state.edition.space(lot) if lot in scene.state.lots else None


def _typed(space: BoardSpace) -> CorrectDeed:
    """Return the correction as it was typed: the figures that differ from what the game has.

    Raises:
        ValueError: something is no number; it is named.
    """
    fresh: dict[str, Any] = {}
    for name in FIGURES_OF[space.kind]:
        now = getattr(space, name)
        if isinstance(now, tuple):
            figures: Any = tuple(_figure(f"{name}-{n}", one) for n, one in enumerate(now))
        else:
            figures = _figure(name, now)
        if figures != now:
            fresh[name] = figures
    printed = "as_printed" in request.args
    return CorrectDeed(lot=space.index, why=_reason(), as_printed=printed, **fresh)


def _figure(name: str, now: int) -> int:
    text = " ".join(request.args.get(name, "").split())[:40]
    amount = amount_of(text) if text else now
    if amount is None:
        raise ValueError(text)
    return amount


def _reason() -> str:
    return " ".join(request.args.get("why", "").split())[:300]


def _fields(scene: Scene, space: BoardSpace, typed: Mapping[str, str]) -> Iterator[DeedField]:
    """Yield the figures of a deed in the order in which it has them, as they were typed or are."""
    for name in FIGURES_OF[space.kind]:
        now = getattr(space, name)
        row = now if isinstance(now, tuple) else (now,)
        for nth, figure in enumerate(row):
            key = f"{name}-{nth}" if isinstance(now, tuple) else name
            label = figure_label(scene.speaker, space, name, nth)
            yield DeedField(key, label, typed.get(key, str(figure)), name != "dice_multiples")


def _written(meant: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield figures as the fields of a form that sends them."""
    for name, figure in msgspec.to_builtins(meant).items():
        if isinstance(figure, list | tuple):
            yield from ((f"{name}-{n}", str(one)) for n, one in enumerate(figure))
        else:
            yield name, str(figure)
