"""What a look at the mat says of camera, print, light and focus."""

import numpy as np
import pytest
from msgspec.structs import replace

from calibration.light import complaints
from calibration.mat_detection import MatFound, MatNotFound, locate
from calibration.survey import Survey, survey
from tests.support.mat_frames import Shot

PLAIN = Shot(width=960, height=540, tilt=12, fill=0.85)


def seen(shot: Shot, *, ruler: float | None = None) -> Survey:
    found = survey([shot.draw()], ruler=ruler)
    assert isinstance(found, Survey)
    return found


@pytest.mark.parametrize("printed", [1.0, 0.97, 1.03])
def test_the_sheets_edges_tell_how_large_the_printer_prints(printed: float) -> None:
    told = seen(replace(PLAIN, printed=printed, k1=-0.1)).printed
    assert told.by == "sheet"
    assert told.scale == pytest.approx(printed, abs=0.002)
    assert told.is_off == (printed != 1.0)


def test_millimetres_follow_the_print() -> None:
    shot = replace(PLAIN, printed=0.97)
    found = seen(shot).found
    tray = np.array(shot.truth.tray.corners)
    off = found.homography.places(shot.project(tray)) - tray
    assert np.abs(off).max() < 0.5
    assert found.mat.tray.width == pytest.approx(0.97 * shot.mat.tray.width, abs=0.3)


def test_a_ruler_is_believed_before_the_sheet() -> None:
    told = seen(PLAIN, ruler=98.5).printed
    assert (told.by, told.scale) == ("ruler", 0.985)


def test_a_sheet_whose_edges_are_out_of_sight_tells_nothing() -> None:
    told = seen(replace(PLAIN, fill=1.01)).printed
    assert (told.by, told.scale) == ("nothing", 1.0)
    assert "measure the mat's 100 mm ruler" in told.words


def test_of_several_pictures_the_best_counts() -> None:
    nothing = np.zeros((540, 960, 3), np.uint8)
    found = survey([nothing, PLAIN.draw(), nothing])
    assert isinstance(found, Survey)
    mirrored = np.ascontiguousarray(PLAIN.draw()[:, ::-1])
    missing = survey([nothing, mirrored])
    assert isinstance(missing, MatNotFound)
    assert missing.code == "mirrored"


def codes(shot: Shot) -> list[str]:
    pixels = shot.draw()
    found = locate(pixels)
    assert isinstance(found, MatFound)
    return [complaint.code for complaint in complaints(pixels, found.homography)]


@pytest.mark.parametrize(
    ("shot", "wrong"),
    [
        (PLAIN, []),
        (replace(PLAIN, light=0.2), ["too-dark"]),
        (replace(PLAIN, light=1.3), ["too-bright"]),
        (replace(PLAIN, shade=0.85, light=0.95), ["uneven"]),
        (replace(PLAIN, cast=(0.6, 0.85, 1.15)), ["tinted"]),
        (replace(PLAIN, blur=2.5), ["out-of-focus"]),
    ],
    ids=["good", "dark", "bright", "uneven", "tinted", "blurred"],
)
def test_light_and_focus_are_judged_by_the_mats_patches(shot: Shot, wrong: list[str]) -> None:
    assert codes(shot) == wrong


@pytest.mark.parametrize("blur", [0.8, 1.5, 2.5])
def test_the_blur_is_measured_in_pixels(blur: float) -> None:
    light = seen(replace(PLAIN, blur=blur)).light
    assert light.blur == pytest.approx(blur, rel=0.25)
