import sys
import types
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from companion.errors import CameraError
from hardware.cameras.options import CameraOptions
from hardware.cameras.pi import open_pi, pi_is_there


class Request:
    """One finished frame, as Picamera2 lends it."""

    def __init__(self, device: "Device") -> None:
        self._device = device
        device.lent += 1

    def make_array(self, name: str) -> Any:
        assert name == "main"
        return np.full((720, 1280, 3), 7, np.uint8)

    def get_metadata(self) -> dict[str, int]:
        return {"SensorTimestamp": 12_500_000_000}

    def release(self) -> None:
        self._device.lent -= 1


class Device:
    """The part of Picamera2 that is used."""

    cameras: list[dict[str, int]] = [{"Num": 0}]  # noqa: RUF012  # as the library has it

    def __init__(self) -> None:
        self.configured: Any = None
        self.running, self.dead, self.lent = False, False, 0

    @classmethod
    def global_camera_info(cls) -> list[dict[str, int]]:
        return cls.cameras

    def create_video_configuration(self, **wanted: Any) -> Any:
        return wanted

    def configure(self, configuration: Any) -> None:
        self.configured = configuration

    def start(self) -> None:
        self.running = True

    def capture_request(self, wait: float) -> Request:
        if self.dead:
            raise TimeoutError(wait)
        return Request(self)

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        assert not self.running


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Device]]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = Device  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    yield Device
    Device.cameras = [{"Num": 0}]


def test_frames_carry_the_sensors_time_and_every_request_is_given_back(
    library: type[Device],
) -> None:
    assert pi_is_there()
    camera = open_pi(CameraOptions(rate=10))
    first, second = camera.read(), camera.read()
    assert (first.at, first.number, second.number) == (12.5, 0, 1)
    device = camera._device
    assert isinstance(device, library)
    assert device.lent == 0
    assert device.configured["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert device.configured["controls"] == {"FrameRate": 10}
    camera.close()


def test_a_cable_pulled_out_is_a_lost_camera(library: type[Device]) -> None:
    camera = open_pi(CameraOptions())
    assert isinstance(camera._device, library)
    camera._device.dead = True
    with pytest.raises(CameraError, match="pi: has given no frame"):
        camera.read()


def test_a_pi_without_a_camera_says_so(library: type[Device]) -> None:
    library.cameras = []
    assert not pi_is_there()
    with pytest.raises(CameraError, match="no camera on the ribbon cable"):
        open_pi(CameraOptions())
