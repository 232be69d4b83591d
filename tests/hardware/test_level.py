"""A phone in a stand that feels which way is down sees aslant as if somebody had measured it.

Its tray is drawn, and nobody says how large it is.
"""

import math

import pytest

from companion.vision.readings import DiceReading
from hardware import level
from hardware.simulated.mishap import Lean
from hardware.simulated.table import SimulatedTable
from hardware.simulated.troubles import FOCAL
from tests.support.drawn_trays import felt, field_of
from tests.support.looks import LEFT, MIDDLE, RIGHT, Dice, Looks, told_of
from tests.support.ticks import Ticks

PLAIN: Dice = ((4, LEFT), (1, MIDDLE))
THROWS: tuple[Dice, ...] = (
    ((2, LEFT), (6, RIGHT)),
    ((4, (60.0, 200.0)), (1, (200.0, 90.0))),
    ((5, MIDDLE), (3, (70.0, 180.0))),
    ((6, (190.0, 210.0)), (5, (60.0, 95.0))),
)
LEANS = Lean(math.radians(40), over=False)


@pytest.fixture(params=[0.8, 1.0, 1.25], ids="focal-{}".format)
def looks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Looks:
    """A phone at 45 degrees whose lens is a usual one, or one that nobody expects."""
    monkeypatch.setattr(level, "FOCAL", FOCAL / request.param)
    ticks = Ticks()
    table = SimulatedTable(3, look="white", tilt=45.0, clock=ticks)
    looks = Looks(table, ticks, field_of(table, "exact", sized=False))
    looks.nothing()
    return looks


def right(looks: Looks) -> int:
    """Return how many throws are booked; none is booked wrongly."""
    booked = 0
    for dice in THROWS:
        looks.nothing()
        verdict, values = told_of(looks.come(dice))
        if verdict == "sure":
            assert values == tuple(sorted(pips for pips, _ in dice))
            booked += 1
    return booked


def shown_plainly(looks: Looks, *, degrees: float = 0.0) -> None:
    looks.down = felt(looks.table, degrees=degrees, way=2.0)
    looks.nothing()
    looks.come(PLAIN)


@pytest.mark.parametrize("degrees", [0.0, 2.0])
def test_after_one_throw_it_reads_what_it_had_asked(looks: Looks, degrees: float) -> None:
    before = right(looks)
    shown_plainly(looks, degrees=degrees)
    assert right(looks) > before


def test_a_die_that_leans_is_seen(looks: Looks) -> None:
    shown_plainly(looks)
    right(looks)
    looks.nothing()
    told = looks.throw("cocked", LEANS)
    assert isinstance(told, DiceReading)
    assert told.verdict != "sure"


def test_a_die_beside_the_tray_never_counts(looks: Looks) -> None:
    shown_plainly(looks)
    looks.nothing()
    assert told_of(looks.come(((3, MIDDLE), (5, (4.0, 232.0)))))[0] != "sure"


def test_a_phone_that_was_turned_is_learnt_anew(looks: Looks) -> None:
    shown_plainly(looks, degrees=20.0)
    shown_plainly(looks)
    assert right(looks) >= len(THROWS) - 1


@pytest.mark.parametrize("down", [(0.0, 0.0, -1.0), (0.0, 1.0, 0.0)])
def test_what_cannot_be_true_is_as_if_nothing_was_felt(
    looks: Looks, down: tuple[float, float, float]
) -> None:
    looks.down = down
    looks.nothing()
    looks.come(PLAIN)
    told = looks.come(THROWS[0])
    assert told_of(told)[1] == (2, 6)
