"""TOML text -> tables that know where they stand and note whatever is wrong in them.

A reader takes what it needs from a `TomlTable`. A value that is missing or wrong is noted as a
mistake and a harmless stand-in is returned, so that one reading finds all mistakes. Whoever opened
the file looks at `mistakes` before using anything that was read.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from companion.errors import EditionError, ErrorCode
from companion.words import Money

MOST = 1_000_000_000  # no amount, number or count of a board game is larger

_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Return the document, with decimal fractions exact.

    Args:
        text: the whole file.
        where: its name, for the error.

    Raises:
        EditionError: it is no TOML; names the line.
    """
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        what = str(error)
        place = _PLACE.search(what)
        line = (place and place[1]) or 1 + text.rstrip("\n").count("\n")
        detail = _PLACE.sub("", what)
        raise EditionError(code="no-toml", where=where, detail=detail, line=int(line)) from error
    except RecursionError:
        raise EditionError(code="too-deep", where=where) from None
    except ValueError:
        raise EditionError(code="too-many-digits", where=where, most=MOST) from None


def likeliest(word: str, among: Iterable[str]) -> str:
    """Return the word among these that was probably meant; "" if none is like it."""
    return next(iter(get_close_matches(word, [*among], n=1, cutoff=0.7)), "")


class TomlTable:
    """One table of the file: typed values, each mistake noted with its place."""

    def __init__(self, raw: Mapping[str, Any], where: str, mistakes: list[EditionError]) -> None:
        self.raw, self.where, self.mistakes = raw, where, mistakes

    def wrong(self, code: ErrorCode, key: str = "", *, detail: str = "", **facts: Any) -> None:
        """Note a mistake in this table, at *key*."""
        where = f"{self.where}, {key}" if key else self.where
        self.mistakes.append(EditionError(code=code, where=where, detail=detail, **facts))

    def noted(self, what: str, key: str = "", mend: str = "") -> None:
        """Note a mistake that only files that ship can have, in words."""
        where = f"{self.where}, {key}" if key else self.where
        self.mistakes.append(EditionError(what, where=where, mend=mend))

    def knows(self, *keys: str) -> None:
        """Note every key that is none of *keys*."""
        for key in [key for key in self.raw if key not in keys]:
            self.wrong("key-unread", key, near=likeliest(key, keys))

    def text(self, key: str, otherwise: str | None = None) -> str:
        """Return a text; without *otherwise* it must be there and not be empty."""
        value = self._value(key, "a text in quotes", otherwise)
        if isinstance(value, str) and (value or otherwise is not None):
            return value
        if value is not None:
            self._no(key, "a text in quotes", value)
        return ""

    def word(self, key: str, among: Iterable[str]) -> str:
        """Return one of a closed set of words."""
        words, value = [*among], self.text(key)
        if value and value not in words:
            near = likeliest(value, words)
            self.wrong("unknown-word", key, value=value, words=", ".join(words), near=near)
        return value

    def yes(self, key: str, *, otherwise: bool) -> bool:
        """Return true or false."""
        value = self._value(key, "true or false", otherwise)
        if isinstance(value, bool):
            return value
        self._no(key, "true or false", value)
        return otherwise

    def whole(self, key: str, *, least: int = 1, otherwise: int | None = None) -> Money:
        """Return a whole number, *least* to a thousand million."""
        value = self._value(key, "a whole number", otherwise)
        return least if value is None else self._as_whole(value, key, least)

    def wholes(self, key: str, *, least: int = 1) -> tuple[Money, ...]:
        """Return a list of whole numbers."""
        value = self._value(key, "a list of whole numbers", None)
        if isinstance(value, list):
            return tuple(self._as_whole(item, key, least) for item in value)
        if value is not None:
            self._no(key, "a list of whole numbers", value)
        return ()

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; none where the key is missing."""
        value = self._value(key, "a list of texts", [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._no(key, "a list of texts", value)
        return ()

    def table(self, key: str, *, needed: bool = False) -> "TomlTable":
        """Return the table under *key*; an empty one where it is missing."""
        value = self._value(key, "a table", None if needed else {})
        if value is not None and not isinstance(value, dict):
            self._no(key, "a table", value)
        return TomlTable(value if isinstance(value, dict) else {}, self._below(key), self.mistakes)

    def tables(self, key: str, name: str = "", known_by: str = "") -> Iterator["TomlTable"]:
        """Yield the tables of a list, each called *name* and the value of its key *known_by*."""
        value = self.raw.get(key, [])
        if not isinstance(value, list):
            self._no(key, "a list of tables", value)
            return
        for number, item in enumerate(value, start=1):
            label = f"{name or key} {number}"
            if not isinstance(item, dict):
                self._no(label, "a table", item)
                continue
            if known_by in item:
                label = f"{name or key} {item[known_by]}"
            yield TomlTable(item, self._below(label), self.mistakes)

    def amounts(self, key: str) -> dict[str, Money]:
        """Return a table of names and whole numbers; empty where it is missing."""
        table = self.table(key)
        return {name: table.whole(name) for name in table.raw}

    def names(self, key: str) -> dict[str, str]:
        """Return a table of names and texts; empty where it is missing."""
        table = self.table(key)
        return {name: table.text(name) for name in table.raw}

    def _below(self, label: str) -> str:
        return f"{self.where}, {label}"

    def _value(self, key: str, kind: str, otherwise: Any) -> Any:
        if key not in self.raw and otherwise is None:
            self.wrong("key-missing", key, kind=kind, near=likeliest(key, self.raw))
        return self.raw.get(key, otherwise)

    def _no(self, key: str, kind: str, value: Any) -> None:
        """Note that *value* is not of the *kind* that belongs there."""
        self.wrong("not-of-kind", key, value=_shown(value), kind=kind)

    def _as_whole(self, value: Any, key: str, least: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            self._no(key, "a whole number", value)
        elif not least <= value <= MOST:
            self.wrong("out-of-bounds", key, value=_shown(value), least=least, most=MOST)
        else:
            return value
        return least


def _shown(value: Any) -> str:
    """Return *value* as the file has it, cut short."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            shown = f'"{value}"'
        case _:
            shown = str(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."
