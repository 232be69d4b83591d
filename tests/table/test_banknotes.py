"""Amounts are paid in the fewest notes, and change comes back where they do not fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.editions.load import load_edition
from companion.table.cash.banknotes import exact, exchange, moved, spread, worth
from tests.support.booked import EDITIONS

CLASSIC = (1, 5, 10, 20, 50, 100, 500)
MARKS = (20, 50, 100, 500, 1000, 2000, 10000)

purses = st.dictionaries(st.sampled_from(CLASSIC), st.integers(0, 6), max_size=7)


@pytest.mark.parametrize(
    ("amount", "notes", "gives", "back"),
    [
        (90, CLASSIC, {50: 1, 20: 2}, {}),
        (1500, CLASSIC, {500: 3}, {}),
        (60, MARKS, {20: 3}, {}),  # greed would take the 50 first, and be stuck
        (10, MARKS, {50: 1}, {20: 2}),
        (30, MARKS, {50: 1}, {20: 1}),
    ],
)
def test_the_bank_pays_in_the_fewest_notes(
    amount: int, notes: tuple[int, ...], gives: dict[int, int], back: dict[int, int]
) -> None:
    told = exchange(amount, notes)
    assert told is not None
    assert (told.gives, told.back) == (gives, back)


def test_who_has_not_the_notes_gives_a_larger_one_and_gets_change() -> None:
    told = exchange(60, CLASSIC, {100: 1, 5: 1}, {20: 2, 1: 3})
    assert told is not None
    assert (told.gives, told.back, told.by_bank) == ({100: 1}, {20: 2}, False)


def test_who_has_no_change_leaves_it_to_the_bank() -> None:
    told = exchange(60, CLASSIC, {100: 1}, {500: 1})
    assert told is not None
    assert (told.gives, told.back, told.by_bank) == ({100: 1}, {20: 2}, True)


def test_of_a_purse_that_cannot_be_known_the_sum_is_told_as_from_the_bank() -> None:
    told = exchange(60, CLASSIC, {1: 3}, None)
    assert told is not None
    assert told.gives == {50: 1, 10: 1}


def test_without_known_notes_there_is_nothing_to_tell() -> None:
    assert exchange(60, ()) is None


def test_what_no_notes_come_to_is_not_told() -> None:
    assert exchange(5, MARKS) is None


@given(st.integers(1, 30_000), purses, purses)
def test_what_is_given_less_what_comes_back_is_the_amount(
    amount: int, giver: dict[int, int], taker: dict[int, int]
) -> None:
    told = exchange(amount, CLASSIC, giver, taker)
    assert told is not None
    assert worth(told.gives) - worth(told.back) == amount
    if worth(giver) >= amount:
        assert all(giver.get(value, 0) >= count for value, count in told.gives.items())
    if not told.by_bank:
        assert all(taker.get(value, 0) >= count for value, count in told.back.items())


@given(st.integers(0, 3000), purses)
def test_nothing_pays_exactly_with_fewer_notes(amount: int, purse: dict[int, int]) -> None:
    told = exact(amount, CLASSIC[::-1], purse)
    assert (None if told is None else sum(told.values())) == fewest(amount, purse)


def fewest(amount: int, purse: dict[int, int]) -> int | None:
    """Return the same by counting up every sum that the notes can make."""
    best = {0: 0}
    for value, count in purse.items():
        for _note in range(count):
            for total, number in [*best.items()]:
                known = best.get(total + value)
                best[total + value] = number + 1 if known is None else min(known, number + 1)
    return best.get(amount)


OPENING = load_edition("us-classic").start_notes


@given(st.integers(0, 5000))
def test_likely_notes_come_to_what_is_held(amount: int) -> None:
    assert worth(spread(amount, CLASSIC, OPENING)) == amount


def test_whoever_has_the_opening_money_likely_has_it_as_it_was_shared_out() -> None:
    assert spread(1500, CLASSIC, OPENING) == OPENING
    assert spread(30, CLASSIC, OPENING) == {5: 5, 1: 5}


def test_what_no_notes_come_to_is_in_no_purse() -> None:
    marks = load_edition("de-dm").start_notes
    assert spread(10, MARKS, marks) == {}
    assert worth(spread(30_050, MARKS, marks)) == 30_050


@given(purses, purses)
def test_an_exchange_moves_as_much_as_it_says(purse: dict[int, int], gains: dict[int, int]) -> None:
    after = moved(purse, gains=gains, loses={5: 2})
    assert worth(after) == worth(purse) + worth(gains) - 10


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_opening_money_of_each_edition_can_be_counted_out(edition: str) -> None:
    """All editions but one name their notes; of that one no source tells them."""
    known = load_edition(edition)
    if not known.notes:
        assert edition == "it-eg"
        return
    cash = known.starting_cash_of(4)
    assert worth(known.start_notes) == cash
    told = exchange(cash, known.notes)
    assert told is not None
    assert not told.back
