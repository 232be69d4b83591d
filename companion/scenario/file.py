"""What a scenario file holds: the keys and types of contract and README, checked before play."""

import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from companion.editions.tomlfile import MOST
from companion.errors import ScenarioError
from companion.game.commands import Amount
from companion.words import Money, Seat, Space

Name: TypeAlias = str  # of a player
Names: TypeAlias = list[Name]
Lot: TypeAlias = Annotated[Space, "lot"]  # a space that can be owned
Whole: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Level: TypeAlias = Annotated[int, Meta(ge=0, le=5)]
Spent: TypeAlias = Annotated[int, Meta(ge=0, le=9)]


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all tables of a scenario file."""


class GivenRent(_Table, frozen=True, kw_only=True):
    """A rent that is open at the beginning."""

    from_: Seat = msgspec.field(name="from")
    to: Seat
    lot: Lot
    amount: Amount | None = None


class GivenBank(_Table, frozen=True, kw_only=True):
    """The supply, where it is not what the board leaves."""

    houses: Whole | None = None
    hotels: Whole | None = None


class Given(_Table, frozen=True, kw_only=True):
    """The situation to begin with; what is absent is as just after setting up."""

    turn: Seat | None = None
    cash: dict[Seat, Amount] = {}
    at: dict[Seat, Space] = {}
    owns: dict[Seat, list[Lot]] = {}
    mortgaged: list[Lot] = []
    buildings: dict[Lot, Level] = {}
    jailed: dict[Seat, Spent | None] = {}
    holds: dict[Seat, list[str]] = {}
    laps: dict[Seat, Whole] = {}
    bank: GivenBank = GivenBank()
    pot: Amount = 0
    out: list[Seat] = []
    doubles: Annotated[int, Meta(ge=0, le=2)] = 0
    rent: GivenRent | list[GivenRent] = []


class Between(_Table, frozen=True, kw_only=True):
    """A rent or a debt as it is expected; `to` of a debt may be `bank`."""

    from_: Name | None = msgspec.field(name="from", default=None)
    to: Name | None = None
    amount: Amount | None = None
    lot: Space | None = None


class ThenAuction(_Table, frozen=True, kw_only=True):
    """The running auction as it is expected."""

    lot: Space | Literal["house", "hotel"] | None = None
    price: Amount | None = None
    leader: Name | None = None


class Then(_Table, frozen=True, kw_only=True):
    """What is compared after a step, each key only as far as it is given."""

    cash: dict[Name, Amount] = {}
    at: dict[Name, Space] = {}
    holds: dict[Name, list[str]] = {}
    jailed: dict[Name, Spent | None] = {}
    laps: dict[Name, Whole] = {}
    pot: Amount = 0
    bank: GivenBank = GivenBank()
    owner: dict[Lot, Name] = {}
    buildings: dict[Lot, Level] = {}
    mortgaged: dict[Lot, bool] = {}
    turn: Name = ""
    asked: dict[Name, list[str]] = {}
    may: dict[Name, list[str]] = {}
    rent: Between | list[Between] | bool = False
    debt: Between | list[Between] | bool = False
    auction: ThenAuction | bool = False
    refused: str | bool = False
    cites: list[str] = []
    out: Names = []
    winner: Name | Names | bool = False
    worth: dict[Name, Money | Decimal] = {}


Step: TypeAlias = dict[str, Any]
"""`do`, the fields of that command, and `then`: `Then`."""


class ScenarioFile(_Table, frozen=True, kw_only=True):
    """A whole file."""

    title: Annotated[str, Meta(min_length=1)]
    edition: str
    rules: list[str] = []
    variants: list[str] = []
    house: dict[str, Any] = {}
    players: Names
    banker: Name = ""  # who keeps the Bank: a player, or `apart`
    ends: str | None = None  # when a game against the clock is over, as agreed
    given: dict[str, Any] | None = None  # `Given`
    step: Annotated[list[Step], Meta(min_length=1)]


RESERVED = ("", "bank", "nobody")
"""Words of the language that no player can be called by."""

_MENDS = {
    "int": "a whole number, without quotes",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "write [ ... ]",
    "object": "write { ... }",
}


def parsed(text: str) -> dict[str, Any]:
    """Return what stands in a file, with decimal fractions exact.

    Raises:
        ScenarioError: it is no TOML, or goes beyond what a file is for.
    """
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"no TOML: {error}") from None
    except RecursionError:
        raise ScenarioError(code="too-deep") from None
    except ValueError:
        raise ScenarioError(code="too-many-digits", most=MOST) from None


def mend_of(what: str) -> str:
    """Return how to mend what a reader of types complains of; empty, where that is in it."""
    missing = re.match(r"Object missing required field `(.+)`", what)
    if missing:
        return f"add {missing[1]}"
    if "unknown field" in what:
        return "take it out, or write it as in the description of scenario files"
    wanted = re.match(r"Expected `(\w+)[^`]*`, got", what)
    return _MENDS.get(wanted[1], "") if wanted else ""


def checked(raw: Mapping[str, Any]) -> ScenarioFile:
    """Return the file that *raw*, as TOML reads it, describes; `given` and steps as they stand.

    Raises:
        ScenarioError: a key that is missing or unknown, or a value of the wrong type.
    """
    file: ScenarioFile = converted(raw, ScenarioFile, "")
    for name in file.players:
        if name in RESERVED:
            what = f"nobody can be called {name!r}"
            raise ScenarioError(what, where="players", mend="give the player another name")
    for number, step in enumerate(file.step, start=1):
        converted(step.get("then", {}), dict[str, Any], f"step {number}, then")
    return file


def within(where: str, name: str) -> str:
    """Return where a key stands in the table that stands there."""
    return f"{where}.{name}" if where == "given" else ", ".join(filter(None, (where, name)))


def converted(raw: object, kind: Any, where: str) -> Any:
    """Return plain data as a *kind* of table.

    Raises:
        ScenarioError: a key that is missing or unknown, or a value of the wrong type.
    """
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise broken(error, where) from None


def broken(error: msgspec.ValidationError, where: str) -> ScenarioError:
    """Return what is wrong with types, and how to mend it, of what stands there."""
    what, _, path = str(error).partition(" - at `$")
    place = path.rstrip("`")
    at = within(where, place[1:]) if place.startswith(".") else where + place
    return ScenarioError(what, where=at, mend=mend_of(what))
