"""A picture that was sent before is told from a throw that shows the same."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion.vision.copies import NOTHING_ALIKE, likeness, may_be_alike
from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.pictures import still
from companion.vision.readings import DieReading
from hardware.simulated.table import SimulatedTable

PHOTOS = Path(__file__).parent / "pictures" / "dice"
PHOTO = "matteo_valid_valid_25.jpg"


@pytest.fixture(scope="module")
def reader() -> NetReader:
    return NetReader()


def read(reader: NetReader, pixels: Pixels) -> Sequence[DieReading]:
    dice = reader.read(pixels, dice=2).dice
    assert len(dice) == 2
    return dice


@pytest.mark.parametrize("turn", [None, cv2.ROTATE_180, cv2.ROTATE_90_CLOCKWISE])
@pytest.mark.parametrize("scale", [0.6, 1.0, 1.5])
def test_a_copy_is_told_however_it_is_turned_and_scaled(
    reader: NetReader, turn: int | None, scale: float
) -> None:
    photo = still(PHOTOS / PHOTO)
    copy = photo if turn is None else cv2.rotate(photo, turn)
    size = (round(copy.shape[1] * scale), round(copy.shape[0] * scale))
    copy = np.asarray(cv2.resize(copy, size, interpolation=cv2.INTER_AREA), np.uint8)
    assert likeness(photo, read(reader, photo), copy, read(reader, copy)).is_copy


def test_other_dice_on_the_same_ground_are_no_copy(reader: NetReader) -> None:
    one, other = (still(PHOTOS / name) for name in (PHOTO, "matteo_valid_valid_33.jpg"))
    dice = read(reader, one), read(reader, other)
    assert not may_be_alike(*dice)
    assert likeness(one, dice[0], other, dice[1]) == NOTHING_ALIKE


@pytest.mark.parametrize("show", [(1, 1), (2, 5)])
def test_like_throws_under_one_camera_are_no_copies(
    reader: NetReader, show: tuple[int, int]
) -> None:
    now = 100.0
    table = SimulatedTable(10, clock=lambda: now)
    seen: list[tuple[Pixels, Sequence[DieReading]]] = []
    for _ in range(14):
        table.throw(2, show=show)  # type: ignore[arg-type]  # each from 1 to 6
        now += 4.0
        pixels = table.seen(now)
        seen.append((pixels, read(reader, pixels)))
    alike = [(a, b) for a, b in combinations(seen, 2) if may_be_alike(a[1], b[1])]
    assert alike
    assert not any(likeness(*a, *b).is_copy for a, b in alike)
    assert likeness(*seen[0], *seen[0]).is_copy


@pytest.mark.parametrize("size", [(1, 400), (400, 1), (20, 20)])
def test_pictures_that_cannot_be_compared_are_no_copies(
    reader: NetReader, size: tuple[int, int]
) -> None:
    photo = still(PHOTOS / PHOTO)
    dice, other = read(reader, photo), np.full((*size, 3), 90, np.uint8)
    far = [replace(die, centre=(die.centre[0] * 9, die.centre[1] * 9), edge=die.edge * 9)
           for die in dice]  # fmt: skip
    assert likeness(photo, dice, other, far) == NOTHING_ALIKE
    assert likeness(other, far, photo, dice) == NOTHING_ALIKE


def test_on_a_ground_without_marks_nothing_is_called_a_copy() -> None:
    bare = np.full((400, 600, 3), 90, np.uint8)
    cv2.rectangle(bare, (200, 180), (240, 220), (240, 240, 240), -1)
    cv2.circle(bare, (220, 200), 6, (10, 10, 10), -1)
    die = (DieReading(1, (220.0, 200.0), 40.0, 1.0, (0.0,) * 6),)
    assert likeness(bare, die, bare, die).ground == 0


def test_no_dice_are_like_no_others() -> None:
    bare = np.full((40, 60, 3), 90, np.uint8)
    assert likeness(bare, (), bare, ()) == NOTHING_ALIKE
