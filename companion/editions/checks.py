"""What must be true of an edition whose every table is well written: one check a sentence."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from companion.editions.effects import Advance, Choice, DrawAgain, Effect, GoBackTo
from companion.editions.model import GO, Card, Edition
from companion.editions.tomlfile import likeliest, nearest
from companion.errors import EditionError, ErrorCode, ErrorFacts
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
                what = f"this {kind} is there {times} times"
                yield _wrong(
                    what, where, name, "rename one", code="there-twice", facts={"times": times}
                )


def _corners(edition: Edition, where: str) -> Iterator[EditionError]:
    """Go is space 0, jail is space 10, and one space sends there."""
    for kind, place in (("go", GO), ("jail", JAIL), ("go-to-jail", None)):
        found = [space.index for space in edition.spaces if space.kind == kind]
        if len(found) != 1:
            what = f"{len(found)} spaces are {kind!r}, not one"
            yield _counted(what, where, kind, len(found), 1)
        elif place is not None and found != [place]:
            what, at = f"{kind!r} is space {place} on every board", f"space {found[0]}"
            yield _wrong(
                what, where, at, code="kind-elsewhere", facts={"word": kind, "number": place}
            )


def _lots(edition: Edition, where: str) -> Iterator[EditionError]:
    """There are 28 lots, four of them stations and two utilities."""
    for kind, number in (("station", STATIONS), ("utility", UTILITIES)):
        found = sum(lot.kind == kind for lot in edition.lots)
        if found != number:
            what = f"{found} spaces are a {kind}, not {number}"
            yield _counted(what, where, kind, found, number)
    if len(edition.lots) != LOTS:
        what = f"{len(edition.lots)} lots, not {LOTS}"
        words = "street, station, utility"
        yield _counted(what, where, words, len(edition.lots), LOTS)


def _groups(edition: Edition, where: str) -> Iterator[EditionError]:
    """A group is two or three streets with one price for houses."""
    streets = [space for space in edition.spaces if space.kind == "street"]
    sizes = Counter(street.group for street in streets)
    for group, size in sizes.items():
        if size not in (2, 3):
            others = sizes.keys() - {group}
            mend = nearest(group, others, "two or three streets to a group")
            what, near = f"the group {group!r} has {size} streets", likeliest(group, others)
            facts: ErrorFacts = {"group": group, "size": size, "near": near}
            yield _wrong(what, where, "space", mend, code="group-size", facts=facts)
        costs = sorted({street.house_cost for street in streets if street.group == group})
        if len(costs) > 1:
            what, told = f"houses of the group {group!r} cost {costs}", ", ".join(map(str, costs))
            yield _wrong(
                what,
                where,
                "space",
                "one price",
                code="group-costs",
                facts={"group": group, "costs": told},
            )
    for name in edition.colours:
        if name not in sizes:
            mend = nearest(name, sizes, "take it out")
            at, near = f"edition.colours, {name}", likeliest(name, sizes)
            what = "no street is of this group"
            yield _wrong(what, where, at, mend, code="no-such-group", facts={"near": near})


def _deeds(edition: Edition, where: str) -> Iterator[EditionError]:
    """A mortgage brings less than the price."""
    for lot in edition.lots:
        if lot.mortgage >= lot.price:
            what = f"a mortgage of {lot.mortgage} on a price of {lot.price}"
            at, mend = f"space {lot.index}, mortgage", "less than the price"
            facts: ErrorFacts = {"mortgage": lot.mortgage, "price": lot.price}
            yield _wrong(what, where, at, mend, code="mortgage-too-high", facts=facts)


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
        what, mend = "the notes do not rise", "smallest first, each once"
        yield _wrong(what, where, "edition, notes", mend, code="notes-falling")
    place = "edition, money, start_notes"
    for note in edition.start_notes:
        if note not in edition.notes:
            what, mend = f"there is no note of {note}", f"notes: {[*edition.notes]}"
            notes = ", ".join(map(str, edition.notes))
            yield _wrong(
                what, where, place, mend, code="no-such-note", facts={"note": note, "notes": notes}
            )
    total = sum(note * number for note, number in edition.start_notes.items())
    if edition.start_notes and total != edition.parameters.starting_cash:
        cash = edition.parameters.starting_cash
        what = f"they come to {total}, but starting_cash is {cash}"
        yield _wrong(
            what, where, place, code="start-notes", facts={"total": total, "cash": str(cash)}
        )


def _words(edition: Edition, where: str) -> Iterator[EditionError]:
    """The edition says what it calls its buildings and lots, and how it writes an amount."""
    for word in ("house", "hotel", "station", "utility"):
        if word not in edition.words:
            mend = nearest(word, edition.words, f'add {word} = "..."')
            at, near = f"edition, words, {word}", likeliest(word, edition.words)
            facts: ErrorFacts = {"kind": "a text in quotes", "near": near}
            yield _wrong("this word is missing", where, at, mend, code="key-missing", facts=facts)
    if "{n}" not in edition.currency.write:
        what, at, like = "the amount is not in it", "edition, currency, write", '"${n}"'
        yield _wrong(
            what, where, at, f"as in {like}", code="amount-unwritten", facts={"like": like}
        )


def _effects(card: Card) -> Sequence[Effect]:
    return card.effect.effects if isinstance(card.effect, Choice) else (card.effect,)


def _no_target(what: str, where: str, card: Card, name: str, among: list[str]) -> EditionError:
    at, mend = f"card {card.id}, effect", nearest(name, among, "one that there is")
    near = likeliest(name, among)
    return _wrong(what, where, at, mend, code="no-such-target", facts={"name": name, "near": near})


def _counted(what: str, where: str, word: str, found: int, wanted: int) -> EditionError:
    facts: ErrorFacts = {"word": word, "found": found, "wanted": wanted}
    return _wrong(what, where, "space", code="kinds-counted", facts=facts)


def _wrong(  # what, where, how to mend it, and the same for pages
    what: str,
    where: str,
    place: str,
    mend: str = "",
    *,
    code: ErrorCode,
    facts: ErrorFacts | None = None,
) -> EditionError:
    return EditionError(what, where=f"{where}, {place}", mend=mend, code=code, facts=facts)


_CHECKS: tuple[Check, ...] = (_names, _corners, _lots, _groups, _deeds, _targets, _money, _words)
