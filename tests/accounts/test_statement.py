"""A statement adds up to the balance, and worth is told turn by turn."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.accounts.bookings import ledger_of
from companion.accounts.statement import statement_of, worths_of
from companion.journal.record import Record
from companion.journal.replay import replayed
from companion.rules.worth import final_worth
from tests.support.booked import EDITIONS, some_records

games = st.builds(
    some_records,
    st.integers(0, 10**6),
    edition=st.sampled_from(EDITIONS),
    steps=st.integers(5, 60),
    backs=st.integers(0, 3),
)


@settings(max_examples=25)
@given(games)
def test_the_sums_by_kind_are_the_balance_and_so_is_the_last_line(
    records: tuple[Record, ...],
) -> None:
    ledger = ledger_of(records, game="x")
    for seat in ledger.state.seats:
        told = statement_of(ledger, seat)
        assert told.balance == ledger.state.cash(seat)
        assert sum(sums.net for sums in told.sums.values()) == told.balance
        assert [line.balance for line in told.lines][-1:] in ([], [told.balance])


@settings(max_examples=25)
@given(games)
@example(some_records(1, edition="ru-2004", steps=48, backs=1))  # a roll that ends another's turn
def test_worth_ends_with_what_everybody_is_worth_now(records: tuple[Record, ...]) -> None:
    state = replayed(records)
    last = worths_of(records)[-1]
    for seat in state.playing:
        assert last.worth[seat] == int(final_worth(state, seat))


def test_what_was_taken_back_stays_in_the_lines_and_leaves_the_sums() -> None:
    records = some_records(7, backs=1)
    ledger = ledger_of(records, game="x")
    told = [statement_of(ledger, seat) for seat in ledger.state.seats]
    gone = [line for one in told for line in one.lines if not line.counts]
    assert {line.booking.kind for line in gone} > {"back"}
    assert all("back" not in one.sums for one in told)


def test_turns_are_counted_and_rise() -> None:
    told = worths_of(some_records(11, steps=80, backs=0))
    assert [one.turn for one in told] == [*range(len(told))]
