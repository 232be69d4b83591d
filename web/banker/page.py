"""The banker's page: PIN, what waits for a person, corrections, seats."""

from math import ceil

from flask import Blueprint, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import SettingsError
from companion.game.refusals import Refusal
from companion.journal.replay import in_force, is_played
from companion.rules.correcting import is_untouched
from companion.sayings.said import marked as _
from companion.table.answers import Broken
from companion.table.clocks.commands import GoOn, Pause, SetPace
from companion.table.deeds.commands import SetTurning
from companion.tries import asker_at
from web.arrival.view import way_on
from web.banker.notices import standing_notices
from web.calls.view import calls_of, may_call
from web.cash.view import handovers_of
from web.copies.hindrances import moment, trouble_of
from web.dice.doubt import question_of
from web.dice.view import challenges_of
from web.disputes.view import open_disputes
from web.doctor.findings import ToldCheck, in_words
from web.help.view import card_of
from web.phones.join import with_cookie
from web.phones.moves import move_of
from web.seat.notices import (
    blindness_of,
    deeds_unseen,
    ends_of,
    pause_of,
    strayed_of,
    time_of,
    why_blind,
)
from web.shared.acting import PAGE, asked, seen_here, submit
from web.shared.broken import error_in_words
from web.shared.commands import reply
from web.shared.context import COOKIE, current, phone, speaker, trouble
from web.shared.forms import MOST_AMOUNT, amount_of, seat_of
from web.shared.render import page, scene_for
from web.shared.scene import Scene
from web.stand.page import seeing

bp = Blueprint("banker", __name__, url_prefix="/banker")

MOVES = 5
"""So many changes of seats are told."""


def pin_form(said: str, status: int) -> ResponseReturnValue:
    """Ask for the PIN, or say how long to wait before the next try."""
    wait = current().pin.wait(_asker())
    hosted = current().is_hosted
    if wait.seconds > 0:
        own, all_of_us = _("Too many wrong tries from here."), _("Too many wrong tries in all.")
        said = f"{said} {speaker().say(all_of_us if wait.of_all else own)}".strip()
    shown = page("banker/pin.html", said=said, wait=ceil(wait.seconds), hosted=hosted)
    return make_response(shown, status)


def _asker() -> str:
    """Return as whom who asks counts: by the address that the server believes."""
    return asker_at(request.remote_addr or "")


@bp.get("")
def banker() -> ResponseReturnValue:
    """Show what waits for a person, most urgent first; without rights, ask for the PIN."""
    if not phone().banker:
        return pin_form("", 200)
    context = current()
    tag = context.streams.tag
    scene = scene_for()
    if scene is None:
        return page("banker/banker.html", tag=tag, scene=None, sitters=context.phones.sitters,
                    held=context.phones.held, trouble=trouble(),
                    strayed=strayed_of(speaker(), context.strayed),
                    uncopied=_uncopied(), offered=_offered(), parts=context.parts,
                    machine=_machine(), seeing=seeing())  # fmt: skip
    view = scene.view
    return page(
        "banker/banker.html",
        tag=tag,
        scene=scene,
        people=scene.people,
        question=question_of(scene, banker=True),
        challenges=challenges_of(scene),
        disputes=open_disputes(scene),
        customs=view.customs,
        calls=calls_of(scene),
        way_on=way_on(phone().seats),
        may_call=may_call(scene, phone().seat),
        notices=standing_notices(scene),
        held=context.phones.held,
        awaited=context.phones.awaited,
        moves=[move_of(scene.speaker, move) for move in reversed(context.phones.moves[-MOVES:])],
        spectators=len(context.phones.spectators),
        waiting=[seat for seat, verbs in view.asked.items() if verbs - {"end"}] or [*view.asked],
        turning=view.turning,
        pace=view.pace,
        handovers=handovers_of(scene),
        proposal=card_of(scene),
        hidden=context.manners.hidden,
        last=_last(scene),
        untouched=is_untouched(scene.state),
        parts=context.parts,
        strayed=strayed_of(scene.speaker, context.strayed),
        trouble=trouble() or _blindness(scene),
        uncopied=_uncopied(),
        machine=_machine(),
        seeing=seeing(),
        keyless=_keyless(scene),
        time=time_of(scene),
        ends=ends_of(scene),
        paused=pause_of(scene),
    )


