"""Another camera in the middle of a game: nothing is seen that was not, and none is lost by it."""

import logging
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from calibration.store import Calibration
from companion.errors import CameraError, SettingsError
from companion.vision.frame import Camera, Pixels
from companion.vision.plane import Zone
from hardware.cameras import changeover
from hardware.cameras.changeover import MOST_HUNG, Changeover
from hardware.cameras.live_camera import LiveCamera
from hardware.cameras.options import CameraOptions
from hardware.cameras.pi import open_pi
from hardware.cameras.reconnection import steady_camera
from hardware.watcher import Watcher
from tests.hardware.test_watcher import HERE, THERE, Brightest, still, thrown
from tests.support.ribbon import Ribbon
from tests.support.told import Told
from tests.support.two_eyes import Fed, TwoEyes
from tests.support.untagged import NoTags
from tests.support.waiting import soon


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    for name in ("FIRST_PAUSE_S", "LONGEST_PAUSE_S"):
        monkeypatch.setattr(f"hardware.cameras.reconnection.{name}", 0.01)
    monkeypatch.setattr("hardware.looking.RETRY_S", 0.01)
    monkeypatch.setattr(changeover, "LOOK_S", 0.0)


@pytest.fixture
def room() -> Iterator[TwoEyes]:
    room = TwoEyes()
    yield room
    room.steady.close()


def test_another_camera_is_looked_through_and_the_old_one_closed(room: TwoEyes) -> None:
    room.show(room.old, still(()))
    assert room.changed("http://camera/video") is None
    assert (room.old.is_closed, room.new.is_closed) == (True, False)
    room.show(room.new, still(()), thrown(THERE))
    assert (room.steady.name, room.steady.source) == (room.new.name, "http://camera/video")
    assert room.kept == ["http://camera/video"]
    assert room.told.names == ["camera", "motion", "dice"]
    assert room.told.calls[0] == ("camera", ("http://camera/video", True))


def test_the_numbers_of_frames_go_on(room: TwoEyes) -> None:
    numbers = [room.steady.read().number for _ in range(3)]
    room.changed("http://camera/video")
    numbers += [room.steady.read().number for _ in range(2)]
    assert numbers == sorted(set(numbers))


def test_a_camera_that_gives_nothing_is_not_looked_through(room: TwoEyes) -> None:
    room.show(room.old, still(()))
    room.new.fails = RuntimeError("no picture")
    failed = room.changed("http://camera/video")
    assert isinstance(failed, CameraError)
    assert failed.code == "camera-stopped"
    assert room.new.is_closed
    assert not room.old.is_closed
    assert room.kept == []
    room.show(room.old, thrown(HERE))
    assert room.told.names == ["motion", "dice"]


def test_a_motion_that_had_begun_is_calmed_and_its_rest_is_not_told(room: TwoEyes) -> None:
    room.show(room.old, still(()), thrown(HERE)[:6])
    assert room.told.names == ["motion"]
    room.changed("http://camera/video")
    room.show(room.new, still(HERE, 30))
    assert room.told.names == ["motion", "calm", "camera"]
    room.show(room.new, thrown(THERE))
    assert room.told.names == ["motion", "calm", "camera", "motion", "dice"]


def test_dice_that_lie_under_the_new_camera_are_no_throw(room: TwoEyes) -> None:
    room.show(room.old, still(()), thrown(HERE))
    room.changed("http://camera/video")
    room.show(room.new, still(HERE, 40))
    assert room.told.names == ["motion", "dice", "camera"]


def test_what_is_known_of_the_new_camera_counts_for_it(room: TwoEyes) -> None:
    known = Calibration(
        camera="http://camera/video", width=160, height=120, tray=Zone(10, 10, 100, 90)
    )
    room.calibrations["http://camera/video"] = known
    room.show(room.old, still(()))
    assert room.watcher.field.layout.by == "nothing"
    room.changed("http://camera/video")
    room.show(room.new, still(()))
    assert room.watcher.field.drawn is known
    assert room.watcher.field.layout.tray == known.tray


def test_where_no_camera_is_wanted_nothing_is_wrong_and_nothing_is_opened(room: TwoEyes) -> None:
    room.show(room.old, still(()))
    room.changed("none")
    for _ in range(3):
        room.watcher._round()
    assert room.told.calls == [("camera", ("", True))]
    assert room.watcher.latest is None
    assert (room.steady.lost, room.steady.looks) == (False, False)
    assert room.opened == ["none"]


