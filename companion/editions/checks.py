"""What must be true of an edition whose every table is well written: one check a sentence."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.editions.effects import Advance, Choice, DrawAgain, Effect, GoBackTo
from companion.editions.model import GO, Card, Edition
from companion.editions.tomlfile import likeliest
from companion.errors import EditionError, ErrorCode
from companion.words import Space

JAIL = Space(10)  # where every board has it
LOTS, STATIONS, UTILITIES = 28, 4, 2

Check = Callable[[Edition, str], Iterator[EditionError]]


def mistakes_of(edition: Edition, where: str) -> list[EditionError]:
    """Return all that is wrong with *edition*, read from the file *where*."""
    return [mistake for check in _CHECKS for mistake in check(edition, where)]


def _names(edition: Edition, where: str) -> Iterator[EditionError]:
    """Keys of spaces, ids of cards and names of lots are unique."""
    for kind, names in (
        ("key", [space.key for space in edition.spaces]),
        ("card", [card.id for card in edition.cards]),
        ("name of a lot", [lot.name for lot in edition.lots]),
    ):
        for name, times in Counter(names).items():
            if times > 1:
                yield _wrong("there-twice", where, f"{kind} {name}", times=times)


def _corners(edition: Edition, where: str) -> Iterator[EditionError]:
    """Go is space 0, jail is space 10, and one space sends there."""
    for kind, place in (("go", GO), ("jail", JAIL), ("go-to-jail", None)):
        found = [space.index for space in edition.spaces if space.kind == kind]
        if len(found) != 1:
            yield _counted(where, kind, len(found), 1)
        elif place is not None and found != [place]:
            yield _wrong("kind-elsewhere", where, f"space {found[0]}", word=kind, number=place)


def _lots(edition: Edition, where: str) -> Iterator[EditionError]:
    """There are 28 lots, four of them stations and two utilities."""
    for kind, number in (("station", STATIONS), ("utility", UTILITIES)):
        found = sum(lot.kind == kind for lot in edition.lots)
        if found != number:
            yield _counted(where, kind, found, number)
    if len(edition.lots) != LOTS:
        yield _counted(where, "street, station, utility", len(edition.lots), LOTS)


def _groups(edition: Edition, where: str) -> Iterator[EditionError]:
    """A group is two or three streets with one price for houses."""
    streets = [space for space in edition.spaces if space.kind == "street"]
    sizes = Counter(street.group for street in streets)
    for group, size in sizes.items():
        if size not in (2, 3):
            near = likeliest(group, sizes.keys() - {group})
            yield _wrong("group-size", where, "space", group=group, size=size, near=near)
        costs = sorted({street.house_cost for street in streets if street.group == group})
        if len(costs) > 1:
            told = ", ".join(map(str, costs))
            yield _wrong("group-costs", where, "space", group=group, costs=told)
    for name in edition.colours:
        if name not in sizes:
            at, near = f"edition.colours, {name}", likeliest(name, sizes)
            yield _wrong("no-such-group", where, at, near=near)


def _deeds(edition: Edition, where: str) -> Iterator[EditionError]:
    """A mortgage brings less than the price."""
    for lot in edition.lots:
        if lot.mortgage >= lot.price:
            at, price = f"space {lot.index}, mortgage", lot.price
            yield _wrong("mortgage-too-high", where, at, mortgage=lot.mortgage, price=price)


def _targets(edition: Edition, where: str) -> Iterator[EditionError]:
    """Cards lead to spaces and decks that there are."""
    keys = [space.key for space in edition.spaces]
    decks = [deck.id for deck in edition.decks]
    for card in edition.cards:
        for effect in _effects(card):
            match effect:
                case Advance(space=name) | GoBackTo(space=name) if name not in keys:
                    yield _no_target(where, card, name, keys)
                case DrawAgain(deck=name) if name not in decks:
                    yield _no_target(where, card, name, decks)


def _money(edition: Edition, where: str) -> Iterator[EditionError]:
    """Notes rise, the start notes are among them and come to the starting cash."""
    if [*edition.notes] != sorted({*edition.notes}):
        yield _wrong("notes-falling", where, "edition, notes")
    place = "edition, money, start_notes"
    for note in edition.start_notes:
        if note not in edition.notes:
            notes = ", ".join(map(str, edition.notes))
            yield _wrong("no-such-note", where, place, note=note, notes=notes)
    total = sum(note * number for note, number in edition.start_notes.items())
    if edition.start_notes and total != edition.parameters.starting_cash:
        cash = edition.parameters.starting_cash
        yield _wrong("start-notes", where, place, total=total, cash=str(cash))


def _words(edition: Edition, where: str) -> Iterator[EditionError]:
    """The edition says what it calls its buildings and lots, and how it writes an amount."""
    for word in ("house", "hotel", "station", "utility"):
        if word not in edition.words:
            at, near = f"edition, words, {word}", likeliest(word, edition.words)
            yield _wrong("key-missing", where, at, kind="a text in quotes", near=near)
    if "{n}" not in edition.currency.write:
        yield _wrong("amount-unwritten", where, "edition, currency, write", like='"${n}"')


def _effects(card: Card) -> Sequence[Effect]:
    return card.effect.effects if isinstance(card.effect, Choice) else (card.effect,)


def _no_target(where: str, card: Card, name: str, among: list[str]) -> EditionError:
    at, near = f"card {card.id}, effect", likeliest(name, among)
    return _wrong("no-such-target", where, at, name=name, near=near)


def _counted(where: str, word: str, found: int, wanted: int) -> EditionError:
    return _wrong("kinds-counted", where, "space", word=word, found=found, wanted=wanted)


def _wrong(code: ErrorCode, where: str, place: str, **facts: Any) -> EditionError:
    return EditionError(code=code, where=f"{where}, {place}", **facts)


_CHECKS: tuple[Check, ...] = (_names, _corners, _lots, _groups, _deeds, _targets, _money, _words)
