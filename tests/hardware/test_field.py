import numpy as np
import pytest

from calibration.locate import MatFound, MatNotFound, locate
from companion.vision.frame import Frame, Pixels
from hardware.field import Field, Layout
from hardware.simulated.table import SimulatedTable
from tests.support.ticks import Ticks


@pytest.fixture(scope="module")
def table() -> Pixels:
    ticks = Ticks()
    return SimulatedTable(3, clock=ticks).seen(ticks())


class Finder:
    """Counts how often the mat is looked for, and can be blinded."""

    def __init__(self) -> None:
        self.looks, self.blind = 0, False

    def __call__(self, pixels: Pixels) -> MatFound | MatNotFound:
        self.looks += 1
        if self.blind:
            return MatNotFound("no-mat", "no mat is seen", ())
        return locate(pixels)


def frame(pixels: Pixels, at: float) -> Frame:
    return Frame(pixels=pixels, at=at, number=0)


def test_the_mat_gives_zones_and_scale(table: Pixels) -> None:
    field = Field()
    assert field.look(frame(table, 0.0))
    layout = field.layout
    assert layout.tray is not None
    assert layout.scan is not None
    assert layout.tray.left + layout.tray.width < layout.scan.left
    assert layout.die == pytest.approx(34, abs=2)
    assert layout.symbol == pytest.approx(32, abs=2)


def test_without_a_mat_all_is_the_tray() -> None:
    field = Field()
    assert not field.look(frame(np.zeros((90, 160, 3), np.uint8), 0.0))
    assert field.layout == Layout()


def test_it_is_looked_for_now_and_then_and_stays_where_it_was_seen(table: Pixels) -> None:
    find = Finder()
    field = Field(find)
    field.look(frame(table, 0.0))
    assert not field.look(frame(table, 1.0))
    assert find.looks == 1
    find.blind = True
    assert not field.look(frame(table, 20.0))
    assert field.layout.tray is not None
    assert not field.look(frame(table, 20.5))
    assert find.looks == 2
    field.look(frame(table, 23.0))
    assert find.looks == 3


def test_a_mat_that_was_moved_is_found_again(table: Pixels) -> None:
    field = Field()
    field.look(frame(table, 0.0))
    before = field.layout.tray
    assert not field.look(frame(np.roll(table, 2, axis=1), 20.0))
    assert field.look(frame(np.roll(table, 25, axis=1), 40.0))
    assert field.layout.tray != before


def test_pictures_of_another_size_are_looked_at_anew(table: Pixels) -> None:
    field = Field()
    field.look(frame(table, 0.0))
    assert field.look(frame(np.zeros((90, 160, 3), np.uint8), 0.1))
    assert field.layout == Layout()
