"""Where the lens saw the mat sharply is kept with the camera's calibration, and used again."""

import sys
from pathlib import Path

import pytest

from calibration.store import load
from companion.cli import main
from companion.compose import Companion
from companion.parts import Options
from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from hardware.camera_view import TableSight, drawn_before
from hardware.cameras import CameraOptions, steady_camera
from hardware.checks import camera_checks
from hardware.simulated.table import SimulatedTable
from hardware.watcher import Watcher
from tests.support.mat_frames import Shot
from tests.support.ribbon import Ribbon
from tests.support.told import Told
from tests.support.untagged import NoTags

FOUND = {"AfMode": 1, "AfTrigger": 0}


@pytest.fixture(scope="module")
def mat() -> Pixels:
    return Shot(width=1280, height=720, tilt=10, fill=0.85).draw()


@pytest.fixture
def ribbon(monkeypatch: pytest.MonkeyPatch, mat: Pixels) -> Ribbon:
    ribbon = Ribbon()
    ribbon.picture = mat
    monkeypatch.setitem(sys.modules, "picamera2", ribbon.module())
    return ribbon


def calibrate(home: Path) -> None:
    assert main(["calibrate", "--camera", "pi", "--home", str(home)]) == 0


def lens_of(ribbon: Ribbon) -> list[dict[str, object]]:
    return [controls for controls in ribbon.set if "AfMode" in controls]


def test_calibrating_focuses_once_and_keeps_where_the_lens_stood(
    ribbon: Ribbon, tmp_path: Path
) -> None:
    calibrate(tmp_path)
    kept = load(tmp_path, "pi")
    assert kept is not None
    assert kept.focus == ribbon.sharp_at
    assert lens_of(ribbon) == [FOUND, {"AfMode": 0, "LensPosition": ribbon.sharp_at}]


def test_the_doctor_looks_with_the_lens_as_it_was_kept(ribbon: Ribbon, tmp_path: Path) -> None:
    calibrate(tmp_path)
    ribbon.set.clear()
    camera_checks("pi", SimulatedTable(1), lambda name: drawn_before(tmp_path, name))
    assert lens_of(ribbon) == [{"AfMode": 0, "LensPosition": ribbon.sharp_at}]


def test_the_companion_starts_with_the_lens_as_it_was_kept(ribbon: Ribbon, tmp_path: Path) -> None:
    calibrate(tmp_path)
    ribbon.set.clear()
    companion = Companion(Options(home=tmp_path, camera="pi", buttons="none", host="127.0.0.1"))
    companion._camera.read()
    companion.stop()
    assert lens_of(ribbon) == [{"AfMode": 0, "LensPosition": ribbon.sharp_at}]


def test_measuring_anew_focuses_anew_and_coming_back_does_not(
    ribbon: Ribbon, tmp_path: Path
) -> None:
    calibrate(tmp_path)
    camera = steady_camera("pi", CameraOptions())
    camera.focus_on(1.0)
    watcher = Watcher(
        camera, witness=Told(), dice=NetReader(), tags=NoTags(), dice_expected=lambda: 2
    )
    watcher.see(camera.read())
    ribbon.sharp_at = 1.7
    TableSight(camera, watcher, tmp_path).measure()
    kept = load(tmp_path, "pi")
    assert kept is not None
    assert kept.focus == 1.7
    ribbon.set.clear()
    camera.read()
    camera._lose(camera._camera, ValueError("unplugged"))  # type: ignore[arg-type]
    while camera.lost:
        camera.read()
    assert lens_of(ribbon) == [{"AfMode": 0, "LensPosition": 1.7}]
    camera.close()


def test_boxes_drawn_by_hand_keep_the_lens_where_it_stood(ribbon: Ribbon, tmp_path: Path) -> None:
    calibrate(tmp_path)
    known = load(tmp_path, "pi")
    assert known is not None
    camera = steady_camera("pi", CameraOptions())
    watcher = Watcher(
        camera,
        witness=Told(),
        dice=NetReader(),
        tags=NoTags(),
        dice_expected=lambda: 2,
        drawn=known,
    )
    watcher.see(camera.read())
    sight = TableSight(camera, watcher, tmp_path)
    assert known.tray is not None
    assert known.scan is not None
    sight.draw(known.tray.corners, known.scan)
    sight.forget()
    camera.close()
    left = load(tmp_path, "pi")
    assert left is not None
    assert (left.tray, left.focus) == (None, ribbon.sharp_at)
