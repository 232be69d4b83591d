"""What is kept about a camera."""

import stat
from pathlib import Path

import msgspec
import pytest

from calibration.mat_detection import MatFound
from calibration.store import (
    Calibration,
    by_hand,
    by_mat,
    load,
    path_of,
    save,
    without_boxes,
)
from companion.errors import SettingsError
from companion.vision.plane import Homography, Lens, Zone

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


def test_boxes_drawn_later_keep_lens_and_print(tmp_path: Path) -> None:
    lens = Lens((639.5, 359.5), 734.0, k1=-0.1, focal=900.0)
    seen = MatFound(msgspec.structs.replace(PLANE, lens=lens), 0.2, (0, 1, 2, 3), TRAY, SCAN)
    known = by_mat("usb:0", (1280, 720), seen, printed=0.97)
    boxes = by_hand("usb:0", (1280, 720), tray=SCAN, scan=TRAY, known=known)
    save(boxes, tmp_path)
    stored = load(tmp_path, "usb:0")
    assert stored == boxes
    assert (stored.tray, stored.homography) == (SCAN, None)
    assert (stored.lens, stored.printed) == (lens, 0.97)
    again = by_hand("usb:0", (1280, 720), tray=TRAY, scan=SCAN, known=stored)
    assert again.lens == lens
    left = without_boxes(again)
    assert left is not None
    assert (left.tray, left.lens, left.printed) == (None, lens, 0.97)


def test_pictures_of_another_size_have_another_lens() -> None:
    known = by_mat("usb:0", (1280, 720), MatFound(PLANE, 0.2, (0, 1, 2, 3), TRAY, SCAN))
    boxes = by_hand("usb:0", (960, 540), tray=TRAY, scan=SCAN, known=known)
    assert boxes.lens is None
    assert without_boxes(boxes) is None


def test_a_box_outside_the_picture_is_refused() -> None:
    for box in (Zone(-1, 0, 5, 5), Zone(0, 0, 641, 5), Zone(0, 0, 0, 5)):
        with pytest.raises(SettingsError, match="Draw it again"):
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
    with pytest.raises(SettingsError, match="Calibrate the camera again"):
        load(tmp_path, "pi")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    calibration: Calibration = by_hand("pi", (640, 480), tray=TRAY, scan=SCAN)
    with pytest.raises(SettingsError, match="cannot be written"):
        save(calibration, tmp_path / "file")
