"""The answers of set-up so far: they travel in the address, from question to question."""

from flask import request

from companion.editions.model import Edition
from companion.errors import EditionError
from web.shared.context import current

ANSWERS = ("edition", "variant", "house", "banker", "ends", "banknotes", "helps", "pace", "first")

OF_NO_BOX = ("banker", "ends", "banknotes", "helps", "pace", "first")
"""Those that another box leaves as they are."""

OF_THE_BOARD = ("space-", "card-")
"""So begin the names of what the board says otherwise: known before only from an earlier game."""


def answers_so_far(*without: str) -> list[tuple[str, str]]:
    """Return what was answered, to be carried on, but for the answers *without*."""
    of_board = (name for name in request.values if name.startswith(OF_THE_BOARD))
    names = (name for name in (*ANSWERS, *of_board) if name not in without)
    return [(name, value) for name in names for value in request.values.getlist(name)]


def query_so_far(*without: str) -> dict[str, list[str]]:
    """Return the same for an address: each name once, with all its values."""
    names = dict.fromkeys(name for name, _value in answers_so_far(*without))
    return {name: request.values.getlist(name) for name in names}


def chosen_edition() -> Edition | None:
    """Return the edition chosen so far, with its variants and by the book, or None."""
    wanted = request.values.get("edition", "")
    try:
        variants = tuple(request.values.getlist("variant"))
        return current().parts.editions.edition(wanted, variants) if wanted else None
    except EditionError:
        return None


def house_texts() -> dict[str, str]:
    """Return the house rules chosen so far, as texts by name."""
    pairs = (text.partition(":") for text in request.values.getlist("house"))
    return {name: value for name, _colon, value in pairs}


def chairs_are_free() -> bool:
    """Return whether people may change places: not while a game runs, whose seats they hold."""
    state = current().view.state
    return state is None or bool(state.winners)
