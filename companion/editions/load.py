"""Edition and rulebook files -> `Edition` and `Rulebook`, whatever is mistyped being named."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from companion.editions.checks import mistakes_of
from companion.editions.corrections import corrected
from companion.editions.edition_file import read_edition
from companion.editions.house import with_house_rules
from companion.editions.model import Edition
from companion.editions.printings import printed
from companion.editions.rulebook import Rulebook
from companion.editions.rulebook_file import read_rulebook
from companion.editions.tomlfile import TomlTable, likeliest, parse_toml
from companion.errors import EditionError, ExcludedError

EDITION_FILE, RULEBOOK_FILE = "edition.toml", "rulebook.toml"
OTHER_WAYS = ("short", "timed", "speed-die")
"""Ways to play that many rulebooks have: where one has not, asking for it is no slip of the pen."""


@cache
def edition_ids() -> tuple[str, ...]:
    """Return the ids of the editions that ship with the companion, in order."""
    rooms = files("companion.editions").iterdir()
    return tuple(sorted(room.name for room in rooms if room.joinpath(EDITION_FILE).is_file()))


def load_edition(
    edition_id: str,
    variants: Iterable[str] = (),
    house: Mapping[str, object] = {},
    corrections: Mapping[str, Any] = {},
) -> Edition:
    """Return the edition as it is played, with its variants and house rules in it.

    Args:
        edition_id: `us-classic`, say.
        variants: ids of printings of the box and of rule sets.
        house: parameters that differ from the edition's own, by name.
        corrections: what the board says otherwise, in the form of a printing.

    Raises:
        EditionError: there is no such edition, variant or house rule, or its file has a mistake.
    """
    _look_for_edition(edition_id)
    raw, edition = _box(edition_id)
    where = f"{edition_id}/{EDITION_FILE}"
    return _played(raw, edition, where, _Chosen(variants, house, corrections))


def load_rulebook(edition_id: str) -> Rulebook:
    """Return the catalogue of the edition's rules.

    Raises:
        EditionError: there is no such edition, or its file has a mistake.
    """
    _look_for_edition(edition_id)
    return _catalogue(edition_id)


def edition_text(edition_id: str) -> str:
    """Return the file of an edition, as it stands.

    Raises:
        EditionError: there is no such edition.
    """
    _look_for_edition(edition_id)
    return _packaged(edition_id, EDITION_FILE)


def edition_from_toml(
    text: str,
    where: str,
    variants: Iterable[str] = (),
    house: Mapping[str, object] = {},
    corrections: Mapping[str, Any] = {},
) -> Edition:
    """Return the edition that *text* describes, with the variants and house rules in it.

    Raises:
        EditionError: the first mistake in the file, named *where*, or in what was asked for.
    """
    raw = parse_toml(text, where)
    edition = _played(raw, _checked(raw, where), where, _Chosen(variants, house, corrections))
    return msgspec.structs.replace(edition, text=text)


def recorded_edition(
    text: str,
    where: str,
    variants: Iterable[str],
    house: Mapping[str, object],
    corrections: Mapping[str, Any],
) -> Edition:
    """Return the edition that the record of a game keeps: readable also by later companions.

    A parameter that came later is as in the edition it was begun from, one that is gone is left
    out, and no check that came later is made: what was played goes on.

    Raises:
        EditionError: it can no longer be read.
    """
    raw = parse_toml(text, where)
    origin = raw["edition"].get("from")
    _look_for_edition(origin)
    known = _box(origin)[0]["parameters"]
    own = {name: value for name, value in raw["parameters"].items() if name in known}
    raw["parameters"] = {**known, **own}
    chosen = _Chosen(variants, house, corrections)
    edition = _played(raw, _as_it_was(raw, where), where, chosen, read=_as_it_was)
    return msgspec.structs.replace(edition, text=text)


def check_edition(text: str, where: str) -> list[EditionError]:
    """Return all mistakes of an edition file: of the box as such, else of its printings."""
    try:
        raw = parse_toml(text, where)
    except EditionError as error:
        return [error]
    edition, mistakes = _edition(raw, where)
    if edition is None:
        return mistakes
    mistakes = [
        mistake
        for printing in edition.printings
        for mistake in _edition(printed(raw, printing.id), f"{where} ({printing.id})")[1]
    ]
    if not mistakes and edition.id in edition_ids() and text != edition_text(edition.id):
        mistakes = [_taken(edition.id, where)]
    return mistakes


def rulebook_from_toml(text: str, where: str, edition_id: str) -> Rulebook:
    """Return the catalogue that *text* describes.

    Raises:
        EditionError: the first mistake in the file, named *where*.
    """
    file = TomlTable(parse_toml(text, where), where, [])
    rulebook = read_rulebook(file, edition_id)
    if file.mistakes:
        raise file.mistakes[0]
    return rulebook


@cache  # an edition is read anew for every game and scenario, and never changes
def _box(edition_id: str) -> tuple[dict[str, Any], Edition]:
    """Return the tables and the edition of a file that ships with the companion."""
    where = f"{edition_id}/{EDITION_FILE}"
    raw = parse_toml(edition_text(edition_id), where)
    edition = _checked(raw, where)
    if edition.id != edition_id:
        place = f"{where}, edition, id"
        raise EditionError(f"the file says it is {edition.id!r}", where=place, mend="one name")
    return raw, edition


@cache  # a rulebook is long and never changes
def _catalogue(edition_id: str) -> Rulebook:
    text = _packaged(edition_id, RULEBOOK_FILE)
    return rulebook_from_toml(text, f"{edition_id}/{RULEBOOK_FILE}", edition_id)


class _Chosen(NamedTuple):
    """What a table chose for its game."""

    variants: Iterable[str]
    house: Mapping[str, object]
    corrections: Mapping[str, Any]


def _played(
    raw: dict[str, Any],
    edition: Edition,
    where: str,
    wanted: _Chosen,
    *,
    read: Callable[[Mapping[str, Any], str], Edition] | None = None,
) -> Edition:
    """Return *edition*, read from the tables *raw*, with all that was chosen in it."""
    read = read or _checked
    chosen = _each_once(wanted.variants)
    _look_for_exclusion(edition, chosen)
    for variant in chosen:
        _look_for_variant(edition, variant)
        raw = printed(raw, variant)
    if chosen:
        edition = read(raw, f"{where} ({', '.join(chosen)})")
    changes: dict[str, Any] = {}
    if wanted.corrections:
        place = f"{edition.id}, corrections"
        raw, changes = corrected(raw, wanted.corrections, place)
        edition = read(raw, place)
    house = wanted.house
    if not isinstance(house, Mapping):
        raise EditionError(code="not-of-kind", where="house", value=str(house), kind="a table")
    rules, changed = with_house_rules(edition.parameters, house, f"{edition.id}, house")
    return msgspec.structs.replace(
        edition, parameters=rules, variants=chosen, house=changed, corrections=changes
    )


def _as_it_was(raw: Mapping[str, Any], where: str) -> Edition:
    """Return an edition that was whole when a game of it began."""
    file = TomlTable(raw, where, [])
    edition = read_edition(file)
    if edition is None:
        raise file.mistakes[0]
    return edition


def _checked(raw: Mapping[str, Any], where: str) -> Edition:
    edition, mistakes = _edition(raw, where)
    if edition is None:
        raise mistakes[0]
    return edition


def _edition(raw: Mapping[str, Any], where: str) -> tuple[Edition | None, list[EditionError]]:
    """Return the edition, or None and what is wrong: how it is written, else what it says."""
    file = TomlTable(raw, where, [])
    edition = read_edition(file)
    mistakes = file.mistakes
    if edition is not None and not mistakes:
        mistakes = [*_origin(edition, where), *mistakes_of(edition, where)]
    return (None, mistakes) if mistakes else (edition, [])


def _origin(edition: Edition, where: str) -> Iterator[EditionError]:
    """Yield what is wrong with the rulebook that the edition is played by."""
    ids, origin = edition_ids(), edition.came_from
    place = f"{where}, edition, from"
    there = ", ".join(ids)
    if origin and origin not in ids:
        near = likeliest(origin, ids)
        yield EditionError(code="no-such-origin", where=place, name=origin, there=there, near=near)
    if origin and edition.id in ids:
        yield _taken(edition.id, where)
    if not origin and edition.id not in ids:
        yield EditionError(code="no-origin", where=place, there=there)


def _taken(edition_id: str, where: str) -> EditionError:
    """Return the mistake of a file of somebody's own that calls itself like one of ours."""
    return EditionError(code="id-taken", where=f"{where}, edition, id", name=edition_id)


