"""Two cameras, one of which is looked through, and a watcher that goes round when it is asked."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

from calibration.store import Calibration
from companion.errors import CameraError
from companion.vision.frame import Camera, Frame, Pixels
from hardware.cameras.changeover import Changeover
from hardware.cameras.no_camera import NoCamera
from hardware.cameras.reconnection import SteadyCamera
from hardware.watcher import Watcher
from tests.hardware.test_watcher import RATE, Brightest, no_mat, still
from tests.support.told import Told
from tests.support.untagged import NoTags
from tests.support.waiting import soon


class Fed:
    """A camera that gives the pictures it is fed with, then one for ever."""

    simulated = False

    def __init__(self, name: str, tick: Iterator[int]) -> None:
        self.name, self._tick, self._number = name, tick, -1
        self.pictures: deque[Pixels] = deque()
        self.last: Pixels = still(())[0]
        self.fails: Exception | None = None
        self.is_closed = False

    def read(self) -> Frame:
        if self.is_closed or self.fails:
            raise self.fails or CameraError("is closed", where=self.name)
        if self.pictures:
            self.last = self.pictures.popleft()
        self._number += 1
        return Frame(self.last, at=next(self._tick) / RATE, number=self._number)

    def close(self) -> None:
        self.is_closed = True


class TwoEyes:
    """Cameras by their source; the first is looked through."""

    def __init__(self) -> None:
        tick = count()
        self.make = partial(Fed, tick=tick)
        self.opened: list[str] = []
        self.held: set[str] = set()  # what only one can have at a time
        self.cameras: dict[str, Callable[[], Camera]] = {}
        self.old, self.new = self.make("usb:0"), self.make("http://camera/video")
        self.offer("usb:0", lambda: self.old)
        self.offer("http://camera/video", lambda: self.new)
        self.offer("none", lambda: NoCamera("none"))
        self.told, self.kept, self.news = Told(), list[str](), threading.Event()
        self.steady = SteadyCamera(self.old, lambda: self.open("usb:0"), report=self._report)
        self.calibrations: dict[str, Calibration] = {}
        self.change = Changeover(
            self.steady,
            self.open,
            focus=lambda name: getattr(self.calibrations.get(name), "focus", None),
            keep=self.kept.append,
            tell=self.news.set,
        )
        self.reader = Brightest()
        self.watcher = Watcher(
            self.steady,
            witness=self.told,
            dice=self.reader,
            tags=NoTags(),
            dice_expected=lambda: 2,
            find=no_mat,
            known=self.calibrations.get,
            changes=lambda: self.steady.changes,
        )

    def offer(self, source: str, open_it: Callable[[], Camera]) -> None:
        self.cameras[source] = open_it

    def open(self, source: str) -> Camera:
        self.opened.append(source)
        if source in self.held:
            raise CameraError(code="camera-shut", where=source)
        return self.cameras[source]()

    def _report(self, said: str, why: CameraError | None) -> None:
        self.told.camera(said, ok=why is None, trouble=why)

    def show(self, camera: Fed, *pictures: list[Pixels]) -> None:
        for pixels in (p for some in pictures for p in some):
            camera.pictures.append(pixels)
            self.watcher._round()

    def changed(self, source: str) -> Exception | None:
        """Change and wait until it is done; return why it was not."""
        assert self.change.begin(source)
        assert soon(lambda: not self.change.trying)
        return self.change.failed
