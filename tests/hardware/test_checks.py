"""What the doctor says of camera, light and buttons."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.doctor import Check, worst
from hardware.cameras.steady import SteadyCamera, steady_camera
from hardware.checks import button_checks, camera_checks, picture_checks, watched_checks
from hardware.field import Field
from hardware.simulated.table import SimulatedTable
from tests.support.ribbon import Ribbon


def steady() -> SteadyCamera:
    return SteadyCamera(SimulatedTable(1).camera(rate=1000.0), SimulatedTable(1).camera)


def named(checks: Sequence[Check], name: str) -> Check:
    return next(check for check in checks if check.name == name)


def test_the_simulated_table_is_no_camera_but_its_mat_is_found() -> None:
    checks = camera_checks("sim", SimulatedTable(1))
    assert named(checks, "camera").health == "warn"
    assert named(checks, "mat").health == "ok"
    assert named(checks, "light").health == "ok"


def test_a_camera_that_cannot_be_opened_is_bad(tmp_path: Path) -> None:
    checks = camera_checks(f"dir:{tmp_path / 'gone'}", SimulatedTable(1))
    assert worst(checks) == "bad"


def test_pictures_without_a_mat_are_the_tray_as_a_whole() -> None:
    folder = Path(__file__).parents[1] / "end_to_end" / "pictures"
    checks = camera_checks(f"dir:{folder}", SimulatedTable(1))
    assert named(checks, "camera").health == "ok"
    assert "whole picture" in named(checks, "mat").words


@pytest.mark.parametrize(("width", "size"), [(1280, None), (800, "24 mm"), (640, "30 mm")])
def test_where_stickers_show_too_few_pixels_larger_ones_are_asked_for(
    width: int, size: str | None
) -> None:
    table = SimulatedTable(1, size=(width, width * 9 // 16))
    told = [check for check in picture_checks(table.seen(0.0)) if check.name == "sticker size"]
    assert [check.health for check in told] == ([] if size is None else ["warn"])
    assert all(size is not None and size in check.mend for check in told)


def test_a_lost_camera_is_bad_while_it_is_watched() -> None:
    camera = steady()
    frame = camera.read()
    camera.close()
    assert worst(watched_checks(camera, lambda: frame, Field())) == "bad"


def test_light_that_changes_is_said_until_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    ribbon = Ribbon()
    monkeypatch.setitem(sys.modules, "picamera2", ribbon.module())
    camera = steady_camera("pi?width=320")

    def said() -> bool:
        frame = camera.read()
        told = watched_checks(camera, lambda: frame, Field())
        return "light-changes" in {check.code for check in told}

    assert said()
    monkeypatch.setattr("hardware.cameras.exposure.STANDS_S", 0.0)
    assert not said()
    camera.close()


def test_a_watched_camera_is_looked_at_without_taking_a_frame() -> None:
    camera = steady()
    frame = camera.read()
    assert named(watched_checks(camera, lambda: frame, Field()), "mat").health == "ok"
    assert worst(watched_checks(camera, lambda: None, Field())) == "bad"  # nothing was seen yet


def test_buttons_that_are_not_there_are_bad() -> None:
    assert worst(button_checks("mock", 8)) == "ok"
    assert worst(button_checks("gpio", 8)) == "bad"  # no machine of ours has pins
