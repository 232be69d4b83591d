"""The watcher: frames in; motion, dice and cards out."""

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.locate import locate
from calibration.store import Calibration
from companion.errors import CameraError
from companion.table.ports import Witness
from companion.vision.frame import Camera, Frame, Pixels
from companion.vision.plane import Zone
from companion.vision.readings import DiceReader, DiceReading
from companion.vision.rest import (
    AtRest,
    Frozen,
    MotionBegan,
    NothingMoved,
    RestDetector,
    RestEvent,
    RestSettings,
    Thawed,
)
from hardware.confirm import ScoredTag, agreed, same_dice, tags_in_both
from hardware.field import Field, Locate
from hardware.jpeg import jpeg

RETRY_S = 0.5
"""How long to wait before a lost camera is asked again; a steady camera waits by itself."""

_log = logging.getLogger(__name__)

TagT_co = TypeVar("TagT_co", bound=ScoredTag, covariant=True)


class TagsReader(Protocol[TagT_co]):
    """Reads the tags of a picture."""

    def read(self, pixels: NDArray[np.uint8], *, side: float | None = None) -> Sequence[TagT_co]:
        """Return the tags; *side*: of a symbol in pixels, where the scale is known."""
        ...


class Watcher:
    """Watches the table in a thread of its own and tells a witness what happens.

    Every `motion` is followed by exactly one `dice` or `calm`. Dice are read when they lie still,
    and confirmed in a second frame; dice that still lie where they were last read are no throw.
    Cards are told when what lies in the scan field has changed, and only then.

    Args:
        camera: what to look through; it is the composer's to close.
        witness: who is told.
        dice: reads dice; used by this watcher's thread alone.
        tags: reads tags; likewise.
        dice_expected: how many dice are thrown now.
        find: looks for the mat.
        drawn: boxes drawn by hand, for as long as no mat is found.
    """

    def __init__(
        self,
        camera: Camera,
        *,
        witness: Witness,
        dice: DiceReader,
        tags: TagsReader[ScoredTag],
        dice_expected: Callable[[], int],
        find: Locate = locate,
        drawn: Calibration | None = None,
    ) -> None:
        self._camera, self._witness = camera, witness
        self._dice, self._tags, self._dice_expected = dice, tags, dice_expected
        self.field = Field(find, drawn=drawn)
        """Where tray and scan field lie; others may read its layout and draw boxes."""
        self._last: DiceReading | None = None  # what was told last of the tray
        self._lying: frozenset[str] = frozenset()  # texts told last of the scan field
        self._seeing = True
        self.latest: Frame | None = None
        """The last frame that was seen, for whoever looks at the light."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._tray, self._scan = self._detectors()

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, and wait until the thread has ended; it ends with the frame it waits for."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                frame = self._camera.read()
            except CameraError as problem:
                self._lost(str(problem))
                self._stopping.wait(RETRY_S)
                continue
            if not self._seeing:
                self._seeing = True
                self._witness.camera(self._camera.name, ok=True)
            try:
                self.see(frame)
            except Exception:  # noqa: BLE001  # one bad picture must not blind the table for good
                _log.exception("the watcher stumbled over frame %d", frame.number)
                self._forget()

    def see(self, frame: Frame) -> None:
        """Take one frame; the thread does nothing else with it."""
        self.latest = frame
        if not self._tray.moving and not self._scan.moving and self.field.look(frame):
            self._tray, self._scan = self._detectors()
        for event in self._tray.see(frame):
            self._tray_event(event)
        if self.field.layout.scan is not None:
            for event in self._scan.see(frame):
                if isinstance(event, AtRest):
                    self._read_cards(event)

    def _detectors(self) -> tuple[RestDetector, RestDetector]:
        """Return new detectors for the tray and for the scan field."""
        # What is not a device may well give one picture for ever.
        frozen = None if self._camera.simulated else RestSettings().frozen_s
        layout = self.field.layout
        return (
            RestDetector(layout.tray, RestSettings(frozen_s=frozen)),
            RestDetector(layout.scan, RestSettings(frozen_s=None)),
        )

    def _tray_event(self, event: RestEvent) -> None:
        match event:
            case MotionBegan():
                self._witness.motion(event.at)
            case NothingMoved():
                self._witness.calm(event.began, event.at)
            case AtRest():
                self._read_dice(event)
            case Frozen():
                self._witness.camera(f"{self._camera.name}: gives the same picture", ok=False)
            case Thawed():
                self._witness.camera(self._camera.name, ok=True)

    def _read_dice(self, rest: AtRest) -> None:
        layout = self.field.layout
        if not rest.changed:
            self._witness.calm(rest.began, rest.at)
            return
        reading = self._dice_of(rest.frame)
        if not _alike(rest.frame, rest.again, layout.tray):
            reading = agreed(reading, self._dice_of(rest.again))
        last, self._last = self._last, reading
        if not reading.dice or (last is not None and same_dice(reading, last)):
            self._witness.calm(rest.began, rest.at)
            return
        picture = jpeg(self._tray_of(rest.frame))
        self._witness.dice(reading, picture, rest.began, rest.at)

    def _dice_of(self, frame: Frame) -> DiceReading:
        """Return the dice of the tray, in pixels of the tray's part of the picture."""
        pixels, edge = self._tray_of(frame), self.field.layout.die
        return self._dice.read(pixels, dice=self._dice_expected(), edge=edge)

    def _tray_of(self, frame: Frame) -> Pixels:
        """Return what is read and kept as evidence: the tray, or all where no mat is found."""
        tray = self.field.layout.tray
        return tray.cut(frame.pixels) if tray else frame.pixels

    def _read_cards(self, rest: AtRest) -> None:
        layout = self.field.layout
        assert layout.scan is not None
        both = [
            self._tags.read(layout.scan.cut(frame.pixels), side=layout.symbol)
            for frame in (rest.frame, rest.again)
        ]
        seen = tags_in_both(*both)
        lying = frozenset(tag.text for tag in seen)
        if lying != self._lying:
            self._lying = lying
            self._witness.cards(seen, jpeg(rest.frame.pixels), rest.at)

    def _lost(self, problem: str) -> None:
        if self._stopping.is_set():
            return
        self._forget()
        if self._seeing:
            self._seeing = False
            self._witness.camera(problem, ok=False)

    def _forget(self) -> None:
        """End a motion that goes on, and begin anew with the next frame."""
        for event in self._tray.reset():
            self._tray_event(event)
        self._scan.reset()


def _alike(one: Frame, other: Frame, zone: Zone | None) -> bool:
    """Return whether two frames are the same bit for bit, as those of a held picture are."""
    first, second = (zone.cut(f.pixels) if zone else f.pixels for f in (one, other))
    return np.array_equal(first, second)
