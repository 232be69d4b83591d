"""What a count proves about a rate."""

import math
from collections.abc import Callable


def bounds(hits: int, of: int, miss: float = 0.05) -> tuple[float, float]:
    """Return between what rates the true one lies, but for a probability of *miss*.

    Exact, by halving: C. J. Clopper and E. S. Pearson, The Use of Confidence or Fiducial Limits
    (1934). Of nothing: 0 and 1.
    """
    if not of:
        return 0.0, 1.0
    low = 0.0 if hits == 0 else _halved(lambda p: 1 - _at_most(hits - 1, of, p) < miss / 2)
    high = 1.0 if hits == of else _halved(lambda p: _at_most(hits, of, p) > miss / 2)
    return low, high


def below(of: int, miss: float = 0.05) -> float:
    """Return under what rate the true one lies when nothing was hit: the bound on one side alone.

    About 3/n: were the rate larger, no hit in *of* would happen in fewer than *miss* of all cases.
    """
    return float(1.0 - miss ** (1.0 / of)) if of else 1.0


def _halved(is_below: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low


def _at_most(hits: int, of: int, part: float) -> float:
    """Return the probability of at most so many hits of so many, 0 < *part* < 1.

    By logarithms: of some thousands none at all may be less than any number there is.
    """
    yes, no = math.log(part), math.log1p(-part)
    terms = (
        math.lgamma(of + 1) - math.lgamma(k + 1) - math.lgamma(of - k + 1) + k * yes + (of - k) * no
        for k in range(hits + 1)
    )
    return min(1.0, math.fsum(math.exp(term) for term in terms))
