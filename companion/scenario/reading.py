"""From the names and numbers of a scenario file to seats, spaces and commands."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.editions.model import BOARD_SIZE, Edition
from companion.errors import ScenarioError
from companion.game.commands import AnyCommand, command_from
from companion.scenario.file import mend_of
from companion.words import Seat, Space

SITUATIONS = ("correct", "take-over")
"""Commands that say how the table stands, in the keys of `given`."""


class Reader:
    """Knows who sits where; turns what a file names into what the referee understands."""

    def __init__(self, players: tuple[str, ...], edition: Edition) -> None:
        self.players, self.edition = players, edition

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

    def space(self, number: object, where: str) -> Space:
        """Return a space of the board; as a table's key it is written as text.

        Raises:
            ScenarioError: the board has no such space.
        """
        text = str(number)
        digits = text.isascii() and text.isdecimal() and len(text) <= len(str(BOARD_SIZE))
        if isinstance(number, bool) or not digits or int(text) >= BOARD_SIZE:
            raise ScenarioError(f"there is no space {number!r}", where=where, mend="0 to 39")
        return Space(int(text))

    def lot(self, number: object, where: str) -> Space:
        """Return a space that can be owned.

        Raises:
            ScenarioError: it cannot.
        """
        space = self.space(number, where)
        if not self.edition.space(space).is_lot:
            raise ScenarioError(f"space {space} cannot be owned", where=where)
        return space

    def by_seat(self, table: object, where: str) -> dict[Seat, Any]:
        """Return a table by players' names as one by seats."""
        return {self.seat(name, where): value for name, value in _table(table, where).items()}

    def by_space(self, table: object, where: str) -> dict[Space, Any]:
        """Return a table by spaces' numbers as one by spaces."""
        return {self.space(key, where): value for key, value in _table(table, where).items()}

    def command(self, step: Mapping[str, Any], where: str) -> AnyCommand | str:
        """Return the command of a step, or in words why it is malformed.

        Raises:
            ScenarioError: it names unknown keys, players, spaces or cards, or has wrong types.
        """
        fields = {k: v for k, v in step.items() if k != "then"}
        if fields["do"] in SITUATIONS:
            fields = self._as_in_then(fields, where)
        for name, read in self._fields(fields["do"]).items():
            if name in fields:
                fields[name] = read(fields[name], f"{where}, {name}")
        if "card" in fields and self.edition.card(str(fields["card"])) is None:
            raise ScenarioError(f"there is no card {fields['card']!r}", where=where)
        try:
            return command_from(fields)
        except msgspec.ValidationError as error:
            return _malformed(str(error), where)

    def _as_in_then(self, fields: Mapping[str, Any], where: str) -> dict[str, Any]:
        """Return a correction's fields with those that are written as in `given` rewritten."""
        read = dict(fields)
        if "owns" in read:
            owns = _table(read.pop("owns"), f"{where}, owns")
            read["owner"] = {
                **_owner_of_each(owns, f"{where}, owns"),
                **_table(read.get("owner", {}), f"{where}, owner"),
            }
        if isinstance(read.get("mortgaged"), list):
            read["mortgaged"] = {str(lot): True for lot in read["mortgaged"]}
        return read

    def _fields(self, do: str) -> dict[str, Callable[[Any, str], Any]]:
        """Return how each field of a command is to be read, where that is not as it stands."""
        fields: dict[str, Callable[[Any, str], Any]] = {
            "by": self.seat,
            "to": self.seat if do != "pay" else self._other_party,
            "player": self.seat,
        }
        fields["lot"] = self.space
        fields["lots"] = self._lots
        if do == "deal":
            fields["lots"] = self._deal
        if do == "offer":
            fields["to"], fields["later"] = self._other_party, self._later
            fields["give"] = fields["take"] = self._goods
        if do in SITUATIONS:
            fields |= dict.fromkeys(("cash", "at", "laps", "holds"), self.by_seat)
            fields |= dict.fromkeys(("mortgaged", "buildings"), self.by_space)
            fields["owner"] = self._owners
            fields["jailed"] = self.jailed
        if do == "take-over":
            fields["turn"], fields["out"] = self.seat, self._seats
        if do == "book-late":
            fields |= dict.fromkeys(("payer", "payee"), self._other_party)
        return fields

    def _seats(self, names: object, where: str) -> list[Seat]:
        return [self.seat(name, where) for name in _list(names, where)]

    def _lots(self, lots: object, where: str) -> object:
        if isinstance(lots, Mapping):
            return self.by_space(lots, where)
        if isinstance(lots, list):
            return [self.space(lot, where) for lot in lots]
        return lots

    def _deal(self, lots: object, where: str) -> dict[Seat, Any]:
        return {seat: self._lots(dealt, where) for seat, dealt in self.by_seat(lots, where).items()}

    def _other_party(self, name: object, where: str) -> object:
        return name if name == "bank" else self.seat(name, where)

    def _goods(self, goods: object, where: str) -> dict[str, Any]:
        read = dict(_table(goods, where))
        if "lots" in read:
            read["lots"] = self._lots(read["lots"], where)
        return read

    def _later(self, later: object, where: str) -> dict[str, Any]:
        read = dict(_table(later, where))
        if "by" in read:
            read["by"] = self.seat(read["by"], where)
        return read

    def _owners(self, table: object, where: str) -> dict[Space, Seat | None]:
        owners = self.by_space(table, where)
        return {space: self.party(name, where) for space, name in owners.items()}

    def jailed(self, table: object, where: str) -> dict[Seat, int | None]:
        """Return who is in jail since how many turns: 0 is in jail, `false` is not.

        Raises:
            ScenarioError: `true`, which says too little.
        """
        turns = self.by_seat(table, where)
        if True in [spent for spent in turns.values() if isinstance(spent, bool)]:
            raise ScenarioError("`true` is no number of turns", where=where, mend="0, 1, 2, false")
        return {seat: None if spent is False else spent for seat, spent in turns.items()}


def _owner_of_each(owns: Mapping[str, Any], where: str) -> dict[str, str]:
    owner: dict[str, str] = {}
    for name, lots in owns.items():
        for lot in _list(lots, where):
            if str(lot) in owner:
                mend = "name it once"
                raise ScenarioError(f"lot {lot} has two owners", where=where, mend=mend)
            owner[str(lot)] = name
    return owner


def _malformed(error: str, where: str) -> str:
    """Tell a number out of bounds, which the referee refuses, from a broken file."""
    broken = (", got `", "unknown field", "missing required", "Invalid value")
    if any(sign in error for sign in broken):
        raise ScenarioError(error, where=where, mend=mend_of(error))
    return error


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise ScenarioError(f"{value!r} is no list", where=where, mend="write [ ... ]")
    return value


def _table(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{value!r} is no table", where=where, mend="write { ... }")
    return value
