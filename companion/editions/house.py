"""The table `[parameters]`, and the house rules that change it."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from companion.editions.parameters import ByPlayers, Parameters, at_table_of
from companion.editions.tomlfile import MOST, TomlTable, likeliest
from companion.errors import EditionError, ErrorCode

_KINDS = MappingProxyType(get_type_hints(Parameters))
_CAME_LATER = frozenset(
    field.name for field in msgspec.structs.fields(Parameters) if not field.required
)
DEEDS = 28

_LEAST = MappingProxyType(  # where 0 would not be a game
    {
        "auction_opening_bid": 1,
        "auction_min_raise": 1,
        "doubles_to_jail": 1,
        "first_roll_dice": 1,
        "group_rent_multiplier": 1,
        "houses_per_hotel": 1,
        "jail_card_turns": 1,
        "jail_fine_voluntary_turns": 1,
        "jail_turns": 1,
        "players_max": 2,
        "players_min": 2,
        "smallest_amount": 1,
    }
)
_MOST = MappingProxyType(
    {"first_roll_dice": 2, "houses_per_hotel": 4, "players_max": 32, "players_min": 32}
)


def read_parameters(table: TomlTable) -> Parameters | None:
    """Return the parameters, or None with the mistakes noted in *table*."""
    noted = len(table.mistakes)
    for name in table.raw:
        if name not in _KINDS:
            table.wrong("key-unread", name, near=likeliest(name, _KINDS))
    for name, kind in _KINDS.items():
        if name not in table.raw and name not in _CAME_LATER:
            near = likeliest(name, table.raw.keys() - _KINDS.keys())
            if words := _words(kind):
                table.wrong("word-missing", name, words=words, near=near)
            else:
                table.wrong("key-missing", name, kind=_said(kind), near=near)
    values = {name: _value(table, name) for name in _KINDS.keys() & table.raw.keys()}
    if len(table.mistakes) > noted:
        return None
    parameters = Parameters(**values)
    for odd in _at_odds(parameters):
        table.wrong(odd.code, odd.name, **odd.facts)
    return parameters


def with_house_rules(
    parameters: Parameters, house: Mapping[str, object], where: str
) -> tuple[Parameters, dict[str, object]]:
    """Return the parameters that are played by, and those of *house* that change something.

    Args:
        parameters: the edition's own.
        house: parameters by name, as plain values of TOML or JSON.
        where: who asks for them, for the error.

    Raises:
        EditionError: a name or a value that is none; names it.
    """
    table = TomlTable(house, where, [])
    for name in house:
        if name not in _KINDS:
            place, near = f"{where}, {name}", likeliest(name, _KINDS)
            raise EditionError(code="no-house-rule", where=place, near=near)
    values = {name: _value(table, name) for name in house}
    if table.mistakes:
        raise table.mistakes[0]
    changed = {n: value for n, value in values.items() if value != getattr(parameters, n)}
    played = msgspec.structs.replace(parameters, **changed)
    for odd in _at_odds(played):
        raise EditionError(code=odd.code, where=f"{where}, {odd.name}", **odd.facts)
    return played, changed


class _Odd(NamedTuple):
    """Parameters that cannot go together."""

    name: str
    code: ErrorCode
    facts: Mapping[str, Any]


def _at_odds(rules: Parameters) -> Iterator[_Odd]:
    """Yield the parameters that cannot go together."""
    fewest, most = rules.players_min, rules.players_max
    if fewest > most:
        yield _Odd("players_min", "players-crossed", {"fewest": fewest, "most": most})
    for players in range(fewest, most + 1):
        deeds = at_table_of(players, rules.dealt_deeds, fewest)
        if deeds * players > DEEDS:
            facts = {"deeds": deeds, "players": players, "there": DEEDS, "most": DEEDS // players}
            yield _Odd("dealt_deeds", "too-many-deeds", facts)
            return


def house_as_kept(house: Mapping[str, object]) -> dict[str, object]:
    """Return house rules read from a record, where exact decimals are written as texts."""
    return {
        name: Decimal(value) if _KINDS.get(name) is Decimal and isinstance(value, str) else value
        for name, value in house.items()
    }


def _value(table: TomlTable, name: str) -> Any:
    """Return a parameter in the type it has; None, noted in *table*, if it does not fit."""
    given, kind = table.raw[name], _KINDS[name]
    try:
        value = msgspec.convert(given, kind)
    except msgspec.ValidationError:
        value = None
    for_no_table = kind == ByPlayers and value == ()
    if value is None or for_no_table or (kind is Decimal and isinstance(given, str)):
        words = get_args(kind) if get_origin(kind) is Literal else ()
        shown, near = _shown(given), likeliest(str(given), words)
        if words:
            table.wrong("unknown-word", name, value=shown, words=", ".join(words), near=near)
        else:
            table.wrong("not-of-kind", name, value=shown, kind=_said(kind))
        return None
    _check_bounds(table, name, value)
    return value


def _check_bounds(table: TomlTable, name: str, value: Any) -> None:
    match value:
        case bool():
            return
        case int():
            least, most = _LEAST.get(name, 0), _MOST.get(name, MOST)
            if not least <= value <= most:
                _beyond(table, name, value, (least, most))
        case tuple():
            for one in value:
                _check_bounds(table, name, one)
        case Decimal():
            if not (value.is_finite() and 0 <= value <= 1):
                _beyond(table, name, value, (0, 1))


def _beyond(table: TomlTable, name: str, value: int | Decimal, bounds: tuple[int, int]) -> None:
    least, most = bounds
    table.wrong("out-of-bounds", name, value=str(value), least=least, most=most)


def _words(kind: Any) -> str:
    """Return the words that a parameter may be, with commas; nothing where it is no word."""
    return ", ".join(get_args(kind)) if get_origin(kind) is Literal else ""


def _said(kind: Any) -> str:
    """Return what a value of *kind* is, as a person would say it."""
    plain = {
        bool: "true or false",
        int: "a whole number",
        Decimal: "a ratio such as 0.10",
        tuple[int, ...]: "a list of whole numbers",
        ByPlayers: "a whole number, or a list of them, one for each number of players",
    }
    return plain.get(kind, str(kind))


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)
