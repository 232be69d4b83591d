"""A tray is proposed by its rim, and nothing where there is none."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drawn_tray import is_convex
from calibration.tray_rim import tray_rim
from companion.vision.frame import Pixels
from hardware.simulated.table import SimulatedTable
from tests.benchmarks.calibration.rims import (
    NEAR,
    drawn,
    off,
    on_its_sheet,
    photographed,
    proposed,
    without_a_tray,
)
from tests.support.bare_tables import Hung, bare_table
from tests.support.ticks import Ticks

FELT_AND_TIN = (0, 3, 8, 11)
"""Tables whose trays have a rim of another colour than their floor."""


@pytest.mark.parametrize("tilt", [0.0, 25.0, 40.0])
@pytest.mark.parametrize("seed", FELT_AND_TIN)
def test_corners_of_the_floor_are_proposed(seed: int, tilt: float) -> None:
    told = proposed(*drawn(seed, tilt))
    assert told is not None
    assert told <= NEAR


@pytest.mark.parametrize("seed", [1, 3])
def test_a_tray_on_a_printed_sheet_is_told_from_the_sheet(seed: int) -> None:
    told = proposed(*on_its_sheet(seed, 10.0 * seed))
    assert told is not None
    assert told <= NEAR


@pytest.mark.parametrize("seed", [0, 2, 5, 7])
def test_what_is_proposed_goes_round_clockwise_from_the_top_and_lies_in_the_picture(
    seed: int,
) -> None:
    pixels, _ = drawn(seed, 30.0)
    found = tray_rim(pixels)
    assert found is not None
    assert is_convex(found)
    (left, right, low, end), (height, width) = found, pixels.shape[:2]
    assert (left[1] + right[1]) / 2 < (low[1] + end[1]) / 2
    assert all(0 <= x <= width and 0 <= y <= height for x, y in found)


def test_a_far_camera_and_a_small_picture_find_the_same() -> None:
    pixels, true = drawn(0, 15.0)
    small = cv2.resize(pixels, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    told = off(tray_rim(np.asarray(small, np.uint8)), 0.4 * true, small.shape[1])
    assert told is not None
    assert told <= NEAR


def bare_top(seed: int) -> Pixels:
    """Return a table without a tray: what lies around one, drawn from the picture's corner."""
    ticks = Ticks()
    table: SimulatedTable = bare_table(seed, Hung(fill=0.3), clock=ticks)
    pixels = table.seen(ticks())
    corner = pixels[: pixels.shape[0] // 5, : pixels.shape[1] // 5]
    large = cv2.resize(corner, (1280, 720), interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.uint8)


@pytest.mark.parametrize("seed", [0, 4, 8, 12])
def test_a_table_without_a_tray_has_none(seed: int) -> None:
    assert tray_rim(bare_top(seed)) is None


@pytest.mark.parametrize("level", [0, 90, 255])
def test_an_even_picture_has_none(level: int) -> None:
    assert tray_rim(np.full((720, 1280, 3), level, np.uint8)) is None


def test_photographed_trays_are_proposed_and_most_other_things_not() -> None:
    pictures = os.environ.get("COMPANION_PICTURES")
    if not pictures:
        return  # a clone without the collection has the drawn trays of the other tests
    told = [one for _, one in photographed(Path(pictures))]
    assert sum(one is not None and one <= NEAR for one in told) >= 12  # of 13
    assert not [one for one in told if one is not None and one > NEAR]
    others = [*without_a_tray(Path(pictures))]
    assert sum(others) <= 9  # of 29: sheets of paper and cards that fill it
