"""A tray that is drawn by its corners and said to be so large serves as one on a mat does.

Corners are put where they are, or 6 pixels beside; the size is right, or 10 % wrong.
"""

import math

import pytest

from companion.vision.readings import DiceReading
from hardware.simulated.mishap import Lean, Mishap
from hardware.simulated.table import SimulatedTable
from hardware.tray import Told
from tests.support.drawn_trays import field_of
from tests.support.looks import LEFT, MIDDLE, RIGHT, Dice, Looks, told_of
from tests.support.ticks import Ticks

FLAT: tuple[Dice, ...] = (
    ((2, LEFT), (6, RIGHT)),
    ((4, (37.0, 228.0)), (1, (214.0, 70.0))),
    ((5, MIDDLE), (3, (60.0, 200.0))),
    ((6, (200.0, 225.0)), (5, (45.0, 75.0))),
)
"""Throws that lie flat, some of them in the tray's corners."""

HOW = ("exact", "off", "larger", "wider")
TABLES = [(tilt, how) for tilt in (0, 35, 45) for how in HOW]


@pytest.fixture(scope="module", params=TABLES, ids=lambda param: f"{param[0]}-{param[1]}")
def looks(request: pytest.FixtureRequest) -> Looks:
    tilt, how = request.param
    ticks = Ticks()
    table = SimulatedTable(3, look="white", tilt=float(tilt), clock=ticks)
    return Looks(table, ticks, field_of(table, how))


def is_sure(told: Told) -> bool:
    return isinstance(told, DiceReading) and told.verdict == "sure"


def test_flat_dice_are_read(looks: Looks) -> None:
    sure = 0
    for dice in FLAT:
        looks.nothing()
        verdict, values = told_of(looks.come(dice))
        assert values == tuple(sorted(pips for pips, _ in dice))
        sure += verdict == "sure"
    assert sure >= len(FLAT) - 1


@pytest.mark.parametrize(("mishap", "degrees"), [("cocked", 25), ("leaning", 40)])
def test_a_die_that_leans_is_asked_about(looks: Looks, mishap: Mishap, degrees: int) -> None:
    looks.nothing()
    assert not is_sure(looks.throw(mishap, Lean(math.radians(degrees), over=False)))


def test_a_die_beside_the_tray_never_counts(looks: Looks) -> None:
    """It lies in the box of the picture around the tray."""
    looks.nothing()
    told = looks.come(((3, MIDDLE), (5, (4.0, 232.0))))
    assert isinstance(told, DiceReading)
    assert (told.verdict, told.values) == ("unsure", (3,))
    looks.nothing()
    assert told_of(looks.come(((4, MIDDLE), (6, LEFT), (5, (5.0, 175.0)))))[1] == (4, 6)
