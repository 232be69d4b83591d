"""What is kept about a camera."""

import stat
from pathlib import Path

import pytest

from calibration.locate import MatFound
from calibration.store import Calibration, by_hand, by_mat, load, path_of, save
from companion.errors import SettingsError
from companion.vision.plane import Homography, Zone

PLANE = Homography(((0.5, 0.1, -130.0), (0.01, -0.5, 340.0), (0.0, 0.0005, 1.0)))
TRAY, SCAN = Zone(10, 20, 300, 200), Zone(400, 20, 200, 200)


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    mat = MatFound(PLANE, 0.2, (0, 1, 2, 3), TRAY, SCAN)
    calibration = by_mat("usb:0", (1280, 720), mat)
    save(calibration, tmp_path)
    assert calibration == load(tmp_path, "usb:0")
    assert calibration.fits(1280, 720)
    assert not calibration.fits(1920, 1080)


def test_two_boxes_drawn_by_hand_serve_as_well(tmp_path: Path) -> None:
    calibration = by_hand("pi", (640, 480), tray=TRAY, scan=SCAN)
    save(calibration, tmp_path)
    stored = load(tmp_path, "pi")
    assert stored == calibration
    assert stored.homography is None


def test_a_box_outside_the_picture_is_refused() -> None:
    for box in (Zone(-1, 0, 5, 5), Zone(0, 0, 641, 5), Zone(0, 0, 0, 5)):
        with pytest.raises(SettingsError, match="draw it again"):
            by_hand("pi", (640, 480), tray=box, scan=SCAN)


def test_nothing_is_known_of_a_new_camera(tmp_path: Path) -> None:
    assert load(tmp_path, "usb:1") is None


def test_cameras_of_like_names_are_not_mixed_up(tmp_path: Path) -> None:
    save(by_hand("usb:1", (640, 480), tray=TRAY, scan=SCAN), tmp_path)
    assert load(tmp_path, "usb-1") is None


def test_a_streams_password_is_not_for_all_eyes(tmp_path: Path) -> None:
    path = save(by_hand("rtsp://me:pw@cam/1", (640, 480), tray=TRAY, scan=SCAN), tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "{", '{"camera": "pi"}', "[]"])
def test_a_damaged_file_is_named(tmp_path: Path, content: str) -> None:
    path_of(tmp_path, "pi").write_text(content)
    with pytest.raises(SettingsError, match="calibrate the camera again"):
        load(tmp_path, "pi")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    calibration: Calibration = by_hand("pi", (640, 480), tray=TRAY, scan=SCAN)
    with pytest.raises(SettingsError, match="cannot be written"):
        save(calibration, tmp_path / "file")
