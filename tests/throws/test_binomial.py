"""Bounds are exact: held against probabilities counted one by one."""

from math import comb

import pytest

from companion.throws.binomial import below, bounds


def at_most(hits: int, of: int, part: float) -> float:
    return sum(comb(of, k) * part**k * (1 - part) ** (of - k) for k in range(hits + 1))


@pytest.mark.parametrize(("hits", "of"), [(1, 5), (3, 300), (150, 300), (299, 300)])
@pytest.mark.parametrize("miss", [0.05, 0.01])
def test_beyond_each_bound_lies_half_of_what_is_missed(hits: int, of: int, miss: float) -> None:
    low, high = bounds(hits, of, miss)
    assert low < hits / of < high
    assert at_most(hits, of, high) == pytest.approx(miss / 2)
    assert 1 - at_most(hits - 1, of, low) == pytest.approx(miss / 2)


def test_none_of_300_is_below_1_percent_and_of_3000_below_a_tenth() -> None:
    assert 0.0099 < below(300) < 0.01
    assert 0.00099 < below(3000) < 0.001
    assert bounds(0, 300)[0] == 0.0
    assert bounds(0, 300)[1] == pytest.approx(1 - 0.025 ** (1 / 300))


def test_all_and_nothing_are_told_from_no_trial() -> None:
    assert bounds(0, 0) == (0.0, 1.0)
    assert below(0) == 1.0
    assert bounds(5, 5)[1] == 1.0


def test_many_thousands_are_no_matter() -> None:
    low, high = bounds(5_000, 100_000)
    assert 0.0486 < low < 0.05 < high < 0.0514
