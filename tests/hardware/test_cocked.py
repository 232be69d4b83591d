"""Dice that lean on the tray's wall or on each other are said, and are never sure."""

import math

import pytest

from companion.vision.readings import DiceReading
from hardware.simulated.mishap import Lean, Mishap
from hardware.simulated.table import SimulatedTable
from tests.support.looks import Looks
from tests.support.ticks import Ticks


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


@pytest.mark.parametrize("seed", range(4))
def test_a_throw_with_a_cocked_die_is_never_sure(seed: int) -> None:
    ticks = Ticks()
    table = SimulatedTable(seed, clock=ticks)
    looks = Looks(table, ticks)
    for _ in range(3):
        looks.nothing()
        table.throw(2, mishap="cocked")
        told = looks.tell()
        assert isinstance(told, DiceReading)
        assert told.verdict != "sure"