def _keyless(scene: Scene) -> str:
    """Return why no sticker counts; nothing where the set's keyring can be used."""
    tags = current().parts.tags
    broken = tags.broken(scene.state.edition.id) if tags is not None else None
    return error_in_words(scene.speaker, broken) if broken is not None else ""


def _uncopied() -> str:
    """Return what hinders copies of the games."""
    keeper = current().parts.copies
    return trouble_of(speaker(), keeper.troubles) if keeper else ""


def _machine() -> list[tuple[str, ToldCheck]]:
    """Return what is wrong with the machine just now: the check's name, and how it is said."""
    upkeep = current().parts.upkeep
    troubles = upkeep.troubles if upkeep else ()
    return [(check.name, in_words(speaker(), check)) for check in troubles]


def _offered() -> tuple[str, str] | None:
    """Return name and moment of the last good copy of a game that is damaged."""
    keeper = current().parts.copies
    copy = keeper.offered() if keeper else None
    return (copy.name, moment(copy.manifest.wall)) if copy else None


def _blindness(scene: Scene) -> str:
    """Return that nothing is read, and why, unless it is said beside what can be done."""
    speaker, camera = scene.speaker, scene.view.camera
    said = [deeds_unseen(speaker, scene.view.deeds_camera)]
    if scene.context.strayed == "no":
        said = [blindness_of(speaker, camera), why_blind(speaker, camera), *said]
    return " ".join(filter(None, said))


def _last(scene: Scene) -> str:
    """Return what would be taken back first; nothing at the beginning of a game."""
    kept = [record for record in in_force(scene.records) if is_played(record)]
    return scene.headline(kept[-1].seq) if len(kept) > 1 else ""


@bp.post("/pin")
def pin() -> ResponseReturnValue:
    """Give this phone the banker's rights for the right PIN."""
    context = current()
    if context.pin.wait(_asker()).seconds > 0:
        return pin_form("", 429)
    if not context.pin.matches(request.form.get("pin", "")[:32], _asker()):
        return pin_form(speaker().say(_("That is not the PIN.")), 403)
    token = context.phones.make_banker(request.cookies.get(COOKIE))
    return with_cookie(token, url_for("banker.banker"))


@bp.post("/release")
def release() -> ResponseReturnValue:
    """Free a seat, so that its player may join again from another phone, or for the first time."""
    seat = seat_of(request.form)
    if seat is not None and seat in current().phones.sitters:
        holders = current().phones.holders(seat)
        current().phones.release(seat)
        for holder in holders:
            current().streams.end_of(holder)
    return redirect(url_for("banker.banker"), 303)


@bp.post("/heard")
def heard() -> ResponseReturnValue:
    """Put a notice away, or what is said of the machine."""
    number, context = request.form.get("notice", ""), current()
    if context.parts.upkeep is not None:
        context.parts.upkeep.dismiss(request.form.get("trouble", ""))
    kept = {notice.id for notice in context.view.notices}
    if number in map(str, kept):
        context.dismissed.put_away(int(number), kept)
    return redirect(url_for("banker.banker"), 303)


@bp.post("/turning")
def turning() -> ResponseReturnValue:
    """Set what turning a deed over under the camera does."""
    return reply(asked(SetTurning, phone().seat, banker=True), url_for("banker.banker"))


@bp.post("/pace")
def pace() -> ResponseReturnValue:
    """Set how fast auctions are."""
    return reply(asked(SetPace, phone().seat, banker=True), url_for("banker.banker"))


