"""How far a picture has moved, told by the picture alone."""

import cv2
import numpy as np
import pytest

from calibration.drift import moved, view_of
from companion.vision.frame import Pixels
from hardware.simulated.table import SimulatedTable
from hardware.simulated.troubles import bumped
from tests.support.bare_tables import Hung, bare_table
from tests.support.ticks import Ticks


@pytest.fixture(scope="module")
def table() -> Pixels:
    ticks = Ticks()
    return SimulatedTable(3, clock=ticks).seen(ticks())


def shifted(pixels: Pixels, right: float, down: float) -> Pixels:
    size = (pixels.shape[1], pixels.shape[0])
    way = np.array([[1.0, 0.0, right], [0.0, 1.0, down]])
    there = cv2.warpAffine(pixels, way, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(there, np.uint8)


@pytest.mark.parametrize("way", [(0.0, 0.0), (14.0, -9.0), (-35.0, 21.0)])
def test_a_shift_is_told_to_a_pixel(table: Pixels, way: tuple[float, float]) -> None:
    told = moved(view_of(table), view_of(shifted(table, *way)), 1280)
    assert told == pytest.approx(way, abs=1.0)


def test_comparing_leaves_both_as_they_were(table: Pixels) -> None:
    before, now = view_of(table), view_of(shifted(table, 14.0, -9.0))
    kept = before.copy(), now.copy()
    moved(before, now, 1280)
    assert np.array_equal(before, kept[0])
    assert np.array_equal(now, kept[1])


@pytest.mark.parametrize("seed", [2, 4, 6, 8, 11, 13])
@pytest.mark.parametrize("way", [(0.0, 0.0), (9.0, -6.0)])
def test_dice_thrown_on_a_table_without_a_mat_are_no_shift_and_hide_none(
    seed: int, way: tuple[float, float]
) -> None:
    ticks = Ticks()
    table = bare_table(seed, Hung(), look="white", clock=ticks)
    seen = []
    for _ in range(2):
        table.throw(2)
        ticks.sleep(4.0)
        seen.append(table.seen(ticks()))
    told = moved(view_of(seen[0]), view_of(shifted(seen[1], *way)), 1280)
    assert told == pytest.approx(way, abs=3.0)


def test_a_picture_that_is_turned_much_says_nothing_of_its_fields(table: Pixels) -> None:
    turned = bumped(0.0, 0.0, 9.0)(table)
    assert moved(view_of(table), view_of(turned), 1280) is None


def test_a_hand_in_the_picture_is_no_shift(table: Pixels) -> None:
    reached = table.copy()
    reached[300:, 500:800] = (138, 160, 205)
    told = moved(view_of(table), view_of(reached), 1280)
    assert told is None or max(map(abs, told)) < 1.0


def test_another_table_has_not_moved_here(table: Pixels) -> None:
    other = np.random.default_rng(1).integers(0, 255, table.shape, np.uint8)
    assert moved(view_of(table), view_of(np.asarray(other, np.uint8)), 1280) is None


def test_nothing_moves_on_a_bare_table() -> None:
    bare = np.full((720, 1280, 3), 90, np.uint8)
    assert moved(view_of(bare), view_of(bare), 1280) is None
