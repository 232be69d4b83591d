"""Dice that lean on the tray's wall or on each other are said, and are never sure."""

import math

import pytest

from companion.vision.readings import DiceReading
from hardware.simulated.mishap import Lean, Mishap
from hardware.simulated.table import SimulatedTable
from tests.support.looks import Looks
from tests.support.ticks import Ticks


@pytest.fixture(scope="module")
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture(scope="module")
def table(ticks: Ticks) -> SimulatedTable:
    return SimulatedTable(4, look="white", felt=0, clock=ticks)


@pytest.fixture
def looks(table: SimulatedTable, ticks: Ticks) -> Looks:
    table._scene._still_key = ""
    return Looks(table, ticks)


@pytest.mark.parametrize("mishap", ["cocked", "leaning"])
@pytest.mark.parametrize("degrees", [25, 40, 60])
def test_a_die_that_leans_is_said(looks: Looks, mishap: Mishap, degrees: int) -> None:
    looks.nothing()
    told = looks.throw(mishap, Lean(math.radians(degrees), over=False))
    assert isinstance(told, DiceReading)
    assert (told.verdict, told.remark) == ("unsure", "cocked")


@pytest.mark.parametrize("mishap", ["cocked", "leaning", None])
def test_a_die_that_only_touches_does_not_lean(looks: Looks, mishap: Mishap | None) -> None:
    looks.nothing()
    told = looks.throw(mishap, Lean(0.0, towards=math.pi))
    assert isinstance(told, DiceReading)
    assert told.remark != "cocked"
