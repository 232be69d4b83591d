"""The arbiter of the club is called: one open call a seat, play goes on, it outlives a restart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Roll
from companion.journal.record import Cause
from companion.table.answers import Accepted, Answer
from companion.table.calling.commands import AnswerCall, CallArbiter, EndCall
from companion.table.clocks.commands import Pause
from companion.table.command import TableCommand
from companion.table.story.commands import Undo
from companion.words import Seat
from tests.support.table import ANN, BOB, Hands, code, hands, plugged_in_again


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        at_table.begin()
        at_table.desk.in_club = True
        yield at_table


def judge(at: Hands) -> Cause:
    return replace(at.cause("banker", "banker"), arbiter="Judy")


def called(at: Hands, seat: Seat | None = ANN) -> int:
    cause = at.cause("banker", "phone") if seat is None else at.cause(seat=seat)
    answer = at.answer(CallArbiter(by=seat, about="rules", why=" may I? "), cause)
    assert isinstance(answer, Accepted)
    return answer.seq


def says(at: Hands, command: TableCommand, seat: Seat) -> Answer:
    return at.answer(command, at.cause(seat=seat))


def test_who_calls_is_seen_by_all_with_the_reason_and_play_goes_on(at: Hands) -> None:
    seq = called(at)
    (call,) = at.view.calls
    assert (call.id, call.by, call.about, call.why) == (seq, ANN, "rules", "may I?")
    at.play(Roll(by=ANN, dice=(1, 2)))
    assert at.view.calls == (call,)


def test_a_seat_has_one_open_call_and_others_have_theirs(at: Hands) -> None:
    first = called(at)
    again = CallArbiter(by=ANN, about="people")
    assert code(says(at, again, ANN)) == "one-at-a-time"
    assert [one.by for one in (called(at, BOB), called(at, None)) and at.view.calls] == [
        ANN,
        BOB,
        None,
    ]
    assert isinstance(says(at, EndCall(call=first), ANN), Accepted)
    assert isinstance(says(at, again, ANN), Accepted)


def test_nobody_calls_for_another_or_takes_anothers_call_back(at: Hands) -> None:
    assert code(says(at, CallArbiter(by=ANN, about="rules"), BOB)) == "not-allowed"
    assert code(says(at, CallArbiter(about="rules"), BOB)) == "not-allowed"
    seq = called(at)
    assert code(says(at, EndCall(call=seq), BOB)) == "not-allowed"
    assert isinstance(at.answer(EndCall(call=seq), at.cause("banker", "phone")), Accepted)
    assert at.view.calls == ()
    assert code(says(at, EndCall(call=seq), ANN)) == "not-asked"


def test_where_the_table_is_in_no_club_nobody_is_called(at: Hands) -> None:
    at.desk.in_club = False
    assert code(says(at, CallArbiter(by=ANN, about="rules"), ANN)) == "no-club"


def test_something_else_is_to_be_said(at: Hands) -> None:
    assert code(says(at, CallArbiter(by=ANN, about="other", why="  "), ANN)) == "bad-command"


def test_the_arbiter_answers_by_name_and_nobody_at_the_table_does(at: Hands) -> None:
    seq = called(at)
    word = AnswerCall(call=seq, why="in five minutes")
    assert code(at.answer(word, at.cause("banker", "phone"))) == "not-allowed"
    assert code(says(at, word, ANN)) == "not-allowed"
    assert isinstance(at.answer(word, judge(at)), Accepted)
    (call,) = at.view.calls
    assert (call.arbiter, call.word) == ("Judy", "in five minutes")
    assert isinstance(at.answer(EndCall(call=seq), judge(at)), Accepted)
    assert code(at.answer(word, judge(at))) == "not-asked"


def test_a_call_outlives_going_back_a_pause_and_a_restart(tmp_path: Path) -> None:
    with hands(tmp_path) as at:
        at.begin()
        at.desk.in_club = True
        at.play(Roll(by=ANN, dice=(1, 2)))
        seq = called(at)
        for command in (Undo(), Pause()):
            assert isinstance(at.answer(command, at.cause("banker", "phone")), Accepted)
        assert [one.id for one in at.view.calls] == [seq]
    with plugged_in_again(at) as again:
        assert [one.id for one in again.view.calls] == [seq]