def _look_for_variant(edition: Edition, variant: str) -> None:
    there = [printing.id for printing in edition.printings]
    if variant not in there:
        error = ExcludedError if variant in OTHER_WAYS else EditionError
        raise error(
            code="no-variant",
            name=variant,
            edition=edition.id,
            there=", ".join(there) or "-",
            near=likeliest(variant, there),
        )


def _look_for_edition(edition_id: str) -> None:
    ids = edition_ids()
    if edition_id not in ids:
        raise no_edition(edition_id, ids)


def no_edition(edition_id: str, ids: Sequence[str]) -> EditionError:
    """Return what is said of an edition that is none of *ids*."""
    name, near = str(edition_id), likeliest(str(edition_id), ids)
    return EditionError(code="no-edition", name=name, there=", ".join(ids), near=near)


def _each_once(variants: Iterable[str]) -> tuple[str, ...]:
    """Return the names; a scenario or a request may have anything at all in their place."""
    if not isinstance(variants, Iterable) or isinstance(variants, str | Mapping):
        value, kind = str(variants), "a list of texts"
        raise EditionError(code="not-of-kind", where="variants", value=value, kind=kind)
    return tuple(dict.fromkeys(map(str, variants)))


def _look_for_exclusion(edition: Edition, chosen: tuple[str, ...]) -> None:
    for printing in edition.printings:
        for other in printing.excludes if printing.id in chosen else ():
            if other in chosen:
                one = printing.id
                raise ExcludedError(code="not-together", where=edition.id, one=one, other=other)


def _packaged(edition_id: str, name: str) -> str:
    """Return the text of a file that ships with the companion."""
    return files("companion.editions").joinpath(edition_id, name).read_text(encoding="utf-8")
