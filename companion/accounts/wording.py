"""What the fields of a command or an event say, in the names and amounts of their game."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from companion.editions.model import Edition
from companion.game.commands import command_from
from companion.words import Seat, Space

_AMOUNTS = {"amount", "price", "cost", "value", "interest", "paid", "cash", "before", "pot"}
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
        kinds = _kinds(type(struct))
        for field in msgspec.structs.fields(type(struct)):
            value = getattr(struct, field.name)
            empty = value in (None, (), {}) or value == field.default
            if field.name not in without and not empty:
                yield field.name, self.said(field.name, kinds[field.name], value)

    def command(self, plain: Mapping[str, Any]) -> str:
        """Return what a record's command asked for, its word left aside."""
        try:
            told = dict(self.fields(command_from(plain)))
        except msgspec.ValidationError:  # none of the referee's: a game that began
            rest = {name: value for name, value in plain.items() if name != "do" and value}
            told = {name: self.said(name, object, value) for name, value in rest.items()}
        return ", ".join(f"{name} {said}" for name, said in told.items())

    def name(self, seat: int) -> str:
        """Return who sits at a seat."""
        return self._players[seat] if 0 <= seat < len(self._players) else f"seat {seat}"

    def said(self, name: str, kind: Any, value: Any) -> str:
        """Return a *value* of the field *name* and of this *kind* as people say it."""
        kinds = (kind, *get_args(kind))
        match value:
            case None:
                return _OF_NOBODY.get(name, "nothing")
            case bool():
                return "yes" if value else "no"
            case int() if Seat in kinds:
                return self.name(value)
            case int() if Space in kinds:
                return f"{self._edition.spaces[value].name} ({value})"
            case int() if name in _AMOUNTS:
                return self._edition.currency.written(value)
            case msgspec.Struct():
                return ", ".join(f"{part} {said}" for part, said in self.fields(value)) or "nothing"
            case Mapping():
                return self._table(name, kind, value)
            case tuple() | list():
                return self._row(name, kind, value)
        return str(value)

    def _table(self, name: str, kind: Any, table: Mapping[Any, Any]) -> str:
        by, what = get_args(kind) or (str, object)
        pairs = ((self.said("", by, key), self.said(name, what, one)) for key, one in table.items())
        return ", ".join(f"{key} {one}" for key, one in pairs)

    def _row(self, name: str, kind: Any, row: tuple[Any, ...] | list[Any]) -> str:
        kinds = [one for one in get_args(kind) if one is not Ellipsis] or [object]
        kinds += kinds[-1:] * (len(row) - len(kinds))
        said = [self.said(name, kinds[n], one) for n, one in enumerate(row)]
        plain = all(isinstance(one, str | int) for one in row) and Space not in kinds
        return (" " if plain else ", ").join(said) or "nothing"


@cache
def _kinds(struct: type[msgspec.Struct]) -> Mapping[str, Any]:
    """Return the type of each field, what bounds it left aside."""
    return get_type_hints(struct)