def test_the_way_back_from_none_sees_throws_again(room: TwoEyes) -> None:
    room.changed("none")
    room.watcher._round()
    room.old = room.make("usb:0")
    assert room.changed("usb:0") is None
    room.show(room.old, still(()), thrown(HERE))
    assert room.told.names == ["camera", "camera", "motion", "dice"]


def test_two_changes_at_once_are_one(room: TwoEyes) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def slowly() -> Camera:
        asked.set()
        assert go_on.wait(30)
        return room.new

    room.offer("http://camera/video", slowly)
    assert room.change.begin("http://camera/video")
    assert asked.wait(30)
    assert not room.change.begin("none")
    assert room.change.trying == "http://camera/video"
    room.show(room.old, still(()), thrown(HERE))  # meanwhile all is seen
    assert room.told.names == ["motion", "dice"]
    go_on.set()
    assert soon(lambda: not room.change.trying)
    assert room.steady.source == "http://camera/video"


def test_what_hangs_is_left_behind_and_let_go_of_when_it_comes(
    room: TwoEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changeover, "PATIENCE_S", 0.1)
    go_on = threading.Event()
    room.offer("http://camera/video", lambda: room.new if go_on.wait(30) else Fed("late", count()))
    failed = room.changed("http://camera/video")
    assert isinstance(failed, CameraError)
    assert failed.code == "camera-unanswered"
    assert room.steady.source == "usb:0"
    go_on.set()
    assert soon(lambda: room.new.is_closed)
    room.show(room.old, still(()), thrown(HERE))
    assert room.told.names == ["motion", "dice"]


def test_so_many_that_hang_are_enough(room: TwoEyes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changeover, "PATIENCE_S", 0.02)
    go_on = threading.Event()
    room.offer("http://camera/video", lambda: room.new if go_on.wait(30) else Fed("late", count()))
    for _ in range(MOST_HUNG):
        room.changed("http://camera/video")
    room.opened.clear()
    failed = room.changed("http://camera/video")
    assert isinstance(failed, CameraError)
    assert failed.code == "camera-stuck"
    assert room.opened == []
    go_on.set()


def test_a_device_that_only_one_can_hold_is_let_go_of_first(room: TwoEyes) -> None:
    """As another number of a camera that has two, or one that talks to one at a time."""
    second = room.make("usb:1")

    def opened() -> Camera:
        if not room.old.is_closed:
            raise CameraError(code="camera-shut", where="usb:1")
        return second

    room.offer("usb:1", opened)
    assert room.changed("usb:1") is None
    assert room.opened == ["usb:1", "usb:1"]
    room.show(second, still(()), thrown(HERE))
    assert room.told.names == ["camera", "motion", "dice"]


def test_a_device_that_was_let_go_of_in_vain_is_opened_again(room: TwoEyes) -> None:
    room.show(room.old, still(()))
    first, room.old = room.old, room.make("usb:0")
    room.held.add("usb:1")
    failed = room.changed("usb:1")
    assert isinstance(failed, CameraError)
    assert failed.code == "camera-shut"
    assert first.is_closed
    room.show(room.old, still(()), thrown(HERE))
    assert room.told.names == ["camera", "motion", "dice"]
    assert room.told.troubles == [None]
    assert room.steady.source == "usb:0"


def test_the_same_camera_with_other_options_is_opened_anew(room: TwoEyes) -> None:
    anew = room.make("usb:0")
    room.offer("usb:0?rate=5", lambda: anew if room.old.is_closed else room.old)
    assert room.changed("usb:0?rate=5") is None
    assert room.opened == ["usb:0?rate=5"]
    assert room.steady.read().number == anew._number  # it gave one before, when it was tried


def test_a_camera_that_is_chosen_already_stays(room: TwoEyes) -> None:
    assert room.changed("usb:0") is None
    assert (room.opened, room.old.is_closed) == ([], False)


def test_a_camera_pulled_out_after_a_change_comes_back(room: TwoEyes) -> None:
    room.changed("http://camera/video")
    room.show(room.new, still(()))
    first, room.new = room.new, room.make("http://camera/video")
    first.fails = RuntimeError("the cable is out")
    room.watcher._round()
    assert room.told.troubles[-1] == "camera-stopped"
    assert room.steady.lost
    room.show(room.new, still(()), thrown(HERE))
    assert room.told.names[-2:] == ["motion", "dice"]
    assert room.opened == ["http://camera/video"] * 2


