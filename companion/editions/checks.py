"""What must be true of an edition whose every table is well written: one check a sentence."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from companion.editions.effects import Advance, Choice, DrawAgain, Effect, GoBackTo
from companion.editions.model import GO, Card, Edition
from companion.editions.tomlfile import nearest
from companion.errors import EditionError
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
                yield _wrong(f"this {kind} is there {times} times", where, name, "rename one")


def _corners(edition: Edition, where: str) -> Iterator[EditionError]:
    """Go is space 0, jail is space 10, and one space sends there."""
    for kind, place in (("go", GO), ("jail", JAIL), ("go-to-jail", None)):
        found = [space.index for space in edition.spaces if space.kind == kind]
        if len(found) != 1:
            yield _wrong(f"{len(found)} spaces are {kind!r}, not one", where, "space")
        elif place is not None and found != [place]:
            yield _wrong(f"{kind!r} is space {place} on every board", where, f"space {found[0]}")


def _lots(edition: Edition, where: str) -> Iterator[EditionError]:
    """There are 28 lots, four of them stations and two utilities."""
    for kind, number in (("station", STATIONS), ("utility", UTILITIES)):
        found = sum(lot.kind == kind for lot in edition.lots)
        if found != number:
            yield _wrong(f"{found} spaces are a {kind}, not {number}", where, "space")
    if len(edition.lots) != LOTS:
        yield _wrong(f"{len(edition.lots)} lots, not {LOTS}", where, "space")


def _groups(edition: Edition, where: str) -> Iterator[EditionError]:
    """A group is two or three streets with one price for houses."""
    streets = [space for space in edition.spaces if space.kind == "street"]
    sizes = Counter(street.group for street in streets)
    for group, size in sizes.items():
        if size not in (2, 3):
            mend = nearest(group, sizes.keys() - {group}, "two or three streets to a group")
            yield _wrong(f"the group {group!r} has {size} streets", where, "space", mend)
        costs = sorted({street.house_cost for street in streets if street.group == group})
        if len(costs) > 1:
            yield _wrong(f"houses of the group {group!r} cost {costs}", where, "space", "one price")
    for name in edition.colours:
        if name not in sizes:
            mend = nearest(name, sizes, "take it out")
            yield _wrong("no street is of this group", where, f"edition.colours, {name}", mend)


def _deeds(edition: Edition, where: str) -> Iterator[EditionError]:
    """A mortgage brings less than the price."""
    for lot in edition.lots:
        if lot.mortgage >= lot.price:
            what = f"a mortgage of {lot.mortgage} on a price of {lot.price}"
            yield _wrong(what, where, f"space {lot.index}, mortgage", "less than the price")


def _targets(edition: Edition, where: str) -> Iterator[EditionError]:
    """Cards lead to spaces and decks that there are."""
    keys = [space.key for space in edition.spaces]
    decks = [deck.id for deck in edition.decks]
    for card in edition.cards:
        for effect in _effects(card):
            match effect:
                case Advance(space=name) | GoBackTo(space=name) if name not in keys:
                    yield _no_target(f"no space has the key {name!r}", where, card, name, keys)
                case DrawAgain(deck=name) if name not in decks:
                    yield _no_target(f"there is no deck {name!r}", where, card, name, decks)


def _money(edition: Edition, where: str) -> Iterator[EditionError]:
    """Notes rise, the start notes are among them and come to the starting cash."""
    if [*edition.notes] != sorted({*edition.notes}):
        yield _wrong("the notes do not rise", where, "edition, notes", "smallest first, each once")
    place = "edition, money, start_notes"
    for note in edition.start_notes:
        if note not in edition.notes:
            yield _wrong(f"there is no note of {note}", where, place, f"notes: {[*edition.notes]}")
    total = sum(note * number for note, number in edition.start_notes.items())
    if edition.start_notes and total != edition.parameters.starting_cash:
        cash = edition.parameters.starting_cash
        yield _wrong(f"they come to {total}, but starting_cash is {cash}", where, place)


def _words(edition: Edition, where: str) -> Iterator[EditionError]:
    """The edition says what it calls its buildings and lots, and how it writes an amount."""
    for word in ("house", "hotel", "station", "utility"):
        if word not in edition.words:
            mend = nearest(word, edition.words, f'add {word} = "..."')
            yield _wrong("this word is missing", where, f"edition, words, {word}", mend)
    if "{n}" not in edition.currency.write:
        yield _wrong("the amount is not in it", where, "edition, currency, write", 'as in "${n}"')


def _effects(card: Card) -> Sequence[Effect]:
    return card.effect.effects if isinstance(card.effect, Choice) else (card.effect,)


def _no_target(what: str, where: str, card: Card, name: str, among: list[str]) -> EditionError:
    return _wrong(what, where, f"card {card.id}, effect", nearest(name, among, "one that there is"))


def _wrong(what: str, where: str, place: str, mend: str = "") -> EditionError:
    return EditionError(what, where=f"{where}, {place}", mend=mend)


_CHECKS: tuple[Check, ...] = (_names, _corners, _lots, _groups, _deeds, _targets, _money, _words)
