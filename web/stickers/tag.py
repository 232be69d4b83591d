"""The page of a printed tag: what a phone's own camera opens when it is held over a deed.

A tag's text is an address of ours, HTTP://M.LOCAL/ and ten characters. What it opens shows what
lies on the table anyway, and nothing that only its owner may know.
"""

from flask import Blueprint, abort, redirect, url_for
from flask.typing import ResponseReturnValue

from companion.accounts.effects import meaning_of
from companion.editions.model import Edition
from companion.errors import EditionError
from companion.game.state import GameState
from companion.sayings.said import marked as _
from companion.speaker import Speaker
from web.phones.chairs import MOST_SEATS
from web.shared.context import current, language, phone, speaker
from web.shared.parts import deed_of, printed_deed
from web.shared.ports import TagFound
from web.shared.render import page

bp = Blueprint("tag", __name__)

PREFIX = "HTTP://M.LOCAL/"
LENGTH = 10
DIGITS = frozenset("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1"})
"""Letters that no code has: whoever types one by hand means a digit."""


@bp.get(f"/<string(length={LENGTH}):code>")
def tag(code: str) -> ResponseReturnValue:
    """Show the deed or card, lead to the seat, or say what is the matter with the sticker."""
    digits = code.upper().translate(READ_AS)
    if not set(digits) <= DIGITS:
        abort(404)
    tags = current().parts.tags
    found = tags.find(PREFIX + digits) if tags is not None else None
    if found is None:
        said = _("This sticker is none of this companion's: it is of another set, or made up.")
        return _told(said), 404
    if found.standing == "revoked":
        return _told(_("This sticker was replaced by a new one, and counts no more.")), 410
    if found.standing == "old-set":
        return _told(_("This sticker is of a set that was replaced, and counts no more.")), 410
    if found.kind == "seat":
        return _seat(found.id)
    return _thing(found)


def _seat(number: int) -> ResponseReturnValue:
    """Lead to the own page, or to joining at that seat."""
    if phone().seat is not None:
        return redirect(url_for("seat.now"))
    seat = number - 1
    return redirect(url_for("join.join", seat=seat if seat < MOST_SEATS else None))


def _thing(found: TagFound) -> ResponseReturnValue:
    state = current().view.state
    if state is not None and state.edition.id == found.edition:
        return _in_play(found, state)
    edition = _edition(found.edition)
    if edition is None:
        return _told(_("The edition of this sticker is not here any more.")), 410
    told = Speaker(current().catalogues[language()], edition, ())
    said = told.say(_("It belongs to {edition}, which is not being played."), edition=edition.name)
    if found.kind == "card":
        return _card(told, found.id, said)
    lot = edition.lot_of_deed(found.id)
    assert lot is not None
    return page("stickers/tag.html", deed=printed_deed(told, lot), note=said)


def _in_play(found: TagFound, state: GameState) -> ResponseReturnValue:
    told = speaker()
    if found.kind == "card":
        return _card(told, found.id, "")
    lot = state.edition.lot_of_deed(found.id)
    assert lot is not None
    owner = state.lots[lot].owner
    note = told.say(_("It belongs to {name}."), name=told.name("bank" if owner is None else owner))
    mine = owner in phone().seats
    return page("stickers/tag.html", deed=deed_of(told, state, lot), note=note, mine=mine)


def _card(told: Speaker, number: int, note: str) -> ResponseReturnValue:
    card = told.edition.cards[number - 1]
    return page(
        "stickers/tag.html",
        card=told.card(card.id),
        does=meaning_of(told, card),
        deck=told.deck(card.deck),
        note=note,
    )


def _told(said: str) -> str:
    return page("stickers/tag.html", note=current().catalogues[language()].gettext(said))


def _edition(edition_id: str) -> Edition | None:
    try:
        return current().parts.editions.edition(edition_id)
    except EditionError:
        return None
