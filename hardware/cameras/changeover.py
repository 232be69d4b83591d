"""Another camera in the middle of a game: the old one stays until the other gives pictures."""

import logging
import threading
import time
from collections.abc import Callable

from companion.errors import CameraError
from companion.vision.frame import Adjustable, Camera
from hardware.cameras.address import host_of, shown
from hardware.cameras.faults import in_words, let_go
from hardware.cameras.no_camera import is_wanted
from hardware.cameras.reconnection import SteadyCamera
from hardware.cameras.usb_names import as_usb, number_of

PATIENCE_S = 20.0
"""So long a camera may take until its first picture: a lens that focuses takes ten."""

STEP_S = 0.05
LOOK_S = 3.0
"""So long it is waited for until what looks has looked through the other."""

MOST_HUNG = 3
"""So many tries that do not end are left behind; then nothing more is tried."""

Open = Callable[[str], Camera]

_log = logging.getLogger(__name__)


class Changeover:
    """Changes what a steady camera looks through, one change at a time; from any thread.

    Args:
        camera: it.
        open_it: opens a source, as `open_camera` does.
        focus: where the lens of a camera of this name was found before, if anybody knows.
        keep: keeps a source that is looked through from now on; may raise a `CompanionError`.
        tell: called when a try has begun or ended.
    """

    def __init__(
        self,
        camera: SteadyCamera,
        open_it: Open,
        *,
        focus: Callable[[str], float | None] = lambda _name: None,
        keep: Callable[[str], object] = lambda _source: None,
        tell: Callable[[], object] = lambda: None,
    ) -> None:
        self._camera, self._open = camera, open_it
        self._focus, self._keep, self._tell = focus, keep, tell
        self.looked: Callable[[], int] = lambda: 0
        """At how many frames the watcher has looked."""
        self._guard = threading.Lock()
        self._hung: list[_Try] = []
        self.trying = ""
        """The name of what is being tried; "" if nothing is."""
        self.failed: Exception | None = None
        """Why the last try came to nothing; None if it did not."""
        self.tried = ""
        """The name of what was tried last."""

    def begin(self, source: str) -> bool:
        """Try *source*, and look through it if it gives pictures; at once, in its own thread.

        Returns whether it was begun: not while another is being tried.
        """
        with self._guard:
            if self.trying:
                return False
            self.trying, self.tried, self.failed = shown(source), shown(source), None
        threading.Thread(target=self._run, args=(source,), name="changeover", daemon=True).start()
        return True

    def _run(self, source: str) -> None:
        self._tell()
        failed: Exception | None = None
        try:
            self._change(source)
            self._keep(source)
            self._await_a_look()
        except Exception as error:  # noqa: BLE001  # whatever a library throws, the old one stays
            failed = error
            _log.warning("%s is not looked through: %s", self.trying, error)
        self.failed, self.trying = failed, ""
        self._tell()

    def _change(self, source: str) -> None:
        """Look through *source*, or raise what hinders it; the old one goes on then."""
        now = self._camera.source
        if source == now and not self._camera.lost:
            return
        if not is_same_device(now, source):
            try:
                camera = self._opened(source)
            except CameraError:
                if not _may_hold(now, source):
                    raise
            else:
                self._take(source, camera)
                return
        self._camera.lend()
        try:
            camera = self._opened(source)
        except CameraError:
            self._camera.give_back()
            raise
        self._take(source, camera)

    def _await_a_look(self) -> None:
        """Wait until all that pages show is of what is looked through now."""
        enough, end = self.looked() + 2, time.monotonic() + LOOK_S
        while self._camera.looks and self.looked() < enough and time.monotonic() < end:
            time.sleep(STEP_S)

    def _take(self, source: str, camera: Camera) -> None:
        focus = self._focus(camera.name)
        self._camera.change(source, camera, lambda: self._open(source), focus=focus)

    def _opened(self, source: str) -> Camera:
        """Return a camera that has given a picture.

        Raises:
            CameraError: it cannot be opened, or gives none, or hangs.
        """
        self._hung = [one for one in self._hung if not one.ended.is_set()]
        name = shown(source)
        if len(self._hung) >= MOST_HUNG:
            raise CameraError(code="camera-stuck", where=name)
        attempt = _Try(lambda: self._seeing(source), name)
        camera = attempt.wait()
        if camera is None:
            self._hung.append(attempt)
            raise CameraError(code="camera-unanswered", where=name, seconds=round(PATIENCE_S))
        return camera

    def _seeing(self, source: str) -> Camera:
        camera = self._open(source)
        try:
            focus = self._focus(camera.name)
            if focus is not None and isinstance(camera, Adjustable):
                camera.focus_on(focus)
            if is_wanted(camera.name):
                camera.read()
        except BaseException:
            let_go(camera)
            raise
        return camera


class _Try:
    """Opens a camera in a thread of its own, which may be left behind.

    Args:
        open_it: opens the camera.
        name: of the camera.
    """

    def __init__(self, open_it: Callable[[], Camera], name: str) -> None:
        self._open, self._name = open_it, name
        self._guard, self.ended = threading.Lock(), threading.Event()
        self._camera: Camera | None = None
        self._error: CameraError | None = None
        self._left = False  # nobody waits any more
        threading.Thread(target=self._run, name=f"try {name}", daemon=True).start()

    def wait(self) -> Camera | None:
        """Return the open camera; None if it takes too long: then it is let go of when it comes.

        Raises:
            CameraError: it cannot be opened.
        """
        self.ended.wait(PATIENCE_S)
        with self._guard:
            self._left = not self.ended.is_set()
        if self._error is not None:
            raise self._error
        return None if self._left else self._camera

    def _run(self) -> None:
        try:
            camera = self._open()
        except Exception as error:  # noqa: BLE001  # whatever a library throws
            self._error = in_words(error, self._name)
            self.ended.set()
            return
        with self._guard:
            self._camera = camera
            self.ended.set()
            is_late = self._left
        if is_late:
            let_go(camera)


def is_same_device(one: str, other: str) -> bool:
    """Return whether two sources name one device, which only one of them can hold."""
    (kind, device), (kind_2, device_2) = map(_device, (one, other))
    return kind in ("usb", "pi") and (kind, device) == (kind_2, device_2)


def _may_hold(one: str, other: str) -> bool:
    """Return whether one source may keep what another needs.

    USB has room for few cameras, a camera may be known by two numbers, and many a camera in the
    network talks to one at a time.
    """
    kind, kind_2 = _device(one)[0], _device(other)[0]
    return (kind == kind_2 and kind in ("usb", "pi")) or "" != host_of(one) == host_of(other)


def _device(source: str) -> tuple[str, str]:
    kind, _colon, rest = as_usb(source).partition("?")[0].partition(":")
    return kind, (number_of(rest) or rest) if kind == "usb" else rest
