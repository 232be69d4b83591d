"""A camera that is lost in any way comes back, and nothing that it throws ends the watcher."""

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from companion.vision.frame import Camera, Frame
from companion.vision.readings import DiceReading, DieReading
from hardware.cameras import CameraOptions, steady_camera
from hardware.cameras.reconnection import SteadyCamera
from hardware.watcher import Watcher
from tests.support.network_camera import Stream
from tests.support.ribbon import Ribbon
from tests.support.rtsp_server import RtspCamera
from tests.support.told import Told
from tests.support.untagged import NoTags

SMALL = CameraOptions(width=320)
ANYTHING = [RuntimeError("bad"), ValueError("bad"), KeyError("bad"), OSError("bad")]


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_PAUSE_S", "LONGEST_PAUSE_S"):
        monkeypatch.setattr(f"hardware.cameras.reconnection.{name}", 0.01)
    monkeypatch.setattr("hardware.looking.RETRY_S", 0.01)
    monkeypatch.setattr("hardware.cameras.devices.PATIENCE_S", 1.0)


@pytest.fixture
def ribbon(monkeypatch: pytest.MonkeyPatch) -> Ribbon:
    ribbon = Ribbon()
    monkeypatch.setitem(sys.modules, "picamera2", ribbon.module())
    return ribbon


class NoDice:
    """Reads nothing."""

    def read(self, *_pixels: object, **_wanted: object) -> DiceReading:
        return DiceReading("none", (), 0.0)

    def bodies(self, *_pixels: object, **_wanted: object) -> tuple[DieReading, ...]:
        return ()


class Watched:
    """A camera with its watcher, both as the companion has them."""

    def __init__(self, open_it: Callable[[Told], Camera]) -> None:
        self.told = Told()
        self.camera = open_it(self.told)
        self.watcher = Watcher(
            self.camera, witness=self.told, dice=NoDice(), tags=NoTags(), dice_expected=lambda: 2
        )
        self.watcher.start()

    def wait_until(self, *, ok: bool) -> None:
        """Wait until the camera is said to be well, or not."""
        with self.told.came:
            assert self.told.came.wait_for(lambda: self._said() is ok, 30), self.told.calls

    def wait_for_a_frame(self) -> None:
        """Wait until the watcher has seen a frame that was not there before."""
        before, seen, see = self.watcher.latest, threading.Event(), self.watcher.see

        def watched(frame: Frame) -> None:
            see(frame)
            if before is None or frame.number > before.number:
                seen.set()

        self.watcher.see = watched  # type: ignore[method-assign]
        assert seen.wait(30)

    def _said(self) -> bool | None:
        said = [what[1] for name, what in self.told.calls if name == "camera"]  # type: ignore[index]
        return said[-1] if said else None


@contextmanager
def watched(open_it: Callable[[Told], Camera]) -> Iterator[Watched]:
    it = Watched(open_it)
    try:
        yield it
    finally:
        it.watcher.stop()
        it.camera.close()


def steadily(source: str) -> Callable[[Told], SteadyCamera]:
    """Return what opens a source as the companion does."""

    def opened(told: Told) -> SteadyCamera:
        return steady_camera(
            source, SMALL, report=lambda name, why: told.camera(name, ok=why is None, trouble=why)
        )

    return opened


@pytest.mark.parametrize(
    "fails",
    [
        {},
        {"stop": RuntimeError("failed to stop camera: Device or resource busy")},
        {"release": RuntimeError("Device or resource busy")},
        *({"open": error} for error in ANYTHING),
        *({"configure": error} for error in ANYTHING),
        *({"start": error} for error in ANYTHING),
    ],
)
def test_a_cable_pulled_out_and_put_back_gives_frames_again(
    ribbon: Ribbon, fails: dict[str, BaseException]
) -> None:
    with watched(steadily("pi")) as it:
        it.wait_for_a_frame()
        ribbon.fails, ribbon.is_out = fails, True
        it.wait_until(ok=False)
        ribbon.fails, ribbon.is_out = {}, False
        it.wait_until(ok=True)
        it.wait_for_a_frame()
    assert ribbon.holder is None
    assert not ribbon.hung.is_set()


@pytest.mark.parametrize("error", ANYTHING)
def test_whatever_a_capture_throws_the_camera_comes_back(ribbon: Ribbon, error: Exception) -> None:
    with watched(steadily("pi")) as it:
        it.wait_for_a_frame()
        ribbon.fails = {"capture": error}
        it.wait_until(ok=False)
        ribbon.fails = {}
        it.wait_for_a_frame()
        it.wait_until(ok=True)


def test_metadata_that_lacks_everything_costs_no_frame(ribbon: Ribbon) -> None:
    with watched(steadily("pi")) as it:
        it.wait_for_a_frame()
        ribbon.unsaid = {"SensorTimestamp", "ExposureTime", "AnalogueGain", "ColourGains"}
        it.wait_for_a_frame()
        assert "camera" not in it.told.names


class Raw:
    """A camera that nothing makes steady."""

    name, simulated = "usb:0", False

    def __init__(self, error: Exception) -> None:
        self.error: Exception | None = error
        self._number = -1

    def read(self) -> Frame:
        if self.error is not None:
            raise self.error
        self._number += 1
        return Frame(np.zeros((90, 160, 3), np.uint8), float(self._number), self._number)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("error", ANYTHING)
def test_whatever_any_camera_throws_the_watcher_goes_on(error: Exception) -> None:
    camera = Raw(error)
    with watched(lambda _told: camera) as it:
        it.wait_until(ok=False)
        camera.error = None
        it.wait_for_a_frame()
        assert it.told.troubles[0] == "camera-stopped"


@pytest.fixture(params=[Stream, RtspCamera])
def stream(request: pytest.FixtureRequest) -> Iterator[Stream | RtspCamera]:
    with request.param() as server:
        yield server


@pytest.mark.parametrize("fault", ["down", "hangs", "babbles"])
def test_a_network_camera_comes_back(stream: Stream | RtspCamera, fault: str) -> None:
    with watched(steadily(stream.address)) as it:
        it.wait_for_a_frame()
        stream.does = fault
        it.wait_until(ok=False)
        stream.does = "well"
        it.wait_until(ok=True)
        it.wait_for_a_frame()
