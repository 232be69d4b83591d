"""Devices and streams that give frames at their own rate: always the newest frame."""

import logging
import threading
import time
from typing import Any, Protocol

import numpy as np

from companion.errors import CameraError
from companion.vision.frame import Frame
from hardware.pace import Clock

PATIENCE_S = 5.0
"""A device that has given nothing for so long is taken for lost."""

_log = logging.getLogger(__name__)


class Capture(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def grab(self) -> bool:
        """Take the next frame without decoding it."""
        ...

    def retrieve(self) -> tuple[bool, Any]:
        """Decode the frame that was taken last."""
        ...

    def release(self) -> None:
        """Close the device."""
        ...


class LiveCamera:
    """Reads a device in a thread of its own, so that no frame is ever stale.

    Drivers queue frames: whoever reads slowly would otherwise see the past, and a press would
    be compared with a picture that is older than it says.

    Args:
        capture: the open device.
        name: as in `Camera`.
        model: what its maker calls it.
        rate: frames per second at most; others are taken but not decoded.
        patience: seconds without a frame after which `read` raises.
        clock: the monotonic clock.
    """

    simulated = False

    def __init__(
        self,
        capture: Capture,
        *,
        name: str,
        model: str = "",
        rate: float,
        patience: float = PATIENCE_S,
        clock: Clock = time.monotonic,
    ) -> None:
        self.name, self.model = name, model
        self._capture, self._patience, self._clock = capture, patience, clock
        self._step = 0.9 / rate  # a little under the period, or a jittery device loses every other
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._given = -1
        self._lost = self._closing = False
        self._thread = threading.Thread(target=self._pump, name=f"camera {name}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """Wait for a frame that was not given before, and return the newest.

        Raises:
            CameraError: the device is gone, or silent for too long.
        """
        with self._changed:
            came = self._changed.wait_for(
                lambda: self._fresh() is not None or self._lost, self._patience
            )
            frame = self._fresh()
            if frame is not None:
                self._given = frame.number
                return frame
        if came:
            raise CameraError(code="camera-stopped", where=self.name)
        raise CameraError(code="camera-silent", where=self.name, seconds=self._patience)

    def close(self) -> None:
        """Stop the thread and release the device."""
        self._closing = True
        # A dead driver may hang in `grab`; the thread then ends with the process.
        self._thread.join(timeout=2.0)

    def _fresh(self) -> Frame | None:
        newest = self._newest
        return newest if newest is not None and newest.number > self._given else None

    def _pump(self) -> None:
        try:
            self._give()
        except Exception:  # noqa: BLE001  # whatever the driver throws, the camera is lost
            _log.exception("the camera %s failed", self.name)
        finally:
            with self._changed:
                self._lost = True
                self._changed.notify_all()
            self._capture.release()

    def _give(self) -> None:
        """Take frames until there are no more."""
        number, due = -1, 0.0
        while not self._closing and self._capture.grab():
            number, at = number + 1, self._clock()
            if at < due:
                continue
            due = at + self._step
            good, pixels = self._capture.retrieve()
            if not good or pixels is None:
                break
            self._offer(Frame(pixels=np.asarray(pixels, np.uint8), at=at, number=number))

    def _offer(self, frame: Frame) -> None:
        with self._changed:
            self._newest = frame
            self._changed.notify_all()
