"""Light and lens, judged."""

import cv2
import numpy as np
import pytest

from calibration.light import complaints
from calibration.mat import draw_mat
from calibration.mat_detection import MatFound, locate
from companion.vision.frame import Pixels


@pytest.fixture
def good() -> Pixels:
    """A mat on a table in ordinary light."""
    table = np.full((720, 1280, 3), 60, np.uint8)
    table[40:634, 200:1040] = (draw_mat(2.0) * 0.75).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(table, (0, 0), 0.8), np.uint8)


def codes(pixels: Pixels) -> list[str]:
    found = locate(pixels)
    plane = found.homography if isinstance(found, MatFound) else None
    return [complaint.code for complaint in complaints(pixels, plane)]


def test_nothing_is_wrong_with_a_good_picture(good: Pixels) -> None:
    assert codes(good) == []
    grainy = good + np.random.default_rng(1).normal(0, 5, good.shape)
    assert codes(np.clip(grainy, 0, 255).astype(np.uint8)) == []


def test_a_dark_room_is_said(good: Pixels) -> None:
    assert codes((good * 0.25).astype(np.uint8)) == ["too-dark"]


def test_glare_is_said(good: Pixels) -> None:
    cv2.circle(good, (700, 300), 110, (255, 255, 255), -1)
    assert "glare" in codes(good)


def test_a_lens_out_of_focus_is_said_with_and_without_the_mat(good: Pixels) -> None:
    for blur in (3.0, 7.0):
        soft = np.asarray(cv2.GaussianBlur(good, (0, 0), blur), np.uint8)
        assert codes(soft) == ["out-of-focus"]


def test_grey_pictures_are_judged_too(good: Pixels) -> None:
    assert complaints(np.asarray(cv2.cvtColor(good, cv2.COLOR_BGR2GRAY), np.uint8)) == ()


def test_every_complaint_has_words(good: Pixels) -> None:
    for complaint in complaints((good * 0.2).astype(np.uint8)):
        assert ":" in complaint.words
