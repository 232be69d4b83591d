"""What each holds in notes, with what is still to be handed over, is what the books say."""

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.editions.load import load_edition
from companion.game import events as e
from companion.journal.record import FIRST_DIGEST, Cause, Record
from companion.journal.replay import replayed
from companion.table.cash.banknotes import worth
from companion.table.cash.handing import BANKNOTES, Handing, Payment, Purses
from companion.words import RuleKey, Seat
from tests.support.booked import EDITIONS, rewound, some_records

ANN, BEN = Seat(0), Seat(1)
RENT = e.Paid(payer=BEN, payee=ANN, amount=90, reason="rent", because=RuleKey("rent/due"))
ON = e.BanknotesSet(banknotes="on", cash={ANN: 500, BEN: 500}, because=BANKNOTES)


def record(seq: int, *events: e.AnyEvent) -> Record:
    cause = Cause(role="banker", origin="banker", wall=0.0, mono=0.0, boot="test")
    return Record(seq=seq, events=events, cause=cause, command={}, digest=FIRST_DIGEST)


def handed(payment: Payment) -> e.HandedOver:
    return e.HandedOver(
        payment=payment.id,
        giver=payment.giver,
        to=payment.taker,
        amount=payment.amount,
        because=BANKNOTES,
    )


def told_by(*records: tuple[e.AnyEvent, ...]) -> Handing:
    return followed([record(seq, *events) for seq, events in enumerate(records, start=1)]).now


def followed(records: Sequence[Record], purses: Purses | None = None) -> Purses:
    """Return purses after *records*; given those before, after the last of them."""
    now = purses or Purses.of(load_edition("us-classic"))
    for one in records if purses is None else records[-1:]:
        now = now.after(one, records)
    return now


def owed(handing: Handing) -> list[tuple[e.Purse, e.Purse, int]]:
    return [(one.giver, one.taker, one.amount) for one in handing.open]


def with_notes(records: tuple[Record, ...], seed: int) -> list[Record]:
    """Return the same game in cash mode, with some payments handed over at once, some later."""
    dice = random.Random(seed)
    began = records[0].events
    on = e.BanknotesSet(banknotes="on", because=BANKNOTES)
    kept = [replace(records[0], events=(began[0], on, *began[1:]))]
    purses = Purses.of(load_edition(began[0].edition))  # type: ignore[union-attr]  # a game's first
    numbers = {1: 1}
    purses = followed(kept, purses)
    for one in records[1:]:
        while purses.now.open and dice.random() < 0.6:
            kept.append(record(len(kept) + 1, handed(dice.choice(purses.now.open))))
            purses = followed(kept, purses)
        events = one.events
        if isinstance(events[0], e.Rewound):
            state, to = replayed(kept), numbers[events[0].back_to]
            was = replayed(kept[:to])
            cash = {seat: was.cash(seat) for seat in was.seats}
            now = {seat: state.cash(seat) for seat in was.seats}
            events = (replace(rewound(to), cash=cash, before=now),)
        numbers[one.seq] = len(kept) + 1
        kept.append(replace(one, seq=len(kept) + 1, events=events))
        purses = followed(kept, purses)
    return kept


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(EDITIONS), st.integers(0, 3))
def test_notes_and_what_is_open_are_the_books(seed: int, edition: str, backs: int) -> None:
    records = with_notes(some_records(seed, edition=edition, steps=40, backs=backs), seed)
    purses = Purses.of(load_edition(edition))
    for one in records:
        purses = purses.after(one, records)
        if one.seq % 7 and one is not records[-1]:
            continue
        state = replayed(records[: one.seq])
        for seat in state.seats:
            comes = sum(p.amount for p in purses.now.open if p.taker == seat)
            goes = sum(p.amount for p in purses.now.open if p.giver == seat)
            held = purses.now.held.get(seat, 0)
            assert held + comes - goes == state.cash(seat)
            if purses.now.purses.get(seat):
                assert worth(purses.now.purses[seat]) == held


def test_a_game_that_is_taken_up_again_knows_the_same() -> None:
    """Later records do not change what is made of earlier ones."""
    records = with_notes(some_records(5, steps=40), 5)
    purses = Purses.of(load_edition("us-classic"))
    for number, one in enumerate(records, start=1):
        purses = purses.after(one, records[:number])
    assert purses == followed(records)


def test_what_is_booked_is_open_until_it_is_handed_over() -> None:
    told = told_by((ON,), (RENT,))
    assert owed(told) == [(BEN, ANN, 90)]
    assert told.held[ANN] == 500
    told = told_by((ON,), (RENT,), (handed(told.open[0]),))
    assert (owed(told), told.held[ANN], told.held[BEN]) == ([], 590, 410)


def test_handing_it_over_twice_is_once() -> None:
    payment = told_by((ON,), (RENT,)).open[0]
    assert told_by((ON,), (RENT,), (handed(payment),), (handed(payment),)).held[ANN] == 590


def test_without_banknotes_nothing_is_open() -> None:
    assert owed(told_by((RENT,))) == []
    off = e.BanknotesSet(banknotes="off", cash={}, because=BANKNOTES)
    assert owed(told_by((ON,), (RENT,), (off,), (RENT,))) == []


def test_what_was_not_handed_over_goes_with_the_step_that_is_taken_back() -> None:
    back = replace(rewound(1), cash={ANN: 500, BEN: 500})
    assert owed(told_by((ON,), (RENT,), (back,))) == []


def test_what_was_handed_over_is_given_back_with_the_step_that_is_taken_back() -> None:
    payment = told_by((ON,), (RENT,)).open[0]
    back = replace(rewound(1), cash={ANN: 500, BEN: 500})
    assert owed(told_by((ON,), (RENT,), (handed(payment),), (back,))) == [(ANN, BEN, 90)]


def test_going_back_to_before_a_handing_over_does_not_ask_for_it_twice() -> None:
    payment = told_by((ON,), (RENT,)).open[0]
    other = replace(RENT, amount=10)
    back = replace(rewound(2), cash={ANN: 590, BEN: 410})
    told = told_by((ON,), (RENT,), (handed(payment),), (other,), (back,))
    assert (owed(told), told.held[ANN]) == ([], 590)


def test_what_two_owe_each_other_in_one_step_is_set_off() -> None:
    fee = replace(RENT, payer=ANN, payee=BEN, amount=100)
    trade = e.Traded(
        giver=ANN,
        to=BEN,
        give=e.Goods(cash=100),
        take=e.Goods(cash=30),
        because=RuleKey("trade/agreed"),
    )
    assert owed(told_by((ON,), (trade,))) == [(ANN, BEN, 70)]
    assert len(told_by((ON,), (RENT, fee)).open) == 2  # two reasons are two payments


def test_a_correction_is_settled_with_the_bank() -> None:
    right = e.Corrected(
        why="x", cash={ANN: 450, BEN: 520}, before={ANN: 500, BEN: 500}, because=BANKNOTES
    )
    assert owed(told_by((ON,), (right,))) == [(ANN, "bank", 50), ("bank", BEN, 20)]


def test_the_opening_money_is_shared_out_as_the_rulebook_says() -> None:
    start = e.Paid(payer="bank", payee=ANN, amount=1500, reason="start", because=BANKNOTES)
    on = replace(ON, cash=None)
    told = told_by((on, start))
    plan = told.in_notes(told.open[0])
    assert plan is not None
    assert plan.gives == load_edition("us-classic").start_notes
    after = told_by((on, start), (handed(told.open[0]),))
    assert after.purses[ANN] == plan.gives
