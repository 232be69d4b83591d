"""What an unconfirmed fact is about: the spaces and cards that its words name, and which figures.

A fact is written for people (`space 27 name`, `spaces 5, 15 rents`, `card chest/maleficent`, `deck
chance and deck chest, whole`). What can be read out of it can be corrected at set-up.
"""

import re
from collections.abc import Iterator, Mapping

import msgspec

from companion.editions.model import BOARD_SIZE, BoardSpace, Edition, Unconfirmed, deck_of
from companion.words import Space

FIGURES: Mapping[str, tuple[str, ...]] = {
    # what can be corrected about a space of each kind, besides its name
    "street": ("price", "rents", "house_cost", "mortgage"),
    "station": ("price", "rents", "mortgage"),
    "utility": ("price", "dice_multiples", "mortgage"),
    "tax": ("amount", "percent"),
}

_SPACES = re.compile(r"\bspaces? ((?:\d+(?:, | and )?)+)")
_PLACES = re.compile(r"^(?:names|places) of ")
_ITEM = re.compile(r"(?:^|[,;:] )(\d+) [^\W\d]")
_CARD = re.compile(r"\b(?:chance|chest)/[a-z0-9-]+")
_SLUG = re.compile(r"(?:, | and )([a-z0-9-]+)(?=,| and |$)")
_DECK = re.compile(r"\bdeck (chance|chest)\b")
_WORDS: Mapping[str, re.Pattern[str]] = {
    "name": re.compile(r"\bname"),
    "price": re.compile(r"\bprice"),
    "rents": re.compile(r"\brents?\b|\bhotel|\bhouse|\bbare\b"),
    "mortgage": re.compile(r"\bmortgage"),
    "dice_multiples": re.compile(r"\bdice_multiples"),
    "amount": re.compile(r"\bamount"),
}


class Named(msgspec.Struct, frozen=True):
    """What a fact is about."""

    spaces: Mapping[Space, tuple[str, ...]]  # which keys of each may be otherwise
    cards: tuple[str, ...]  # ids


def named_in(fact: Unconfirmed, edition: Edition) -> Named:
    """Return the spaces and cards that *fact* names; neither, where it is about the whole box."""
    asked = [key for key, pattern in _WORDS.items() if pattern.search(fact.fact)]
    keys = {space: _keys(edition.space(space), asked) for space in _spaces(fact, edition)}
    return Named({s: k for s, k in keys.items() if k}, tuple(dict.fromkeys(_cards(fact, edition))))


def _keys(space: BoardSpace, asked: list[str]) -> tuple[str, ...]:
    figures = FIGURES.get(space.kind, ())
    if not asked:
        return ("name", *figures)
    return tuple(key for key in ("name", *figures) if key in asked)


def _spaces(fact: Unconfirmed, edition: Edition) -> tuple[Space, ...]:
    numbers = [number for text in _SPACES.findall(fact.fact) for number in _numbers(text)]
    if not numbers and _PLACES.match(fact.fact):
        numbers = [int(number) for number in _ITEM.findall(f", {fact.reading}")]
        numbers = numbers or [int(lot.index) for lot in edition.lots if " lots" in fact.fact]
    if not numbers and not _CARD.search(fact.fact):
        numbers = [number for text in _SPACES.findall(fact.reading) for number in _numbers(text)]
    return tuple(Space(number) for number in dict.fromkeys(numbers) if number < BOARD_SIZE)


def _numbers(text: str) -> Iterator[int]:
    yield from (int(number) for number in re.findall(r"\d+", text))


def _cards(fact: Unconfirmed, edition: Edition) -> Iterator[str]:
    for deck in _DECK.findall(fact.fact):
        yield from (card.id for card in edition.cards if card.deck == deck)
    for found in _CARD.finditer(fact.fact):
        deck = deck_of(found[0])
        following = _CARD.search(fact.fact, found.end())
        rest = fact.fact[found.end() : following.start() if following else None]
        for card in (found[0], *(f"{deck}/{slug}" for slug in _SLUG.findall(rest))):
            if edition.card(card) is not None:
                yield card
