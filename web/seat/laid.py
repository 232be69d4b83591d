"""What hands did with deeds under the camera, as the owner's phone and the table screen say it."""

from collections.abc import Iterable

import msgspec

from companion.game.commands import Mortgage, Redeem
from companion.game.refusals import Refusal
from companion.rules import decide
from companion.sayings.said import marked as _
from companion.table.buttons.meanings import light
from companion.table.deeds.scan_field import ShownDeeds, TurnedDeed
from companion.words import Seat, Space
from web.shared.parts import Action
from web.shared.scene import Scene

LEAD_S = 20.0
"""So long after a deed was laid a phone is still led to its page; later it only says so."""

ASKING = frozenset(
    ("buy", "decline", "draw", "choose", "bid", "pass", "pay", "bankrupt", "jail-pay", "jail-card")
)
"""Whoever is asked for one of these is not led away from it."""


class TurnedQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question about a deed that was turned over."""

    id: str
    lot: Space
    title: str
    action: Action | None  # None: it cannot be done now
    why: str  # then: why


class Led(msgspec.Struct, frozen=True, kw_only=True):
    """Where a phone is led, or could go."""

    id: str
    line: str
    lots: tuple[Space, ...]
    partner: Seat | None  # with whom a trade is begun
    theirs: tuple[Space, ...]
    now: bool  # the phone goes there by itself, if nobody types


def turned_of(scene: Scene) -> tuple[TurnedQuestion, ...]:
    """Return what the reader is asked about deeds that were turned over."""
    return tuple(_turned(scene, one) for one in scene.view.turned if one.seat == scene.reader)


def _turned(scene: Scene, turned: TurnedDeed) -> TurnedQuestion:
    speaker, lot = scene.speaker, turned.lot
    name, amount = speaker.space(lot), _amount(scene, turned)
    if turned.do == "mortgage":
        title = speaker.say(_("You turned over {lot}. Mortgage it?"), lot=name)
        label = _("Mortgage for {amount}")
        outcome = decide(scene.state, Mortgage(by=turned.seat, lots=(lot,)))
    else:
        title = speaker.say(_("You turned {lot} back. Redeem it?"), lot=name)
        label = _("Redeem for {amount}")
        outcome = decide(scene.state, Redeem(by=turned.seat, lots=(lot,)))
    if isinstance(outcome, Refusal) or amount is None:
        why = speaker.refusal(outcome) if isinstance(outcome, Refusal) else ""
        return TurnedQuestion(id=turned.id, lot=lot, title=title, action=None, why=why)
    action = Action(
        label=speaker.say(label, amount=speaker.money(amount)),
        do=turned.do,
        fields=(("lots", str(lot)),),
        tone="go" if turned.do == "mortgage" else "stop",
    )
    return TurnedQuestion(id=turned.id, lot=lot, title=title, action=action, why="")


def _amount(scene: Scene, turned: TurnedDeed) -> int | None:
    permits = scene.permits(turned.seat)
    return next((p.amount for p in permits if (p.do, p.lot) == (turned.do, turned.lot)), None)


def led_of(scene: Scene) -> Led | None:
    """Return where deeds that lie under the camera lead the reader; None: nowhere."""
    shown = next((one for one in scene.view.shown if one.seat == scene.reader), None)
    asked = {one.lot for one in scene.view.turned}
    if shown is None or _is_offered(scene, shown) or asked.intersection(shown.lots):
        return None
    speaker = scene.speaker
    alone, both = (
        (_("On the photograph: {lots}."), _("On the photograph: your {lots}, {name}'s {theirs}."))
        if shown.photographed
        else (
            _("Under the camera: {lots}."),
            _("Side by side under the camera: your {lots}, {name}'s {theirs}."),
        )
    )
    line = speaker.say(alone, lots=_names(scene, shown.lots))
    if shown.partner is not None:
        line = speaker.say(
            both,
            lots=_names(scene, shown.lots),
            theirs=_names(scene, shown.theirs),
            name=speaker.name(shown.partner),
        )
    fresh = scene.now - shown.at <= LEAD_S
    return Led(
        id=shown.id,
        line=line,
        lots=shown.lots,
        partner=shown.partner,
        theirs=shown.theirs,
        now=fresh and not _is_asked(scene),
    )


def _is_offered(scene: Scene, shown: ShownDeeds) -> bool:
    """Return whether an offer between the two stands already."""
    both = {shown.seat, shown.partner}
    return any({offer.giver, offer.to} == both for offer in scene.state.offers)


def _is_asked(scene: Scene) -> bool:
    seat = scene.reader
    assert seat is not None
    doubt = scene.view.doubt
    return (
        bool(scene.view.asked.get(seat, frozenset()) & ASKING)
        or (doubt is not None and doubt.seat == seat)
        or scene.state.offer_to(seat) is not None
        or any(one.seat == seat for one in scene.view.turned)
        or light(scene.view, seat) == "blink"
    )


def laid_line(scene: Scene) -> str:
    """Return what hands did under the camera, for all to see; nothing if nothing."""
    turned = [_asked_line(scene, one) for one in scene.view.turned]
    there = (one for one in scene.view.shown if not one.photographed)
    shown = sorted(there, key=lambda one: one.partner is None)  # trades first
    laid = [_shown_line(scene, one) for one in shown if not _is_offered(scene, one)]
    return next(iter(turned + laid), "")


def _asked_line(scene: Scene, turned: TurnedDeed) -> str:
    say, lot, name = scene.speaker.say, turned.lot, scene.speaker.name(turned.seat)
    words = _("{lot} is turned over. {name} is asked on the phone.")
    return say(words, lot=scene.speaker.space(lot), name=name)


def _shown_line(scene: Scene, shown: ShownDeeds) -> str:
    say, lots = scene.speaker.say, _names(scene, shown.lots)
    if shown.partner is None:
        words = _("{lot}: owned by {name}, whose phone shows it.")
        return say(words, lot=lots, name=scene.speaker.name(shown.seat))
    names = scene.speaker.people((shown.seat, shown.partner))
    return say(_("{names} may trade: their phones show the deeds."), names=names)


def _names(scene: Scene, lots: Iterable[Space]) -> str:
    return ", ".join(scene.speaker.space(lot) for lot in lots)