@bp.post("/pause")
def pause() -> ResponseReturnValue:
    """Let the game rest."""
    return reply(asked(Pause, phone().seat, banker=True), url_for("banker.banker"))


@bp.post("/go-on")
def go_on() -> ResponseReturnValue:
    """Let a game that rests go on."""
    return reply(asked(GoOn, phone().seat, banker=True), url_for("banker.banker"))


@bp.post("/balances")
def balances() -> ResponseReturnValue:
    """Set whether everybody sees the own balance alone."""
    hidden = request.form.get("hidden")
    if hidden not in ("yes", "no"):
        return reply(Refusal("bad-command", PAGE), url_for("banker.banker"))
    try:
        current().manners.hide(hidden=hidden == "yes")
    except SettingsError as error:
        said = error_in_words(speaker(), error)
        return reply(Broken("not-saved", said), url_for("banker.banker"))
    return redirect(url_for("banker.banker"), 303)


@bp.post("/spectators")
def spectators() -> ResponseReturnValue:
    """Send all who only look on away; the table screen still shows the game."""
    context = current()
    for key in context.phones.spectators.send_away():
        context.streams.end_of(key)
    return redirect(url_for("banker.banker"), 303)


@bp.get("/correct")
def correct() -> ResponseReturnValue:
    """Ask for the right amount and the reason; with both, show before and after."""
    scene = scene_for()
    if scene is None:
        return redirect(url_for("banker.banker"))
    seat = seat_of(request.args)
    dispute = next(
        (o.seq for o in scene.view.disputes if f"{o.seq}" == request.args.get("dispute")), None
    )
    about = {"dispute": dispute, "disputed": scene.headline(dispute) if dispute else ""}
    if seat is None or seat not in scene.state.seats:
        return page("banker/correct.html", people=scene.people, person=None, **about)
    typed, why = (" ".join(request.args.get(n, "").split())[:300] for n in ("amount", "why"))
    before, amount = scene.state.cash(seat), amount_of(typed)
    said = _wrong_correction(scene, before, typed, why) if "why" in request.args else ""
    html = page(
        "banker/correct.html",
        people=scene.people,
        person=scene.person(seat),
        said=said,
        before=before,
        amount=amount,
        typed=typed,
        after=scene.speaker.money(amount) if amount is not None else "",
        change=scene.speaker.signed(0 if amount is None else amount - before),
        why=why,
        seq=scene.view.seq,
        unit=scene.speaker.unit,
        ready="why" in request.args and "change" not in request.args and not said,
        **about,
    )
    return make_response(html, 400 if said else 200)


def _wrong_correction(scene: Scene, before: int, typed: str, why: str) -> str:
    """Return what is wrong with an amount and its reason as they were typed; or nothing."""
    say, amount = scene.speaker.say, amount_of(typed)
    if amount is None:
        words = _("“{typed}” is no amount: type a whole number from 0 to {most}.")
        return say(words, typed=typed, most=scene.speaker.digits(MOST_AMOUNT))
    if amount == before:
        return say(_("That is what the books say already."))
    return "" if why else say(_("The reason is missing."))


@bp.post("/correct")
def set_right() -> ResponseReturnValue:
    """Set a player's cash, with a reason; the ledger shows it as an entry of its own."""
    seat, amount = seat_of(request.form), amount_of(request.form.get("amount", ""))
    if seat is None or amount is None:
        return reply(Refusal("bad-command", PAGE), url_for("banker.correct"))
    dispute = request.form.get("dispute", "")
    fields = {
        "do": "correct",
        "why": request.form.get("why", ""),
        "cash": {seat: amount},
        "seen": seen_here(),
        **({"dispute": int(dispute)} if dispute.isdecimal() and len(dispute) < 8 else {}),
    }
    answer = submit(fields, None, request.form.get("id", ""), banker=True)
    return reply(answer, url_for("banker.banker"))
