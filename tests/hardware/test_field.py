import numpy as np
import pytest

from calibration.locate import MatFound, MatNotFound, locate
from calibration.store import Calibration, by_hand
from companion.vision.frame import Frame, Pixels
from companion.vision.plane import Zone
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


TRAY, SCAN = Zone(10, 20, 400, 300), Zone(600, 20, 300, 300)


def boxes(width: int, height: int) -> Calibration:
    return by_hand("usb:0", (width, height), tray=TRAY, scan=SCAN)


def plain(width: int = 1280, height: int = 720) -> Pixels:
    return np.full((height, width, 3), 90, np.uint8)


def test_without_a_mat_the_boxes_count_that_were_drawn() -> None:
    field = Field(drawn=boxes(1280, 720))
    assert field.look(frame(plain(), 0.0))
    assert field.layout == Layout(by="hand", tray=TRAY, scan=SCAN)


def test_boxes_of_pictures_of_another_size_do_not_count() -> None:
    field = Field(drawn=boxes(960, 540))
    assert not field.look(frame(plain(), 0.0))
    assert field.layout == Layout()
    assert field.look(frame(plain(960, 540), 1.0))
    assert field.layout.by == "hand"


def test_the_mat_wins_over_boxes(table: Pixels) -> None:
    field = Field(drawn=boxes(1280, 720))
    field.look(frame(table, 0.0))
    assert field.layout.by == "mat"
    field.draw(boxes(1280, 720))
    assert not field.look(frame(table, 0.1))
    assert field.layout.by == "mat"


def test_a_mat_that_is_laid_later_wins_too(table: Pixels) -> None:
    field = Field(drawn=boxes(1280, 720))
    field.look(frame(plain(), 0.0))
    assert field.look(frame(table, 60.0))
    assert field.layout.by == "mat"


def test_boxes_drawn_during_play_count_from_the_next_frame_on() -> None:
    field = Field()
    field.look(frame(plain(), 0.0))
    field.draw(boxes(1280, 720))
    assert field.look(frame(plain(), 0.1))
    assert field.layout.by == "hand"
    field.draw(None)
    assert field.look(frame(plain(), 0.2))
    assert field.layout == Layout()
