"""A Picamera2 that behaves as the library's manual and source say, and fails when it is told to.

What it was built after: one event loop does jobs in turn, so a `stop` waits for ever behind a
capture that timed out; `close` stops the camera itself and may raise; a camera that is not let
go cannot be opened again; controls that the sensor does not have are refused.
"""

import threading
import time
import types
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from companion.vision.frame import Pixels

IMX708 = {"Model": "imx708_wide", "ColorFilterArrangement": 0}
LENS = ("AfMode", "AfTrigger", "LensPosition")
CONTROLS = (
    "AeEnable",
    "AnalogueGain",
    "AwbEnable",
    "ColourGains",
    "ExposureTime",
    "FrameDurationLimits",
)
SETTLED: Mapping[str, Any] = {
    "ExposureTime": 20_000,
    "AnalogueGain": 2.0,
    "ColourGains": (1.5, 2.0),
}
_NOISE = np.random.default_rng(5)
CSI, USB = "/base/soc/i2c0mux/i2c@1/imx708@1a", "/base/soc/usb@7e980000/usb1@1-1.2:1.0-0c45:6366"


def info(*ids: str) -> list[dict[str, object]]:
    """Return what libcamera says of cameras."""
    return [{"Model": "imx708", "Location": 2, "Id": one, "Num": n} for n, one in enumerate(ids)]


class Ribbon:
    """The cable, the camera at its end, and all that was done with them."""

    def __init__(self) -> None:
        self.known = info(CSI)
        self.properties: Mapping[str, object] = IMX708
        self.modes: list[dict[str, object]] = []
        self.controls: tuple[str, ...] = (*CONTROLS, *LENS)
        self.metadata: dict[str, Any] = dict(SETTLED)
        self.unsaid: set[str] = set()
        """What the metadata lacks."""
        self.scan: list[int] = [0, 1, 1, 2]
        """What it says of the lens after it was told to focus, frame by frame."""
        self.sharp_at = 1.9
        """Where the lens sees sharply, in dioptres."""
        self.level = 120
        """How bright the pictures are."""
        self.picture: Pixels | None = None
        """What is seen; None: a cloth."""
        self.is_out = False
        """Whether the cable is pulled."""
        self.goes_on = threading.Event()
        """Until it is set, a capture hangs."""
        self.goes_on.set()
        self.fails: dict[str, BaseException] = {}
        """What a method raises: `open`, `configure`, `start`, `capture`, `stop`, `release`."""
        self.holder: Device | None = None
        self.devices: list[Device] = []
        self.waits: list[float] = []
        """How long each capture was waited for at most, in seconds."""
        self.set: list[dict[str, Any]] = []
        """Every set of controls, in order."""
        self.hung = threading.Event()
        """Set when the real library would wait for ever."""

    def module(self) -> types.ModuleType:
        """Return what `import picamera2` is to give."""
        module = types.ModuleType("picamera2")
        ribbon = self

        class Picamera2(Device):
            def __init__(self, camera_num: int = 0) -> None:
                super().__init__(ribbon, camera_num)

            @staticmethod
            def global_camera_info() -> list[dict[str, object]]:
                return ribbon.known

        module.Picamera2 = Picamera2  # type: ignore[attr-defined]
        return module

    def check(self, where: str) -> None:
        """Fail there, if that is wanted."""
        if where in self.fails:
            raise self.fails[where]


class Request:
    """One finished frame, as Picamera2 lends it."""

    def __init__(self, device: "Device", metadata: dict[str, Any]) -> None:
        self._device, self._metadata = device, metadata
        device.lent += 1

    def make_array(self, name: str) -> Any:
        width, height = self._device.configuration[name]["size"]
        if self._device.ribbon.picture is not None:
            return cv2.resize(self._device.ribbon.picture, (width, height))
        half = _NOISE.standard_normal((height // 2, width // 2, 1))
        cloth = np.clip(self._device.ribbon.level + 10 * half, 0, 255).astype(np.uint8)
        return np.broadcast_to(cloth, (*half.shape[:2], 3)).repeat(2, 0).repeat(2, 1)

    def get_metadata(self) -> dict[str, Any]:
        return self._metadata

    def release(self) -> None:
        self._device.lent -= 1


class Device:
    """The part of Picamera2 that is used."""

    def __init__(self, ribbon: Ribbon, camera_num: int) -> None:
        self.ribbon, self.number = ribbon, ribbon.known[camera_num]["Num"]
        ribbon.check("open")
        if ribbon.holder is not None or ribbon.is_out:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        ribbon.holder = self
        ribbon.devices.append(self)
        self.configuration: dict[str, Any] = {}
        self.is_open, self.started, self.lent = True, False, 0
        self._stuck, self._scan = 0, list[int]()
        self._lens = 1.0

    @property
    def camera_properties(self) -> Mapping[str, object]:
        return self.ribbon.properties

    @property
    def camera_controls(self) -> dict[str, tuple[object, object, object]]:
        return dict.fromkeys(self.ribbon.controls, (0, 1, 0))

    @property
    def sensor_modes(self) -> list[dict[str, object]]:
        assert not self.started, "asking for the modes configures the camera"
        return self.ribbon.modes

    def create_video_configuration(
        self,
        *,
        main: dict[str, Any],
        sensor: dict[str, Any] | None = None,
        buffer_count: int = 6,
        controls: dict[str, Any],
    ) -> dict[str, Any]:
        return {"main": main, "sensor": sensor, "buffers": buffer_count, "controls": controls}

    def configure(self, configuration: dict[str, Any]) -> None:
        self.ribbon.check("configure")
        width, height = configuration["main"]["size"]
        if width % 2 or height % 2:
            raise RuntimeError("width and height should be even")
        self.configuration = configuration

    def start(self) -> None:
        self.ribbon.check("start")
        self.started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.ribbon.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.ribbon.set.append(controls)
        if "AfTrigger" in controls:
            self._scan = list(self.ribbon.scan)
        self._lens = controls.get("LensPosition", self._lens)

    def capture_request(self, wait: float) -> Request:
        self.ribbon.check("capture")
        if self.ribbon.is_out:
            self._stuck += 1  # the job stays where it was
            raise TimeoutError(wait)
        self.ribbon.waits.append(wait)
        self.ribbon.goes_on.wait()
        time.sleep(0.001)
        metadata = {"SensorTimestamp": time.monotonic_ns(), **self.ribbon.metadata}
        metadata = {name: metadata[name] for name in metadata if name not in self.ribbon.unsaid}
        if "LensPosition" in self.ribbon.controls:
            state = self._scan.pop(0) if self._scan else 0
            if state == 2:
                self._lens = self.ribbon.sharp_at
            metadata |= {"AfState": state, "LensPosition": self._lens}
        return Request(self, metadata)

    def cancel_all_and_flush(self) -> None:
        self._stuck = 0

    def stop(self) -> None:
        if self._stuck:
            self.ribbon.hung.set()
        self._stop()

    def close(self) -> None:
        if not self.is_open:
            return
        self._stop()
        self.ribbon.check("release")
        self.is_open, self.ribbon.holder = False, None

    def _stop(self) -> None:
        if self.started:
            self.ribbon.check("stop")
            self.started = False
