import logging

import numpy as np
import pytest

from companion.errors import CameraError
from companion.vision.frame import Camera, Frame
from hardware.cameras.reconnection import READ_S, SteadyCamera
from tests.support.ticks import Ticks


class Shaky:
    """A camera that gives so many frames and is then unplugged."""

    name, simulated = "usb:0", False

    def __init__(self, frames: int) -> None:
        self._left, self._number = frames, -1
        self.unplugged = CameraError("gives no more frames", where=self.name)
        self.closed = False

    def read(self) -> Frame:
        if not self._left:
            raise self.unplugged
        self._left, self._number = self._left - 1, self._number + 1
        return Frame(pixels=np.zeros((4, 4, 3), np.uint8), at=0.0, number=self._number)

    def close(self) -> None:
        self.closed = True


class Ever:
    """A clock that is always far beyond the next try."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 100.0
        return self.now


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


def test_a_lost_camera_is_reported_once_and_comes_back() -> None:
    told: list[tuple[str, CameraError | None]] = []
    first, tries = Shaky(2), iter([False, False, True])

    def reopen() -> Camera:
        if not next(tries):
            raise CameraError("no such camera", where="usb:0")
        return Shaky(3)

    camera = SteadyCamera(
        first, reopen, report=lambda status, why: told.append((status, why)), clock=Ever()
    )
    numbers: list[int] = []
    failures = 0
    while len(numbers) < 4:
        try:
            numbers.append(camera.read().number)
        except CameraError:
            failures += 1
    assert told == [("usb:0: gives no more frames", first.unplugged), ("usb:0", None)]
    assert numbers == [0, 1, 2, 3]
    assert failures == 3
    assert first.closed


def test_the_pause_between_tries_grows_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks, tries = Ticks(), list[float]()

    def reopen() -> Camera:
        tries.append(ticks.now)
        raise CameraError("no such camera")

    def wait(seconds: float) -> None:
        assert seconds <= READ_S
        ticks.sleep(seconds)

    camera = SteadyCamera(Shaky(0), reopen, clock=ticks)
    monkeypatch.setattr(camera._news, "wait", wait)
    for _ in range(40):
        with pytest.raises(CameraError):
            camera.read()
    assert np.diff([100.0, *tries[:7]]).tolist() == [0.5, 1.0, 1.5, 1.5, 1.5, 1.5, 1.5]


def test_a_closed_camera_gives_nothing_and_reopens_nothing() -> None:
    opened = Shaky(1)
    camera = SteadyCamera(opened, lambda: Shaky(1))
    camera.close()
    assert opened.closed
    with pytest.raises(CameraError, match="is closed"):
        camera.read()
