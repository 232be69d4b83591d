"""Dice that lean on the tray's wall or on each other are said, and are never sure."""

import math

import pytest

from companion.vision.readings import DiceReading
from hardware.simulated.mishap import Lean, Mishap
from tests.support.looks import Looks


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
