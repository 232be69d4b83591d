"""A camera that comes back: reopened, with growing pauses, after it was lost."""

import logging
import threading
import time
from collections.abc import Callable

from msgspec.structs import replace

from companion.errors import CameraError
from companion.vision.frame import Adjustable, Camera, Frame
from hardware.cameras.faults import in_words, let_go
from hardware.cameras.opening import model_of, open_camera, stands_in
from hardware.cameras.options import CameraOptions
from hardware.cameras.phone import PhoneEye
from hardware.pace import Clock
from hardware.simulated.table import SimulatedTable

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 1.5
"""Between two tries to reopen it: who plugs it in again sees frames within three seconds."""

READ_S = 1.0
"""How long `read` waits at most before it says once more that the camera is lost."""

_log = logging.getLogger(__name__)


def steady_camera(
    source: str,
    options: CameraOptions | None = None,
    *,
    table: SimulatedTable | None = None,
    phone: PhoneEye | None = None,
    report: Callable[[str, CameraError | None], None] = lambda _status, _trouble: None,
) -> "SteadyCamera":
    """Open *source* and keep to it: what `auto` found once is what is looked for again.

    Raises:
        CameraError: it cannot be opened now.
    """
    first = open_camera(source, options, table=table, phone=phone)
    found = first.name if source == "auto" else source
    return SteadyCamera(
        first,
        lambda: open_camera(found, options, table=table, phone=phone),
        report=report,
        stands_in=stands_in(source, first),
    )


class SteadyCamera:
    """Gives the frames of a camera, and opens it anew after it was lost.

    `read` raises when the camera is lost, and again every second while it stays so: whoever
    reads can stop at any time, or go on and get frames again once there are any.

    Args:
        camera: the open camera.
        reopen: opens it again; raises `CameraError` while it cannot.
        report: told (sentence, error) when the camera is lost, (name, None) when it is back.
        stands_in: whether the drawn table is looked at only because no camera was found.
        clock: the monotonic clock.
    """

    def __init__(
        self,
        camera: Camera,
        reopen: Callable[[], Camera],
        *,
        report: Callable[[str, CameraError | None], None] = lambda _status, _trouble: None,
        stands_in: bool = False,
        clock: Clock = time.monotonic,
    ) -> None:
        self._camera: Camera | None = camera
        self._unclosed: Camera | None = None  # lost, and it did not let go of its device
        self._reopen, self._report, self._clock = reopen, report, clock
        self._name, self._simulated = camera.name, camera.simulated
        self.stands_in, self.model = stands_in, model_of(camera)
        self._pause, self._next_try = FIRST_PAUSE_S, 0.0
        self._focus: float | None = None  # where the lens stood last, in dioptres
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

    @property
    def light_changes(self) -> bool:
        """Whether exposure and colours follow the light now, as far as the camera says."""
        return isinstance(self._camera, Adjustable) and self._camera.light_changes

    def read(self) -> Frame:
        """Return the next frame.

        Raises:
            CameraError: the camera is lost or closed; try again.
        """
        camera = self._camera or self._try_again()
        try:
            frame = camera.read()
        except Exception as error:  # noqa: BLE001  # whatever it throws, the camera is lost
            problem = in_words(error, self._name)
            self._lose(camera, problem)
            raise problem  # noqa: B904  # which may be that error itself
        self._number = self._base + frame.number
        self._pause = FIRST_PAUSE_S
        self._focus = frame.focus
        return replace(frame, number=self._number)

    def focus_on(self, dioptres: float) -> None:
        """Set the lens where it was found before, now and whenever the camera comes back."""
        self._focus = dioptres
        if isinstance(self._camera, Adjustable):
            self._camera.focus_on(dioptres)

    def refocus(self) -> Frame | None:
        """Focus anew and return a frame seen so; None of a camera that cannot, or is lost."""
        camera = self._camera
        try:
            return camera.refocus() if isinstance(camera, Adjustable) else None
        except Exception:  # noqa: BLE001  # whoever reads it meets the same
            return None

    def close(self) -> None:
        """Release the camera; a `read` that waits to reopen it ends."""
        self._closed.set()
        with self._guard:
            camera, self._camera = self._camera, None
        for held in (camera, self._unclosed):
            if held is not None:
                let_go(held)

    def _lose(self, camera: Camera, problem: CameraError) -> None:
        with self._guard:
            self._camera = None
        if self._closed.is_set():
            return
        self._unclosed = None if let_go(camera) else camera
        self._next_try = self._clock() + self._pause
        _log.warning("camera lost: %s", problem)
        self._report(str(problem), problem)

    def _try_again(self) -> Camera:
        left = self._next_try - self._clock()
        if self._closed.wait(min(max(left, 0.0), READ_S)):
            raise CameraError("is closed", where=self._name)
        if left > READ_S:
            raise CameraError("is lost", where=self._name, mend="check its cable")
        if self._unclosed is not None and let_go(self._unclosed):
            self._unclosed = None  # while it holds the device, nobody can open it
        try:
            camera = self._reopen()
        except Exception as error:  # noqa: BLE001  # as above
            self._pause = min(2 * self._pause, LONGEST_PAUSE_S)
            self._next_try = self._clock() + self._pause
            raise in_words(error, self._name)  # noqa: B904  # as above
        with self._guard:
            if self._closed.is_set():
                let_go(camera)
                raise CameraError("is closed", where=self._name)
            if self._focus is not None and isinstance(camera, Adjustable):
                camera.focus_on(self._focus)
            self._camera, self._base = camera, self._number + 1
        _log.warning("camera back: %s", camera.name)
        self._report(camera.name, None)
        return camera
