"""What befalls dice on a real table, on the simulated one with the real readers."""

import numpy as np
import pytest

from companion.vision.frame import Pixels
from hardware.simulated.mishap import MISHAPS, Mishap
from hardware.simulated.troubles import bumped, dark
from tests.support.stage import Stage, garbled, lit
from tests.support.tiers import first_of

ROLL = ["motion", "dice"]
CALM = ["motion", "calm"]
DARK = "sim: It sees nothing: all is dark. Uncover the lens, or switch on a lamp."


@pytest.fixture
def stage() -> Stage:
    return Stage()


def thrown(stage: Stage, first: int = 3, second: int = 5) -> None:
    """Throw, and see that it was read."""
    told = len(stage.told.readings)
    stage.throw(show=(first, second))
    assert len(stage.told.readings) == told + 1
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (first, second))


def middle(stage: Stage) -> tuple[float, float]:
    """The place between the dice."""
    ends = [flight.end for flight in stage.table._thrown.flights]
    return (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2


# ---- hands


def test_dice_are_not_read_through_a_hand_but_when_it_has_gone(stage: Stage) -> None:
    stage.table.throw(show=(3, 5))
    stage.see(0.8)
    stage.table.hold(stage.table._thrown.flights[0].end)
    stage.see(3.0)
    assert "dice" not in stage.told.names
    stage.table.hold(None)
    assert stage.see(2.0) == ["dice"]
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (3, 5))


def test_a_hand_that_stays_over_a_die_leaves_a_doubt(stage: Stage) -> None:
    stage.table.throw(show=(3, 5))
    stage.see(0.8)
    stage.table.hold(stage.table._thrown.flights[0].end)
    stage.see(8.0)
    assert stage.told.names == ["dice"]
    assert stage.reading.verdict == "unsure"
    assert stage.reading.remark == "covered"


def test_a_hand_that_comes_rests_and_goes_is_no_roll(stage: Stage) -> None:
    thrown(stage)
    x, y = stage.table._thrown.flights[1].end
    stage.table.hold((x, y + 5))
    assert stage.see(2.0) == ["motion"]
    stage.table.hold(None)
    assert stage.see(2.0) == ["calm"]


def test_a_hand_that_lies_long_over_the_dice_is_no_roll_either(stage: Stage) -> None:
    thrown(stage)
    stage.table.hold(stage.table._thrown.flights[1].end)
    stage.see(8.0)
    stage.table.hold(None)
    stage.see(6.0)
    assert "dice" not in stage.told.names


def test_a_throw_after_a_hand_has_lain_long_in_the_tray_is_read_at_once(stage: Stage) -> None:
    thrown(stage)
    stage.table.hold(stage.table._thrown.flights[0].end)
    stage.see(6.0)
    stage.table.hold(None)
    stage.table.throw(show=(1, 6))
    stage.see(2.6)
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (1, 6))


def test_a_hand_that_was_there_from_the_beginning_does_not_delay_the_first_throw() -> None:
    stage = Stage()
    stage.table.hold((60.0, 90.0))
    stage.watcher._dice.rest(stage.camera.read())
    stage.table.hold(None)
    stage.table.throw(show=(2, 5))
    stage.see(2.2)
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (2, 5))


def test_dice_taken_out_are_no_roll_and_the_next_throw_is_one(stage: Stage) -> None:
    thrown(stage)
    stage.table.take_dice()
    assert stage.see(2.0) == CALM
    thrown(stage, 2, 6)


# ---- dice that are touched


@pytest.mark.parametrize("far", [3.0, 20.0])
def test_dice_that_are_nudged_are_no_second_roll(stage: Stage, far: float) -> None:
    thrown(stage)
    for _ in range(4):
        stage.table.push((far / 4, -far / 8))
        stage.see(0.1)
    stage.see(1.5)
    assert "dice" not in stage.told.names
    assert stage.throw(show=(2, 4)) == ROLL


def test_the_same_values_thrown_again_are_a_throw(stage: Stage) -> None:
    for _ in range(3):
        thrown(stage)


def test_dice_that_are_pushed_aside_are_asked_about(stage: Stage) -> None:
    thrown(stage)
    x, _ = middle(stage)
    for _ in range(12):
        stage.table.push((6.0 if x < 125 else -6.0, 0.0))
        stage.see(0.1)
    stage.see(1.5)
    assert (stage.reading.verdict, stage.reading.remark) == ("unsure", "moved")


def test_a_die_that_is_turned_over_is_said_and_is_no_sure_roll(stage: Stage) -> None:
    thrown(stage)
    stage.table.turn_over(1, 2)
    assert stage.see(1.5) == ROLL
    assert (stage.reading.verdict, stage.reading.remark) == ("unsure", "turned")


def test_a_throw_that_shows_the_same_nearly_there_is_a_throw(stage: Stage) -> None:
    thrown(stage)
    flights = stage.table._thrown.flights
    stage.table.take_dice()
    stage.see(0.8)
    stage.table._lay(flights, began=stage.ticks())
    stage.table.push((5.0, 3.0))
    stage.see(3.0)
    assert len(stage.told.readings) == 2
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (3, 5))


