"""A camera that comes back after it was lost, and that another one may take the place of."""

import logging
import threading
import time
from collections.abc import Callable

from msgspec.structs import replace

from companion.errors import CameraError
from companion.vision.frame import Adjustable, Camera, Frame
from hardware.cameras.address import shown
from hardware.cameras.faults import in_words, let_go
from hardware.cameras.no_camera import NoFrameError, is_wanted
from hardware.cameras.opening import SIMULATED, model_of, open_camera, stands_in
from hardware.cameras.options import CameraOptions
from hardware.cameras.phone import PhoneEye
from hardware.pace import Clock
from hardware.simulated.table import SimulatedTable

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 1.5
"""Between two tries to reopen it: who plugs it in again sees frames within three seconds."""

READ_S = 1.0
"""How long `read` waits at most before it says once more that the camera is lost."""

Reopen = Callable[[], Camera]

_log = logging.getLogger(__name__)


def steady_camera(
    source: str,
    options: CameraOptions | None = None,
    *,
    table: SimulatedTable | None = None,
    phone: PhoneEye | None = None,
    report: Callable[[str, CameraError | None], None] = lambda _status, _trouble: None,
    patient: bool = False,
) -> "SteadyCamera":
    """Open *source* and keep to it: what `auto` found once is what is looked for again.

    Args:
        source: as `open_camera` takes it.
        options: likewise.
        table: likewise.
        phone: likewise.
        report: see `SteadyCamera`.
        patient: begin without it where it cannot be opened now, as if it had been lost.

    Raises:
        CameraError: it cannot be opened now, and nobody is patient.
    """
    first: Camera | Lost
    try:
        first = open_camera(source, options, table=table, phone=phone)
    except Exception as error:
        if not patient:
            raise
        first = Lost(shown(source.partition("?")[0]), in_words(error, shown(source)))
    found = first.name if source == "auto" else source
    steady = SteadyCamera(
        first,
        lambda: open_camera(found, options, table=table, phone=phone),
        report=report,
        stands_in=not isinstance(first, Lost) and stands_in(source, first),
    )
    steady.source = found
    return steady


class Lost:
    """Stands for a camera that could not be opened at first.

    Args:
        name: of the camera.
        problem: why it could not be opened.
    """

    simulated = False

    def __init__(self, name: str, problem: CameraError) -> None:
        self.name, self.problem = name, problem

    def read(self) -> Frame:
        """Give nothing.

        Raises:
            CameraError: always, why it could not be opened.
        """
        raise self.problem

    def close(self) -> None:
        """Do nothing: nothing is open."""


