"""The words on sheets, in the edition's own language: what lies on the table speaks as it does."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All words that sheets have, in one language."""

    front: str
    back: str
    mortgaged: str
    mortgage: str
    seat: str
    price: str
    rent: str
    house: str  # what one costs
    scan: str
    join: str
    wifi: str
    page: str
    password: str
    full_size: str
    deeds: str
    cards: str
    seats: str
    mat: str
    trial: str
    both_sides: str
    dice_here: str
    deeds_here: str
    sheet_of: str  # how two sheets of the mat are laid together
    piece_of: str  # or four pieces that are cut out
    stick_deeds: str  # where
    stick_cards: str
    lay_seats: str


def words_in(language: str) -> Words:
    """Return the words of a language; the English ones if there are no others."""
    there = every_language()
    return there.get(language.partition("-")[0].lower(), there["en"])


@cache
def every_language() -> Mapping[str, Words]:
    """Return the words of each language there is, by its code."""
    text = files("cards_qr.printing").joinpath("words.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Words])
