"""The mat through cameras of known lens and place: how far off is what is found?"""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from calibration.mat import A3
from calibration.mat_detection import MatFound, MatNotFound, lens_for, locate
from calibration.pose import pose_of
from calibration.rectification import rectify
from companion.vision.frame import Pixels
from companion.vision.plane import Lens
from tests.support.mat_frames import Shot

ASKED_MM = 1.0
"""What was promised of the tray's plane, up to 35 degrees."""

PLAIN = Shot(width=960, height=540)
WIDE = Shot(width=960, height=540, k1=-0.3, k2=0.08, tilt=20, bearing=30, roll=8)


def off_mm(shot: Shot, pixels: Pixels, lens: Lens | None = None) -> NDArray[np.float64]:
    """Return how far off the places of the tray are, in millimetres."""
    found = locate(pixels, lens=lens)
    assert isinstance(found, MatFound)
    tray = shot.mat.tray
    x = np.linspace(tray.left, tray.left + tray.width, 7)
    y = np.linspace(tray.near, tray.near + tray.depth, 7)
    places = np.array([(a, b) for a in x for b in y])
    off = found.homography.places(shot.project(places)) - places
    return np.asarray(np.hypot(off[:, 0], off[:, 1]), np.float64)


@pytest.mark.parametrize("tilt", [0, 35])
@pytest.mark.parametrize(("k1", "k2"), [(0.0, 0.0), (-0.1, 0.0), (-0.35, 0.1)])
def test_the_tray_is_found_to_a_tenth_of_what_was_asked(tilt: int, k1: float, k2: float) -> None:
    shot = Shot(width=960, height=540, tilt=tilt, k1=k1, k2=k2, bearing=15, roll=-5, aim=(12, -9))
    assert off_mm(shot, shot.draw()).max() < ASKED_MM / 10


@pytest.mark.parametrize(
    "shot",
    [
        Shot(width=640, height=480, tilt=35, k1=-0.2, fill=0.97),
        Shot(width=3200, height=1800, tilt=15, fill=0.8),
        replace(PLAIN, tilt=45, bearing=90),
        replace(PLAIN, roll=180, tilt=10),
        replace(PLAIN, roll=90, tilt=10, fill=0.97),
        replace(PLAIN, blur=2.5, noise=4),
        replace(PLAIN, light=0.18, noise=3),
        replace(PLAIN, shade=0.75, light=0.9),
        Shot(fill=0.45),
        replace(PLAIN, off=(10, -7), k1=-0.25, tilt=25),
        replace(PLAIN, focal=0.45, k1=-0.12, tilt=25),
    ],
    ids=[
        "640 px",
        "3200 px",
        "45 degrees from the side",
        "upside down",
        "on its side",
        "blurred",
        "dim",
        "uneven",
        "far away",
        "lens off the middle",
        "wide lens",
    ],
)
def test_any_sensible_picture_will_do(shot: Shot) -> None:
    assert off_mm(shot, shot.draw()).max() < ASKED_MM


def covered(shot: Shot, pixels: Pixels, *numbers: int, part: float = 1.0) -> Pixels:
    """Return a picture in which a hand lies over markers, or over a part of each."""
    hidden = pixels.copy()
    for number in numbers:
        marker = shot.mat.markers[number]
        wide = replace(marker, left=marker.left - 6, width=(marker.width + 12) * part)
        outline = np.round(shot.project(np.array(wide.corners))).astype(np.int32)
        cv2.fillConvexPoly(hidden, outline, (120, 150, 190))
    return hidden


@pytest.mark.parametrize("number", range(4))
def test_one_marker_may_be_covered(number: int) -> None:
    pixels = WIDE.draw()
    assert off_mm(WIDE, covered(WIDE, pixels, number)).max() < ASKED_MM / 2
    assert off_mm(WIDE, covered(WIDE, pixels, number, part=0.4)).max() < ASKED_MM / 2


def test_a_lens_is_kept_only_where_it_lowers_the_error() -> None:
    bent, straight = locate(WIDE.draw()), locate(replace(PLAIN, tilt=20).draw())
    assert isinstance(bent, MatFound)
    assert isinstance(straight, MatFound)
    assert straight.homography.lens is None
    lens = bent.homography.lens
    assert lens is not None
    assert lens.k1 * (WIDE.focal_px / lens.unit) ** 2 == pytest.approx(WIDE.k1, abs=0.02)


def test_a_known_lens_is_not_sought_again() -> None:
    pixels = WIDE.draw()
    first = locate(pixels)
    assert isinstance(first, MatFound)
    lens = first.homography.lens
    again = locate(covered(WIDE, pixels, 2), lens=lens)
    assert isinstance(again, MatFound)
    assert again.homography.lens == lens
    assert off_mm(WIDE, covered(WIDE, pixels, 2), lens).max() < ASKED_MM / 10


def test_a_zone_is_straightened_through_its_lens() -> None:
    pixels = WIDE.draw()
    spot = (A3.scan.left + 130, A3.scan.near + 20)  # towards a corner of the picture
    x, y = WIDE.project(np.array([spot]))[0]
    cv2.circle(pixels, (round(x), round(y)), 4, (0, 0, 0), -1)
    found = locate(pixels)
    assert isinstance(found, MatFound)
    straight = rectify(pixels, found.homography, A3.scan, 2.0)
    inner = cv2.blur(straight[10:-10, 10:-10, 0], (9, 9))
    row, column = np.unravel_index(np.argmin(inner), inner.shape)
    assert abs(column + 10 - 260) <= 2
    assert abs(row + 10 - 2 * (A3.scan.depth - 20)) <= 2


def test_a_mirrored_picture_is_refused_with_the_mend() -> None:
    found = locate(np.ascontiguousarray(WIDE.draw()[:, ::-1]))
    assert isinstance(found, MatNotFound)
    assert found.code == "mirrored"
    assert "switch mirroring off" in found.words


def test_of_two_mats_one_is_to_be_taken_away() -> None:
    small = Shot(width=640, height=360, fill=0.95)
    both = np.concatenate([small.draw(), replace(small, tilt=12, seed=2).draw()])
    found = locate(both)
    assert isinstance(found, MatNotFound)
    assert (found.code, found.markers) == ("two-mats", (0, 1, 2, 3))
    assert "take one away" in found.words


def test_a_half_covered_mat_says_how_many_markers_are_seen() -> None:
    found = locate(covered(WIDE, WIDE.draw(), 0, 3))
    assert isinstance(found, MatNotFound)
    assert (found.code, found.markers) == ("mat-covered", (1, 2))


@pytest.mark.parametrize("tilt", [15, 40])
def test_the_cameras_tilt_height_and_focal_length_are_measured(tilt: int) -> None:
    shot = replace(PLAIN, tilt=tilt, bearing=40, k1=-0.1)
    found = locate(shot.draw())
    assert isinstance(found, MatFound)
    pose = pose_of(found.homography, lens_for((shot.height, shot.width)), A3)
    assert pose.measured
    assert pose.tilt == pytest.approx(tilt, abs=0.5)
    assert pose.focal == pytest.approx(shot.focal_px, rel=0.02)
    assert pose.height == pytest.approx(shot.axes()[1][2], rel=0.02)


def test_from_straight_above_the_focal_length_is_assumed() -> None:
    found = locate(replace(PLAIN, tilt=2).draw())
    assert isinstance(found, MatFound)
    pose = pose_of(found.homography, lens_for((540, 960)), A3)
    assert not pose.measured
    assert pose.tilt < 5
