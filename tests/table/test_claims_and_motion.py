"""A claim is judged by when it was pressed, not by when somebody got round to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.commands import Buy, Claim, Roll
from companion.table.answers import Accepted, Broken
from companion.table.dice.commands import AnswerDoubt
from companion.table.view import CameraState
from companion.words import Space
from tests.support.table import ANN, BOB, CY, Hands, code, hands, rent_is_due


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path) as at_table:
        yield at_table


def claim_in_motion(at: Hands) -> float:
    """Let Ann claim while something moves in the tray: it has to wait. Return when that began."""
    rent_is_due(at)
    began = at.clock.now
    at.eyes.motion(began)
    at.clock.now += 0.3
    assert at.ask(Claim(by=ANN)) is None
    return began


def test_a_claim_before_any_motion_is_answered_at_once(at: Hands) -> None:
    rent_is_due(at)
    assert isinstance(at.ask(Claim(by=ANN)), Accepted)


def test_a_claim_pressed_before_the_motion_counts_though_it_arrives_later(at: Hands) -> None:
    rent_is_due(at)
    began = at.clock.now + 1
    at.eyes.motion(began)
    at.clock.now += 2
    assert isinstance(at.ask(Claim(by=ANN), at=began - 0.01), Accepted)


def test_a_claim_pressed_after_the_next_roll_began_is_too_late(at: Hands) -> None:
    began = claim_in_motion(at)
    assert [claim.seat for claim in at.view.claims] == [ANN]  # and everybody saw it at once
    at.clock.now += 1
    at.see_dice(1, 3, began=began)
    assert code(at.replies[-1]) == "claim-too-late"
    assert at.view.claims == ()


def test_a_claim_during_a_motion_that_was_no_roll_is_granted(at: Hands) -> None:
    claim_in_motion(at)
    at.eyes.calm()
    assert isinstance(at.replies[-1], Accepted)


def test_a_motion_of_which_nobody_speaks_ends_by_itself(at: Hands) -> None:
    claim_in_motion(at)
    assert at.desk.due < float("inf")
    at.clock.now = at.desk.due
    at.pipeline.tick()
    assert isinstance(at.replies[-1], Accepted)
    assert at.view.motion is None


def test_the_rollers_own_second_roll_holds_no_claim(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(2, 4)), Buy(by=ANN), Roll(by=BOB, dice=(3, 3)))
    at.eyes.motion(at.clock.now)
    at.clock.now += 0.3
    assert isinstance(at.ask(Claim(by=ANN)), Accepted)


def test_a_claim_waits_for_a_doubt_and_is_too_late_if_it_was_the_roll(at: Hands) -> None:
    began = claim_in_motion(at)
    at.see_dice(1, 3, verdict="unsure", began=began)
    assert at.view.claims
    doubt = at.view.doubt
    assert doubt is not None
    at.answer(AnswerDoubt(doubt=doubt.id, dice=(1, 3)), at.cause(seat=CY))
    assert code(at.replies[-1]) == "claim-too-late"


def test_a_claim_waits_for_a_doubt_and_is_granted_if_it_was_no_roll(at: Hands) -> None:
    began = claim_in_motion(at)
    at.see_dice(1, 3, verdict="unsure", began=began)
    doubt = at.view.doubt
    assert doubt is not None
    at.answer(AnswerDoubt(doubt=doubt.id), at.cause(seat=CY))
    assert isinstance(at.replies[-1], Accepted)


def test_held_claims_are_answered_in_the_order_in_which_they_were_pressed(at: Hands) -> None:
    rent_is_due(at)
    began = at.clock.now
    at.eyes.motion(began)
    at.clock.now += 1
    assert at.ask(Claim(by=ANN, lot=Space(3)), at=began + 0.6) is None
    assert at.ask(Claim(by=ANN), at=began + 0.3) is None
    at.eyes.calm()
    first, second = at.replies[-2:]
    assert isinstance(first, Accepted)  # the one pressed at 0.3, though it came second
    assert code(second) == "nothing-to-claim"


def test_a_claim_to_nothing_waits_for_nothing(at: Hands) -> None:
    rent_is_due(at)
    at.eyes.motion(at.clock.now)
    at.clock.now += 0.3
    assert code(at.ask(Claim(by=CY))) == "nothing-to-claim"


def test_a_claim_that_waits_is_answered_when_the_table_closes(at: Hands) -> None:
    claim_in_motion(at)
    at.desk.close()
    assert isinstance(at.replies[-1], Broken)


def test_a_claim_waits_no_longer_than_its_game(at: Hands) -> None:
    claim_in_motion(at)
    at.begin(players=("Dee", "Eve"), another=True)
    assert isinstance(at.replies[-1], Accepted)
    assert at.view.seq == 1


def test_the_camera_going_blind_ends_the_motion(at: Hands) -> None:
    claim_in_motion(at)
    at.eyes.camera(CameraState(ok=False, status="unplugged"))
    assert isinstance(at.replies[-1], Accepted)
    assert at.view.camera is not None
    assert not at.view.camera.ok


def test_a_purchase_is_not_held_up_by_motion(at: Hands) -> None:
    at.begin()
    at.play(Roll(by=ANN, dice=(1, 2)))
    at.eyes.motion(at.clock.now)
    at.clock.now += 0.3
    assert isinstance(at.ask(Buy(by=ANN)), Accepted)
    assert at.view.state is not None
    assert BOB in at.view.asked
