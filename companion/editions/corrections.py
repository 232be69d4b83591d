"""What the board on the table says otherwise than the file: typed in at set-up, checked like it.

A correction is data in the form of a printing: `{"spaces": [{"index": 27, "name": ...}],
"cards": [{"id": ..., "effect": {"pay": 15}}]}`. It is laid over the edition and kept with the game.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.editions.printings import laid_over
from companion.editions.tomlfile import TomlTable, likeliest
from companion.errors import EditionError

SPACE_KEYS = (
    *("name", "price", "rents", "house_cost", "mortgage", "dice_multiples", "amount", "percent"),
)
CARD_KEYS = ("text", "effect")


def corrected(
    raw: Mapping[str, Any], corrections: Mapping[str, Any], where: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the tables of a file with *corrections* in them, and those that change something.

    Raises:
        EditionError: they name what is not there, or what cannot be corrected.
    """
    if not isinstance(corrections, Mapping):
        value = str(corrections)
        raise EditionError(code="not-of-kind", where=where, value=value, kind="a table")
    table = TomlTable(corrections, where, [])
    table.knows("spaces", "cards")
    spaces = [*_changes(table, "spaces", "index", SPACE_KEYS, raw["space"])]
    cards = [*_changes(table, "cards", "id", CARD_KEYS, raw["card"])]
    if table.mistakes:
        raise table.mistakes[0]
    changes = {name: found for name, found in (("spaces", spaces), ("cards", cards)) if found}
    return laid_over(raw, changes), changes


def _changes(
    table: TomlTable, key: str, known_by: str, keys: tuple[str, ...], there: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield each table of *key* without what is as in the file; what is wrong is noted."""
    names = {str(one[known_by]): one for one in there}
    for change in table.tables(key, known_by=known_by):
        change.knows(known_by, *keys)
        name = str(change.raw.get(known_by))
        if name not in names or names[name][known_by] != change.raw[known_by]:
            change.wrong("nothing-to-correct", known_by, near=likeliest(name, names))
            continue
        before = names[name]
        fresh = {k: v for k, v in change.raw.items() if k in keys and before.get(k) != v}
        if fresh:
            yield {known_by: change.raw[known_by], **fresh}
