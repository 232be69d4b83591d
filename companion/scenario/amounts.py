"""Amounts said by what they are: `price(street:first) - 1`, worked out from the edition's file.

The arithmetic is the room's own: a rule that is wrong must not be wrong here too.
"""

import re
from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal

from companion.editions.model import BOARD_SIZE, BoardSpace, Edition
from companion.errors import ScenarioError
from companion.scenario.places import space_at
from companion.words import Space

_MOST = 200  # signs in an amount
_TOKEN = re.compile(
    r"\s*(?:(?P<of>[a-z]+)\(\s*(?P<place>[a-z0-9:.-]+)\s*(?:,\s*(?P<nth>[1-9])\s*)?\)"
    r"|(?P<name>[a-z_]+)|(?P<number>[0-9]{1,9})|(?P<sign>//|[-+*()]))\s*"
)
_ROUNDED = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "half-up": ROUND_HALF_UP}


def _interest(edition: Edition, space: BoardSpace) -> int:
    rules = edition.parameters
    steps = space.mortgage * rules.mortgage_interest / rules.smallest_amount
    rounding = _ROUNDED[rules.mortgage_interest_rounding]
    return int(Decimal(steps).to_integral_value(rounding)) * rules.smallest_amount


OF_A_SPACE: Mapping[str, Callable[[Edition, BoardSpace], int]] = {
    "price": lambda _, space: space.price,
    "mortgage": lambda _, space: space.mortgage,
    "interest": _interest,
    "redeem": lambda edition, space: space.mortgage + _interest(edition, space),
    "house": lambda _, space: space.house_cost,
    "tax": lambda _, space: space.amount,
}
"""What stands on a deed or a space, or follows from it; `rent(LOT, n)` beside these."""

OF_THE_GAME: Mapping[str, Callable[[Edition, int], int]] = {
    "start": lambda edition, players: edition.starting_cash_of(players),
    "salary": lambda edition, _: edition.parameters.go_salary,
    "fine": lambda edition, _: edition.parameters.jail_fine,
}
"""Amounts of the game; any other whole number of `[parameters]` goes by its own name."""


def is_amount(value: object) -> bool:
    """Return whether *value* says an amount by what it is; a number in quotes does not."""
    return isinstance(value, str) and re.search("[a-z]", value) is not None


def amount_of(edition: Edition, players: int, text: str, where: str) -> int:
    """Return the amount that *text* means in this edition, at a table of so many players.

    Raises:
        ScenarioError: it is no sum of known amounts.
    """
    return _Sum(edition, players, text, where).worked_out()


class _Sum:
    """One amount being read from left to right."""

    def __init__(self, edition: Edition, players: int, text: str, where: str) -> None:
        self._edition, self._players, self._text, self._where = edition, players, text, where
        self._rest = list[re.Match[str]]()
        at = 0
        while at < len(text):
            token = _TOKEN.match(text, at) if len(text) <= _MOST else None
            if token is None:
                raise self._wrong(text[at : at + 20])
            self._rest.append(token)
            at = token.end()

    def worked_out(self) -> int:
        amount = self._added()
        if self._rest:
            raise self._wrong(self._rest[0][0])
        return amount

    def _added(self) -> int:
        amount = self._multiplied()
        while sign := self._taken("+", "-"):
            more = self._multiplied()
            amount += more if sign == "+" else -more
        return amount

    def _multiplied(self) -> int:
        amount = self._one()
        while sign := self._taken("*", "//"):
            by = self._one()
            if sign == "//" and not by:
                raise self._wrong("// 0")
            amount = amount * by if sign == "*" else amount // by
        return amount

    def _one(self) -> int:
        if self._taken("("):
            amount = self._added()
            if not self._taken(")"):
                raise self._wrong("(")
            return amount
        if not self._rest or self._rest[0]["sign"]:
            raise self._wrong(self._rest[0][0] if self._rest else self._text)
        token = self._rest.pop(0)
        if token["number"]:
            return int(token["number"])
        return self._of_game(token["name"]) if token["name"] else self._of_space(token)

    def _taken(self, *signs: str) -> str:
        """Take the next sign, if it is one of these."""
        there = self._rest[0]["sign"] if self._rest else None
        return self._rest.pop(0)["sign"] if there in signs else ""

    def _of_game(self, name: str) -> int:
        if name in OF_THE_GAME:
            return OF_THE_GAME[name](self._edition, self._players)
        amount = getattr(self._edition.parameters, name, None)
        if not isinstance(amount, int) or isinstance(amount, bool):
            raise self._wrong(name)
        return amount

    def _of_space(self, token: re.Match[str]) -> int:
        name, place, nth = token["of"], token["place"], int(token["nth"] or 0)
        if place.isdecimal() and int(place) < BOARD_SIZE:
            space = self._edition.space(Space(int(place)))
        else:
            space = self._edition.space(space_at(self._edition, place, self._where))
        if name == "rent" and space.kind != "utility":
            nth -= bool(nth and space.kind == "station")
            amount = space.rents[nth] if nth < len(space.rents) else 0
        elif name in OF_A_SPACE and not nth:
            amount = OF_A_SPACE[name](self._edition, space)
        else:
            amount = 0
        if not amount:
            raise self._wrong(token[0].strip())
        return amount

    def _wrong(self, part: str) -> ScenarioError:
        what = f"{part.strip()!r} in {self._text[:_MOST]!r} is no amount of {self._edition.id}"
        mend = (
            f"a sum of {', '.join(OF_THE_GAME)}, a whole number of [parameters],"
            f" {', '.join(f'{name}(LOT)' for name in OF_A_SPACE)}, rent(LOT, 2)"
        )
        return ScenarioError(what, where=self._where, mend=mend)
