"""A camera that looks aslant, and knows from where, reads dice as one above the table does."""

import math

import pytest

from companion.vision.readings import DiceReading
from hardware.simulated.mishap import Lean
from hardware.simulated.table import SimulatedTable
from tests.support.looks import LEFT, MIDDLE, RIGHT, Looks, told_of
from tests.support.ticks import Ticks


@pytest.fixture
def looks() -> Looks:
    ticks = Ticks()
    looks = Looks(SimulatedTable(3, look="white", tilt=45.0, clock=ticks), ticks)
    looks.nothing()
    return looks


def test_upper_faces_are_read_and_no_sides(looks: Looks) -> None:
    assert told_of(looks.come(((2, LEFT), (6, RIGHT)))) == ("sure", (2, 6))


def test_dice_lie_where_the_camera_sees_their_upper_faces(looks: Looks) -> None:
    told = looks.come(((2, LEFT), (6, MIDDLE)))
    assert isinstance(told, DiceReading)
    assert [die.pips for die in told.dice] == [2, 6]
    left, middle = (die.centre for die in told.dice)
    assert left[0] < middle[0]
    assert middle[1] < left[1]  # it lies farther away


def test_a_side_that_is_alone_in_sight_is_no_die(looks: Looks) -> None:
    told = looks.come(((3, MIDDLE),))
    assert told_of(told)[0] != "sure"


def test_a_die_that_leans_is_said(looks: Looks) -> None:
    told = looks.throw("cocked", Lean(math.radians(40), over=False))
    assert isinstance(told, DiceReading)
    assert told.verdict != "sure"
