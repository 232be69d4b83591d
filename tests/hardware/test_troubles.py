"""What the watcher tells while something goes wrong at the simulated table, and after."""

import numpy as np
import pytest

from calibration.mat_detection import MatFound, locate
from companion.errors import CameraError
from hardware.simulated.die import FACES, Face
from hardware.simulated.table import SimulatedTable
from hardware.simulated.troubles import TROUBLES, Trouble, dark, turning
from tests.support.stage import Stage
from tests.support.ticks import Ticks
from tests.support.tiers import first_of


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.mark.parametrize("seed", first_of(range(8), 2))
def test_under_glare_no_die_is_read_wrong_wherever_it_lies(seed: int) -> None:
    """The pips of one are not seen: it is asked for, or nothing is told."""
    stage = Stage(seed)
    stage.table.befall("glare")
    stage.see(2.0)
    for number in range(4):
        shown: tuple[Face, Face] = (FACES[(seed + number) % 6], FACES[(seed * 5 + number) % 6])
        stage.told.readings.clear()
        assert stage.throw(show=shown) != []
        assert [reading for reading in stage.told.readings if reading.verdict == "sure"] == []


@pytest.mark.parametrize("seed", first_of(range(4)))
def test_glare_that_comes_and_goes_over_dice_that_were_read_is_no_throw(seed: int) -> None:
    stage = Stage(seed)
    stage.throw(show=(3, 5))
    assert stage.reading.verdict == "sure"
    stage.told.readings.clear()
    for _ in range(2):
        stage.table.befall("glare")
        stage.see(3.0)
        stage.table.mend("glare")
        stage.see(3.0)
    assert [r for r in stage.told.readings if r.verdict == "sure"] == []


def test_dice_under_glare_are_told_once_it_is_gone(stage: Stage) -> None:
    stage.table.befall("glare")
    stage.throw(show=(3, 5))
    stage.told.readings.clear()
    stage.table.mend("glare")
    stage.see(3.0)
    stage.throw(show=(2, 6))
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (2, 6))


@pytest.mark.parametrize("seed", first_of(range(6), 2))
def test_a_bumped_camera_still_sees_the_mat(seed: int, ticks: Ticks) -> None:
    table = SimulatedTable(seed, clock=ticks)
    table.befall("bumped")
    found = locate(table.seen(ticks()))
    assert isinstance(found, MatFound)
    assert len(found.markers) == 4


def test_a_bumped_camera_is_turned_and_stands_where_it_stood(ticks: Ticks) -> None:
    view = SimulatedTable(clock=ticks)._scene.view
    size = (view.width, view.height)
    inner = np.array([(view.focal, 0, size[0] / 2), (0, view.focal, size[1] / 2), (0, 0, 1)])
    for bump in ((76.0, 6.0, 1.5), (150.0, 60.0, 0.0), (40.0, 30.0, 9.0)):
        turn = np.linalg.inv(inner) @ turning(*bump, size=size) @ inner
        assert np.abs(turn @ turn.T - np.eye(3)).max() < 0.005
        assert np.degrees(np.arccos((np.trace(turn) - 1) / 2)) > 3.0


def test_an_unplugged_camera_gives_nothing_until_it_is_plugged_in(ticks: Ticks) -> None:
    table = SimulatedTable(clock=ticks)
    camera = table.camera(sleep=ticks.sleep)
    camera.read()
    table.befall("unplugged")
    for look in (camera.read, table.camera):
        with pytest.raises(CameraError) as caught:
            look()
        assert caught.value.code == "camera-stopped"
    table.mend()
    assert camera.read().pixels.shape == table.camera(sleep=ticks.sleep).read().pixels.shape


@pytest.mark.parametrize("trouble", TROUBLES)
def test_troubles_come_together_and_go_one_by_one(trouble: Trouble, ticks: Ticks) -> None:
    table = SimulatedTable(clock=ticks)
    table.befall("dark", trouble)
    assert table.troubles == {"dark", trouble}
    assert (table.seen(ticks()) == dark(table.seen(ticks()))).all()
    table.mend(trouble)
    assert table.troubles == {"dark"} - {trouble}
    table.befall(*TROUBLES)
    table.mend()
    assert table.troubles == set()


def test_values_are_chosen_for_some_dice_and_left_to_chance_for_others(ticks: Ticks) -> None:
    table = SimulatedTable(7, size=(320, 180), clock=ticks)
    thrown = set()
    for _ in range(12):
        table.throw(show=(6, None))
        assert 6 in table.lies.dice
        thrown.add(table.lies.dice)
    assert len(thrown) > 1
