"""Which eye: what sees the dice, or the deeds, changed by one press; what it sees is shown."""

from typing import NamedTuple

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from companion.table.ports import Place
from web.camera.picture import jpeg_of
from web.doctor.findings import ToldCheck, in_words
from web.doctor.page import ORDER
from web.eye.kinds import KINDS, EyeKind
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.eyes import OfferedEye, WhichEye
from web.shared.ports import CameraSight
from web.shared.render import page
from web.stand.code import code_of_stand
from web.stand.page import seeing

bp = Blueprint("eye", __name__, url_prefix="/banker/eye")

BUSY = _("Another one is just being tried. Wait until that is done, then choose again.")

EMPTY = _("No address was typed. Type one like the example, then try it.")

LONGEST = 1000
"""Characters of a form's field that are looked at."""


class ToldOffer(NamedTuple):
    """Something that may see the dice, as the reader hears it."""

    token: str
    title: str
    name: str
    hint: str
    is_chosen: bool


@bp.get("")
def eye() -> ResponseReturnValue:
    """Show what sees the dice, how well, and what else there is."""
    return _shown("dice")


@bp.get("/deeds")
def deeds() -> ResponseReturnValue:
    """Show what sees the deeds alone, if anything does."""
    return _shown("deeds")


@bp.get("/deeds/picture.jpg")
def picture() -> ResponseReturnValue:
    """Return the newest picture of the camera that sees only deeds."""
    return jpeg_of(current().parts.deeds_sight)


@bp.post("")
def choose() -> ResponseReturnValue:
    """Try another for the dice; the page shows what comes of it."""
    return _tried("dice")


@bp.post("/deeds")
def choose_for_deeds() -> ResponseReturnValue:
    """Try another for the deeds alone."""
    return _tried("deeds")


def _tried(place: Place) -> ResponseReturnValue:
    choice, form = _choice(place), request.form
    try:
        if "forget" in form:
            choice.forget()
            return redirect(_page_of(place), 303)
        token, address = form.get("eye", "")[:LONGEST], form.get("address", "")[:LONGEST].strip()
        if not (token or address):
            return _shown(place, speaker().say(EMPTY)), 409
        is_begun = choice.choose(token, address)
    except CompanionError as error:
        return _shown(place, error_in_words(speaker(), error)), 409
    if not is_begun:
        return _shown(place, speaker().say(BUSY)), 409
    return redirect(_page_of(place), 303)


def _page_of(place: Place) -> str:
    return url_for("eye.eye" if place == "dice" else "eye.deeds")


def _choice(place: Place) -> WhichEye:
    parts = current().parts
    choice = parts.eye if place == "dice" else parts.deeds_eye
    if choice is None:
        abort(404)
    return choice


def _sight(place: Place) -> CameraSight | None:
    parts = current().parts
    return parts.sight if place == "dice" else parts.deeds_sight


def _shown(place: Place, said: str = "") -> str:
    choice, sight, tag = _choice(place), _sight(place), current().streams.tag
    offers = [_told(speaker(), one) for one in choice.offers()]
    return page(
        "eye/eye.html",
        tag=tag,
        place=place,
        other=current().parts.deeds_eye,
        said=said,
        offers=offers,
        is_kept=choice.is_kept and place == "dice",
        now=next((one for one in offers if one.is_chosen), None),
        trying=_named(choice.trying),
        failed="" if said else _failed(choice),
        checks=_checks(place),
        sees=sight is not None and sight.size is not None and _trouble(place) is None,
        drawn=choice.is_drawn and current().simulation is not None,
        seeing=seeing(),
        stand=code_of_stand(anyway=True),
    )


def _told(speaker: Speaker, offer: OfferedEye) -> ToldOffer:
    kind = KINDS.get(offer.kind, EyeKind(offer.kind))
    title, hint = speaker.say(kind.title), speaker.say(kind.hint) if kind.hint else ""
    return ToldOffer(offer.token, title, offer.name, hint, offer.is_chosen)


def _failed(choice: WhichEye) -> str:
    """Return why the last try came to nothing; nothing while another goes on."""
    error = None if choice.trying else choice.failed
    if error is None:
        return ""
    why = error_in_words(speaker(), error)
    return speaker().say(
        _("{name} is not used. All is as before. {why}"), name=_named(choice.tried), why=why
    )


def _named(source: str) -> str:
    """Return what is tried as the list of eyes has it."""
    return speaker().say(KINDS[source].title) if source in KINDS else source


def _checks(place: Place) -> list[ToldCheck]:
    """Return what is right and wrong with what looks now, the worst first.

    While it is in trouble that is all that is said: what was seen before is none of now.
    """
    choice, sight, say = _choice(place), _sight(place), speaker()
    if sight is None or choice.trying or not choice.looks:
        return []
    trouble = _trouble(place)
    if trouble is not None:
        return [ToldCheck(say.say(_("Camera")), "bad", error_in_words(say, trouble), "")]
    found = sorted((*sight.checks(), *sight.look()), key=lambda check: ORDER[check.health])
    other = current().parts.deeds_eye
    if place == "dice" and other is not None and other.looks:
        found = [check for check in found if check.name != "deeds seen"]
    return [in_words(say, check) for check in found]


def _trouble(place: Place) -> CompanionError | None:
    """Return what hinders what looks: it is lost, or gives pictures in which nothing is seen."""
    view = current().view
    state = view.camera if place == "dice" else view.deeds_camera
    said = None if state is None or state.ok else state.trouble
    return _choice(place).trouble or said
