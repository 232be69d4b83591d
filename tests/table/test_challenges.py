"""A sure reading is challenged, and the banker rules on it; nothing waits for that."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.game.commands import Buy, Roll
from companion.game.events import Rewound, Rolled
from companion.journal.record import Cause, Record, Role
from companion.journal.store import CommitError, Draft
from companion.table.answers import Accepted, Answer, Broken
from companion.table.command import Dice
from companion.table.dice.commands import Challenge, RuleOnReading
from companion.table.dice.readings import KeptReading, Tally
from companion.table.story.commands import Undo
from companion.words import Seat, Space
from tests.support.table import ANN, BOB, CY, Hands, code, hands


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        at_table.begin()
        throw(at_table, 1, 2)
        yield at_table


def throw(at: Hands, *pips: int) -> None:
    at.clock.now += 1
    at.see_dice(*pips, began=at.clock.now)


def the_one(at: Hands) -> KeptReading:
    return at.desk.readings.all[0]


def banker(at: Hands, command_id: str | None = None) -> Cause:
    return at.cause("banker", "phone", command_id=command_id)


def challenged(at: Hands, seat: Seat = BOB) -> KeptReading:
    answer = at.answer(Challenge(reading=the_one(at).id), at.cause(seat=seat))
    assert isinstance(answer, Accepted), answer
    return the_one(at)


def ruled(
    at: Hands, said: Dice, *, again: bool = True, why: str = "", command_id: str | None = None
) -> Answer:
    seen = at.view.seq if again else None
    cause = banker(at, command_id)
    return at.answer(RuleOnReading(reading=the_one(at).id, dice=said, seen=seen, why=why), cause)


def test_every_player_may_challenge_and_all_see_it(at: Hands) -> None:
    assert not at.view.challenged
    one = challenged(at, CY)
    assert at.view.challenged == (one,)
    assert (one.ruling, one.challenger) == ("open", CY)
    assert at.view.seq == 2


def test_a_second_challenge_is_the_first(at: Hands) -> None:
    challenged(at, CY)
    assert challenged(at, ANN).challenger == CY


def test_nothing_waits_for_the_ruling(at: Hands) -> None:
    challenged(at)
    at.play(Buy(by=ANN), Roll(by=BOB, dice=(6, 4)))
    assert len(at.view.challenged) == 1


@pytest.mark.parametrize("role", ["camera", "clock", "start"])
def test_a_part_of_the_table_challenges_nothing(at: Hands, role: Role) -> None:
    assert (
        code(at.answer(Challenge(reading=the_one(at).id), at.cause(role, "phone"))) == "not-allowed"
    )


def test_nobody_from_another_table_challenges(at: Hands) -> None:
    assert (
        code(at.answer(Challenge(reading=the_one(at).id), at.cause(seat=Seat(5)))) == "not-allowed"
    )
    assert code(at.answer(Challenge(reading=the_one(at).id), at.cause())) == "not-allowed"


def test_only_what_was_booked_unasked_and_still_counts_is_challenged(at: Hands) -> None:
    assert code(at.answer(Challenge(reading="none"), at.cause(seat=BOB))) == "not-asked"
    at.answer(Undo(why=""), banker(at))
    assert code(at.answer(Challenge(reading=the_one(at).id), at.cause(seat=BOB))) == "gone-on"
    at.see_dice(4, 4, verdict="unsure", began=at.clock.now)
    asked = at.desk.readings.all[-1]
    assert code(at.answer(Challenge(reading=asked.id), at.cause(seat=BOB))) == "not-asked"


def test_the_banker_takes_the_roll_back_and_rolls_what_lay_there(at: Hands) -> None:
    challenged(at)
    at.play(Buy(by=ANN))
    answer = ruled(at, (4, 2), why="the four was read as a one", command_id="once")
    assert isinstance(answer, Accepted), answer
    back, roll = at.records[-2:]
    assert isinstance(back.events[0], Rewound)
    assert (back.events[0].back_to, back.events[0].why) == (1, "the four was read as a one")
    rolled = next(event for event in roll.events if isinstance(event, Rolled))
    assert (rolled.seat, rolled.dice, roll.cause.role) == (ANN, (4, 2), "banker")
    state = at.view.state
    assert state is not None
    assert (state.players[ANN].at, state.cash(ANN)) == (Space(6), 1500)
    one = the_one(at)
    assert (one.ruling, one.said, one.back, one.is_wrong) == ("wrong", (4, 2), True, True)
    assert not at.view.challenged
    assert at.desk.readings.tally() == Tally(sure=1, wrong=1)
    assert ruled(at, (4, 2), command_id="once") == answer  # the same press once more
    assert len(at.records) == 5


def test_the_banker_finds_that_it_was_right(at: Hands) -> None:
    challenged(at)
    assert isinstance(ruled(at, ()), Accepted)
    assert (the_one(at).ruling, at.view.challenged, at.view.seq) == ("right", (), 2)
    assert at.desk.readings.tally() == Tally(sure=1)
    assert code(at.answer(Challenge(reading=the_one(at).id), at.cause(seat=BOB))) == "not-asked"
    assert code(ruled(at, (4, 2))) == "not-asked"


def test_a_wrong_reading_may_be_marked_and_the_game_left_as_it_is(at: Hands) -> None:
    challenged(at)
    assert isinstance(ruled(at, (4, 2), again=False), Accepted)
    assert (the_one(at).ruling, the_one(at).said, at.view.seq) == ("wrong", (4, 2), 2)


def test_a_roll_that_was_taken_back_otherwise_may_still_be_marked(at: Hands) -> None:
    challenged(at)
    at.answer(Undo(why=""), banker(at))
    assert len(at.view.challenged) == 1
    assert code(ruled(at, (4, 2))) == "gone-on"
    assert isinstance(ruled(at, (4, 2), again=False), Accepted)
    assert the_one(at).is_wrong


def test_a_roll_of_another_game_is_marked_and_this_game_left_alone(at: Hands) -> None:
    challenged(at)
    at.begin(edition="us-classic", players=("Ann", "Bob"), another=True)
    throw(at, 4, 6)
    assert code(ruled(at, (4, 2))) == "gone-on"
    assert at.view.seq == 2
    assert isinstance(ruled(at, (4, 2), again=False), Accepted)
    assert (the_one(at).is_wrong, at.view.seq) == (True, 2)


def test_only_the_banker_rules(at: Hands) -> None:
    one = challenged(at)
    for cause in (at.cause(seat=ANN), at.cause("camera", "camera"), at.cause("clock", "clock")):
        assert code(at.answer(RuleOnReading(reading=one.id, why=""), cause)) == "not-allowed"
    assert the_one(at).ruling == "open"


def test_the_banker_needs_no_challenge(at: Hands) -> None:
    assert isinstance(ruled(at, (4, 2)), Accepted)
    assert the_one(at).is_wrong
    assert code(ruled(at, (4, 2))) == "not-asked"


@pytest.mark.parametrize("said", [(), (4, 2)])
def test_the_same_ruling_twice_is_one(at: Hands, said: Dice) -> None:
    challenged(at)
    for _ in range(2):
        assert isinstance(ruled(at, said, again=False), Accepted)
    other: Dice = (4, 2) if not said else ()
    assert code(ruled(at, other, again=False)) == "not-asked"


def test_what_rolled_after_a_question_is_not_ruled_on(at: Hands) -> None:
    at.play(Buy(by=ANN))
    at.see_dice(4, 6, verdict="unsure", began=at.clock.now)
    asked = at.desk.readings.all[-1]
    for said in ((), (4, 2)):
        answer = at.answer(RuleOnReading(reading=asked.id, dice=said, why=""), banker(at))
        assert code(answer) == "not-asked"


def test_a_roll_taken_back_counts_as_neither_right_nor_wrong_until_it_is_ruled(at: Hands) -> None:
    at.answer(Undo(why=""), banker(at))
    assert at.desk.readings.tally() == Tally(sure=1, back=1)
    assert isinstance(ruled(at, (), again=False), Accepted)
    assert at.desk.readings.tally() == Tally(sure=1)


@pytest.mark.parametrize("said", [(4,), (1, 2, 3)])
def test_dice_that_cannot_be_are_refused(at: Hands, said: tuple[int, ...]) -> None:
    challenged(at)
    assert code(ruled(at, said)) == "bad-command"
    assert the_one(at).ruling == "open"


def test_what_was_read_is_no_other_reading(at: Hands) -> None:
    challenged(at)
    assert code(ruled(at, (2, 1))) == "not-an-option"


def test_what_came_meanwhile_is_not_taken_back_unseen(at: Hands) -> None:
    one = challenged(at)
    at.play(Buy(by=ANN))
    assert (
        code(at.answer(RuleOnReading(reading=one.id, dice=(4, 2), seen=2, why=""), banker(at)))
        == "gone-on"
    )
    assert (the_one(at).ruling, at.view.seq) == ("open", 3)


def test_an_id_used_for_something_else_goes_back_nowhere(at: Hands) -> None:
    first = at.answer(Undo(), banker(at, "used"))
    throw(at, 1, 2)
    again = at.desk.readings.all[-1]
    command = RuleOnReading(reading=again.id, dice=(4, 2), seen=at.view.seq)
    assert at.answer(command, banker(at, "used")) == first
    assert (at.desk.readings.all[-1].ruling, at.view.seq) == ("", 4)


def test_a_disk_that_fails_goes_back_nowhere_until_it_can_roll_anew_too(
    at: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    challenged(at)
    game = at.desk.game
    assert game is not None

    def failing(_journal: Any, _drafts: Sequence[Draft]) -> tuple[Record, ...]:
        raise CommitError("no room", where="disk", disk_full=True)

    before = at.view.state
    with monkeypatch.context() as disk:
        disk.setattr(type(game._journal), "append_all", failing)
        assert isinstance(ruled(at, (4, 2), command_id="once"), Broken)
    assert (at.view.state, at.view.seq, the_one(at).ruling) == (before, 2, "open")
    answer = ruled(at, (4, 2), command_id="once")
    assert isinstance(answer, Accepted), answer
    assert (answer.seq, at.view.seq) == (3, 4)
    assert at.view.state is not None
    assert at.view.state.players[ANN].at == Space(6)


def test_a_challenge_outlives_a_restart(tmp_path: Path) -> None:
    with hands(tmp_path / "again") as at:
        at.begin()
        throw(at, 1, 2)
        challenged(at)
    with hands(tmp_path / "again") as at:
        at.pipeline.wake()
        assert [one.challenger for one in at.view.challenged] == [BOB]
        assert isinstance(ruled(at, (4, 2)), Accepted)


def test_a_first_roll_is_rolled_anew_too(tmp_path: Path) -> None:
    with hands(tmp_path / "first") as at:
        at.begin(first_roll=True)
        throw(at, 1, 2)
        challenged(at)
        assert isinstance(ruled(at, (6, 2)), Accepted)
        assert at.records[-1].command["dice"] == [6, 2]
