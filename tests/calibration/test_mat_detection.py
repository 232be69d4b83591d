"""The mat found in a picture, and its zones straightened."""

import cv2
import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from calibration.markers import find_markers
from calibration.mat import A3, draw_mat
from calibration.mat_detection import MatFound, MatNotFound, as_grey, locate
from calibration.rectification import rectify
from companion.vision.frame import Pixels
from companion.vision.plane import Homography
from tests.support.mat_frames import Shot

PX_PER_MM = 4.0
SIZE = (1280, 720)
CORNERS = {
    "straight": [(170, 60), (1110, 60), (1110, 690), (170, 690)],
    "tilted": [(250, 80), (1100, 100), (1200, 680), (120, 650)],
    "upside down": [(1110, 690), (170, 690), (170, 60), (1110, 60)],
    "turned": [(900, 30), (930, 700), (420, 680), (400, 40)],
}


def seen_from(corners: list[tuple[int, int]], *, noise: float = 4) -> tuple[Pixels, Homography]:
    """Return a camera's picture of the mat, and the true homography."""
    mat = draw_mat(PX_PER_MM)
    height, width = mat.shape[:2]
    sheet = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(sheet, np.array(corners, np.float32))
    seen = cv2.warpPerspective(mat, matrix, SIZE, borderValue=(40, 90, 60))
    dimmed = cv2.GaussianBlur(seen, (0, 0), 0.8) * 0.7
    grainy = dimmed + np.random.default_rng(1).normal(0, noise, dimmed.shape)
    to_drawn = np.array(
        [[PX_PER_MM, 0, -0.5], [0, -PX_PER_MM, A3.depth * PX_PER_MM - 0.5], [0, 0, 1]]
    )
    truth = np.linalg.inv(matrix @ to_drawn)
    rows = tuple((float(a), float(b), float(c)) for a, b, c in truth / truth[2, 2])
    return np.clip(grainy, 0, 255).astype(np.uint8), Homography(rows)


def covered(pixels: Pixels, truth: Homography, *numbers: int) -> Pixels:
    hidden = pixels.copy()
    for number in numbers:
        marker = A3.markers[number]
        corners = np.array([truth.to_px(c) for c in marker.corners], np.int32)
        cv2.fillConvexPoly(hidden, corners, (120, 120, 120))
    return hidden


@pytest.mark.parametrize("view", CORNERS)
def test_the_mat_is_found_to_a_third_of_a_millimetre(view: str) -> None:
    pixels, truth = seen_from(CORNERS[view])
    found = locate(pixels)
    assert isinstance(found, MatFound)
    assert found.error_mm < 0.5
    for place in ((20, 20), (400, 20), (210, 148), (100, 280)):
        x, y = found.homography.to_mm(truth.to_px(place))
        assert np.hypot(x - place[0], y - place[1]) < 0.34


def test_one_marker_may_be_covered() -> None:
    pixels, truth = seen_from(CORNERS["tilted"])
    for number in range(4):
        found = locate(covered(pixels, truth, number))
        assert isinstance(found, MatFound)
        assert len(found.markers) == 3


SMALL = Shot(
    width=640, height=480, focal=0.84, tilt=35, bearing=219, roll=-13, fill=0.85, blur=1.05
)


def test_of_a_small_picture_blurred_markers_are_found_where_the_others_expect_them() -> None:
    pixels = SMALL.draw()
    assert len(find_markers(as_grey(pixels), A3, patient=False).corners) < 3
    found = locate(pixels)
    assert isinstance(found, MatFound)
    assert found.markers == (0, 1, 2, 3)
    places = np.array([(20.0, 50.0), (230.0, 50.0), (230.0, 245.0), (20.0, 245.0)])
    away = found.homography.places(SMALL.project(places)) - places
    assert np.hypot(*away.T).max() < 1.0


@pytest.mark.parametrize("hidden", [(0, 1), (1, 2), (2, 3), (0, 3)])
def test_no_marker_is_found_under_what_covers_it(hidden: tuple[int, int]) -> None:
    """Also where a picture is so small that the hardest look is taken."""
    shot = replace(SMALL, tilt=10.0, fill=0.95)
    pixels = shot.draw()
    for number in hidden:
        corners = shot.project(np.array(A3.markers[number].corners))
        cv2.fillConvexPoly(pixels, np.round(corners).astype(np.int32), (60, 90, 140))
    found = locate(pixels)
    assert isinstance(found, MatNotFound)
    assert not {*found.markers} & {*hidden}


def test_what_is_wrong_is_said_in_words() -> None:
    pixels, truth = seen_from(CORNERS["tilted"])
    few = locate(covered(pixels, truth, 0, 2))
    assert isinstance(few, MatNotFound)
    assert (few.code, few.markers) == ("mat-covered", (1, 3))
    assert "Uncover" in few.words
    none = locate(np.zeros_like(pixels))
    assert isinstance(none, MatNotFound)
    assert none.code == "no-mat"


def test_a_mat_that_is_not_one_plane_is_not_taken_for_one() -> None:
    """One corner is folded over: its marker lies where no flat mat could have it."""
    pixels, _ = seen_from(CORNERS["straight"])
    corner = np.s_[:200, 850:1280]
    pixels[corner] = np.roll(pixels[corner], -120, axis=1)
    found = locate(pixels)
    assert isinstance(found, MatNotFound)
    assert (found.code, found.markers) == ("mat-not-flat", (0, 1, 2, 3))


def test_the_zones_boxes_hold_the_zones() -> None:
    pixels, truth = seen_from(CORNERS["tilted"])
    found = locate(pixels)
    assert isinstance(found, MatFound)
    for zone, box in ((A3.tray, found.tray), (A3.scan, found.scan)):
        for corner in zone.corners:
            x, y = truth.to_px(corner)
            assert box.left - 1 <= x <= box.left + box.width + 1
            assert box.top - 1 <= y <= box.top + box.height + 1


@pytest.mark.parametrize("view", CORNERS)
def test_a_zone_is_straightened_at_a_known_scale(view: str) -> None:
    pixels, truth = seen_from(CORNERS[view], noise=0)
    spot = (A3.scan.left + 30, A3.scan.near + 50)  # millimetres
    x, y = truth.to_px(spot)
    cv2.circle(pixels, (round(x), round(y)), 5, (0, 0, 0), -1)
    found = locate(pixels)
    assert isinstance(found, MatFound)
    straight = rectify(pixels, found.homography, A3.scan, 2.0)
    assert (A3.scan.depth * 2, A3.scan.width * 2, 3) == straight.shape
    inner: NDArray[np.uint8] = straight[10:-10, 10:-10, 0]
    row, column = np.unravel_index(np.argmin(cv2.blur(inner, (5, 5))), inner.shape)
    assert abs(column + 10 - 60) <= 3
    assert abs(row + 10 - 2 * (A3.scan.depth - 50)) <= 3
