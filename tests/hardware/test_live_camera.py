import queue

import numpy as np
import pytest

from companion.errors import CameraError
from companion.vision.frame import Pixels
from hardware.cameras.live_camera import LiveCamera
from tests.support.ticks import Ticks


class Device:
    """A device that gives a frame for every token put into it, and ends with None."""

    def __init__(self) -> None:
        self.tokens: queue.Queue[int | None] = queue.Queue()
        self.decoded: list[int] = []
        self.released = False
        self._level = 0

    def grab(self) -> bool:
        token = self.tokens.get()
        self._level = token or 0
        return token is not None

    def retrieve(self) -> tuple[bool, Pixels | None]:
        self.decoded.append(self._level)
        return True, np.full((8, 8, 3), self._level, np.uint8)

    def release(self) -> None:
        self.released = True


def test_each_frame_is_given_once_with_its_time() -> None:
    device, ticks = Device(), Ticks()
    camera = LiveCamera(device, name="usb:0", rate=1000, clock=ticks)
    device.tokens.put(7)
    frame = camera.read()
    assert (frame.pixels[0, 0, 0], frame.at, frame.number) == (7, ticks.now, 0)
    device.tokens.put(None)
    with pytest.raises(CameraError, match="It gives no more pictures"):
        camera.read()
    camera.close()
    assert device.released


def test_a_late_reader_gets_the_newest_frame_and_sees_the_gap() -> None:
    device, ticks = Device(), Ticks()
    for level in (1, 2, 3):
        device.tokens.put(level)
    device.tokens.put(None)
    camera = LiveCamera(device, name="usb:0", rate=10, clock=TickingClock(ticks))
    camera.close()  # joins: all three were taken
    assert camera.read().number == 2


def test_frames_beyond_the_rate_are_not_decoded() -> None:
    device, ticks = Device(), Ticks()
    for level in (1, 2, 3):
        device.tokens.put(level)
    device.tokens.put(None)
    camera = LiveCamera(device, name="usb:0", rate=10, clock=ticks)  # no time passes
    camera.close()
    assert device.decoded == [1]


def test_a_silent_device_is_told_after_a_while() -> None:
    device = Device()
    camera = LiveCamera(device, name="usb:0", rate=10, patience=0.01)
    with pytest.raises(CameraError, match=r"usb:0: It has given no picture for 0.01 s"):
        camera.read()
    device.tokens.put(None)
    camera.close()


def test_what_the_device_throws_is_a_lost_camera(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Device):
        def retrieve(self) -> tuple[bool, Pixels | None]:
            raise ValueError("a frame cut in two")

    device = Broken()
    device.tokens.put(1)
    camera = LiveCamera(device, name="usb:0", rate=10)
    with pytest.raises(CameraError, match="It gives no more pictures"):
        camera.read()
    camera.close()
    assert device.released
    assert "a frame cut in two" in caplog.text


class TickingClock:
    """A second passes with every look."""

    def __init__(self, ticks: Ticks) -> None:
        self._ticks = ticks

    def __call__(self) -> float:
        self._ticks.now += 1.0
        return self._ticks.now