class Plugged:
    """A capture whose device is pulled out, and which is then there again."""

    def __init__(self) -> None:
        self.is_in, self.released = True, threading.Event()

    def grab(self) -> bool:
        time.sleep(0.005)
        return self.is_in

    def retrieve(self) -> tuple[bool, Pixels]:
        return True, still(())[0]

    def release(self) -> None:
        self.released.set()


def test_a_usb_camera_pulled_out_after_a_change_comes_back_while_it_is_watched(
    room: TwoEyes,
) -> None:
    captures = list[Plugged]()

    def opened() -> Camera:
        if captures and not captures[-1].is_in:
            captures[-1].released.wait(30)
        captures.append(Plugged())
        return LiveCamera(captures[-1], name="usb:2", rate=60.0)

    room.offer("usb:2", opened)
    room.watcher.start()
    assert room.changed("usb:2") is None
    first = captures[-1]
    assert soon(lambda: room.steady.name == "usb:2" and room.watcher.latest is not None)
    first.is_in = False
    assert soon(lambda: "camera-stopped" in room.told.troubles)
    assert soon(lambda: len(captures) == 2 and not room.steady.lost)
    assert room.changed("none") is None
    assert soon(captures[-1].released.is_set)
    room.watcher.stop()


def test_the_camera_on_the_ribbon_is_let_go_of_and_had_again(
    room: TwoEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    ribbon = Ribbon()
    monkeypatch.setitem(sys.modules, "picamera2", ribbon.module())
    room.offer("pi", lambda: open_pi(CameraOptions(width=320)))
    room.watcher.start()
    for _ in range(2):
        assert room.changed("pi") is None
        assert ribbon.holder is not None
        assert soon(lambda: room.steady.name == "pi" and room.watcher.latest is not None)
        assert room.changed("none") is None
        assert soon(lambda: ribbon.holder is None)
    room.watcher.stop()
    assert not ribbon.hung.is_set()


def test_a_choice_that_cannot_be_kept_counts_all_the_same_and_says_why(room: TwoEyes) -> None:
    trouble = SettingsError(code="not-written", where="eye.json")

    def keep(_source: str) -> None:
        raise trouble

    change = Changeover(room.steady, room.open, keep=keep)
    assert change.begin("http://camera/video")
    assert soon(lambda: not change.trying)
    assert change.failed is trouble
    assert room.steady.source == "http://camera/video"


def test_a_change_while_the_reader_waits_for_a_lost_camera_is_seen_at_once(
    room: TwoEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FIRST_PAUSE_S", "LONGEST_PAUSE_S"):
        monkeypatch.setattr(f"hardware.cameras.reconnection.{name}", 1000.0)
    room.held.add("usb:0")
    room.old.fails = RuntimeError("the cable is out")
    room.watcher.start()
    assert soon(lambda: room.steady.lost)
    room.changed("http://camera/video")
    assert soon(lambda: room.watcher.latest is not None)
    room.watcher.stop()
    assert not room.steady.lost


def test_a_change_after_all_is_closed_leaves_nothing_open(room: TwoEyes) -> None:
    room.steady.close()
    assert room.changed("http://camera/video") is not None
    assert room.new.is_closed


def test_a_watcher_where_no_camera_is_wanted_ends_when_it_is_asked_to() -> None:
    camera = steady_camera("photographs")
    told = Told()
    watcher = Watcher(
        camera, witness=told, dice=Brightest(), tags=NoTags(), dice_expected=lambda: 2
    )
    watcher.start()
    camera.close()
    watcher.stop()
    assert told.calls == []
    assert not watcher._thread.is_alive()


def test_a_camera_that_is_not_there_at_first_is_taken_when_it_comes(room: TwoEyes) -> None:
    said = list[tuple[str, CameraError | None]]()
    camera = steady_camera(
        "usb:97", report=lambda what, why: said.append((what, why)), patient=True
    )
    assert camera.name == "usb:97"
    with pytest.raises(CameraError) as lost:
        camera.read()
    assert lost.value.code == "camera-missing"
    assert [(what, why and why.code) for what, why in said] == [(str(lost.value), "camera-missing")]
    assert camera.trouble is lost.value
    camera._reopen = lambda: room.new
    assert np.array_equal(camera.read().pixels, room.new.last)
    assert camera.trouble is None
    camera.close()
