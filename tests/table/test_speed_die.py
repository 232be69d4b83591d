"""Beside two dice that were read a person says what the speed die shows, unless it was taught."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.game.commands import Claim, Correct, Roll
from companion.game.events import Rolled, RolledForRent
from companion.game.refusals import Refusal
from companion.journal.record import Cause
from companion.table.answers import Accepted
from companion.table.dice.commands import AnswerDoubt, RuleOnReading
from companion.table.dice.eyes import dice_due, speed_due
from companion.table.dice.readings import KeptReadings
from companion.vision.readings import DieReading
from companion.words import Space
from tests.support.table import ANN, BOB, CY, Hands, hands

THIRD = DieReading(6, (300.0, 80.0), 34.0, 0.3, (0.0, 0.0, 0.0, 0.0, 0.0, 0.3))


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    """A table at which Ann and Bob have been round the board, and Cy has not."""
    with hands(tmp_path) as at_table:
        at_table.begin(edition="got-2015", variants=("speed-die",))
        been = Correct(why="round the board", laps={ANN: 1, BOB: 1}, at={ANN: Space(10)})
        banker = at_table.cause("banker", "banker")
        at_table.pipeline.submit(been, banker, at_table.replies.append)
        yield at_table


def throw(at: Hands, *pips: int) -> None:
    """Let the camera see a sure throw that took a second."""
    began = at.clock.now = at.clock.now + 1
    at.eyes.motion(began)
    at.clock.now += 1
    at.see_dice(*pips, began=began)


def rolled(at: Hands) -> list[tuple[tuple[int, int], object]]:
    """Return what was rolled so far, by the journal."""
    events = [event for record in at.records for event in record.events]
    return [(e.dice, e.speed) for e in events if isinstance(e, Rolled | RolledForRent)]


def test_of_three_dice_of_one_colour_those_that_can_be_no_speed_die_are_proposed(at: Hands) -> None:
    seen = [(6, 0.8), (4, 0.97), (2, 0.99)]
    dice = tuple(
        DieReading(pips, (100.0 * n, 80.0), 34.0, sure, (0.0,) * 6)
        for n, (pips, sure) in enumerate(seen, start=1)
    )
    began = at.clock.now = at.clock.now + 1
    at.eyes.motion(began)
    at.clock.now += 1
    at.see_dice(6, 4, 2, verdict="unsure", began=began, dice=dice)
    assert at.view.doubt is not None
    assert [die.faces[0] for die in at.view.doubt.dice] == [6, 4]


def test_a_sure_reading_asks_for_the_speed_die(at: Hands) -> None:
    throw(at, 4, 3)
    doubt = at.view.doubt
    assert doubt is not None
    assert (doubt.seat, doubt.speed, [die.faces[0] for die in doubt.dice]) == (ANN, True, [4, 3])
    answer = at.answer(AnswerDoubt(doubt=doubt.id, dice=(4, 3)), at.cause(seat=ANN))
    assert isinstance(answer, Refusal)
    assert answer.facts == {"dice": 3}
    assert isinstance(
        at.answer(AnswerDoubt(doubt=doubt.id, dice=(4, 3), speed=3), at.cause(seat=ANN)), Accepted
    )
    assert (at.view.doubt, rolled(at)) == (None, [((4, 3), 3)])


def test_three_dice_seen_are_two_white_ones_and_the_speed_die(at: Hands) -> None:
    throw(at, 4, 3, 2)
    assert at.view.doubt is not None
    assert (len(at.view.doubt.dice), at.view.doubt.speed) == (2, True)


def test_who_has_not_been_round_rolls_two_dice_unasked(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(4, 3), speed=3), Roll(by=BOB, dice=(4, 5), speed=1))
    throw(at, 4, 6)
    assert at.view.doubt is None
    assert rolled(at)[-1] == ((4, 6), None)


def test_a_face_that_was_not_asked_for_is_refused(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(4, 3), speed=3), Roll(by=BOB, dice=(4, 5), speed=1))
    at.see_dice(4, 6, verdict="unsure", began=at.clock.now)
    doubt = at.view.doubt
    assert doubt is not None
    assert isinstance(
        at.answer(AnswerDoubt(doubt=doubt.id, dice=(4, 6), speed="bus"), at.cause(seat=CY)), Refusal
    )
    assert isinstance(
        at.answer(AnswerDoubt(doubt=doubt.id, dice=(4, 6)), at.cause(seat=CY)), Accepted
    )


def test_a_typed_roll_is_not_doubted_for_the_third_die_beside_it(at: Hands) -> None:
    began = at.clock.now = at.clock.now + 1
    at.eyes.motion(began)
    at.play(Roll(by=ANN, dice=(4, 3), speed=3))
    at.see_dice(4, 3, 3, began=began)
    assert (at.view.doubt, [notice.code for notice in at.view.notices]) == (None, [])


def test_a_typed_roll_that_is_not_what_lies_there_is_noted(at: Hands) -> None:
    began = at.clock.now = at.clock.now + 1
    at.eyes.motion(began)
    at.play(Roll(by=ANN, dice=(4, 3), speed=3))
    at.see_dice(5, 3, 3, began=began)
    assert [notice.code for notice in at.view.notices] == ["dice-differ"]


def test_a_roll_for_a_rent_asks_for_the_speed_die_as_well(at: Hands) -> None:
    given = Correct(why="a test", owner={Space(12): BOB}, at={ANN: Space(5)})
    at.pipeline.submit(given, at.cause("banker", "banker"), at.replies.append)
    at.play(Roll(by=ANN, dice=(3, 3), speed=1), Claim(by=BOB))
    throw(at, 2, 6)
    assert at.view.doubt is not None
    assert isinstance(
        at.answer(AnswerDoubt(doubt=at.view.doubt.id, dice=(2, 6), speed="mr"), at.cause(seat=ANN)),
        Accepted,
    )
    assert rolled(at)[-1] == ((2, 6), "mr")


def test_the_first_roll_is_made_with_as_many_dice_as_the_edition_says(tmp_path: Path) -> None:
    with hands(tmp_path / "german") as at_table:
        assert dice_due(at_table.view.state) == 2
        at_table.begin(edition="de-dm", first_roll=True)
        assert dice_due(at_table.view.state) == 1
        throw(at_table, 5)
        assert at_table.view.doubt is None
        assert at_table.view.seq == 2


def test_the_speed_die_that_was_told_from_the_others_is_shown_with_its_place(at: Hands) -> None:
    third = DieReading(2, (300.0, 80.0), 34.0, 0.95, (0.0, 1.0, 0.0, 0.0, 0.0, 0.0))
    began = at.clock.now = at.clock.now + 1
    at.see_dice(4, 3, began=began, speed=third)
    doubt = at.view.doubt
    assert doubt is not None
    assert (doubt.sure, doubt.seen) == (True, 2)
    assert doubt.third is not None
    assert (doubt.third.faces[0], doubt.third.centre, doubt.third.edge) == (2, (300.0, 80.0), 34.0)


def test_the_speed_die_is_expected_of_who_has_been_round(at: Hands) -> None:
    assert speed_due(at.view)
    at.play(Roll(by=ANN, dice=(4, 3), speed=3), Roll(by=BOB, dice=(4, 5), speed=1))
    assert not speed_due(at.view)


def test_a_speed_die_that_was_taught_and_read_is_rolled_unasked(at: Hands) -> None:
    throw(at, 4, 3)
    doubt = at.view.doubt
    assert doubt is not None
    began = at.clock.now = at.clock.now + 1
    at.see_dice(5, 3, began=began, speed=THIRD, face="bus")
    assert at.view.doubt is None
    assert rolled(at) == [((5, 3), "bus")]
    assert (at.desk.readings.all[-1].fate, at.desk.readings.all[-1].face) == ("booked", "bus")


def test_white_dice_in_doubt_are_asked_with_the_speed_dies_face_proposed(at: Hands) -> None:
    began = at.clock.now = at.clock.now + 1
    at.see_dice(5, 3, verdict="unsure", began=began, speed=THIRD, face="mr")
    doubt = at.view.doubt
    assert doubt is not None
    assert (doubt.speed, doubt.face) == (True, "mr")


def test_a_face_that_nobody_throws_now_is_left_out(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(4, 3), speed=3), Roll(by=BOB, dice=(4, 5), speed=1))
    began = at.clock.now = at.clock.now + 1
    at.see_dice(4, 6, began=began, speed=THIRD, face="bus")
    assert rolled(at)[-1] == ((4, 6), None)
    assert at.desk.readings.all[-1].face is None


def test_a_speed_die_read_wrong_is_ruled_on_and_rolled_anew(at: Hands) -> None:
    began = at.clock.now = at.clock.now + 1
    at.see_dice(5, 3, began=began, speed=THIRD, face="bus")
    reading = at.desk.readings.all[-1].id
    banker = at.cause("banker", "banker")
    told = RuleOnReading(reading=reading, dice=(5, 3), seen=at.view.seq)
    assert refused(at, told, banker) == "bad-command"
    assert refused(at, replace(told, speed="bus"), banker) == "not-an-option"
    assert isinstance(at.answer(replace(told, speed=2), banker), Accepted)
    assert rolled(at)[-1] == ((5, 3), 2)
    kept = at.desk.readings.find(reading)
    assert kept is not None
    assert (kept.is_wrong, kept.said, kept.said_face) == (True, (5, 3), 2)


def test_a_face_is_ruled_on_only_where_one_was_read(at: Hands) -> None:
    at.play(Roll(by=ANN, dice=(4, 3), speed=3), Roll(by=BOB, dice=(4, 5), speed=1))
    throw(at, 4, 6)
    reading = at.desk.readings.all[-1].id
    command = RuleOnReading(reading=reading, dice=(4, 5), speed=2)
    assert refused(at, command, at.cause("banker", "banker")) == "bad-command"


def test_what_was_read_of_it_is_asked_again_after_a_restart(at: Hands) -> None:
    began = at.clock.now = at.clock.now + 1
    at.see_dice(5, 3, verdict="unsure", began=began, speed=THIRD, face="mr")
    again = KeptReadings(at.desk.readings._path)  # as the next start has it
    assert (again.all[-1].face, again.all[-1].fate) == ("mr", "asked")


def refused(at: Hands, command: RuleOnReading, cause: Cause) -> str:
    """Return why a ruling is refused."""
    answer = at.answer(command, cause)
    assert isinstance(answer, Refusal)
    return answer.code
