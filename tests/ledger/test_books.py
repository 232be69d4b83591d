"""Double entry: what does not balance cannot be, and balances are what was posted."""

from functools import reduce

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import UnbalancedError
from companion.ledger.books import Books
from companion.ledger.entries import Account, Entry, Posting, Unit, joined, transfer

BANK, ANN, BOB = Account("bank"), Account("seat-0"), Account("seat-1")

transfers = st.builds(
    transfer,
    st.just("some reason"),
    st.sampled_from([BANK, ANN, BOB]),
    st.sampled_from([BANK, ANN, BOB]),
    st.integers(-(10**9), 10**9),
    st.sampled_from(Unit),
)


def test_an_entry_that_does_not_balance_cannot_exist() -> None:
    with pytest.raises(UnbalancedError, match="rent: cash does not balance"):
        Entry("rent", (Posting(ANN, Unit.CASH, -10), Posting(BOB, Unit.CASH, 9)))


def test_units_do_not_balance_each_other() -> None:
    with pytest.raises(UnbalancedError, match="house"):
        Entry("swap", (Posting(ANN, Unit.HOUSE, -1), Posting(BOB, Unit.HOTEL, 1)))


def test_a_stored_entry_that_does_not_balance_is_not_read() -> None:
    stored = b'{"memo":"x","postings":[{"account":"bank","unit":"cash","quantity":1}]}'
    with pytest.raises((UnbalancedError, msgspec.ValidationError)):
        msgspec.json.decode(stored, type=Entry)


def test_a_transfer_takes_from_one_and_gives_to_the_other() -> None:
    books = Books().posted(transfer("rent", ANN, BOB, 14))
    assert (books.balance(ANN), books.balance(BOB), books.balance(BANK)) == (-14, 14, 0)


def test_an_account_that_was_never_posted_to_stands_at_zero() -> None:
    assert Books().balance(Account("seat-7"), Unit.HOTEL) == 0


def test_a_joined_entry_has_the_postings_of_all() -> None:
    house = transfer("a house", BANK, ANN, 1, Unit.HOUSE)
    price = transfer("a house", ANN, BANK, 50)
    books = Books().posted(joined("a house", price, house))
    assert (books.balance(ANN), books.balance(ANN, Unit.HOUSE)) == (-50, 1)


@given(st.lists(transfers, max_size=20))
def test_the_trial_balance_is_zero_in_every_unit(entries: list[Entry]) -> None:
    assert reduce(Books.posted, entries, Books()).totals() == dict.fromkeys(Unit, 0)


@given(st.lists(transfers, max_size=20))
def test_a_balance_is_the_sum_of_what_was_posted(entries: list[Entry]) -> None:
    books = reduce(Books.posted, entries, Books())
    posted = [posting for entry in entries for posting in entry.postings]
    for account in (BANK, ANN, BOB):
        for unit in Unit:
            legs = [p.quantity for p in posted if (p.account, p.unit) == (account, unit)]
            assert books.balance(account, unit) == sum(legs)


def test_books_that_were_posted_to_stay_as_they_were() -> None:
    before = Books()
    before.posted(transfer("rent", ANN, BOB, 14))
    assert before == Books()
