"""A throw with a die cocked or off the table is thrown again, and counts for nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Claim, Roll
from companion.table.answers import Accepted
from companion.table.dice.commands import AnswerDoubt
from companion.table.story.commands import Undo
from companion.words import Space
from tests.support.table import ANN, BOB, CY, Hands, hands, rent_is_due


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        rent_is_due(at_table)  # Ann may claim from Bob until Cy rolls
        yield at_table


def test_a_cocked_throw_is_thrown_again_and_closes_no_claim(at: Hands) -> None:
    state, seq = at.view.state, at.view.seq
    began = at.clock.now
    at.eyes.motion(began)
    at.see_dice(6, 6, verdict="unsure", began=began)
    assert at.view.doubt is not None
    at.clock.now += 2.0
    answer = at.answer(AnswerDoubt(doubt=at.view.doubt.id), at.cause(seat=CY))
    assert isinstance(answer, Accepted)
    assert answer.events == ()
    assert at.view.doubt is None
    assert (at.view.state, at.view.seq) == (state, seq)
    assert at.view.asked[CY] == {"roll"}
    at.play(Claim(by=ANN))  # long after the cocked throw began: it closed nothing
    at.clock.now += 1.0
    at.see_dice(2, 3, began=at.clock.now)
    assert at.view.state is not None
    assert at.view.state.players[CY].at == Space(5)
    assert at.view.state.turn.doubles == 0  # the two sixes were no double


def test_a_claim_pressed_after_a_cocked_throw_waits_and_is_then_in_time(at: Hands) -> None:
    began = at.clock.now
    at.eyes.motion(began)
    at.see_dice(6, verdict="sure", began=began)  # one die lies under the table
    assert at.view.doubt is not None
    at.clock.now += 0.5
    assert at.ask(Claim(by=ANN)) is None
    at.answer(AnswerDoubt(doubt=at.view.doubt.id), at.cause(seat=CY))
    assert isinstance(at.replies[-1], Accepted)
    assert at.view.state is not None
    assert at.view.state.cash(BOB) == 1496


def test_the_table_takes_back_a_throw_that_was_read_although_it_did_not_count(at: Hands) -> None:
    before = at.view.state
    at.clock.now += 1.0
    at.see_dice(2, 3, began=at.clock.now)
    assert at.view.state != before
    cause = at.cause("banker", "phone")
    assert isinstance(at.answer(Undo(why="a die was off the table"), cause), Accepted)
    assert at.view.state == before
    at.play(Claim(by=ANN))
    at.play(Roll(by=CY, dice=(1, 1)))
