"""The arithmetic of an amount: from an event's facts back to the sum, and to a formula.

Facts that are reckoned with: `base`, `multiplier`, `dice`, `pieces` and `rate` are multiplied,
`parts` divides, `added` is added; `rounding` then rounds to multiples of `step`. Repairs are
`houses` times `house` and `hotels` times `hotel`. All other facts only say where these come from.
"""

from fractions import Fraction
from math import ceil, floor

from companion.game.event import Facts
from companion.words import Money

FACTORS = ("base", "multiplier", "dice", "pieces", "rate")
REPAIRS = (("houses", "house"), ("hotels", "hotel"))
SIGN = "×"


def has_arithmetic(facts: Facts) -> bool:
    """Return whether there is something to reckon with."""
    return "houses" in facts or any(name in facts for name in FACTORS)


def exact(facts: Facts) -> Fraction:
    """Return the sum before it is rounded."""
    if "houses" in facts:
        pairs = ((Fraction(facts[count]), Fraction(facts[each])) for count, each in REPAIRS)
        return sum((count * each for count, each in pairs), Fraction(0))
    product: Fraction | int = 1
    for name in FACTORS:
        if name in facts:
            product *= _number(facts[name])
    quotient = Fraction(product) / _number(facts["parts"]) if "parts" in facts else product
    return Fraction(quotient + _number(facts.get("added", 0)))


def _number(fact: int | str) -> Fraction | int:
    return fact if isinstance(fact, int) else Fraction(fact)


def reckoned(facts: Facts) -> Money:
    """Return the amount that facts lead to."""
    step = Fraction(facts.get("step", 1))
    steps = exact(facts) / step
    match facts.get("rounding", "down"):
        case "up":
            whole = ceil(steps)
        case "half-up":
            whole = floor(steps + Fraction(1, 2))
        case _:
            whole = floor(steps)
    return int(whole * step)


def is_rounded(facts: Facts) -> bool:
    """Return whether the amount is another than what was reckoned exactly."""
    return exact({**facts, "added": 0}) != reckoned(facts)


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
