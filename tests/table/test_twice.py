"""The same command id twice is one command, whatever stands in its way by then."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Claim, Roll
from companion.table.answers import Accepted
from companion.table.cash.commands import SetBanknotes
from companion.table.disputing.commands import AskVote, CastVote, RaiseDispute, RuleOn, SetCustoms
from tests.support.helping import helping
from tests.support.table import ANN, BOB, CY, Hands, hands, rent_is_due

ROLL = Roll(by=CY, dice=(1, 3))  # onto a tax


def notes_are_to_be_handed_over(at: Hands) -> None:
    at.answer(SetBanknotes(banknotes="wait"), at.cause("banker", "banker"))


def play_waits_for_a_dispute(at: Hands) -> None:
    told = replace(at.desk.waiting.customs, waits=True)
    assert isinstance(at.answer(SetCustoms(customs=told), at.cause("banker", "phone")), Accepted)
    assert isinstance(at.answer(RaiseDispute(seq=3, why="wrong"), at.cause(seat=BOB)), Accepted)


def an_amount_is_to_be_confirmed(at: Hands) -> None:
    helping(at, "propose")
    at.play(Roll(by=ANN, dice=(1, 3)))


def nothing(_at: Hands) -> None:
    """Go on as it is."""


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        rent_is_due(at_table)
        at_table.play(Claim(by=ANN))
        yield at_table


@pytest.mark.parametrize(
    "meanwhile",
    [notes_are_to_be_handed_over, play_waits_for_a_dispute, an_amount_is_to_be_confirmed, nothing],
)
def test_a_roll_that_is_sent_again_is_answered_as_before(
    at: Hands, meanwhile: Callable[[Hands], None]
) -> None:
    """Its answer was lost: the phone must not be told to throw again."""
    cause = at.cause(seat=CY, command_id="id-1")
    first = at.answer(ROLL, cause)
    assert isinstance(first, Accepted)
    meanwhile(at)
    records, rolled = at.records, at.desk.last_roll
    assert at.answer(ROLL, replace(cause, mono=cause.mono + 3.0)) == first
    assert (at.records, at.desk.last_roll) == (records, rolled)


def test_a_roll_that_opened_what_it_would_wait_for_is_answered_as_before(at: Hands) -> None:
    """The tax of the roll is itself to be handed over in notes."""
    notes_are_to_be_handed_over(at)
    cause = at.cause("banker", "banker", command_id="id-1")
    first = at.answer(ROLL, cause)
    assert isinstance(first, Accepted)
    assert at.view.handing.open
    assert at.answer(ROLL, at.cause(seat=CY, command_id="id-1")) == first


def test_a_dispute_that_is_sent_again_after_the_ruling_is_answered_as_before(at: Hands) -> None:
    cause = at.cause(seat=BOB, command_id="id-1")
    first = at.answer(RaiseDispute(seq=3, why="wrong"), cause)
    assert isinstance(first, Accepted)
    banker = at.cause("banker", "phone", command_id="id-2")
    assert isinstance(at.answer(RuleOn(seq=3, ruling="stands", why="it is so"), banker), Accepted)
    assert at.answer(RaiseDispute(seq=3, why="wrong"), cause) == first


def test_a_vote_that_is_sent_again_when_the_table_votes_no_more_is_answered_as_before(
    at: Hands,
) -> None:
    customs = at.desk.waiting.customs
    banker = at.cause("banker", "phone")
    at.answer(SetCustoms(customs=replace(customs, vote=True)), banker)
    asking, voting = (at.cause(seat=seat, command_id=f"id-{seat}") for seat in (ANN, BOB))
    asked = at.answer(AskVote(by=ANN, to=1, why="again"), asking)
    assert isinstance(asked, Accepted), asked
    voted = at.answer(CastVote(by=BOB, vote=asked.seq, yes=False), voting)
    assert isinstance(voted, Accepted), voted
    at.answer(SetCustoms(customs=replace(customs, vote=False)), banker)
    assert at.answer(AskVote(by=ANN, to=1, why="again"), asking) == asked
    assert at.answer(CastVote(by=BOB, vote=asked.seq, yes=False), voting) == voted
