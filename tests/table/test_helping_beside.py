"""A proposal is open, and something else is wanted: each has a clear outcome."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Buy, Claim, Decline, End, Roll
from companion.journal.record import Cause
from companion.table.answers import Accepted
from companion.table.cash.commands import HandOver, SetBanknotes
from companion.table.check.commands import BeginCheck
from companion.table.dice.commands import AnswerDoubt, Challenge, RuleOnReading
from companion.table.disputing.commands import AskVote, CastVote, RaiseDispute, RuleOn, SetCustoms
from companion.table.disputing.disputes import Customs
from companion.table.help.commands import Confirm, Contest, Drop
from companion.table.story.commands import GoBack, TakeBack, Undo
from companion.table.story.own_step import own_last_step
from tests.support.helping import helping, proposal, say_so
from tests.support.table import ANN, BOB, CY, Hands, cash, code, hands, rent_is_due

TAX = Roll(by=CY, dice=(1, 3))  # 200 to the Bank


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Hands]:
    """Bob stands on Ann's lot, and Cy's roll onto a tax waits, read by the camera."""
    with hands(tmp_path) as at:
        rent_is_due(at)
        helping(at, "propose")
        at.clock.now += 1
        at.see_dice(1, 3, began=at.clock.now - 0.8)
        yield at


def banker(at: Hands) -> Cause:
    return at.cause("banker", "banker")


# ---- going back


def test_going_back_closes_what_is_open(held: Hands) -> None:
    answer = held.answer(Undo(why=""), banker(held))
    assert isinstance(answer, Accepted)
    assert held.view.proposal is None
    assert held.view.asked[BOB] == {"roll"}  # his roll was the last step


def test_what_was_closed_by_going_back_never_comes_again(held: Hands) -> None:
    waits = proposal(held).id
    say_so(held, CY)
    held.answer(GoBack(to=waits, why=""), banker(held))  # to just after it was proposed
    assert held.view.proposal is None
    assert held.view.asked[CY] == {"roll"}
    assert cash(held, CY) == 1500


def test_a_level_outlives_going_back(held: Hands) -> None:
    held.answer(GoBack(to=1, why=""), banker(held))
    assert held.view.helps == "propose"


def test_nobody_takes_an_own_step_back_after_dice_were_proposed(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        helping(at, "propose")
        at.play(Roll(by=ANN, dice=(1, 2)), Buy(by=ANN), End(by=ANN))
        game = at.desk.game
        assert game is not None
        assert own_last_step(game.records(), game.state, ANN) is not None
        at.play(Roll(by=BOB, dice=(1, 3)))
        assert own_last_step(game.records(), game.state, ANN) is None
        answer = at.answer(TakeBack(by=ANN, seen=at.view.seq), at.cause(seat=ANN))
        assert code(answer) == "nothing-to-undo"


def test_a_vote_runs_on_and_going_back_by_it_closes_what_is_open(held: Hands) -> None:
    held.answer(SetCustoms(customs=Customs(vote=True)), banker(held))
    held.answer(AskVote(by=BOB, to=2, why="wrong"), held.cause(seat=BOB))
    running = held.view.vote
    assert running is not None
    assert held.view.proposal is not None
    held.answer(CastVote(by=ANN, vote=running.id, yes=True), held.cause(seat=ANN))
    assert held.view.vote is None
    assert held.view.proposal is None


# ---- disputes and checks


def test_a_dispute_about_something_else_leaves_it_open(held: Hands) -> None:
    answer = held.answer(RaiseDispute(seq=3, why=""), held.cause(seat=BOB))
    assert isinstance(answer, Accepted)
    say_so(held, CY)
    assert cash(held, CY) == 1300


def test_where_play_waits_for_a_ruling_so_does_the_confirming(held: Hands) -> None:
    held.answer(SetCustoms(customs=Customs(waits=True)), banker(held))
    held.answer(RaiseDispute(seq=3, why=""), held.cause(seat=BOB))
    assert code(say_so(held, CY)) == "play-waits"
    assert isinstance(
        held.answer(RuleOn(seq=3, ruling="stands", why="", seen=held.view.seq), banker(held)),
        Accepted,
    )
    assert isinstance(say_so(held, CY), Accepted)


def test_what_is_only_proposed_is_contested_and_not_disputed(held: Hands) -> None:
    assert (
        code(held.answer(RaiseDispute(seq=proposal(held).id, why=""), held.cause(seat=BOB)))
        == "not-asked"
    )


def test_a_check_of_the_table_goes_on_beside_it(held: Hands) -> None:
    assert isinstance(
        held.answer(BeginCheck(purpose="check", together=False), held.cause(seat=ANN)), Accepted
    )
    assert held.view.proposal is not None
    say_so(held, CY)
    assert held.view.check is not None
    assert cash(held, CY) == 1300


# ---- banknotes


def test_notes_are_handed_over_when_it_is_booked(held: Hands) -> None:
    held.answer(SetBanknotes(banknotes="wait"), banker(held))
    assert not held.view.handing.open
    say_so(held, CY)
    (payment,) = held.view.handing.open
    assert (payment.giver, payment.taker, payment.amount) == (CY, "bank", 200)
    assert isinstance(held.answer(HandOver(payments=(payment.id,)), banker(held)), Accepted)


def test_notes_that_wait_are_handed_over_beside_it(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        rent_is_due(at)
        at.answer(SetBanknotes(banknotes="on"), banker(at))
        at.play(Claim(by=ANN))
        helping(at, "propose")
        at.play(TAX)
        (payment,) = at.view.handing.open
        assert isinstance(at.answer(HandOver(payments=(payment.id,)), at.cause(seat=ANN)), Accepted)
        assert at.view.proposal is not None


# ---- readings


def test_a_held_rolls_reading_leads_to_the_record_that_books_it(held: Hands) -> None:
    (reading,) = held.desk.readings.all
    assert (reading.fate, reading.seq) == ("booked", proposal(held).id)
    answer = say_so(held, CY)
    assert isinstance(answer, Accepted)
    assert held.desk.readings.all[0].seq == answer.seq


def test_a_reading_said_to_be_wrong_is_ruled_on_while_it_is_held(held: Hands) -> None:
    (reading,) = held.desk.readings.all
    assert isinstance(held.answer(Challenge(reading=reading.id), held.cause(seat=BOB)), Accepted)
    ruled = held.answer(
        RuleOnReading(reading=reading.id, dice=(1, 2), seen=held.view.seq, why=""), banker(held)
    )
    assert isinstance(ruled, Accepted)
    assert held.view.proposal is None  # a lot is to be bought
    assert held.view.state is not None
    assert held.view.state.players[CY].at == 3


def test_other_dice_mark_the_reading_as_wrong(held: Hands) -> None:
    held.answer(Contest(proposal=proposal(held).id, by=BOB, why="a two"), held.cause(seat=BOB))
    held.answer(Drop(proposal=proposal(held).id, dice=(1, 2)), banker(held))
    (reading,) = held.desk.readings.all
    assert (reading.ruling, reading.said) == ("wrong", (1, 2))


def test_a_dropped_roll_counts_as_none_that_was_read(held: Hands) -> None:
    held.answer(Drop(proposal=proposal(held).id), banker(held))
    assert held.desk.readings.tally().throws == 0


def test_a_doubt_comes_before_and_its_answer_is_held(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        helping(at, "propose")
        at.see_dice(1, 3, verdict="unsure", began=at.clock.now)
        assert at.view.proposal is None
        doubt = at.view.doubt
        assert doubt is not None
        at.answer(AnswerDoubt(doubt=doubt.id, dice=(1, 3)), at.cause(seat=ANN))
        assert at.view.doubt is None
        assert proposal(at).cause.mono == doubt.began
        say_so(at, ANN)
        assert cash(at, ANN) == 1300


def test_a_confirmed_roll_keeps_its_picture(held: Hands) -> None:
    before = proposal(held).cause
    say_so(held, CY)
    assert held.desk.game is not None
    last = held.desk.game.records()[-1].cause
    assert (last.evidence, last.seat, last.role) == (before.evidence, CY, "seat")


# ---- other things


def test_another_players_step_waits(held: Hands) -> None:
    for command in (Decline(by=CY), End(by=BOB), Roll(by=BOB, dice=(1, 2))):
        assert code(held.ask(command)) == "not-confirmed"


def test_who_looks_on_neither_confirms_nor_contests(held: Hands) -> None:
    nobody = held.cause("seat")
    waits = proposal(held).id
    assert code(held.answer(Confirm(proposal=waits, by=CY), nobody)) == "not-allowed"
    assert code(held.answer(Contest(proposal=waits, by=CY), nobody)) == "not-allowed"
