"""Where two pictures of one place differ."""

import cv2
import numpy as np
import pytest

from companion.vision.change_detection import changed, is_blind, patches, relit, shift, thumb
from companion.vision.frame import Pixels

RANDOM = np.random.default_rng(3)
CLOTH = np.asarray(
    cv2.GaussianBlur(RANDOM.normal(90, 60, (240, 320, 3)).astype(np.float32), (0, 0), 3.0)
)


def table(*squares: tuple[int, int, int], light: float = 1.0, right: int = 0) -> Pixels:
    """Cloth with white squares (left, top, side), the noise of a sensor."""
    picture = np.roll(CLOTH, right, axis=1).copy()
    for left, top, side in squares:
        picture[top : top + side, left : left + side] = 230
    picture = picture * light + RANDOM.normal(0, 1.5, picture.shape)
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def test_noise_is_no_change() -> None:
    assert not changed(thumb(table()), thumb(table())).any()


@pytest.mark.parametrize("light", [0.4, 0.7, 1.4])
def test_another_light_is_no_change(light: float) -> None:
    assert changed(thumb(table()), thumb(table(light=light))).mean() < 0.01


def test_a_patch_has_the_place_and_area_of_what_came() -> None:
    mask = changed(thumb(table()), thumb(table((100, 60, 30), (200, 150, 60))))
    large, small = patches(mask, thumb(table()).cell)
    assert large.centre == pytest.approx((230, 180), abs=3)
    assert large.area == pytest.approx(3600, rel=0.15)
    assert small.centre == pytest.approx((115, 75), abs=3)
    assert not small.at_border
    assert small.covers((115, 75), 1.0)
    assert small.covers((140, 75), 14.0)
    assert not small.covers((140, 75), 5.0)


def test_what_comes_in_over_the_border_is_told() -> None:
    (patch,) = patches(changed(thumb(table()), thumb(table((0, 100, 50)))), 2.0)
    assert patch.at_border


def test_a_thin_line_is_an_edge_that_has_trembled() -> None:
    lined = table()
    lined[:, 150] = 170
    assert not changed(thumb(table()), thumb(lined)).any()


def test_pictures_of_another_shape_differ_everywhere() -> None:
    assert changed(thumb(table()), thumb(table()[:200])).all()


def test_an_earlier_picture_is_put_into_a_later_light() -> None:
    dim, bright = thumb(table(light=0.5)), thumb(table())
    assert np.abs(relit(dim, bright).cells - bright.cells).mean() < 3


@pytest.mark.parametrize(("right", "cells"), [(0, 0.0), (6, 3.0)])
def test_a_shift_of_the_whole_picture_is_measured(right: int, cells: float) -> None:
    assert shift(thumb(table()), thumb(table(right=right))) == pytest.approx(cells, abs=0.5)


@pytest.mark.parametrize(("level", "blind"), [(0, True), (9, True), (40, False), (255, False)])
def test_darkness_is_blind_and_a_plain_wall_is_not(level: int, *, blind: bool) -> None:
    picture = np.full((200, 300, 3), level, np.uint8)
    picture[3, 4] = 255  # one hot pixel is no light
    assert is_blind(picture) is blind
