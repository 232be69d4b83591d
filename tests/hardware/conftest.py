"""A clock that only moves when somebody waits, and pictures to show."""

from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import cv2
import numpy as np
import pytest

from companion.vision.frame import Pixels
from hardware.simulated.table import SimulatedTable
from tests.support.looks import Looks
from tests.support.scenes import scene_of
from tests.support.ticks import Ticks


@pytest.fixture(scope="module", autouse=True)
def quickly_drawn() -> Iterator[None]:
    """To draw the wood and felt of a table takes a third of a second, and many tables are alike."""
    with patch("hardware.simulated.table.DrawnTable", scene_of):
        yield


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture(scope="module")
def white_dice() -> tuple[SimulatedTable, Ticks]:
    """A table with white dice on plain felt, and the clock it goes by."""
    ticks = Ticks()
    return SimulatedTable(4, look="white", felt=0, clock=ticks), ticks


@pytest.fixture
def looks(white_dice: tuple[SimulatedTable, Ticks]) -> Looks:
    """That table's tray, looked into for the first time."""
    table, ticks = white_dice
    table._scene._still_key = ""
    return Looks(table, ticks)


@pytest.fixture
def picture() -> Callable[..., Pixels]:
    """Makes a picture of one grey level with a bright square."""

    def make(level: int, size: tuple[int, int] = (120, 160)) -> Pixels:
        pixels = np.full((*size, 3), level, np.uint8)
        pixels[40:60, 50:70] = 250
        return pixels

    return make


@pytest.fixture
def folder(tmp_path: Path, picture: Callable[..., Pixels]) -> Path:
    """A folder of three pictures: levels 40, 80 and 120."""
    for name, level in (("a.png", 40), ("b.png", 80), ("c.png", 120)):
        cv2.imwrite(str(tmp_path / name), picture(level))
    return tmp_path
