"""Whole amounts: what is reckoned is rounded to the smallest amount that notes can settle."""

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import TypeVar

from companion.editions.parameters import Parameters
from companion.rules.registry import rule
from companion.words import Money

Sum = TypeVar("Sum", int, Decimal, Fraction)

ROUNDINGS: Mapping[str, str] = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "half-up": ROUND_HALF_UP}


def rounded_up(rules: Parameters, amount: Sum) -> Money:
    """Return *amount*, or the next sum above it that can be settled."""
    step = rules.smallest_amount
    beyond = amount % step
    return int(amount - beyond) + (step if beyond else 0)


def rounded(rules: Parameters, amount: Decimal, rounding: str) -> Money:
    """Return *amount* as a sum that can be settled, rounded as *rounding* says."""
    step = rules.smallest_amount
    return int((amount / step).to_integral_value(ROUNDINGS[rounding])) * step


def told_as(rules: Parameters, rounding: str) -> dict[str, int | str]:
    """Return the facts that say how an amount was rounded."""
    return {"rounding": rounding, "step": rules.smallest_amount}


@rule("bank/smallest-amount")
def settles(rules: Parameters, amount: Money) -> bool:
    """Return whether notes can settle *amount* to the last unit."""
    return amount % rules.smallest_amount == 0
