"""The Raspberry Pi's own camera, through Picamera2.

Written against the Picamera2 manual and the library's source; not yet tried on a Pi.
"""

from typing import Any

import numpy as np

from companion.errors import CameraError
from companion.vision.frame import Frame
from hardware.cameras.live import PATIENCE_S
from hardware.cameras.options import CameraOptions

MEND = "sudo apt install python3-picamera2, and make the environment with --system-site-packages"


def pi_is_there() -> bool:
    """Return whether Picamera2 is installed and knows a camera."""
    try:
        return bool(_picamera2().global_camera_info())
    except (CameraError, OSError, RuntimeError):
        return False


def open_pi(options: CameraOptions) -> "PiCamera":
    """Open the first camera on the ribbon cable.

    Raises:
        CameraError: Picamera2 or the camera is missing, or it is in use.
    """
    kind = _picamera2()
    if not kind.global_camera_info():
        raise CameraError("no camera on the ribbon cable", where="pi", mend="check the cable")
    try:
        device = kind()
        wanted = device.create_video_configuration(
            # Picamera2 names formats by the chip's byte order: this is blue, green, red.
            main={"size": (options.width, options.height), "format": "RGB888"},
            controls={"FrameRate": options.rate},
        )
        device.configure(wanted)
        device.start()
    except (RuntimeError, OSError, IndexError) as problem:
        raise CameraError(str(problem), where="pi", mend="close what else uses it") from problem
    return PiCamera(device)


class PiCamera:
    """A running Picamera2."""

    name = "pi"
    simulated = False

    def __init__(self, device: Any) -> None:
        self._device, self._number = device, -1

    def read(self) -> Frame:
        """Return the next frame, with the time at which the sensor began it.

        Raises:
            CameraError: none came in time.
        """
        try:
            request = self._device.capture_request(wait=PATIENCE_S)
        except (TimeoutError, RuntimeError) as problem:
            raise CameraError(
                f"has given no frame for {PATIENCE_S:g} s",
                where=self.name,
                mend="check the cable",
                code="camera-silent",
                facts={"seconds": PATIENCE_S},
            ) from problem
        try:
            pixels = np.ascontiguousarray(request.make_array("main"), np.uint8)
            at = request.get_metadata()["SensorTimestamp"] / 1e9  # monotonic nanoseconds
        finally:
            request.release()
        self._number += 1
        return Frame(pixels=pixels, at=at, number=self._number)

    def close(self) -> None:
        """Stop the camera and give it back."""
        self._device.stop()
        self._device.close()


def _picamera2() -> Any:
    try:
        from picamera2 import Picamera2  # noqa: PLC0415  # only a Pi has it
    except ImportError as problem:
        raise CameraError("Picamera2 is not installed", where="pi", mend=MEND) from problem
    return Picamera2
