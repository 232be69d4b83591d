"""The speed die beside two white ones, on the simulated table with the real readers."""

import pytest

from hardware.simulated.die import FACES, Face
from tests.support.stage import Stage


@pytest.fixture(scope="module")
def stage() -> Stage:
    """A table at which the speed die is thrown; its dice are white, its felt green."""
    return Stage(3, speed=True)


@pytest.mark.parametrize("face", FACES)
def test_the_white_dice_are_read_and_the_third_is_pointed_at(stage: Stage, face: Face) -> None:
    stage.throw(show=(4, 2), speed=face)
    reading = stage.reading
    assert (reading.verdict, reading.values) == ("sure", (2, 4))
    assert reading.speed is not None
    assert not any(
        abs(die.centre[0] - reading.speed.centre[0]) < die.edge / 2
        and abs(die.centre[1] - reading.speed.centre[1]) < die.edge / 2
        for die in reading.dice
    )
    if face <= 3:
        assert (reading.speed.pips, reading.speed.confidence > 0.5) == (face, True)


def test_a_white_die_that_is_missing_is_never_replaced_by_the_speed_die(stage: Stage) -> None:
    stage.throw(dice=1, show=(5,), speed=2)
    assert stage.reading.verdict == "unsure"
    assert stage.reading.speed is None


def test_without_the_speed_die_nothing_is_sure(stage: Stage) -> None:
    stage.throw(show=(5, 1))
    assert stage.reading.verdict == "unsure"
    assert stage.reading.speed is None


def test_a_third_die_like_the_others_is_not_told_from_them(stage: Stage) -> None:
    stage.throw(dice=3)
    assert stage.reading.verdict == "unsure"
    assert stage.reading.speed is None