# ---- dice that fell badly


@pytest.mark.parametrize("mishap", MISHAPS)
@pytest.mark.parametrize("seed", first_of([0, 1]))
def test_a_bad_throw_is_never_sure(mishap: Mishap, seed: int) -> None:
    stage = Stage(seed)
    assert stage.throw(mishap=mishap) == ROLL
    assert stage.reading.verdict == "unsure"


def test_a_die_beside_the_tray_is_said(stage: Stage) -> None:
    stage.throw(mishap="outside")
    assert (stage.reading.seen, stage.reading.remark) == (1, "beside")


def test_three_dice_where_two_are_thrown_are_counted(stage: Stage) -> None:
    assert stage.throw(dice=3) == ROLL
    assert (stage.reading.verdict, stage.reading.seen) == ("unsure", 3)


# ---- light, camera, frames


@pytest.mark.parametrize(("before", "after"), [(1.0, 0.35), (0.35, 1.0)])
def test_the_light_is_switched_while_dice_roll(stage: Stage, before: float, after: float) -> None:
    stage.see(1.0, lit(before))
    stage.table.throw(show=(3, 5))
    stage.see(0.8, lit(before))
    stage.see(3.0, lit(after))
    assert len(stage.told.readings) == 1
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (3, 5))


def test_the_camera_is_knocked_while_dice_roll(stage: Stage) -> None:
    stage.table.throw(show=(3, 5))
    stage.see(0.8)
    stage.see(3.0, bumped(60, -40, 2.0))
    assert stage.told.names[-2:] == ["dice", "camera"]
    assert (stage.reading.verdict, stage.reading.values) == ("sure", (3, 5))


def test_the_camera_is_knocked_and_the_dice_that_lie_there_are_no_roll(stage: Stage) -> None:
    thrown(stage)
    assert stage.see(3.0, bumped(60, -40, 2.0)) == [*CALM, "camera"]
    assert stage.see(3.0, bumped(60, -40, 2.0)) == []


def test_three_frames_a_second_will_do() -> None:
    stage = Stage(rate=3.0)
    assert stage.throw(6.0, show=(3, 5)) == ROLL
    assert stage.throw(6.0, show=(1, 6)) == ROLL
    assert [r.values for r in stage.told.readings] == [(3, 5), (1, 6)]
    assert {r.verdict for r in stage.told.readings} == {"sure"}


def test_black_frames_are_no_roll_and_hide_none(stage: Stage) -> None:
    thrown(stage)
    assert stage.see(1.0, dark) == []
    assert stage.see(1.0) == []
    stage.table.throw(show=(2, 6))
    stage.see(0.8)
    stage.see(1.0, dark)
    stage.see(2.0)
    assert stage.told.names[-1] == "dice"
    assert stage.reading.values == (2, 6)


def test_lasting_darkness_is_said_and_ends_the_motion(stage: Stage) -> None:
    thrown(stage)
    stage.table.throw()
    stage.see(0.6)
    assert stage.see(3.0, dark) == ["calm", "camera"]
    assert stage.told.calls[-1][1] == (DARK, False)
    assert stage.see(1.0)[:1] == ["camera"]


@pytest.mark.parametrize("when", [1.0, 1.7, 2.2])
def test_one_garbled_frame_changes_nothing(stage: Stage, when: float) -> None:
    stage.table.throw(show=(3, 5))
    stage.see(when)
    stage.see(0.1, garbled)
    stage.see(2.5)
    assert [(r.verdict, r.values) for r in stage.told.readings] == [("sure", (3, 5))]


# ---- things in the tray


def laid(stage: Stage, x: float, y: float, size: tuple[int, int]) -> object:
    """Something flat and dark lies in the tray, its middle over a place of the mat."""
    u, v = stage.table._scene.view.project(np.array([(x, y, 8.0)]))[0].astype(int)

    def covered(pixels: Pixels) -> Pixels:
        picture = pixels.copy()
        width, height = size
        picture[v - height // 2 : v + height // 2, u - width // 2 : u + width // 2] = (40, 36, 32)
        return picture

    return covered


def test_a_phone_laid_in_the_tray_and_taken_away_is_no_roll(stage: Stage) -> None:
    thrown(stage)
    phone = laid(stage, 125.0, 150.0, (150, 300))
    stage.see(3.0, phone)  # type: ignore[arg-type]
    stage.see(3.0)
    assert len(stage.told.readings) == 1


@pytest.mark.parametrize("which", [0, 1])
def test_a_phone_laid_over_a_die_and_taken_away_is_no_roll(stage: Stage, which: int) -> None:
    thrown(stage)
    x, y = stage.table._thrown.flights[which].end
    phone = laid(stage, x, y, (150, 260))
    stage.see(3.0, phone)  # type: ignore[arg-type]
    stage.see(3.0)
    assert not [r for r in stage.told.readings[1:] if r.verdict == "sure"]
    assert len(stage.told.readings) == 1
