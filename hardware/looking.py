"""Looks through a camera in a thread of its own, and says how it is; nothing it meets ends it."""

import logging
import time
from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol

from calibration.store import Calibration
from companion.errors import CameraError, CompanionError, ErrorCode
from companion.vision.change_detection import is_blind
from companion.vision.frame import Camera, Frame
from hardware.cameras.faults import in_words
from hardware.cameras.no_camera import NoFrameError, is_wanted
from hardware.field import Field, Locate
from hardware.loop import Loop

RETRY_S = 0.5
"""How long to wait before a lost camera is asked again; a steady camera waits by itself."""

DARK_S = 2.0
"""How long a camera may see nothing before it is said."""

_log = logging.getLogger(__name__)


class CameraWitness(Protocol):
    """Who is told how a camera is; see `companion.table.ports.Witness`."""

    def camera(self, status: str, *, ok: bool, trouble: CompanionError | None = None) -> None:
        """The camera's state changed."""
        ...


class Looking(Loop):
    """The base of what watches the table through a camera.

    Args:
        name: of the thread.
        camera: what to look through; it is the composer's to close.
        witness: who is told how it is.
        find: looks for the mat; by default with what is known of the camera.
        drawn: what is known of the camera: a drawing counts for as long as no mat is found.
        known: the same of the camera of this name, when another was chosen.
        changes: how many cameras there were before the one that was read last.
    """

    def __init__(
        self,
        name: str,
        camera: Camera,
        witness: CameraWitness,
        *,
        find: Locate | None = None,
        drawn: Calibration | None = None,
        known: Callable[[str], Calibration | None] = lambda _name: None,
        changes: Callable[[], int] = lambda: 0,
    ) -> None:
        super().__init__(name)
        self._camera, self._told_of_camera = camera, witness
        self._find, self._known = find, known
        self._changes, self._changed = changes, changes()
        self.field = Field(find, drawn=drawn)
        """Where tray and scan field lie; others may read its layout and draw boxes."""
        self._blind_since: float | None = None
        self._is_dark = False
        self._astray, self._moved = False, ""  # what was last known and said of the fields
        self._seeing = True
        self.latest: Frame | None = None
        """The last frame that was seen, for whoever looks at the light."""
        self.looked = 0
        """At so many frames it has looked."""

    # ---- what each does in its own way

    @property
    @abstractmethod
    def busy(self) -> bool:
        """Whether something goes on that wants frames fast."""

    @property
    def _may_seek(self) -> bool:
        """Whether the mat may be looked for: nothing moves."""
        return not self.busy

    @abstractmethod
    def _look(self, frame: Frame) -> None:
        """Look at a frame in which something is seen, and whose fields are known."""

    @abstractmethod
    def _move(self) -> None:
        """Look where the fields lie now."""

    @abstractmethod
    def _pause(self) -> None:
        """End a motion that goes on: nothing is seen for a while."""

    @abstractmethod
    def _restart(self) -> None:
        """Follow the same fields from the next frame on."""

    @abstractmethod
    def _begin_anew(self) -> None:
        """Begin as at first, in a new field."""

    @abstractmethod
    def _is_unwanted(self) -> None:
        """Say what is to be said where no camera is wanted any more."""

    def _looked_away(self, seconds: float) -> None:
        """Heed that for so long after a frame no other was asked for: it was looked at."""

    # ---- what all do alike

    def stands_still(self) -> None:
        """Say that nothing is looked at; from any thread. When it goes on, it says so itself."""
        self._seeing = False
        self._say("camera-stuck")

    def see(self, frame: Frame) -> None:
        """Take one frame; the thread does nothing else with it."""
        turned = self.latest is not None and self.latest.pixels.shape != frame.pixels.shape
        self.latest = frame
        self.looked += 1
        if turned:  # what was known is of another picture
            self._pause()
            self.field.look(frame)
            self._move()
        if self._is_blind(frame):
            return
        if self._may_seek and self.field.look(frame):
            self._move()
        if not self._is_astray():
            self._look(frame)

    def _round(self) -> None:
        try:
            frame = self._camera.read()
        except NoFrameError:
            self._heed_a_change(None)
            self._pause()
            return
        except Exception as error:  # noqa: BLE001  # whatever it throws, it may give a frame again
            self._heed_a_change(None)
            self._lost(in_words(error, self._camera.name))
            self._stopping.wait(RETRY_S)
            return
        self._heed_a_change(frame)
        if not self._seeing:
            self._seeing = True
            self._is_well()
        began = time.monotonic()
        try:
            self.see(frame)
            self._looked_away(time.monotonic() - began)
        except Exception:  # noqa: BLE001  # one bad picture must not blind the table for good
            _log.exception("the %s stumbled over frame %d", self._thread.name, frame.number)
            self._pause()
            self._restart()  # else it stumbles over it again

    def _heed_a_change(self, first: Frame | None) -> None:
        """Begin as at first where another camera is looked through: what lies there is no throw."""
        changed = self._changes()
        if changed == self._changed:
            return
        self._changed = changed
        self._pause()
        if not is_wanted(self._camera.name):
            self._is_unwanted()
        self.latest = first
        self.field = Field(self._find, drawn=self._known(self._camera.name))
        self._begin_anew()
        self._blind_since, self._is_dark, self._astray, self._seeing = None, False, False, True
        self._is_well()

    def _is_blind(self, frame: Frame) -> bool:
        """Return whether a frame shows nothing; what lasts is said, and ends what goes on."""
        if not is_blind(frame.pixels):
            if self._blind_since is not None and self._is_dark:
                self._is_well()
            self._blind_since, self._is_dark = None, False
            return False
        if self._blind_since is None:
            self._blind_since = frame.at
        if frame.at - self._blind_since >= DARK_S and not self._is_dark:
            self._is_dark = True
            self._pause()
            self._say("camera-dark")
        return True

    def _say(self, code: ErrorCode) -> None:
        """Say what hinders the camera, though it gives pictures."""
        trouble = CameraError(code=code, where=self._camera.name)
        self._told_of_camera.camera(str(trouble), ok=False, trouble=trouble)

    def _is_well(self) -> None:
        """Say that the camera gives pictures; that it was moved is said again after."""
        self._moved = ""
        name = self._camera.name
        self._told_of_camera.camera(name if is_wanted(name) else "", ok=True)

    def _is_astray(self) -> bool:
        """Return whether nobody knows where the fields lie; say it, and when they are found."""
        lost, moved = self.field.lost, self.field.moved
        if lost and not self._astray:
            self._pause()
        elif self._astray and not lost:
            self._move()
        self._astray = lost
        if moved != self._moved:
            self._moved = moved
            name = self._camera.name
            self._told_of_camera.camera(f"{name}: {moved}" if moved else name, ok=not lost)
        return lost

    def _lost(self, problem: CameraError) -> None:
        if self._stopping.is_set():
            return
        self._pause()
        if self._seeing:
            self._seeing = False
            self._told_of_camera.camera(str(problem), ok=False, trouble=problem)
