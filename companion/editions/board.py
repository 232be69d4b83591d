"""The tables `[[space]]` of an edition file -> the 40 spaces and their title deeds."""

from collections import Counter
from typing import cast, get_args

from companion.editions.model import BOARD_SIZE, BoardSpace, Kind
from companion.editions.tomlfile import TomlTable
from companion.words import Space

_FIGURES = {  # what a space of each kind carries besides its number, key, kind and names
    "street": ("group", "price", "rents", "house_cost", "mortgage"),
    "station": ("price", "rents", "mortgage"),
    "utility": ("price", "dice_multiples", "mortgage"),
    "tax": ("amount", "percent"),
}
_COUNTED = {  # how many figures belong to a list of figures, and which
    ("street", "rents"): (6, "bare, 1, 2, 3, 4 houses, hotel"),
    ("station", "rents"): (4, "with 1, 2, 3, 4 owned"),
    ("utility", "dice_multiples"): (2, "with one owned, with both"),
}


def read_spaces(file: TomlTable) -> tuple[BoardSpace, ...]:
    """Return the spaces in the order of the board; what is wrong is noted in *file*."""
    spaces = [_space(table) for table in file.tables("space", known_by="index")]
    count = Counter(space.index for space in spaces)
    for index in range(BOARD_SIZE):
        if not count[Space(index)]:
            file.wrong("space-missing", f"space {index}")
    for index, times in count.items():
        if times > 1:
            file.wrong("there-twice", f"space {index}", times=times)
        if index >= BOARD_SIZE:
            file.wrong("no-such-space", f"space {index}")
    return tuple(sorted(spaces, key=lambda space: space.index))


def _space(table: TomlTable) -> BoardSpace:
    kind = table.word("kind", get_args(Kind))
    figures = _FIGURES.get(kind, ())
    table.knows("index", "key", "kind", "name", "name_en", "name_ru", "derived", *figures)
    table.yes("derived", otherwise=False)

    def amount(name: str) -> int:
        return table.whole(name) if name in figures else 0

    return BoardSpace(
        index=Space(table.whole("index", least=0)),
        key=table.text("key"),
        kind=cast(Kind, kind),
        name=table.text("name"),
        name_en=table.text("name_en", ""),
        name_ru=table.text("name_ru", ""),
        group=table.text("group") if "group" in figures else "",
        price=amount("price"),
        rents=_figures(table, kind, "rents"),
        house_cost=amount("house_cost"),
        mortgage=amount("mortgage"),
        dice_multiples=_figures(table, kind, "dice_multiples"),
        amount=amount("amount"),
        percent=table.whole("percent", least=0, otherwise=0) if "percent" in figures else 0,
    )


def _figures(table: TomlTable, kind: str, key: str) -> tuple[int, ...]:
    """Return a list of figures, checked for its length; empty where the kind has none."""
    if (kind, key) not in _COUNTED:
        return ()
    number, which = _COUNTED[kind, key]
    figures = table.wholes(key)
    if figures and len(figures) != number:
        found = len(figures)
        table.wrong("figures-counted", key, detail=which, found=found, wanted=number)
    elif list(figures) != sorted(figures):
        table.wrong("figures-falling", key, detail=which)
    return figures
