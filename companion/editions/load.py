"""Edition and rulebook files -> `Edition` and `Rulebook`, whatever is mistyped being named."""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from companion.editions.checks import mistakes_of
from companion.editions.edition_file import read_edition
from companion.editions.house import with_house_rules
from companion.editions.model import Edition
from companion.editions.printings import printed
from companion.editions.rulebook import Rulebook
from companion.editions.rulebook_file import read_rulebook
from companion.editions.tomlfile import Table, nearest, parse_toml
from companion.errors import EditionError, ExcludedError

EDITION_FILE, RULEBOOK_FILE = "edition.toml", "rulebook.toml"


def edition_ids() -> tuple[str, ...]:
    """Return the ids of the editions that ship with the companion, in order."""
    rooms = files("companion.editions").iterdir()
    return tuple(sorted(room.name for room in rooms if room.joinpath(EDITION_FILE).is_file()))


def load_edition(
    edition_id: str, variants: Iterable[str] = (), house: Mapping[str, object] = {}
) -> Edition:
    """Return the edition as it is played, with its variants and house rules in it.

    Args:
        edition_id: `us-classic`, say.
        variants: ids of printings of the box and of rule sets.
        house: parameters that differ from the edition's own, by name.

    Raises:
        EditionError: there is no such edition, variant or house rule, or its file has a mistake.
    """
    _look_for_edition(edition_id)
    raw, edition = _box(edition_id)
    return _played(raw, edition, f"{edition_id}/{EDITION_FILE}", variants, house)


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
) -> Edition:
    """Return the edition that *text* describes, with the variants and house rules in it.

    Raises:
        EditionError: the first mistake in the file, named *where*, or in what was asked for.
    """
    raw = parse_toml(text, where)
    return _played(raw, _checked(raw, where), where, variants, house)


def check_edition(text: str, where: str) -> list[EditionError]:
    """Return all mistakes of an edition file: of the box as such, else of its printings."""
    try:
        raw = parse_toml(text, where)
    except EditionError as error:
        return [error]
    edition, mistakes = _edition(raw, where)
    if edition is None:
        return mistakes
    return [
        mistake
        for printing in edition.printings
        for mistake in _edition(printed(raw, printing.id), f"{where} as {printing.id}")[1]
    ]


def rulebook_from_toml(text: str, where: str, edition_id: str) -> Rulebook:
    """Return the catalogue that *text* describes.

    Raises:
        EditionError: the first mistake in the file, named *where*.
    """
    file = Table(parse_toml(text, where), where, [])
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


def _played(
    raw: dict[str, Any],
    edition: Edition,
    where: str,
    variants: Iterable[str],
    house: Mapping[str, object],
) -> Edition:
    """Return *edition*, read from the tables *raw*, with variants and house rules in it."""
    chosen = _each_once(variants)
    _look_for_exclusion(edition, chosen)
    for variant in chosen:
        _look_for_variant(edition, variant)
        raw = printed(raw, variant)
    if chosen:
        edition = _checked(raw, f"{where} as {' and '.join(chosen)}")
    if not isinstance(house, Mapping):
        raise EditionError("this is no table", where="house", mend="{ jail_fine = 60 }, say")
    rules, changed = with_house_rules(edition.parameters, house, f"house rules of {edition.id}")
    return msgspec.structs.replace(edition, parameters=rules, variants=chosen, house=changed)


def _checked(raw: Mapping[str, Any], where: str) -> Edition:
    edition, mistakes = _edition(raw, where)
    if edition is None:
        raise mistakes[0]
    return edition


def _edition(raw: Mapping[str, Any], where: str) -> tuple[Edition | None, list[EditionError]]:
    """Return the edition, or None and what is wrong: how it is written, else what it says."""
    file = Table(raw, where, [])
    edition = read_edition(file)
    mistakes = file.mistakes
    if edition is not None and not mistakes:
        mistakes = mistakes_of(edition, where)
    return (None, mistakes) if mistakes else (edition, [])


def _look_for_variant(edition: Edition, variant: str) -> None:
    there = [printing.id for printing in edition.printings]
    if variant not in there:
        otherwise = "it has " + (", ".join(there) or "none")
        raise EditionError(
            f"{edition.id} has no variant {variant!r}", mend=nearest(variant, there, otherwise)
        )


def _look_for_edition(edition_id: str) -> None:
    ids = edition_ids()
    if edition_id not in ids:
        mend = nearest(str(edition_id), ids, "there are " + ", ".join(ids))
        raise EditionError(f"there is no edition {edition_id!r}", mend=mend)


def _each_once(variants: Iterable[str]) -> tuple[str, ...]:
    """Return the names; a scenario or a request may have anything at all in their place."""
    if not isinstance(variants, Iterable) or isinstance(variants, str | Mapping):
        raise EditionError("this is no list of names", where="variants", mend='["short"], say')
    return tuple(dict.fromkeys(map(str, variants)))


def _look_for_exclusion(edition: Edition, chosen: tuple[str, ...]) -> None:
    for printing in edition.printings:
        for other in printing.excludes if printing.id in chosen else ():
            if other in chosen:
                what = f"{printing.id!r} and {other!r} are not played together"
                raise ExcludedError(what, where=edition.id, mend="choose one of them")


def _packaged(edition_id: str, name: str) -> str:
    """Return the text of a file that ships with the companion."""
    return files("companion.editions").joinpath(edition_id, name).read_text(encoding="utf-8")
