"""The watcher: frames in; motion, dice and cards out."""

import logging
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from calibration.store import Calibration
from cards_qr.tracking import AGREE, Rereader, TagTracker
from companion.errors import CameraError, ErrorCode
from companion.table.ports import Witness
from companion.vision.change_detection import is_blind
from companion.vision.frame import Camera, Frame
from companion.vision.jpeg import jpeg
from companion.vision.readings import DiceFinder, DiceReading
from companion.vision.rest_detection import (
    AtRest,
    Frozen,
    MotionBegan,
    NothingMoved,
    RestDetector,
    RestEvent,
    RestSettings,
    Thawed,
)
from companion.vision.taught_die import UNTAUGHT, ThirdDie
from hardware.cameras.faults import in_words
from hardware.cameras.no_camera import NoFrameError, is_wanted
from hardware.field import Field, Locate
from hardware.loop import Loop
from hardware.tray import WAIT_S, Tray

RETRY_S = 0.5
"""How long to wait before a lost camera is asked again; a steady camera waits by itself."""

DARK_S = 2.0
"""How long a camera may see nothing before it is said."""

_log = logging.getLogger(__name__)


class Watcher(Loop):
    """Watches the table in a thread of its own and tells a witness what happens.

    Every `motion` is followed by exactly one `dice` or `calm`. Dice are read when they lie still,
    and confirmed in a second frame; dice that still lie where they were last read are no throw.
    Cards are told when what lies in the scan field has changed, and only then.

    Args:
        camera: what to look through; it is the composer's to close.
        witness: who is told.
        dice: reads dice; used by this watcher's thread alone.
        tags: reads tags; likewise.
        dice_expected: how many white dice are thrown now.
        speed_expected: whether the speed die is thrown with them.
        third: the speed die, as far as it was taught.
        find: looks for the mat; by default with what is known of the camera.
        drawn: what is known of the camera: a drawing counts for as long as no mat is found.
        known: the same of the camera of this name, when another was chosen.
        changes: how many cameras there were before the one that was read last.
    """

    def __init__(
        self,
        camera: Camera,
        *,
        witness: Witness,
        dice: DiceFinder,
        tags: Rereader,
        dice_expected: Callable[[], int],
        speed_expected: Callable[[], bool] = lambda: False,
        third: ThirdDie = UNTAUGHT,
        find: Locate | None = None,
        drawn: Calibration | None = None,
        known: Callable[[str], Calibration | None] = lambda _name: None,
        changes: Callable[[], int] = lambda: 0,
    ) -> None:
        super().__init__("watcher")
        self._camera, self._witness = camera, witness
        self._find, self._known = find, known
        self._changes, self._changed = changes, changes()
        self._new_tray = partial(Tray, dice, dice_expected, speed_expected, third)
        self._tags, self._cards = tags, TagTracker(tags)
        self.field = Field(find, drawn=drawn)
        """Where tray and scan field lie; others may read its layout and draw boxes."""
        self._dice = self._new_tray()
        self._held: AtRest | None = None  # a rest that waits for a hand to go
        self._blind_since: float | None = None
        self._is_dark = False
        self._lying: frozenset[tuple[str, str, bool]] = frozenset()  # told last of the scan field
        self._laid: AtRest | None = None  # a rest of the scan field that waits to be read
        self._astray, self._moved = False, ""  # what was last known and said of the fields
        self._seeing = True
        self.latest: Frame | None = None
        """The last frame that was seen, for whoever looks at the light."""
        self.looked = 0
        """At so many frames it has looked."""
        self._tray, self._scan = self._detectors()

    def _round(self) -> None:
        try:
            frame = self._camera.read()
        except NoFrameError:
            self._begin_anew_after_a_change(None)
            self._pause()
            return
        except Exception as error:  # noqa: BLE001  # whatever it throws, it may give a frame again
            self._begin_anew_after_a_change(None)
            self._lost(in_words(error, self._camera.name))
            self._stopping.wait(RETRY_S)
            return
        self._begin_anew_after_a_change(frame)
        if not self._seeing:
            self._seeing = True
            self._is_well()
        try:
            self.see(frame)
        except Exception:  # noqa: BLE001  # one bad picture must not blind the table for good
            _log.exception("the watcher stumbled over frame %d", frame.number)
            self._pause()
            self._tray, self._scan = self._detectors()  # else it stumbles over it again

    @property
    def busy(self) -> bool:
        """Whether something goes on that wants frames fast: motion, or a rest not yet read."""
        return self._is_busy or self._laid is not None

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
        if not self._is_busy and self.field.look(frame):
            self._move()
        if self._is_astray():
            return
        for event in self._tray.see(frame):
            self._tray_event(event)
        self._look_into_the_tray(frame)
        if self.field.layout.scan is not None:
            self._look_into_the_scan_field(frame)

    def _begin_anew_after_a_change(self, first: Frame | None) -> None:
        """Begin as at first where another camera is looked through: what lies there is no throw."""
        changed = self._changes()
        if changed == self._changed:
            return
        self._changed = changed
        self._pause()
        if not is_wanted(self._camera.name):
            self._forget_the_cards()
        self.latest = first
        self.field = Field(self._find, drawn=self._known(self._camera.name))
        self._dice = self._new_tray()
        self._cards.forget()
        self._tray, self._scan = self._detectors()
        self._blind_since, self._is_dark, self._astray, self._seeing = None, False, False, True
        self._is_well()

    def _forget_the_cards(self) -> None:
        """Say that nothing lies in the scan field: nobody looks any more."""
        self._cards, latest = TagTracker(self._tags), self.latest
        if self._lying and latest is not None:
            self._lying = frozenset()
            self._witness.cards((), jpeg(latest.pixels), latest.at)

    def _move(self) -> None:
        """Look where the fields lie now."""
        self._tray, self._scan = self._detectors()
        self._dice.move(self.field.layout)
        self._cards.forget()

    def _detectors(self) -> tuple[RestDetector, RestDetector]:
        """Return new detectors for the tray and for the scan field."""
        # What is not a device may well give one picture for ever.
        frozen = None if self._camera.simulated else RestSettings().frozen_s
        layout = self.field.layout
        return (
            RestDetector(layout.tray, RestSettings(frozen_s=frozen)),
            RestDetector(layout.scan, RestSettings(frozen_s=None)),
        )

    @property
    def _is_busy(self) -> bool:
        return self._tray.moving or self._scan.moving or self._held is not None

    def _look_into_the_tray(self, frame: Frame) -> None:
        """Do what a frame is good for that proves nothing by itself."""
        if self._tray.moving:
            self._dice.moves(frame)
            if self._tray.early is not None:
                self._dice.read_ahead(self._tray.early)
        elif self._held is None:
            self._dice.rest(frame)
        elif frame.at - self._held.at >= WAIT_S:
            self._read_dice(self._held, patient=False)

    def _look_into_the_scan_field(self, frame: Frame) -> None:
        """Read what came to rest there; after a bump only when it is known where it lies now."""
        for event in self._scan.see(frame):
            if isinstance(event, AtRest):
                self._laid = event
            elif isinstance(event, MotionBegan):
                self._laid = None
        if self._laid is None:
            return
        if self._dice.has_stirred(self._laid.last):
            if self._tray.moving or self._held is not None:
                return
            if self.field.look_again(self._laid.last):
                self._move()
        laid, self._laid = self._laid, None
        if not self.field.lost and self.field.layout.scan is not None:
            self._read_cards(laid)

    def _tray_event(self, event: RestEvent) -> None:
        match event:
            case MotionBegan():
                if self._held is None:
                    self._witness.motion(event.at)
            case NothingMoved():
                if self._held is None:
                    self._witness.calm(event.began, event.at)
            case AtRest():
                self._rest(event)
            case Frozen():
                self._say("camera-same")
            case Thawed():
                self._is_well()

    def _rest(self, rest: AtRest) -> None:
        """Read what lies there, unless nothing has changed since nothing moved."""
        if self._held is not None:
            unseen = self._held.unseen or rest.unseen
            rest = replace(rest, began=self._held.began, unseen=unseen)
        elif not rest.changed:
            self._witness.calm(rest.began, rest.at)
            return
        if self._dice.has_stirred(rest.last) and self.field.look_again(rest.last):
            self._move()
            self._laid = rest  # what came to rest there meanwhile is not missed
        if self.field.lost:
            self._held = None
            self._witness.calm(rest.began, rest.at)
        else:
            self._read_dice(rest, patient=True)

    def _read_dice(self, rest: AtRest, *, patient: bool) -> None:
        told = self._dice.see(rest, patient=patient)
        self._held = rest if told == "wait" else None
        if told == "nothing":
            self._witness.calm(rest.began, rest.at)
        elif isinstance(told, DiceReading):
            picture = jpeg(self._dice.cut(rest.last))
            self._witness.dice(told, picture, rest.began, rest.at)

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
        self._witness.camera(str(trouble), ok=False, trouble=trouble)

    def _is_well(self) -> None:
        """Say that the camera gives pictures; that it was moved is said again after."""
        self._moved = ""
        name = self._camera.name
        self._witness.camera(name if is_wanted(name) else "", ok=True)

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
            self._witness.camera(f"{name}: {moved}" if moved else name, ok=not lost)
        return lost

    def _read_cards(self, rest: AtRest) -> None:
        layout = self.field.layout
        assert layout.scan is not None
        for looks, frame in enumerate((rest.frame, rest.again, rest.last), 1):
            seen = self._cards.look(layout.scan.cut(frame.pixels), side=layout.symbol)
            if looks >= AGREE and self._cards.settled:
                break
        # Of copies nobody knows which is the true one, so none of them counts.
        told = tuple(replace(tag, valid=tag.valid and tag.what == "ours") for tag in seen)
        lying = frozenset((tag.text, tag.what, tag.hidden) for tag in told)
        if lying != self._lying:
            self._lying = lying
            self._witness.cards(told, jpeg(rest.frame.pixels), rest.at)

    def _lost(self, problem: CameraError) -> None:
        if self._stopping.is_set():
            return
        self._pause()
        if self._seeing:
            self._seeing = False
            self._witness.camera(str(problem), ok=False, trouble=problem)

    def _pause(self) -> None:
        """End a motion that goes on: nothing is seen for a while."""
        held, self._held = self._held, None
        events = self._tray.pause()
        if held is not None:
            self._witness.calm(held.began, held.at)
        else:
            for event in events:
                self._tray_event(event)
        self._laid = None
        self._scan.pause()
