"""What the fields of a command or an event say, in the names and amounts of their game."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args, get_origin

import msgspec

from companion.editions.model import Edition
from companion.game.fields import fields_of, kinds_of
from companion.table.commands import COMMANDS
from companion.words import Money, Seat, Space

_OF_NOBODY = {"owner": "bank", "jailed": "free"}
"""What is said of nobody, or of nothing, by the field."""


class Wording:
    """Says things in the names of one game.

    Args:
        edition: as it is played.
        players: their names by seat.
    """

    def __init__(self, edition: Edition, players: tuple[str, ...]) -> None:
        self._edition, self._players = edition, players

    def fields(self, struct: msgspec.Struct, *without: str) -> Iterator[tuple[str, str]]:
        """Yield the fields that say something, with what they say; those of *without* left out."""
        kinds = fields_of(type(struct))
        for field in _parts(type(struct)):
            value = getattr(struct, field.name)
            empty = value in (None, (), {}) or value == field.default
            if field.name not in without and not empty:
                yield field.name, self.said(field.name, kinds[field.encode_name], value)

    def command(self, plain: Mapping[str, Any]) -> str:
        """Return what a record's command asked for, its word left aside."""
        try:
            told = dict(self.fields(msgspec.convert(plain, COMMANDS[plain["do"]], str_keys=True)))
        except (KeyError, msgspec.ValidationError):  # as an older version wrote it
            rest = {name: value for name, value in plain.items() if name != "do" and value}
            told = {name: self.said(name, object, value) for name, value in rest.items()}
        return ", ".join(f"{name} {said}" for name, said in told.items())

    def name(self, seat: int) -> str:
        """Return who sits at a seat."""
        return self._players[seat] if 0 <= seat < len(self._players) else f"seat {seat}"

    def said(self, name: str, kind: Any, value: Any) -> str:
        """Return a *value* of the field *name* and of this *kind* as people say it."""
        kinds = kinds_of(kind)
        match value:
            case None:
                return _OF_NOBODY.get(name, "nothing")
            case bool():
                return "yes" if value else "no"
            case int() if Seat in kinds:
                return self.name(value)
            case int() if Space in kinds:
                return f"{self._edition.spaces[value].name} ({value})"
            case int() if Money in kinds:
                return self._edition.currency.written(value)
            case msgspec.Struct():
                return ", ".join(f"{part} {said}" for part, said in self.fields(value)) or "nothing"
            case Mapping():
                return self._table(name, _within(kinds) or (str, object), value)
            case tuple() | list():
                return self._row(name, _within(kinds) or (object,), value)
        return str(value)

    def _table(self, name: str, kinds: tuple[Any, ...], table: Mapping[Any, Any]) -> str:
        by, what = kinds
        pairs = ((self.said("", by, key), self.said(name, what, one)) for key, one in table.items())
        return ", ".join(f"{key} {one}" for key, one in pairs)

    def _row(self, name: str, kinds: tuple[Any, ...], row: Sequence[Any]) -> str:
        kinds += kinds[-1:] * (len(row) - len(kinds))
        said = [self.said(name, kind, one) for kind, one in zip(kinds, row, strict=False)]
        plain = all(isinstance(one, str | int) for one in row) and Space not in kinds_of(kinds[0])
        return (" " if plain else ", ").join(said) or "nothing"


_parts = cache(msgspec.structs.fields)


def _within(kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return of what a table or a row is made, where one of these kinds is that."""
    made = (get_args(kind) for kind in kinds if get_origin(kind) in (dict, Mapping, tuple, list))
    return tuple(one for one in next(made, ()) if one is not Ellipsis)
