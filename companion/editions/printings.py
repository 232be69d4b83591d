"""The tables `[[variant]]` of an edition file: other printings of the same box, and rule sets.

A printing is laid over the tables of the file before they are read, so that what it changes is
checked like everything else.
"""

from collections.abc import Mapping
from typing import Any

from companion.editions.model import Printing
from companion.editions.tomlfile import TomlTable


def read_printings(file: TomlTable) -> tuple[Printing, ...]:
    """Return the printings the file knows; what is wrong with them is noted in *file*."""
    printings = tuple(_printing(table, file) for table in file.tables("variant", known_by="id"))
    ids = [printing.id for printing in printings]
    for printing_id in {*ids}:
        if ids.count(printing_id) > 1:
            file.wrong("there-twice", f"variant {printing_id}", times=ids.count(printing_id))
    return printings


def _printing(table: TomlTable, file: TomlTable) -> Printing:
    table.knows(
        *("id", "about", "source", "unconfirmed", "colours", "spaces", "cards", "decks", "card"),
        *("parameters", "excludes", "negotiation"),
    )
    table.text("source", "")
    table.yes("unconfirmed", otherwise=False)
    table.names("colours")
    for change in table.tables("spaces", "space", "index"):
        _look_for(change, "index", [space.raw.get("index") for space in file.tables("space")])
    for change in table.tables("cards", "card", "id"):
        change.text("id")
    new, replaced = [*table.tables("card", known_by="id")], table.texts("decks")
    for card in new:
        if card.raw.get("deck") not in replaced:
            card.wrong("deck-not-replaced", "deck")
    rules = table.table("parameters")  # each is checked once it is laid over those of the box
    return Printing(
        table.text("id"),
        table.text("about"),
        table.texts("excludes"),
        is_rule_set=bool(rules.raw),
        negotiation=table.whole("negotiation") if "negotiation" in table.raw else 0,
    )


def printed(raw: Mapping[str, Any], variant: str) -> dict[str, Any]:
    """Return the tables of the file as the printing *variant*, which it must have, has them."""
    change = next(table for table in raw["variant"] if table["id"] == variant)
    replaced = change.get("decks", [])
    edition = raw["edition"]
    colours = {**edition.get("colours", {}), **change.get("colours", {})}
    changed = laid_over(
        {**raw, "card": [card for card in raw["card"] if card["deck"] not in replaced]}, change
    )
    return {
        **changed,
        "parameters": {**raw["parameters"], **change.get("parameters", {})},
        "edition": {**edition, "colours": colours} if colours else edition,
        "card": [*changed["card"], *change.get("card", [])],
    }


def laid_over(raw: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of the file with the spaces and cards of *change* laid over them."""
    return {
        **raw,
        "space": _laid_over(raw["space"], change.get("spaces", []), "index"),
        "card": _laid_over(raw["card"], change.get("cards", []), "id"),
    }


def _laid_over(
    tables: list[dict[str, Any]], changes: list[dict[str, Any]], name: str
) -> list[dict[str, Any]]:
    """Return *tables* with the keys of *changes* laid over those of the same *name*."""
    wanted = {change[name]: change for change in changes}
    changed = [{**table, **wanted.pop(table[name], {})} for table in tables]
    return [*changed, *wanted.values()]


def _look_for(change: TomlTable, known_by: str, there: list[Any]) -> None:
    """Note a change to something that the file does not have."""
    if change.raw.get(known_by) not in there:
        change.wrong("nothing-to-correct", known_by)
