"""TOML text -> tables that know where they stand and note whatever is wrong in them.

A reader takes what it needs from a `Table`. A value that is missing or wrong is noted as a mistake
and a harmless stand-in is returned, so that one reading finds all mistakes. Whoever opened the
file looks at `mistakes` before using anything that was read.
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
        raise EditionError(
            f"this is no TOML: {_PLACE.sub('', what)}",
            where=f"{where}, line {line}",
            mend="a text stands in quotes, a list in [ ], and no key twice in a table",
            code="no-toml",
            facts={"line": int(line), "place": where},
        ) from error
    except RecursionError:
        raise EditionError(
            "lists or tables stand in each other too deeply",
            where=where,
            mend="two or three deep",
            code="too-deep",
        ) from None
    except ValueError:
        raise EditionError(
            "a number has too many digits",
            where=where,
            mend=f"at most {MOST}",
            code="too-many-digits",
            facts={"most": MOST},
        ) from None


def likeliest(word: str, among: Iterable[str]) -> str:
    """Return the word among these that was probably meant; "" if none is like it."""
    return next(iter(get_close_matches(word, [*among], n=1, cutoff=0.7)), "")


def nearest(word: str, among: Iterable[str], otherwise: str = "") -> str:
    """Return `did you mean ...?` with the likeliest of *among*, or *otherwise*."""
    near = likeliest(word, among)
    return f"did you mean {near!r}?" if near else otherwise


class Table:
    """One table of the file: typed values, each mistake noted with its place."""

    def __init__(self, raw: Mapping[str, Any], where: str, mistakes: list[EditionError]) -> None:
        self.raw, self.where, self.mistakes = raw, where, mistakes

    def wrong(
        self,
        what: str,
        key: str = "",
        mend: str = "",
        *,
        code: ErrorCode | None = None,
        **facts: str | int,
    ) -> None:
        """Note a mistake in this table, at *key*; *code* and *facts* say it on pages."""
        where = f"{self.where}, {key}" if key else self.where
        self.mistakes.append(EditionError(what, where=where, mend=mend, code=code, facts=facts))

    def knows(self, *keys: str) -> None:
        """Note every key that is none of *keys*."""
        for key in [key for key in self.raw if key not in keys]:
            mend = nearest(key, keys, otherwise="take it out")
            near = likeliest(key, keys)
            what = "nobody reads a key of this name"
            self.wrong(what, key, mend, code="key-unread", near=near)

    def text(self, key: str, otherwise: str | None = None) -> str:
        """Return a text; without *otherwise* it must be there and not be empty."""
        value = self._value(key, "a text in quotes", otherwise)
        if isinstance(value, str) and (value or otherwise is not None):
            return value
        if value is not None:
            self._no(f"{_shown(value)} is no text", key, "a text in quotes", value)
        return ""

    def word(self, key: str, among: Iterable[str]) -> str:
        """Return one of a closed set of words."""
        words, value = [*among], self.text(key)
        if value and value not in words:
            self.wrong(
                f"{value!r} is unknown here",
                key,
                nearest(value, words, "one of " + ", ".join(words)),
                code="unknown-word",
                value=value,
                words=", ".join(words),
                near=likeliest(value, words),
            )
        return value

    def yes(self, key: str, *, otherwise: bool) -> bool:
        """Return true or false."""
        value = self._value(key, "true or false", otherwise)
        if isinstance(value, bool):
            return value
        what = f"{_shown(value)} is neither true nor false"
        self._no(what, key, "true or false", value, mend="true or false, no quotes")
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
            what, mend = f"{_shown(value)} is no list", "whole numbers between [ and ]"
            self._no(what, key, "a list of whole numbers", value, mend=mend)
        return ()

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts; none where the key is missing."""
        value = self._value(key, "a list of texts", [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        what, mend = f"{_shown(value)} is no list of texts", "texts between [ and ]"
        self._no(what, key, "a list of texts", value, mend=mend)
        return ()

    def table(self, key: str, *, needed: bool = False) -> "Table":
        """Return the table under *key*; an empty one where it is missing."""
        value = self._value(key, "a table", None if needed else {})
        if value is not None and not isinstance(value, dict):
            what, mend = f"{_shown(value)} is no table", f"[{key}] or {{ name = value }}"
            self._no(what, key, "a table", value, mend=mend)
        return Table(value if isinstance(value, dict) else {}, self._below(key), self.mistakes)

    def tables(self, key: str, name: str = "", known_by: str = "") -> Iterator["Table"]:
        """Yield the tables of a list, each called *name* and the value of its key *known_by*."""
        value = self.raw.get(key, [])
        if not isinstance(value, list):
            what, mend = f"{_shown(value)} is no list of tables", f"[[{key}]] before each"
            self._no(what, key, "a list of tables", value, mend=mend)
            return
        for number, item in enumerate(value, start=1):
            label = f"{name or key} {number}"
            if not isinstance(item, dict):
                what = f"{_shown(item)} is no table"
                self._no(what, label, "a table", item, mend="{ name = value }")
                continue
            if known_by in item:
                label = f"{name or key} {item[known_by]}"
            yield Table(item, self._below(label), self.mistakes)

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
            lacking = f"[{key}]" if kind == "a table" else f"{key} = {kind}"
            mend = nearest(key, self.raw, f"add {lacking}")
            near = likeliest(key, self.raw)
            self.wrong("this key is missing", key, mend, code="key-missing", kind=kind, near=near)
        return self.raw.get(key, otherwise)

    def _no(self, what: str, key: str, kind: str, value: Any, *, mend: str = "") -> None:
        """Note that *value* is not of the *kind* that belongs there."""
        shown = _shown(value)
        self.wrong(what, key, mend or kind, code="not-of-kind", value=shown, kind=kind)

    def _as_whole(self, value: Any, key: str, least: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            what = f"{_shown(value)} is no whole number"
            self._no(what, key, "a whole number", value, mend="digits only, no quotes")
        elif not least <= value <= MOST:
            bound = f"at least {least}" if value < least else f"at most {MOST}"
            said = f"{value} cannot be meant"
            shown, most = _shown(value), MOST
            self.wrong(said, key, bound, code="out-of-bounds", value=shown, least=least, most=most)
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
