import cv2
import numpy as np
import pytest

from calibration.mat import A3
from calibration.mat_detection import MatFound, MatNotFound, locate
from calibration.store import Calibration, by_hand, by_mat
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
            return MatNotFound("no-mat", ())
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
    return by_hand("usb:0", (width, height), tray=TRAY.corners, scan=SCAN)


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


MARKERS = (0, 1, 2, 3)


def hidden(table: Pixels, *numbers: int) -> Pixels:
    """Return the picture with hands over some of the markers."""
    found = locate(table)
    assert isinstance(found, MatFound)
    pixels = table.copy()
    for number in numbers:
        marker = found.mat.markers[number]
        outline = np.round(found.homography.pixels(np.array(marker.corners))).astype(np.int32)
        cv2.fillConvexPoly(pixels, outline, (130, 160, 205))
    return pixels


def shoved(pixels: Pixels, right: int, down: int) -> Pixels:
    """Return the picture after a bump of the camera's arm."""
    return np.roll(np.roll(pixels, right, axis=1), down, axis=0)


def test_hands_over_the_mat_move_nothing(table: Pixels) -> None:
    field = Field()
    field.look(frame(table, 0.0))
    layout, plane = field.layout, field.plane
    at = 0.0
    for numbers in [(0,), (1, 2), (3,), (0, 1, 2), MARKERS, (2, 3)]:
        at += 20.0
        assert not field.look(frame(hidden(table, *numbers), at))
        assert (field.layout, field.plane) == (layout, plane)
    assert field.moved == ""


def test_a_small_drift_is_followed_by_the_markers_without_a_word(table: Pixels) -> None:
    field = Field()
    field.look(frame(table, 0.0))
    before = field.layout.tray
    assert before is not None
    assert not field.look_again(frame(shoved(table, 3, 2), 5.0))
    plane = field.plane
    assert plane is not None
    corner = A3.tray.corners[0]
    first = locate(table)
    assert isinstance(first, MatFound)
    x, y = first.homography.to_px(corner)
    assert plane.to_px(corner) == pytest.approx((x + 3, y + 2), abs=0.3)
    assert field.look_again(frame(shoved(table, 16, 9), 10.0))
    after = field.layout.tray
    assert after is not None
    assert (after.left - before.left, after.top - before.top) == pytest.approx((16, 9), abs=1)
    assert field.moved == ""


def test_a_small_drift_is_followed_by_the_picture_while_markers_are_hidden(table: Pixels) -> None:
    field = Field()
    field.look(frame(table, 0.0))
    before = field.layout.tray
    assert before is not None
    bumped = shoved(hidden(table, 0, 1), 20, -12)
    assert not field.look(frame(bumped, 20.0))
    assert field.look(frame(bumped, 20.6))
    after = field.layout.tray
    assert after is not None
    assert (after.left - before.left, after.top - before.top) == pytest.approx((20, -12), abs=2)
    assert field.moved == ""


def test_a_size_that_is_said_later_counts_from_the_next_frame_on() -> None:
    field = Field(drawn=boxes(1280, 720))
    field.look(frame(plain(), 0.0))
    drawn = by_hand("usb:0", (1280, 720), tray=TRAY.corners, scan=SCAN, inside=(200.0, 150.0))
    field.draw(drawn)
    assert field.look(frame(plain(), 0.1))
    assert field.layout.die == pytest.approx(32, abs=1)
    assert field.layout.symbol == pytest.approx(31, abs=1)
    assert field.layout.outline == TRAY.corners


def test_a_tray_drawn_by_its_corners_follows_a_bump_with_its_plane(table: Pixels) -> None:
    floor = ((267.0, 231.0), (711.0, 224.0), (731.0, 550.0), (200.0, 559.0))
    drawn = by_hand("usb:0", (1280, 720), tray=floor, scan=SCAN, inside=(300.0, 230.0))
    field = Field(lambda _pixels: MatNotFound("no-mat", ()), drawn)
    field.look(frame(table, 0.0))
    before, bumped = field.layout, shoved(table, 18, 10)
    field.look(frame(bumped, 3.0))
    assert field.look(frame(bumped, 4.0))
    after = field.layout
    assert after.outline is not None
    assert after.outline[0] == pytest.approx((285, 241), abs=2)
    assert before.plane is not None
    assert after.plane is not None
    (x, y), now = before.plane.to_px((150.0, 100.0)), after.plane.to_px((150.0, 100.0))
    assert now == pytest.approx((x + 18, y + 10), abs=2)


