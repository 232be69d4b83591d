"""All that was booked adds up to the books, whatever was taken back in between."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.accounts.bookings import Ledger, ledger_of
from companion.errors import JournalError
from companion.game.postings import seat_account
from companion.journal.record import Record
from companion.journal.replay import replayed
from companion.ledger.entries import Account, Unit
from tests.support.booked import EDITIONS, some_records

games = st.builds(
    some_records,
    st.integers(0, 10**6),
    edition=st.sampled_from(EDITIONS),
    steps=st.integers(5, 60),
    backs=st.integers(0, 3),
)


def last_balances(ledger: Ledger) -> dict[tuple[Account, str], int]:
    found: dict[tuple[Account, str], int] = {}
    for booking in ledger.bookings:
        for leg in booking.legs:
            if leg.lot is None:
                found[leg.account, leg.thing] = leg.balance
    return found


@settings(max_examples=25)
@given(games)
def test_the_running_balances_end_where_the_books_stand(records: tuple[Record, ...]) -> None:
    books = replayed(records).books
    found = last_balances(ledger_of(records, game="x"))
    for (account, thing), balance in found.items():
        assert books.balance(account, Unit(thing)) == balance
    assert {key for key, held in books.balances.items() if held} <= {
        f"{thing} {account}" for account, thing in found
    }


@settings(max_examples=25)
@given(games)
def test_deeds_end_with_their_owners(records: tuple[Record, ...]) -> None:
    ledger = ledger_of(records, game="x")
    owners: dict[int, Account] = {}
    for booking in ledger.bookings:
        for leg in booking.legs:
            if leg.lot is not None and leg.quantity > 0:
                owners[leg.lot] = leg.account
    for lot, held in ledger.state.lots.items():
        if held.owner is not None:
            assert owners[lot] == seat_account(held.owner)


@settings(max_examples=25)
@given(games)
def test_what_still_stands_adds_up_to_the_cash_of_each(records: tuple[Record, ...]) -> None:
    ledger = ledger_of(records, game="x")
    for seat in ledger.state.seats:
        assert sum(b.cash_of(seat) for b in ledger.standing) == ledger.state.cash(seat)


@settings(max_examples=25)
@given(games)
def test_every_booking_sums_to_zero(records: tuple[Record, ...]) -> None:
    for booking in ledger_of(records, game="x").bookings:
        for thing in ("cash", "house", "hotel", "deed"):
            assert sum(leg.quantity for leg in booking.legs if leg.thing == thing) == 0


def test_every_event_that_moves_money_has_a_kind() -> None:
    kinds = {
        booking.kind
        for seed, edition in enumerate(EDITIONS)
        for booking in ledger_of(some_records(seed, edition=edition), game="x").bookings
    }
    assert {"start", "salary", "rent", "property", "building", "mortgage", "back"} <= kinds
    assert "other" not in kinds


def test_no_record_is_no_game() -> None:
    with pytest.raises(JournalError, match="no game"):
        ledger_of((), game="x")
