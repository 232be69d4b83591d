"""What is kept about a camera."""

import math
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
from companion.vision.plane import Corners, Homography, Lens, Zone

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
    calibration = by_hand("pi", (640, 480), tray=TRAY.corners, scan=SCAN)
    save(calibration, tmp_path)
    stored = load(tmp_path, "pi")
    assert stored == calibration
    assert stored.homography is None


def test_boxes_drawn_later_keep_lens_and_print(tmp_path: Path) -> None:
    lens = Lens((639.5, 359.5), 734.0, k1=-0.1, focal=900.0)
    seen = MatFound(msgspec.structs.replace(PLANE, lens=lens), 0.2, (0, 1, 2, 3), TRAY, SCAN)
    known = by_mat("usb:0", (1280, 720), seen, printed=0.97)
    boxes = by_hand("usb:0", (1280, 720), tray=SCAN.corners, scan=TRAY, known=known)
    save(boxes, tmp_path)
    stored = load(tmp_path, "usb:0")
    assert stored == boxes
    assert (stored.tray, stored.homography) == (SCAN, None)
    assert (stored.lens, stored.printed) == (lens, 0.97)
    again = by_hand("usb:0", (1280, 720), tray=TRAY.corners, scan=SCAN, known=stored)
    assert again.lens == lens
    left = without_boxes(again)
    assert left is not None
    assert (left.tray, left.lens, left.printed) == (None, lens, 0.97)


def test_pictures_of_another_size_have_another_lens() -> None:
    known = by_mat("usb:0", (1280, 720), MatFound(PLANE, 0.2, (0, 1, 2, 3), TRAY, SCAN))
    boxes = by_hand("usb:0", (960, 540), tray=TRAY.corners, scan=SCAN, known=known)
    assert boxes.lens is None
    assert without_boxes(boxes) is None


def test_a_box_outside_the_picture_is_refused() -> None:
    for box in (Zone(-1, 0, 5, 5), Zone(0, 0, 641, 5), Zone(0, 0, 0, 5)):
        with pytest.raises(SettingsError, match="Draw it again"):
            by_hand("pi", (640, 480), tray=box.corners, scan=SCAN)


FLOOR: Corners = ((125, 118), (446, 112), (484, 383), (78, 390))
"""300 x 260 mm, under a camera that leans by 30 degrees."""


def test_a_tray_drawn_by_its_corners_is_kept_with_its_size(tmp_path: Path) -> None:
    drawn = by_hand("pi", (640, 480), tray=FLOOR, scan=SCAN, inside=(300.0, 260.5))
    save(drawn, tmp_path)
    stored = load(tmp_path, "pi")
    assert stored == drawn
    assert (stored.corners, stored.inside) == (FLOOR, (300.0, 260.5))
    assert stored.tray == Zone(78, 112, 406, 278)
    assert stored.lying is not None


def test_without_its_size_nobody_knows_how_it_lies() -> None:
    drawn = by_hand("pi", (640, 480), tray=FLOOR, scan=SCAN)
    assert (drawn.corners, drawn.lying) == (FLOOR, None)


def test_a_size_tells_how_an_upright_box_lies_too() -> None:
    drawn = by_hand("pi", (640, 480), tray=TRAY.corners, scan=SCAN, inside=(300.0, 200.0))
    assert (drawn.corners, drawn.tray) == (None, TRAY)
    assert drawn.lying is not None
    assert drawn.lying.tilt == pytest.approx(0.0, abs=1.0)
    assert drawn.lying.px_per_mm == pytest.approx(1.0, abs=0.02)


def test_boxes_that_were_kept_before_corners_were_drawn_are_read(tmp_path: Path) -> None:
    path_of(tmp_path, "pi").write_text(
        '{"camera":"pi","width":640,"height":480,'
        '"tray":{"left":10,"top":20,"width":300,"height":200},'
        '"scan":{"left":400,"top":20,"width":200,"height":200}}'
    )
    assert load(tmp_path, "pi") == by_hand("pi", (640, 480), tray=TRAY.corners, scan=SCAN)


@pytest.mark.parametrize(
    ("tray", "inside", "said"),
    [
        (((60, 50), (20, 310), (450, 300), (400, 40)), None, "cross each other"),
        (((60, 50), (400, 40), (90, 90), (20, 310)), None, "points inwards"),
        (((60, 50), (80, 50), (80, 90), (60, 90)), None, "so small"),
        (FLOOR, (59.0, 200.0), "60 to 600 mm"),
        (FLOOR, (300.0, 601.0), "60 to 600 mm"),
        (FLOOR, (math.nan, 200.0), "60 to 600 mm"),
        (FLOOR, (math.inf, 200.0), "60 to 600 mm"),
        (FLOOR, (120.0, 300.0), "do not fit each other"),
    ],
)
def test_what_cannot_be_a_tray_is_refused_in_words(
    tray: Corners, inside: tuple[float, float] | None, said: str
) -> None:
    with pytest.raises(SettingsError, match=said):
        by_hand("pi", (640, 480), tray=tray, scan=SCAN, inside=inside)


def test_nothing_is_known_of_a_new_camera(tmp_path: Path) -> None:
    assert load(tmp_path, "usb:1") is None


def test_cameras_of_like_names_are_not_mixed_up(tmp_path: Path) -> None:
    save(by_hand("usb:1", (640, 480), tray=TRAY.corners, scan=SCAN), tmp_path)
    assert load(tmp_path, "usb-1") is None


def test_a_streams_password_is_not_for_all_eyes(tmp_path: Path) -> None:
    path = save(by_hand("rtsp://me:pw@cam/1", (640, 480), tray=TRAY.corners, scan=SCAN), tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "{", '{"camera": "pi"}', "[]"])
def test_a_damaged_file_is_named(tmp_path: Path, content: str) -> None:
    path_of(tmp_path, "pi").write_text(content)
    with pytest.raises(SettingsError, match="Calibrate the camera again"):
        load(tmp_path, "pi")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    calibration: Calibration = by_hand("pi", (640, 480), tray=TRAY.corners, scan=SCAN)
    with pytest.raises(SettingsError, match="cannot be written"):
        save(calibration, tmp_path / "file")
