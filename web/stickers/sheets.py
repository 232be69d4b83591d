"""Sheets to print, as downloads for the banker: stickers, mat, join card; one sticker anew."""

from collections.abc import Callable
from typing import NamedTuple

from flask import Blueprint, Response, make_response, request, url_for
from flask.typing import ResponseReturnValue

from companion.editions.model import Edition
from companion.errors import CompanionError
from companion.sayings.said import marked as _
from web.phones.chairs import MOST_SEATS
from web.shared.addresses import lasting
from web.shared.broken import error_in_words
from web.shared.context import current, language, speaker
from web.shared.ports import Press
from web.shared.render import page

bp = Blueprint("sheets", __name__, url_prefix="/banker/sheets")

SHEETS = {
    "deeds": _("Stickers for the title deeds"),
    "cards": _("Stickers for the cards of both piles"),
    "seats": _("Cards for the seats"),
    "mat": _("The mat"),
    "join": _("The join card"),
    "test": _("A test sheet: does the printer keep its millimetres?"),
}


class Single(NamedTuple):
    """What carries a sticker of its own, as it is chosen."""

    value: str  # `deeds-12`
    name: str


@bp.get("")
def sheets() -> ResponseReturnValue:
    """Ask what is to be printed, on which paper."""
    return _form("")


@bp.route("/sheet.pdf", methods=["GET", "POST"])
def sheet() -> ResponseReturnValue:
    """Return a sheet, or say why it cannot be printed; *one*: a single thing of it."""
    asked, settings = request.values, current().settings
    what, only = _one(asked["one"]) if "one" in asked else (asked.get("what", ""), ())
    address = f"{lasting(settings.addresses())}{url_for('join.join')}"
    edition = asked.get("edition", "")
    name = asked.get("wifi", "").strip()
    return _download(
        what,
        lambda press, on: press.printed(
            *(what, edition, on, address),
            only=only,
            wifi=(name, asked.get("password", "")) if name else None,
            language=language(),
        ),
    )


@bp.post("/reissue")
def reissue() -> ResponseReturnValue:
    """Print a new sticker for a lost one, which counts no more."""
    what, only = _one(request.form.get("one", ""))
    number, edition = next(iter(only), 0), request.form.get("edition", "")
    return _download(what, lambda press, on: press.reissued(what, number, edition, on))


def _one(text: str) -> tuple[str, tuple[int, ...]]:
    """Return the sheet on which a single thing stands, and its number; 0 is none."""
    what, _dash, number = text.partition("-")
    return what, (int(number) if number.isdecimal() and len(number) < 3 else 0,)


def _download(what: str, printed: Callable[[Press, str], bytes]) -> ResponseReturnValue:
    """Return what is printed on the paper that is asked for, or say why it cannot be."""
    press, own = current().parts.press, request.values.get("own", "").strip()
    if press is None:
        return _form(""), 404
    try:
        content = printed(press, f"label:{own}" if own else request.values.get("paper", ""))
    except CompanionError as error:
        return make_response(_form(error_in_words(speaker(), error)), 400)
    response = Response(content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{what}.pdf"'
    return response


def _form(said: str) -> str:
    context = current()
    press, state = context.parts.press, context.view.state
    editions = context.parts.editions.all()
    wanted = request.values.get("edition") or (state.edition.id if state else "")
    known = next((one.id for one in editions if one.id == wanted), editions[0].id)
    chosen = context.parts.editions.edition(known)
    return page(
        "stickers/sheets.html",
        said=said,
        sheets=SHEETS,
        papers=press.papers if press else (),
        editions=editions,
        chosen=chosen,
        singles="one" in request.values or (not said and "edition" in request.values),
        deeds=[Single(f"deeds-{n}", lot.name) for n, lot in enumerate(chosen.lots, start=1)],
        cards=_cards(chosen),
        seats=[Single(f"seats-{n}", str(n)) for n in range(1, MOST_SEATS + 1)],
    )


def _cards(edition: Edition) -> list[Single]:
    decks = {deck.id: deck.name for deck in edition.decks}
    return [
        Single(f"cards-{n}", f"{decks[card.deck]}: {card.text}")
        for n, card in enumerate(edition.cards, start=1)
    ]
