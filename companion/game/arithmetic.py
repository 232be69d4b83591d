"""The arithmetic of an amount: from an event's facts back to the sum, and to a formula.

Facts that are reckoned with: `base`, `multiplier`, `dice`, `pieces` and `rate` are multiplied,
`parts` divides, `added` is added; `rounding` then rounds to multiples of `step`. Repairs are
`houses` times `house` and `hotels` times `hotel`. All other facts only say where these come from.
"""

from fractions import Fraction
from functools import cache

from companion.game.terms import Facts
from companion.words import Money

FACTORS = ("base", "multiplier", "dice", "pieces", "rate")
RECKONED = frozenset((*FACTORS, "houses"))
REPAIRS = (("houses", "house"), ("hotels", "hotel"))
SIGN = "×"


def has_arithmetic(facts: Facts) -> bool:
    """Return whether there is something to reckon with."""
    return not RECKONED.isdisjoint(facts)


def reckoned(facts: Facts) -> Money:
    """Return the amount that facts lead to."""
    return _rounded(*_quotient(facts), facts)


def _rounded(above: int, below: int, facts: Facts) -> Money:
    step = int(facts.get("step", 1))
    parts = below * step
    match facts.get("rounding", "down"):
        case "up":
            steps = -(-above // parts)
        case "half-up":
            steps = (2 * above + parts) // (2 * parts)
        case _:
            steps = above // parts
    return steps * step


def is_rounded(facts: Facts) -> bool:
    """Return whether the amount is another than what was reckoned exactly."""
    if "added" in facts:
        above, below = _quotient({**facts, "added": 0})
        return above != below * reckoned(facts)
    above, below = _quotient(facts)
    return above != below * _rounded(above, below, facts)


def _quotient(facts: Facts) -> tuple[int, int]:
    """Return the sum before it is rounded, as numerator and denominator.

    Two whole numbers: a `Fraction` does no more, and takes much longer.
    """
    if "houses" in facts:
        return sum(int(facts[count]) * int(facts[each]) for count, each in REPAIRS), 1
    above, below = 1, 1
    for name in FACTORS:
        if name in facts:
            factor, part = _ratio(facts[name])
            above, below = above * factor, below * part
    if "parts" in facts:
        part, factor = _ratio(facts["parts"])
        above, below = above * factor, below * part
    if "added" in facts:
        more, part = _ratio(facts["added"])
        above, below = above * part + more * below, below * part
    return above, below


def _ratio(fact: int | str) -> tuple[int, int]:
    return (fact, 1) if isinstance(fact, int) else _ratio_of(fact)


@cache
def _ratio_of(rate: str) -> tuple[int, int]:
    """Return a rate as numerator and denominator; an edition has few of them."""
    return Fraction(rate).as_integer_ratio()


def formula(facts: Facts) -> str:
    """Return the arithmetic in the signs of all languages: `10 × 7`; empty, if there is none."""
    if "houses" in facts:
        return " + ".join(f"{facts[count]} {SIGN} {facts[each]}" for count, each in REPAIRS)
    product = f" {SIGN} ".join(str(facts[name]) for name in FACTORS if name in facts)
    if product and "parts" in facts:
        product += f" ÷ {facts['parts']}"
    if product and "added" in facts:
        product += f" + {facts['added']}"
    return product.replace("+ -", "− ")