class SteadyCamera:
    """Gives the frames of a camera, and opens it anew after it was lost.

    `read` raises when the camera is lost, and again every second while it stays so: whoever
    reads can stop at any time, or go on and get frames again once there are any. It raises a
    `NoFrameError` where no camera is wanted, or while this one is lent.

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
        reopen: Reopen,
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
        self.source = camera.name
        """What is looked through, as `open_camera` takes it; not to be shown: see `address`."""
        self.looks = is_wanted(camera.name)
        """Whether a camera is wanted: else dice are typed or photographed."""
        self.trouble = camera.problem if isinstance(camera, Lost) else None
        """Why the camera is lost, as far as is known."""
        self._pause, self._next_try = FIRST_PAUSE_S, 0.0
        self._focus: float | None = None  # where the lens stood last, in dioptres
        self._base, self._number = 0, -1  # numbers go on counting over a loss
        self._changes = self.changes = 0
        """How many cameras there were before the one of which `read` told last."""
        self._lent = self._told_lent = False
        self._closed, self._guard = threading.Event(), threading.Lock()
        self._news = threading.Event()  # it was changed, lent, given back or closed

    @property
    def name(self) -> str:
        """What a person calls the camera."""
        return self._name

    @property
    def simulated(self) -> bool:
        """Whether no real table is behind it."""
        return self._simulated

    @property
    def is_drawn(self) -> bool:
        """Whether it looks at the simulated table."""
        return self._name == SIMULATED

    @property
    def lost(self) -> bool:
        """Whether the camera gives no frames now, and that is a trouble."""
        return self._camera is None and not self._lent

    @property
    def light_changes(self) -> bool:
        """Whether exposure and colours follow the light now, as far as the camera says."""
        camera = self._camera
        return isinstance(camera, Adjustable) and camera.light_changes

    def read(self) -> Frame:
        """Return the next frame.

        Raises:
            NoFrameError: there is none now, and nothing is wrong; ask again.
            CameraError: the camera is lost or closed; try again.
        """
        while True:
            self._news.clear()
            changed, self.changes = self.changes != self._changes, self._changes
            changes = self.changes
            if changed and not self.looks:
                raise NoFrameError("gives no pictures", where=self._name)
            camera = self._camera or self._try_again(changes)
            if camera is None:
                continue
            try:
                frame = camera.read()
            except NoFrameError:
                if self._changes != changes:
                    continue
                raise
            except Exception as error:  # noqa: BLE001  # whatever it throws, the camera is lost
                problem = in_words(error, self._name)
                if not self._lose(camera, problem):
                    continue
                raise problem  # noqa: B904  # which may be that error itself
            taken = self._taken(camera, frame)
            if taken is not None:
                return taken

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

    def change(
        self, source: str, camera: Camera, reopen: Reopen, *, focus: float | None = None
    ) -> None:
        """Look through another camera from now on, and close the old one; from any thread.

        Args:
            source: as it was opened.
            camera: the open camera.
            reopen: opens it again.
            focus: where its lens was set.

        Raises:
            CameraError: all is closed by now; so is the other camera.
        """
        with self._guard:
            if not self._closed.is_set():
                old, self._camera = (self._camera, self._unclosed), camera
                self._unclosed, self._reopen, self._lent = None, reopen, False
                self._name, self._simulated = camera.name, camera.simulated
                self.model, self.source = model_of(camera), source
                self.looks, self.stands_in = is_wanted(camera.name), False
                self.trouble, self._focus, self._pause = None, focus, FIRST_PAUSE_S
                self._base = self._number + 1
                self._changes += 1
            else:
                old = (camera, None)
        self._news.set()
        for held in old:
            if held is not None:
                let_go(held)
        if self._closed.is_set():
            raise CameraError("is closed", where=camera.name)

    def lend(self) -> None:
        """Let go of the device, so that somebody else may try it; from any thread.

        It is read again after `give_back`, or another is after `change`.
        """
        with self._guard:
            self._lent, self._told_lent = True, False
            camera, self._camera = self._camera, None
        self._news.set()
        if camera is not None and not let_go(camera):
            self._unclosed = camera

    def give_back(self) -> None:
        """Open the device again that was lent."""
        with self._guard:
            self._lent, self._next_try = False, 0.0
        self._news.set()

    def close(self) -> None:
        """Release the camera; a `read` that waits to reopen it ends."""
        self._closed.set()
        with self._guard:
            camera, self._camera = self._camera, None
        self._news.set()
        for held in (camera, self._unclosed):
            if held is not None:
                let_go(held)

    def _taken(self, camera: Camera, frame: Frame) -> Frame | None:
        """Return a frame with its number; None if another camera is looked through by now."""
        with self._guard:
            if self._camera is not camera and not self._closed.is_set():
                return None
            self._number = self._base + frame.number
            self._pause, self._focus = FIRST_PAUSE_S, frame.focus
            return replace(frame, number=self._number)

    def _lose(self, camera: Camera, problem: CameraError) -> bool:
        """Give a camera up; return whether it was the one that is looked through."""
        with self._guard:
            if self._closed.is_set():
                self._camera = None
                return True
            if self._camera is not camera:
                return False
            self._camera, self.trouble = None, problem
        self._unclosed = None if let_go(camera) else camera
        self._next_try = self._clock() + self._pause
        _log.warning("camera lost: %s", problem)
        self._report(str(problem), problem)
        return True

    def _try_again(self, changes: int) -> Camera | None:
        """Wait until it is time and open the camera again; None if all is otherwise by now."""
        if self._lent:
            if self._told_lent:
                self._news.wait(READ_S)
            self._told_lent = True
            raise NoFrameError("is being tried", where=self._name)
        left = self._next_try - self._clock()
        self._news.wait(min(max(left, 0.0), READ_S))
        if self._closed.is_set():
            raise CameraError("is closed", where=self._name)
        if self._news.is_set():
            return None
        if left > READ_S:
            raise CameraError("is lost", where=self._name, mend="check its cable")
        unclosed = self._unclosed
        if unclosed is not None and let_go(unclosed):
            self._unclosed = None  # while it holds the device, nobody can open it
        try:
            camera = self._reopen()
        except Exception as error:  # noqa: BLE001  # as above
            self._failed(in_words(error, self._name), changes)
            return None
        return self._back(camera, changes)

    def _failed(self, problem: CameraError, changes: int) -> None:
        """Wait longer before the next try, unless the camera is another by now.

        Raises:
            CameraError: what hinders it.
        """
        with self._guard:
            if self._changes != changes or self._lent:
                return
            self._pause = min(2 * self._pause, LONGEST_PAUSE_S)
            self._next_try, self.trouble = self._clock() + self._pause, problem
        raise problem

    def _back(self, camera: Camera, changes: int) -> Camera | None:
        """Look through a camera that was opened again; None where nobody wants it any more."""
        with self._guard:
            closed = self._closed.is_set()
            is_wanted = not (closed or self._lent or self._changes != changes)
            if is_wanted:
                if self._focus is not None and isinstance(camera, Adjustable):
                    camera.focus_on(self._focus)
                self._camera, self._base, self.trouble = camera, self._number + 1, None
                self._simulated, self.model = camera.simulated, model_of(camera)
        if not is_wanted:
            let_go(camera)
            if closed:
                raise CameraError("is closed", where=self._name)
            return None
        _log.warning("camera back: %s", camera.name)
        self._report(camera.name, None)
        return camera