def test_boxes_drawn_by_hand_follow_a_bump_too(table: Pixels) -> None:
    field = Field(lambda _pixels: MatNotFound("no-mat", ()), boxes(1280, 720))
    field.look(frame(table, 0.0))
    bumped = shoved(table, 18, 10)
    field.look(frame(bumped, 3.0))
    assert field.look(frame(bumped, 4.0))
    assert field.layout.tray is not None
    assert field.layout.tray.left == pytest.approx(TRAY.left + 18, abs=2)
    assert field.layout.by == "hand"


def test_a_large_drift_without_markers_is_asked_about_and_moves_nothing(table: Pixels) -> None:
    field = Field(lambda _pixels: MatNotFound("no-mat", ()), boxes(1280, 720))
    field.look(frame(table, 0.0))
    layout = field.layout
    for at in (3.0, 4.0, 5.0):
        assert not field.look(frame(shoved(table, 120, 0), at))
    assert field.layout == layout
    assert "The camera has moved" in field.moved
    assert not field.look(frame(table, 8.0))
    assert field.moved == ""


def test_a_large_drift_of_the_mat_is_believed_at_the_second_look_and_said(table: Pixels) -> None:
    field = Field()
    field.look(frame(table, 0.0))
    before = field.layout
    far = shoved(table, 90, 0)
    assert not field.look(frame(far, 20.0))
    assert field.layout == before
    assert field.look(frame(far, 20.6))
    assert field.layout.tray != before.tray
    assert "moved by 4 cm" in field.moved


def test_after_a_bump_a_large_drift_is_believed_at_once_and_said(table: Pixels) -> None:
    field = Field()
    field.look(frame(table, 0.0))
    before = field.layout
    assert field.look_again(frame(shoved(table, 90, 0), 5.0))
    assert field.layout.tray != before.tray
    assert "moved by 4 cm" in field.moved


def test_one_odd_look_is_not_believed(table: Pixels) -> None:
    field = Field()
    field.look(frame(table, 0.0))
    before = field.layout
    assert not field.look(frame(shoved(table, 90, 0), 20.0))
    assert not field.look(frame(table, 20.6))
    assert (field.layout, field.moved) == (before, "")


def test_what_was_calibrated_counts_until_the_mat_is_seen(table: Pixels) -> None:
    found = locate(table)
    assert isinstance(found, MatFound)
    field = Field(drawn=by_mat("usb:0", (1280, 720), found))
    field.look(frame(hidden(table, *MARKERS), 0.0))
    assert (field.layout.by, field.layout.tray) == ("hand", found.tray)
    assert field.layout.die == pytest.approx(34, abs=2)
    assert field.look(frame(table, 3.0))
    assert field.layout.by == "mat"


def test_a_print_of_97_percent_makes_dice_larger_in_the_picture(table: Pixels) -> None:
    """The mat that fills as many pixels is smaller in truth."""
    found = locate(table)
    assert isinstance(found, MatFound)
    true, small = Field(), Field(drawn=by_mat("usb:0", (1280, 720), found, printed=0.97))
    true.look(frame(table, 0.0))
    small.look(frame(table, 0.0))
    assert true.layout.die is not None
    assert small.layout.die == pytest.approx(true.layout.die / 0.97, rel=0.01)


def test_over_a_clip_with_hands_and_a_sinking_arm_nothing_jumps(table: Pixels) -> None:
    """The arm sinks by half a pixel a frame while hands come and go over the markers."""
    field = Field()
    field.look(frame(table, 0.0))
    first = field.layout.tray
    assert first is not None
    hands = [(), (0,), (0, 1), (1, 2), MARKERS, (3,)]
    before = first.left
    for number in range(24):
        right = number // 2
        seen = shoved(hidden(table, *hands[number % len(hands)]), right, 0)
        field.look(frame(seen, 16.0 * (number + 1)))
        tray = field.layout.tray
        assert tray is not None
        assert abs(tray.left - before) <= 9
        assert abs(tray.left - first.left - right) <= 9
        before = tray.left
    assert field.moved == ""
