"""From the names, places and amounts of a scenario file to seats, spaces and numbers, by type."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar, get_args, get_origin

import msgspec

from companion.editions.model import BOARD_SIZE, Edition
from companion.errors import ScenarioError
from companion.game.commands import GAME_COMMANDS, AnyCommand, Situation, command_from
from companion.game.fields import fields_of, is_struct, kinds_of
from companion.scenario.amounts import amount_of, is_amount
from companion.scenario.file import Lot, broken, converted, within
from companion.scenario.places import is_place, space_at, spaces_at
from companion.words import CardId, Money, Option, Seat, Space

Table = TypeVar("Table", bound=msgspec.Struct)


class Reader:
    """Knows who sits where, and the board; turns what a file names into what the referee knows."""

    def __init__(self, players: tuple[str, ...], edition: Edition) -> None:
        self.players, self.edition = players, edition

    def command(self, step: Mapping[str, Any], where: str) -> AnyCommand | str:
        """Return the command of a step, or in words why it is malformed.

        Raises:
            ScenarioError: it names unknown keys, players, spaces or cards, or has wrong types.
        """
        fields = {name: value for name, value in step.items() if name != "then"}
        kind = GAME_COMMANDS.get(fields["do"])
        if kind is not None and issubclass(kind, Situation):
            fields = _as_in_given(fields, where)
        try:
            return command_from(self._fields(kind, fields, where) if kind else fields)
        except msgspec.ValidationError as error:
            return _malformed(error, where)

    def table(self, kind: type[Table], value: Any, where: str) -> Table:
        """Return a table of a file.

        Raises:
            ScenarioError: it names unknown keys, players or spaces, or has wrong types.
        """
        read: Table = converted(self.read(kind, value, where), kind, where)
        return read

    def read(self, kind: Any, value: Any, where: str) -> Any:
        """Return as plain data what stands where a *kind* is wanted; a wrong type stays as it is.

        Raises:
            ScenarioError: a player, a space, a card or an amount that there is not.
        """
        kinds = kinds_of(kind)
        if any(get_origin(one) is Literal and value in get_args(one) for one in kinds):
            return value
        if Seat in kinds:
            return self.seat(value, where)
        if not {Space, Lot}.isdisjoint(kinds):
            return self._space(kinds, value, where)
        if Money in kinds and is_amount(value):
            return amount_of(self.edition, len(self.players), value, where)
        if Option in kinds and is_place(value):
            return str(space_at(self.edition, value, where))
        if CardId in kinds and self.edition.card(str(value)) is None:
            raise ScenarioError(f"there is no card {value!r}", where=where)
        for one in kinds:
            made, of = get_origin(one) or one, get_args(one)
            if isinstance(value, Mapping) and made is dict:
                return self._entries(of, value, where)
            if isinstance(value, Mapping) and is_struct(made):
                return self._fields(made, value, where)
            if isinstance(value, list) and made in (list, tuple):
                return [said for each in value for said in self._several(of[0], each, where)]
        return value

    def seat(self, name: object, where: str) -> Seat:
        """Return a player's seat.

        Raises:
            ScenarioError: nobody of that name plays.
        """
        if name not in self.players:
            raise ScenarioError(
                f"nobody called {name!r} plays", where=where, mend=", ".join(self.players)
            )
        return Seat(self.players.index(str(name)))

    def party(self, name: object, where: str) -> Seat | None:
        """Return a player's seat, or None for the Bank."""
        return None if name == "bank" else self.seat(name, where)

    def by_seat(self, table: Mapping[str, Any], where: str) -> dict[Seat, Any]:
        """Return a table by players' names as one by seats."""
        return {self.seat(name, where): value for name, value in table.items()}

    # ---- what tables and lists are made of

    def _fields(
        self, kind: type[msgspec.Struct], table: Mapping[str, Any], where: str
    ) -> dict[str, Any]:
        kinds = fields_of(kind)
        return {
            name: self.read(kinds[name], value, within(where, name)) if name in kinds else value
            for name, value in table.items()
        }

    def _entries(self, of: Sequence[Any], table: Mapping[str, Any], where: str) -> dict[Any, Any]:
        """Return a table by players or spaces; a whole group stands for each lot of it."""
        by, what = of
        read = dict[Any, Any]()
        for key, value in table.items():
            for one in self._several(by, key, where):
                if one in read:
                    raise ScenarioError(f"lot {one} stands there twice", where=where)
                read[one] = self._entry(what, value, where)
        return read

    def _entry(self, kind: Any, value: Any, where: str) -> Any:
        """Return an entry of a table; where it may be nobody or nothing, `bank` or `false` is."""
        kinds = kinds_of(kind)
        if type(None) not in kinds:
            return self.read(kind, value, where)
        if value is True:
            raise ScenarioError("`true` is no number", where=where, mend="a number, or false")
        nothing = value == "bank" if Seat in kinds else value is False
        return None if nothing else self.read(kind, value, where)

    def _several(self, kind: Any, value: Any, where: str) -> Sequence[Any]:
        """Return what one item of a list, or one key, stands for."""
        kinds = kinds_of(kind)
        if not {Space, Lot}.isdisjoint(kinds) and is_place(value):
            found = spaces_at(self.edition, value, where)
            return [self._space(kinds, space, where) for space in found]
        return (self.read(kind, value, where),)

    def _space(self, kinds: Sequence[Any], said: object, where: str) -> Space:
        """Return a space of the board: said by what it is, or by its number; as a key that is text.

        Raises:
            ScenarioError: the board has no such space, or it is no lot where one is wanted.
        """
        if isinstance(said, str) and is_place(said):
            space = space_at(self.edition, said, where)
        else:
            text = str(said)
            digits = text.isascii() and text.isdecimal() and len(text) <= len(str(BOARD_SIZE))
            if isinstance(said, bool) or not digits or int(text) >= BOARD_SIZE:
                raise ScenarioError(f"there is no space {said!r}", where=where, mend="0 to 39")
            space = Space(int(text))
        if Lot in kinds and not self.edition.space(space).is_lot:
            raise ScenarioError(f"space {space} cannot be owned", where=where)
        return space


def _as_in_given(fields: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return a situation's fields with those that are written as in `given` rewritten."""
    read = dict(fields)
    if "owns" in read:
        owns = converted(read.pop("owns"), dict[str, list[Any]], f"{where}, owns")
        owner = converted(read.get("owner", {}), dict[str, Any], f"{where}, owner")
        read["owner"] = _owner_of_each(owns, f"{where}, owns") | owner
    if isinstance(read.get("mortgaged"), list):
        read["mortgaged"] = {str(lot): True for lot in read["mortgaged"]}
    return read


def _owner_of_each(owns: Mapping[str, list[Any]], where: str) -> dict[str, str]:
    owner: dict[str, str] = {}
    for name, lots in owns.items():
        for lot in lots:
            if str(lot) in owner:
                mend = "name it once"
                raise ScenarioError(f"lot {lot} has two owners", where=where, mend=mend)
            owner[str(lot)] = name
    return owner


def _malformed(error: msgspec.ValidationError, where: str) -> str:
    """Tell a number out of bounds, which the referee refuses, from a broken file."""
    signs = (", got `", "unknown field", "missing required", "Invalid value")
    if any(sign in str(error) for sign in signs):
        raise broken(error, where)
    return str(error)
