"""Dice that come to lie while nothing is seen: asked about, never a roll by themselves."""

import numpy as np
import pytest

from companion.errors import CameraError
from companion.vision.frame import Frame
from hardware.simulated.troubles import dark
from tests.support.stage import Stage, lit

LOST = CameraError(where="sim", code="camera-stopped")


@pytest.fixture
def stage() -> Stage:
    stage = Stage()
    stage.throw(show=(3, 5))
    assert stage.reading.verdict == "sure"
    return stage


def told_after(stage: Stage, since: float) -> list[str]:
    """See on for a while; what moved meanwhile moved before that, and claims know it."""
    names = stage.see(2.5)
    for name, what in stage.told.calls:
        if name in ("motion", "dice"):
            assert isinstance(what, float)
            assert what <= since
    return [name for name in names if name != "camera"]


def asked(stage: Stage, *values: int) -> None:
    reading = stage.reading
    assert (reading.verdict, reading.remark, reading.values) == ("unsure", "unseen", values)


def test_dice_thrown_in_the_dark_are_asked_about_when_there_is_light(stage: Stage) -> None:
    since = stage.ticks.now
    stage.see(1.0, dark)
    stage.table.throw(show=(2, 6))
    stage.see(3.0, dark)
    assert told_after(stage, since) == ["motion", "dice"]
    asked(stage, 2, 6)
    stage.throw(show=(1, 4))
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (1, 4))


def test_dice_thrown_while_the_camera_was_lost_are_asked_about(stage: Stage) -> None:
    since = stage.ticks.now
    stage.watcher._lost(LOST)
    stage.table.throw(show=(2, 6))
    stage.ticks.sleep(5.0)
    assert told_after(stage, since) == ["motion", "dice"]
    asked(stage, 2, 6)


def test_dice_thrown_while_the_camera_stood_still_are_asked_about(stage: Stage) -> None:
    since = stage.ticks.now
    stage.table.throw(show=(2, 6))
    stage.ticks.sleep(20.0)
    assert told_after(stage, since) == ["motion", "dice"]
    asked(stage, 2, 6)


def test_a_throw_that_was_cut_off_is_asked_about(stage: Stage) -> None:
    stage.table.throw(show=(2, 6))
    stage.see(0.3)
    stage.watcher._lost(LOST)
    since = stage.ticks.now
    stage.ticks.sleep(1.0)
    assert told_after(stage, since) == ["motion", "dice"]
    asked(stage, 2, 6)


@pytest.mark.parametrize("seconds", [1.0, 30.0])
def test_what_lies_as_before_is_no_throw(stage: Stage, seconds: float) -> None:
    since = stage.ticks.now
    stage.watcher._lost(LOST)
    stage.ticks.sleep(seconds)
    assert told_after(stage, since) == []


def test_the_same_values_elsewhere_are_left_to_people(stage: Stage) -> None:
    """They may have been pushed about; whoever rolled them has typed them, or throws again."""
    since = stage.ticks.now
    stage.see(1.0, dark)
    stage.table.throw(show=(3, 5))
    stage.see(3.0, dark)
    assert told_after(stage, since) == ["motion", "calm"]


def test_dice_taken_out_in_the_dark_are_no_throw_and_the_next_is_one(stage: Stage) -> None:
    since = stage.ticks.now
    stage.see(1.0, dark)
    stage.table.take_dice()
    stage.see(3.0, dark)
    assert told_after(stage, since) == ["motion", "calm"]
    stage.throw(show=(3, 5))
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (3, 5))


def test_a_hand_that_is_there_when_the_light_returns_is_waited_for(stage: Stage) -> None:
    since = stage.ticks.now
    stage.see(1.0, dark)
    stage.table.throw(show=(2, 6))
    stage.see(3.0, dark)
    stage.table.hold(stage.table._thrown.flights[0].end)
    assert told_after(stage, since) == ["motion"]
    stage.table.hold(None)
    assert told_after(stage, since) == ["dice"]
    asked(stage, 2, 6)


@pytest.mark.parametrize("light", [0.6, 1.3])
def test_it_is_known_in_another_light_too(stage: Stage, light: float) -> None:
    stage.see(3.0, dark)
    assert "dice" not in stage.see(2.5, lit(light))
    stage.see(1.0, dark)
    stage.table.throw(show=(2, 6))
    stage.see(3.0, dark)
    assert "dice" in stage.see(2.5, lit(light))
    asked(stage, 2, 6)


def test_a_picture_of_another_size_begins_afresh(stage: Stage) -> None:
    stage.watcher._lost(LOST)
    stage.ticks.sleep(5.0)
    stage.told.calls.clear()
    for _ in range(20):
        frame = stage.camera.read()
        smaller = np.ascontiguousarray(frame.pixels[::2, ::2])
        stage.watcher.see(Frame(smaller, frame.at, frame.number))
    assert "dice" not in stage.told.names
