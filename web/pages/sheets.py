"""Sheets to print, as downloads for the banker: stickers, mat, join card."""

from flask import Blueprint, Response, make_response, request, url_for
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from web.context import current, speaker
from web.language import marked as _
from web.pages.banker import bankers_only
from web.pages.render import page
from web.sentences.errors import error_in_words

bp = Blueprint("sheets", __name__, url_prefix="/banker/sheets")

SHEETS = {
    "deeds": _("Stickers for the title deeds"),
    "cards": _("Stickers for the cards of both piles"),
    "seats": _("Cards for the seats"),
    "mat": _("The mat"),
    "join": _("The join card"),
    "test": _("A test sheet: does the printer keep its millimetres?"),
}


@bp.get("")
@bankers_only
def sheets() -> ResponseReturnValue:
    """Ask what is to be printed, on which paper."""
    return _form("")


@bp.get("/sheet.pdf")
@bankers_only
def sheet() -> ResponseReturnValue:
    """Return a sheet, or say why it cannot be printed."""
    context = current()
    if context.parts.press is None:
        return _form(""), 404
    what, own = request.args.get("what", ""), request.args.get("own", "").strip()
    address = context.settings.addresses[0] if context.settings.addresses else ""
    try:
        content = context.parts.press.printed(
            what,
            request.args.get("edition", ""),
            f"label:{own}" if own else request.args.get("paper", ""),
            f"{address}{url_for('join.join')}",
        )
    except CompanionError as error:
        return make_response(_form(error_in_words(speaker(), error)), 400)
    response = Response(content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="{what}.pdf"'
    return response


def _form(said: str) -> str:
    context = current()
    press, state = context.parts.press, context.view.state
    return page(
        "sheets.html",
        said=said,
        sheets=SHEETS,
        papers=press.papers if press else (),
        editions=context.parts.editions.all(),
        playing=state.edition.id if state else "",
    )
