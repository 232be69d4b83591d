"""The text of a new edition: one that ships, made ready for a person to type a board's names."""

import re
from collections.abc import Iterator

from companion.editions.load import edition_text, load_edition

_TABLE = re.compile(r"(?m)^(?=\[)")
_MANY_LINES = re.compile(r"(?ms)^(?:unconfirmed|sources) = \[$.*?^\]\n+")
_ABOUT_THE_BOX = re.compile(r"(?m)^(?:name_en|derived|derived_why|remarks) = .*\n")
_NAME = re.compile(r"(?m)^(name = .*)\n")
_OTHER_NAMES = re.compile(r"(?m)^name_(?:en|ru) = .*\n")

HEAD = """\
# {name}: a game of your own, begun from {source}
#
# 1. Under [edition]: its id and its name.
# 2. The 28 title deeds: search for "deed 1 of 28" and so on, and type the names on your board.
#    Prices, rents and mortgages stand below each name: change them where your deeds differ.
# 3. The cards, the words and the rules under [parameters], as far as your box differs.
# 4. companion editions --check FILE     says what is wrong: file, key, and how to mend it
# 5. Put the file into the folder editions/ of the companion's home (companion run --home DIR):
#    set-up then offers it like any other. It is played by the rulebook of {source}.
#
# What the keys mean:
#
"""


def new_edition_text(source: str, edition_id: str, name: str) -> str:
    """Return the file of *source* as the beginning of another edition, with what to do in it.

    Args:
        source: an edition that ships with the companion.
        edition_id: of the new one.
        name: what people call it.

    Raises:
        EditionError: there is no such edition.
    """
    text = edition_text(source)
    legend = text[text.index("# [parameters]") : text.index("\n\n") + 2]
    tables = _TABLE.split(_MANY_LINES.sub("", text[text.index("\n\n") + 2 :]))
    head = HEAD.format(name=name, source=source)
    return head + legend + "".join(_asked_for(tables, source, edition_id, name))


def _asked_for(tables: list[str], source: str, edition_id: str, name: str) -> Iterator[str]:
    """Yield the tables of the file; those that a person fills in say so."""
    lots = {f"index = {lot.index}\n": lot for lot in load_edition(source).lots}
    number, keeps = 0, True
    for table in tables:
        if table.startswith("[[variant]]"):
            keeps = "\nparameters = " in table  # a way to play; printings are of the other box
        if table.startswith("[[variant") and not keeps:
            continue
        if table.startswith("[edition]"):
            yield _edition_table(table, source, edition_id, name)
        elif table.startswith("[[space]]") and any(f"\n{index}" in table for index in lots):
            number += 1
            asked = f"\\1  # deed {number} of {len(lots)}\n"
            yield _NAME.sub(asked, _OTHER_NAMES.sub("", table), count=1)
        else:
            yield table


def _edition_table(table: str, source: str, edition_id: str, name: str) -> str:
    """Return the facts of the edition with an id and a name of its own."""
    asked = (
        f'id = "{edition_id}"  # small letters, digits and hyphens; no other edition has it\n'
        f'from = "{source}"  # whose rulebook it is played by: leave this line\n'
        f'name = "{name}"  # what set-up and the pages call it\n'
    )
    rest = _ABOUT_THE_BOX.sub("", table.removeprefix("[edition]\n"))
    kept = [
        line for line in rest.splitlines(keepends=True) if not line.startswith(("id ", "name "))
    ]
    return "[edition]\n" + asked + "".join(kept).rstrip() + "\n\n"
