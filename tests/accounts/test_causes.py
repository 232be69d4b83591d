"""The chain of causes leads from a payment back to the dice, and the books say what it moved."""

import pytest

from companion.accounts.causes import Causes, late_for
from companion.accounts.explainer import Explainer, lines_of
from companion.accounts.explanation import explained, seconds_between
from companion.accounts.headlines import Headlines
from companion.accounts.movements import before_record, moved_by
from companion.editions.load import load_edition, load_rulebook
from companion.game.commands import (
    Accept,
    Bid,
    BookLate,
    Buy,
    Claim,
    Decline,
    Draw,
    Hammer,
    NamedGoods,
    Offer,
    Roll,
)
from companion.journal.replay import replayed, stepped
from companion.speaker import Speaker
from companion.table.story.commands import GoBack
from companion.words import Space
from tests.support.table import ANN, BOB, CY, Hands, rent_is_due


def last_causes(at: Hands) -> tuple[int, ...]:
    kept = at.records
    return Causes(kept).of(len(kept))


def test_a_claimed_rent_comes_from_the_roll_that_led_there(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    assert last_causes(at) == (4,)


def test_a_missed_rent_too(at: Hands) -> None:
    rent_is_due(at)
    at.play(Roll(by=CY, dice=(3, 4)))
    assert last_causes(at) == (4,)


def test_a_price_comes_from_the_last_bid_and_the_roll_before_it(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Decline(by=ANN), Bid(by=BOB, amount=10))
    at.play(Bid(by=CY, amount=20), Bid(by=BOB, amount=30))
    at.answer(Hammer(), at.desk.cause_of_clock())
    assert last_causes(at) == (2, 3, 6)


def test_a_drawn_card_comes_from_the_roll(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(3, 4)), Draw(by=ANN, card="chance/jail-free"))
    assert last_causes(at) == (2,)


def test_a_trade_comes_from_the_offer(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN))
    at.play(Offer(by=BOB, to=ANN, give=NamedGoods(cash=70), take=NamedGoods(lots=(Space(3),))))
    at.play(Accept(by=ANN))
    assert last_causes(at) == (4,)


def test_what_was_taken_back_has_the_causes_that_it_had(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    at.answer(GoBack(to=2, why=""), at.cause("banker", "phone"))
    causes = Causes(at.records)
    assert causes.of(5) == (4,)
    assert causes.of(6) == ()


def test_each_account_stands_there_before_and_after(at: Hands) -> None:
    rent_is_due(at)
    at.play(Claim(by=ANN))
    kept = at.records
    state = before_record(kept, 5)
    booked = moved_by(state, kept[4], stepped(state, kept[4], earlier=kept[:4]))
    moved = [one for moved in booked for one in moved]
    assert {(one.account, one.before, one.after) for one in moved} == {
        ("seat-0", 1440, 1444),
        ("seat-1", 1500, 1496),
    }
    assert sum(one.quantity for one in moved) == 0


def test_going_back_is_one_booking_of_all_that_it_changed(at: Hands) -> None:
    rent_is_due(at)
    at.answer(GoBack(to=1, why=""), at.cause("banker", "phone"))
    kept = at.records
    state = before_record(kept, 5)
    (moved,) = moved_by(state, kept[4], stepped(state, kept[4], earlier=kept[:4]))
    assert {(one.account, one.quantity) for one in moved} == {("seat-0", 60), ("bank", -60)}


def test_times_are_those_of_the_presses_and_the_wall_clock_may_jump(at: Hands) -> None:
    rent_is_due(at)
    at.clock.wall_now -= 40 * 365 * 86400
    at.clock.now += 2.25
    at.play(Claim(by=ANN))
    kept = at.records
    assert seconds_between(kept[3], kept[4]) == 2.75
    edition = before_record(kept, 5).edition
    players = ("Ann", "Bob", "Cy")
    booked = moved_by(before_record(kept, 5), kept[4], replayed(kept))
    book = load_rulebook(edition.id)
    told = explained(kept[4], edition, book, players, led=kept[3:4], booked=booked)
    explainer = Explainer(Headlines(Speaker.english(edition, players), kept))
    lines = [*lines_of(explainer, kept[4], told)]
    assert "    4: Bob rolled 3 (Bob, on a phone)" in lines
    assert (
        "    5: Bob paid Ann the rent of Нагатинская ул. (Ann, on a phone, 2.750 s later)" in lines
    )
    assert "        Ann: + 4: 1 440 → 1 444" in lines
    assert all(rule.section for happened in told.happened for rule in happened.rules)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.17, "0.170 s later"),
        (9.25, "9.250 s later"),
        (29.725, "30 s later"),
        (60.0, "about 1 minute later"),
        (169.725, "about 3 minutes later"),
        (2 * 3600.0, "about 2 hours later"),
        (-0.003, "0.003 s earlier"),
        (None, ""),
    ],
)
def test_a_time_is_said_as_people_say_it_and_to_the_thousandth_where_presses_compete(
    seconds: float | None, said: str
) -> None:
    speaker = Speaker.english(load_edition("us-classic"), ("Ann", "Bob"))
    assert Explainer(Headlines(speaker, ()))._later(seconds) == said


def test_a_late_entry_comes_from_the_record_in_whose_place_it_stands(at: Hands) -> None:
    rent_is_due(at)
    at.play(Roll(by=CY, dice=(3, 4)))
    late = BookLate(payer=BOB, payee=ANN, amount=4, lot=Space(3), after=4, why="agreed")
    at.answer(late, at.cause("banker", "phone"))
    assert [late_for(event) for event in at.records[-1].events] == [4]
    assert last_causes(at) == (4,)
    nonsense = BookLate(payer=BOB, payee=ANN, amount=4, after=999, why="agreed")
    at.answer(nonsense, at.cause("banker", "phone"))
    assert last_causes(at) == ()
