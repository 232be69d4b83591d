"""Dice outside the tray are outside, also where the picture's box around the tray shows them."""

import pytest

from companion.vision.readings import DiceReading
from hardware.simulated.die import Face
from hardware.simulated.table import SimulatedTable
from tests.support.looks import LEFT, MIDDLE, Dice, Looks, told_of
from tests.support.ticks import Ticks

BESIDE = ((4.0, 232.0), (5.0, 175.0))
"""Just left of the tray, and in the box around it that the picture has."""


@pytest.fixture(scope="module")
def aslant() -> Looks:
    """A tray that a camera far aslant sees."""
    ticks = Ticks()
    return Looks(SimulatedTable(4, look="white", tilt=30.0, clock=ticks), ticks)


@pytest.mark.parametrize(("pips", "place"), [(3, BESIDE[0]), (4, BESIDE[1])])
def test_a_die_outside_never_counts_in_place_of_one_inside(
    aslant: Looks, pips: Face, place: tuple[float, float]
) -> None:
    aslant.nothing()
    told = aslant.come(((pips, MIDDLE), (5, place)))
    assert isinstance(told, DiceReading)
    assert (told.verdict, told.seen, told.remark) == ("unsure", 1, "beside")
    assert told.values == (pips,)


def test_two_dice_inside_are_read_beside_one_outside(aslant: Looks) -> None:
    aslant.nothing()
    thrown: Dice = ((3, MIDDLE), (6, LEFT), (5, BESIDE[0]))
    assert told_of(aslant.come(thrown)) == ("sure", (3, 6))


def test_dice_in_the_corners_are_inside(aslant: Looks) -> None:
    aslant.nothing()
    assert told_of(aslant.come(((4, (37.0, 228.0)), (2, (214.0, 70.0))))) == ("sure", (2, 4))
