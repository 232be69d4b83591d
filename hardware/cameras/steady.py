"""A camera that comes back: reopened, with growing pauses, after it was lost."""

import logging
import threading
import time
from collections.abc import Callable

from companion.errors import CameraError
from companion.vision.frame import Camera, Frame
from hardware.cameras.opening import open_camera
from hardware.cameras.options import CameraOptions
from hardware.pace import Clock
from hardware.simulated.table import SimulatedTable

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 8.0
"""Between two tries to reopen it."""

READ_S = 1.0
"""How long `read` waits at most before it says once more that the camera is lost."""

_log = logging.getLogger(__name__)


def steady_camera(
    source: str,
    options: CameraOptions | None = None,
    *,
    table: SimulatedTable | None = None,
    report: Callable[[str, CameraError | None], None] = lambda _status, _trouble: None,
) -> "SteadyCamera":
    """Open *source* and keep to it: what `auto` found once is what is looked for again.

    Raises:
        CameraError: it cannot be opened now.
    """
    first = open_camera(source, options, table=table)
    found = first.name if source == "auto" else source
    return SteadyCamera(first, lambda: open_camera(found, options, table=table), report=report)


class SteadyCamera:
    """Gives the frames of a camera, and opens it anew after it was lost.

    `read` raises when the camera is lost, and again every second while it stays so: whoever
    reads can stop at any time, or go on and get frames again once there are any.

    Args:
        camera: the open camera.
        reopen: opens it again; raises `CameraError` while it cannot.
        report: told (sentence, error) when the camera is lost, (name, None) when it is back.
        clock: the monotonic clock.
    """

    def __init__(
        self,
        camera: Camera,
        reopen: Callable[[], Camera],
        *,
        report: Callable[[str, CameraError | None], None] = lambda _status, _trouble: None,
        clock: Clock = time.monotonic,
    ) -> None:
        self._camera: Camera | None = camera
        self._reopen, self._report, self._clock = reopen, report, clock
        self._name, self._simulated = camera.name, camera.simulated
        self._pause, self._next_try = FIRST_PAUSE_S, 0.0
        self._base, self._number = 0, -1  # numbers go on counting over a loss
        self._closed, self._guard = threading.Event(), threading.Lock()

    @property
    def name(self) -> str:
        """What a person calls the camera."""
        return self._name

    @property
    def simulated(self) -> bool:
        """Whether no real table is behind it."""
        return self._simulated

    @property
    def lost(self) -> bool:
        """Whether the camera gives no frames now."""
        return self._camera is None

    def read(self) -> Frame:
        """Return the next frame.

        Raises:
            CameraError: the camera is lost or closed; try again.
        """
        camera = self._camera or self._try_again()
        try:
            frame = camera.read()
        except CameraError as problem:
            self._lose(camera, problem)
            raise
        self._number = self._base + frame.number
        self._pause = FIRST_PAUSE_S
        return Frame(pixels=frame.pixels, at=frame.at, number=self._number)

    def close(self) -> None:
        """Release the camera; a `read` that waits to reopen it ends."""
        self._closed.set()
        with self._guard:
            camera, self._camera = self._camera, None
        if camera is not None:
            camera.close()

    def _lose(self, camera: Camera, problem: CameraError) -> None:
        with self._guard:
            self._camera = None
        if self._closed.is_set():
            return
        camera.close()
        self._next_try = self._clock() + self._pause
        _log.warning("camera lost: %s", problem)
        self._report(str(problem), problem)

    def _try_again(self) -> Camera:
        left = self._next_try - self._clock()
        if self._closed.wait(min(max(left, 0.0), READ_S)):
            raise CameraError("is closed", where=self._name)
        if left > READ_S:
            raise CameraError("is lost", where=self._name, mend="check its cable")
        try:
            camera = self._reopen()
        except CameraError:
            self._pause = min(2 * self._pause, LONGEST_PAUSE_S)
            self._next_try = self._clock() + self._pause
            raise
        with self._guard:
            if self._closed.is_set():
                camera.close()
                raise CameraError("is closed", where=self._name)
            self._camera, self._base = camera, self._number + 1
        _log.warning("camera back: %s", camera.name)
        self._report(camera.name, None)
        return camera
