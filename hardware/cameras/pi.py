"""The Raspberry Pi's own camera, through Picamera2.

Written against the Picamera2 manual and the library's source; not yet tried on a Pi.
"""

import threading
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.errors import CameraError
from companion.vision.frame import Frame
from hardware.cameras.exposure import Exposure
from hardware.cameras.faults import let_go
from hardware.cameras.live_camera import PATIENCE_S
from hardware.cameras.options import CameraOptions
from hardware.cameras.sensor import whole_sensor
from hardware.pace import Clock

MEND = "sudo apt install python3-picamera2, and make the environment with --system-site-packages"

BUFFERS = 3
"""One that is filled, one that is kept, one that is read; each is several megabytes."""

SILENT_S, SILENT_FRAMES = 1.5, 3
"""A camera that has begun is lost when it gives nothing for so long, and for so many frames."""

FOCUS_S = 5.0
"""How long focusing may take; then the lens is set for a camera at the usual height."""

USUAL = 1.75
"""Dioptres: the lens for a camera 57 cm above the table."""

_MANUAL, _AUTO, _START = 0, 1, 0  # libcamera's AfMode and AfTrigger
_SCANNING, _FOCUSED, _FAILED = 1, 2, 3  # libcamera's AfState


def pi_is_there() -> bool:
    """Return whether Picamera2 is installed and knows a camera on the ribbon cable."""
    try:
        return _on_the_ribbon(_picamera2()) is not None
    except Exception:  # noqa: BLE001  # whatever the library throws, it gives no camera
        return False


def open_pi(options: CameraOptions) -> "PiCamera":
    """Open the first camera on the ribbon cable.

    Raises:
        CameraError: Picamera2 or the camera is missing, or it is in use.
    """
    kind = _picamera2()
    device = None
    try:
        number = _on_the_ribbon(kind)
        if number is not None:
            device = kind(number)
            _configure(device, options)
            device.start()
    except Exception as problem:
        if device is not None:
            let_go(device)  # else nobody can open it as long as the program runs
        words = str(problem) or type(problem).__name__
        raise CameraError(code="camera-shut", where="pi", detail=words) from problem
    if device is None:
        raise CameraError(code="ribbon-empty", where="pi")
    return PiCamera(device, patience=max(SILENT_S, SILENT_FRAMES / options.rate))


class PiCamera:
    """A running Picamera2, focused once where its lens can be; from any thread.

    Args:
        device: it.
        patience: seconds without a frame after which `read` raises; the first may take longer.
        clock: the monotonic clock.
    """

    name = "pi"
    simulated = False

    def __init__(
        self, device: Any, *, patience: float = SILENT_S, clock: Clock = time.monotonic
    ) -> None:
        self._device, self._clock, self._number = device, clock, -1
        self._patience, self._wait = patience, PATIENCE_S
        self._turn = threading.Lock()  # who focuses takes all frames meanwhile
        self.model = str(getattr(device, "camera_properties", {}).get("Model", ""))
        self._exposure = Exposure()
        self._focuses = "LensPosition" in device.camera_controls
        self._lens_is_set = not self._focuses
        self._wanted: float | None = None  # dioptres; None: to be found
        self._focus: float | None = None  # as it was found or given

    @property
    def light_changes(self) -> bool:
        """Whether exposure and colours follow the light now."""
        return self._exposure.follows

    def read(self) -> Frame:
        """Return the next frame, with the time at which the sensor began it.

        Raises:
            CameraError: none came in time.
        """
        with self._turn:
            if not self._lens_is_set:
                self._set_lens()
            return self._next()

    def focus_on(self, dioptres: float) -> None:
        """Set the lens with the next frame as it was found before, and leave it there."""
        self._wanted, self._lens_is_set = dioptres, not self._focuses

    def refocus(self) -> Frame:
        """Focus anew and return a frame seen so; may take seconds.

        Raises:
            CameraError: none came in time.
        """
        with self._turn:
            self._wanted = None
            if self._focuses:
                self._set_lens()
            return self._next()

    def close(self) -> None:
        """Stop the camera and give it back."""
        try:  # what waits for a frame that never came would come before all else
            self._device.cancel_all_and_flush()
        finally:
            self._device.close()

    def _next(self) -> Frame:
        request = self._request()
        try:
            pixels = np.ascontiguousarray(request.make_array("main"), np.uint8)
            metadata = request.get_metadata()
        finally:
            request.release()
        at = metadata["SensorTimestamp"] / 1e9 if "SensorTimestamp" in metadata else self._clock()
        wanted = self._exposure.see(metadata, pixels, at)
        if wanted:
            self._set(wanted)
        self._number += 1
        return Frame(pixels=pixels, at=at, number=self._number, focus=self._focus)

    def _request(self) -> Any:
        try:
            request = self._device.capture_request(wait=self._wait)
        except (TimeoutError, RuntimeError) as problem:
            raise CameraError(
                code="camera-silent", where=self.name, seconds=self._wait
            ) from problem
        self._wait = self._patience
        return request

    def _set_lens(self) -> None:
        """Focus once, if need be; never by itself, for it would hunt after every hand."""
        self._focus = self._wanted
        if self._focus is None:
            self._set({"AfMode": _AUTO, "AfTrigger": _START})
            self._focus = self._found()
        self._set({"AfMode": _MANUAL, "LensPosition": self._focus or USUAL})
        self._lens_is_set = True

    def _set(self, controls: Mapping[str, Any]) -> None:
        known = self._device.camera_controls
        self._device.set_controls({name: controls[name] for name in controls if name in known})

    def _found(self) -> float | None:
        """Return where the lens sees sharply, in dioptres; None if that is not found in time."""
        until, scans = self._clock() + FOCUS_S, False
        while self._clock() < until:
            metadata = self._metadata()
            state = metadata.get("AfState")
            if state == _SCANNING:
                scans = True  # before, it says what became of the last time
            elif scans and state in (_FOCUSED, _FAILED):
                place = metadata.get("LensPosition")
                return place if state == _FOCUSED else None
        return None

    def _metadata(self) -> Mapping[str, Any]:
        request = self._request()
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
        finally:
            request.release()
        return metadata


def _configure(device: Any, options: CameraOptions) -> None:
    mode = whole_sensor(device, options.width)
    size = (options.width, options.height) if mode is None else mode.shaped(options.width)
    wanted = device.create_video_configuration(
        # Picamera2 names formats by the chip's byte order: this is blue, green, red.
        main={"size": size, "format": "RGB888"},
        sensor={}
        if mode is None
        else {"output_size": (mode.width, mode.height), "bit_depth": mode.bit_depth},
        buffer_count=BUFFERS,
        controls={"FrameRate": options.rate},
    )
    device.configure(wanted)


def _on_the_ribbon(kind: Any) -> int | None:
    """Return the place of the first camera on the ribbon cable among all that libcamera knows."""
    known = kind.global_camera_info()
    places = (place for place, camera in enumerate(known) if "/usb" not in camera.get("Id", ""))
    return next(places, None)


def _picamera2() -> Any:
    try:
        from picamera2 import Picamera2  # noqa: PLC0415  # only a Pi has it
    except ImportError as problem:
        raise CameraError(code="picamera-missing", where="pi") from problem
    except Exception as problem:
        # As where it was built for another numpy.
        raise CameraError(f"Picamera2 fails: {problem}", where="pi", mend=MEND) from problem
    return Picamera2
