"""What lies in the tray since before the dice came: prints, and dice that nobody threw."""

from collections.abc import Iterator

import numpy as np
import pytest

from companion.vision.bare_tray import BareTray
from companion.vision.readings import DiceReading
from hardware.simulated.die import LOOKS, DieLook, draw_die
from hardware.simulated.ground import FELTS
from hardware.simulated.table import SimulatedTable
from hardware.simulated.throw import Flight
from tests.support.looks import LEFT, MIDDLE, RIGHT, Dice, Looks, told_of
from tests.support.ticks import Ticks

TWO: Dice = ((3, LEFT), (5, RIGHT))


@pytest.fixture
def printed(white_dice: tuple[SimulatedTable, Ticks]) -> Iterator[None]:
    """A die is printed in the middle of the tray, as on a photograph: a six."""
    scene = white_dice[0]._scene
    bare = scene._empty.copy()
    pose = Flight(6, MIDDLE, 0.7, MIDDLE, 0, 0.0, 0.1).rests
    draw_die(scene._empty, scene.view, pose, LOOKS["white"], light=1.0, per_pixel=3)
    yield
    scene._empty[:] = bare


@pytest.mark.usefixtures("printed")
def test_dice_beside_a_printed_die_are_read(looks: Looks) -> None:
    looks.nothing()
    assert told_of(looks.come(TWO)) == ("sure", (3, 5))


@pytest.mark.usefixtures("printed")
def test_the_print_would_be_taken_for_a_die(looks: Looks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BareTray, "printed", lambda *_: [])
    looks.nothing()
    assert told_of(looks.come(TWO)) != ("sure", (3, 5))


@pytest.mark.usefixtures("printed")
def test_one_die_beside_a_printed_die_is_never_sure(looks: Looks) -> None:
    looks.nothing()
    assert told_of(looks.come(TWO[:1]))[0] == "unsure"


@pytest.mark.usefixtures("printed")
def test_a_printed_die_alone_is_no_roll(looks: Looks) -> None:
    looks.nothing()
    assert looks.tell() == "nothing"


@pytest.mark.usefixtures("printed")
def test_under_a_weaker_light_the_print_is_known_again(looks: Looks) -> None:
    looks.nothing()
    looks.light = 0.6
    assert told_of(looks.come(TWO)) == ("sure", (3, 5))


@pytest.mark.usefixtures("printed")
def test_a_shadow_over_the_print_makes_the_rule_pause_until_it_is_gone(looks: Looks) -> None:
    looks.nothing()
    looks.light = np.where(abs(np.arange(1280) - 440) < 60, 0.5, 1.0)[None, :, None]
    assert told_of(looks.come(TWO))[0] == "unsure"
    looks.light = 1.0
    assert told_of(looks.come(((2, LEFT), (4, RIGHT)))) == ("sure", (2, 4))


def test_dice_of_the_colour_of_the_tray_are_read(
    looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = FELTS[0].colour
    monkeypatch.setattr(looks.table, "_look", DieLook(body, (232, 236, 238), 0.3))
    looks.nothing()
    assert told_of(looks.come(TWO)) == ("sure", (3, 5))


def test_a_die_that_lay_there_from_the_beginning_is_asked_for(looks: Looks) -> None:
    looks.lie(TWO[:1])
    verdict, values = told_of(looks.come(TWO))
    assert (verdict, values) == ("unsure", (3, 5))


def test_dice_that_lay_there_from_the_beginning_are_read_when_thrown(looks: Looks) -> None:
    looks.lie(TWO)
    assert told_of(looks.come(((2, LEFT), (6, MIDDLE)))) == ("sure", (2, 6))
    assert told_of(looks.come(((1, (75.0, 103.0)), (4, RIGHT)))) == ("sure", (1, 4))


def test_a_tray_in_which_dice_may_lie_hidden_is_not_taken_for_bare(looks: Looks) -> None:
    looks.nothing()
    looks.come(TWO)
    known = looks.tray._bare._bare
    looks.tray._learn_the_bare_tray(DiceReading("none", (), 0.0), looks._frame())
    assert looks.tray._bare._bare is known
