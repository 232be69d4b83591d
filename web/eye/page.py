"""Which eye: what sees the dice, changed by one press; what it sees is shown at once."""

from typing import NamedTuple

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from web.doctor.findings import ToldCheck, in_words
from web.doctor.page import ORDER
from web.eye.kinds import KINDS, EyeKind
from web.shared.broken import error_in_words
from web.shared.context import current, speaker
from web.shared.eyes import OfferedEye, WhichEye
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
    return _shown()


@bp.post("")
def choose() -> ResponseReturnValue:
    """Try another; the page shows what comes of it."""
    choice, form = _choice(), request.form
    try:
        if "forget" in form:
            choice.forget()
            return redirect(url_for("eye.eye"), 303)
        token, address = form.get("eye", "")[:LONGEST], form.get("address", "")[:LONGEST].strip()
        if not (token or address):
            return _shown(speaker().say(EMPTY)), 409
        is_begun = choice.choose(token, address)
    except CompanionError as error:
        return _shown(error_in_words(speaker(), error)), 409
    if not is_begun:
        return _shown(speaker().say(BUSY)), 409
    return redirect(url_for("eye.eye"), 303)


def _choice() -> WhichEye:
    choice = current().parts.eye
    if choice is None:
        abort(404)
    return choice


def _shown(said: str = "") -> str:
    choice, tag = _choice(), current().streams.tag
    offers = [_told(speaker(), one) for one in choice.offers()]
    return page(
        "eye/eye.html",
        tag=tag,
        said=said,
        offers=offers,
        is_kept=choice.is_kept,
        now=next((one for one in offers if one.is_chosen), None),
        trying=_named(choice.trying),
        failed="" if said else _failed(choice),
        checks=_checks(choice),
        sees=choice.looks and _has_picture(),
        drawn=choice.is_drawn,
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


def _checks(choice: WhichEye) -> list[ToldCheck]:
    """Return what is right and wrong with what looks now, the worst first."""
    sight, say = current().parts.sight, speaker()
    if sight is None or choice.trying or not choice.looks:
        return []
    found = sorted((*sight.checks(), *sight.look()), key=lambda check: ORDER[check.health])
    told = [in_words(say, check) for check in found]
    if choice.trouble is not None:
        told = [in_words(say, check) for check in found if check.name != "camera"]
        why = error_in_words(say, choice.trouble)
        told.insert(0, ToldCheck(say.say(_("Camera")), "bad", why, ""))
    return told


def _has_picture() -> bool:
    sight = current().parts.sight
    return sight is not None and sight.size is not None
