"""What the camera sees and where the fields lie in it, for a page that shows and changes it."""

import logging
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from calibration import store
from calibration.drawn_tray import Inside
from calibration.mat_detection import MatNotFound
from calibration.store import Calibration
from calibration.survey import survey
from calibration.tray_rim import tray_rim
from companion.doctor import Check
from companion.errors import SettingsError
from companion.vision.jpeg import jpeg
from companion.vision.plane import Corners, Zone
from hardware.cameras.reconnection import SteadyCamera
from hardware.cameras.usb_names import names_before
from hardware.checks import deeds_camera_checks, watched_checks
from hardware.field import Layout, Strayed, by_hand
from hardware.first_look import FirstLook
from hardware.looking import Looking

_log = logging.getLogger(__name__)


def drawn_before(folder: Path, camera: str) -> Calibration | None:
    """Return what is known of a camera; a damaged file is noted and left alone.

    Of a USB camera with a name that lasts it may be stored under the number that it has.
    """
    for name in (camera, *names_before(camera)):
        try:
            known = store.load(folder, name)
        except SettingsError as error:
            _log.warning("%s", error)
            return None
        if known is not None:
            return replace(known, camera=camera)
    return None


def renamed(folder: Path, before: str, camera: str) -> None:
    """Keep what is known of a camera under the name that it has now, if nothing is kept there.

    It is known under the old one as well: that may be another camera's by now.
    """
    known = drawn_before(folder, before)
    if known is None or store.path_of(folder, camera).exists():
        return
    try:
        store.save(replace(known, camera=camera), folder)
    except SettingsError as error:
        _log.warning("%s", error)


class TableSight:
    """One camera's sight of the table; from any thread.

    Args:
        camera: whose pictures they are.
        watcher: who sees them.
        folder: where what is drawn is kept.
        first_look: looks once for dice and deeds; None: nobody does.
    """

    def __init__(
        self,
        camera: SteadyCamera,
        watcher: Looking,
        folder: Path,
        first_look: FirstLook | None = None,
    ) -> None:
        self._camera, self._watcher, self._folder = camera, watcher, folder
        self._first_look = first_look

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the pictures, None before the first."""
        frame = self._watcher.latest
        return None if frame is None else (frame.pixels.shape[1], frame.pixels.shape[0])

    @property
    def layout(self) -> Layout:
        """Where the fields lie now, or from the next frame on."""
        field, size = self._watcher.field, self.size
        if field.layout.by == "mat" or size is None:
            return field.layout
        return by_hand(field.drawn, size)

    @property
    def strayed(self) -> Strayed:
        """Whether camera or mat have moved far, and whether the fields are lost by that."""
        return self._watcher.field.strayed

    def picture(self) -> bytes | None:
        """Return the newest picture as a JPEG, None before the first."""
        frame = self._watcher.latest
        return None if frame is None else jpeg(frame.pixels)

    def checks(self) -> Sequence[Check]:
        """Say what the picture is like, and whether what it shows has moved."""
        return watched_checks(self._camera, lambda: self._watcher.latest, self._watcher.field)

    def look(self) -> Sequence[Check]:
        """Look once for what a camera is to see: say how high it hangs, which dice and deeds."""
        frame, field = self._watcher.latest, self._watcher.field
        if frame is None or self._first_look is None:
            return ()
        return self._first_look.checks(frame, field, self.layout)

    def find_tray(self) -> Corners | None:
        """Return what looks like a tray's floor in the newest picture, None if nothing does."""
        frame = self._watcher.latest
        return None if frame is None else tray_rim(frame.pixels)

    def draw(self, tray: Corners, scan: Zone, inside: Inside | None = None) -> None:
        """Keep a tray and a box, in pixels of the picture, and use them where no mat is found.

        Args:
            tray: its corners.
            scan: where deeds and cards are read.
            inside: how large the tray is, in millimetres, where that is said.

        Raises:
            SettingsError: they cannot be so, see `store.by_hand`; there is no picture, or they
                cannot be kept.
        """
        size = self.size
        if size is None:
            raise SettingsError(code="no-picture")
        known = self._watcher.field.drawn
        drawn = store.by_hand(
            self._camera.name, size, tray=tray, scan=scan, inside=inside, known=known
        )
        store.save(drawn, self._folder)
        self._watcher.field.draw(drawn)

    def settle(self) -> None:
        """Take the mat, or else the drawing, as right where it is now."""
        self._watcher.field.settle()

    def measure(self) -> None:
        """Focus, measure the mat anew, keep it and use it; how the lens bends is known already.

        Raises:
            SettingsError: no mat is seen, or it cannot be kept.
        """
        known = self._watcher.field.drawn
        frame = self._camera.refocus() or self._watcher.latest
        if frame is None:
            raise SettingsError(code="no-picture")
        size = (frame.pixels.shape[1], frame.pixels.shape[0])
        lens = known.lens if known and known.fits(*size) else None
        seen = survey([frame.pixels], lens=lens)
        if isinstance(seen, MatNotFound):
            raise SettingsError(code=seen.code, **seen.facts)
        printed = seen.printed
        scale = known.printed if known and printed.by == "nothing" else printed.scale
        measured = store.by_mat(
            self._camera.name, seen.size, seen.found, printed=scale, focus=frame.focus
        )
        store.save(measured, self._folder)
        self._watcher.field.draw(measured)
        self._watcher.field.settle()

    def forget(self) -> None:
        """Throw the drawing away; what is known of the lens stays.

        Raises:
            SettingsError: the file cannot be written or removed.
        """
        known = self._watcher.field.drawn
        left = store.without_boxes(known) if known else None
        if left is None:
            for name in (self._camera.name, *names_before(self._camera.name)):
                store.forget(self._folder, name)
        else:
            store.save(left, self._folder)
        self._watcher.field.draw(left)


class DeedsSight(TableSight):
    """The sight of a camera that sees only where deeds are laid."""

    def checks(self) -> Sequence[Check]:
        """Say what the picture is like."""
        return deeds_camera_checks(self._camera, lambda: self._watcher.latest)
