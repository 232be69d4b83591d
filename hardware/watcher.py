"""The watchers: frames in; motion, dice and cards out."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from calibration.store import Calibration
from cards_qr.tracking import Rereader
from companion.table.ports import Witness
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
from hardware.field import Locate
from hardware.looking import Looking
from hardware.scan_reader import ScanReader, ToldTags
from hardware.tray import WAIT_S, Tray


class Watcher(Looking):
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
        reads_cards: whether the scan field is this camera's to read.
        told: what was told last of the scan field.
        find: see `Looking`; likewise `drawn`, `known` and `changes`.
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
        reads_cards: Callable[[], bool] = lambda: True,
        told: ToldTags | None = None,
        find: Locate | None = None,
        drawn: Calibration | None = None,
        known: Callable[[str], Calibration | None] = lambda _name: None,
        changes: Callable[[], int] = lambda: 0,
    ) -> None:
        super().__init__(
            "watcher", camera, witness, find=find, drawn=drawn, known=known, changes=changes
        )
        self._witness, self._reads_cards = witness, reads_cards
        self._new_tray = partial(Tray, dice, dice_expected, speed_expected, third)
        self._dice = self._new_tray()
        self._held: AtRest | None = None  # a rest that waits for a hand to go
        self._scan = ScanReader(tags, witness, told)
        self._tray = self._detector()

    @property
    def busy(self) -> bool:
        """Whether something goes on that wants frames fast: motion, or a rest not yet read."""
        return self._is_busy or self._scan.laid is not None

    @property
    def _may_seek(self) -> bool:
        return not self._is_busy

    @property
    def _is_busy(self) -> bool:
        return self._tray.moving or self._scan.moving or self._held is not None

    def _look(self, frame: Frame) -> None:
        for event in self._tray.see(frame):
            self._tray_event(event)
        self._look_into_the_tray(frame)
        if self.field.layout.scan is not None and self._reads_cards():
            self._look_into_the_scan_field(frame)
        elif self._scan.moving or self._scan.laid is not None:
            self._scan.pause()

    def _move(self) -> None:
        self._dice.move(self.field.layout)
        self._tray = self._detector()
        self._lay()

    def _restart(self) -> None:
        self._tray = self._detector()
        self._scan.restart()

    def _looked_away(self, seconds: float) -> None:
        self._tray.looked_away(seconds)

    def _begin_anew(self) -> None:
        self._dice = self._new_tray()
        self._tray = self._detector()
        self._lay()

    def _lay(self) -> None:
        self._scan.lie(self.field.layout.scan, self.field.layout.symbol)

    def _is_unwanted(self) -> None:
        if self._reads_cards():
            self._scan.clear(self.latest)

    def _detector(self) -> RestDetector:
        # What is not a device may well give one picture for ever.
        frozen = None if self._camera.simulated else RestSettings().frozen_s
        return RestDetector(self.field.layout.tray, RestSettings(frozen_s=frozen))

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
        self._scan.see(frame)
        laid = self._scan.laid
        if laid is None:
            return
        if self._dice.has_stirred(laid.last):
            if self._tray.moving or self._held is not None:
                return
            if self.field.look_again(laid.last):
                self._move()
        if self.field.lost or self.field.layout.scan is None:
            self._scan.laid = None
        else:
            self._scan.tell()

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
            self._scan.laid = rest  # what came to rest there meanwhile is not missed
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

    def _pause(self) -> None:
        held, self._held = self._held, None
        events = self._tray.pause()
        if held is not None:
            self._witness.calm(held.began, held.at)
        else:
            for event in events:
                self._tray_event(event)
        self._scan.pause()


class DeedsWatcher(Looking):
    """Watches the place where deeds and cards are laid, through a camera of its own.

    Where the mat is seen, that is its scan field; else all of the picture.

    Args:
        camera: see `Looking`; likewise `find`, `drawn`, `known` and `changes`.
        witness: who is told.
        tags: reads tags; used by this watcher's thread alone.
        told: what was told last of the scan field.
    """

    def __init__(
        self,
        camera: Camera,
        *,
        witness: Witness,
        tags: Rereader,
        told: ToldTags,
        find: Locate | None = None,
        drawn: Calibration | None = None,
        known: Callable[[str], Calibration | None] = lambda _name: None,
        changes: Callable[[], int] = lambda: 0,
    ) -> None:
        super().__init__(
            "deeds watcher", camera, witness, find=find, drawn=drawn, known=known, changes=changes
        )
        self._scan = ScanReader(tags, witness, told)

    @property
    def busy(self) -> bool:
        """Whether something moves there."""
        return self._scan.moving

    def _look(self, frame: Frame) -> None:
        self._scan.see(frame)
        if self._scan.laid is not None:
            self._scan.tell()

    def _move(self) -> None:
        self._scan.lie(self.field.layout.scan, self.field.layout.symbol)

    def _restart(self) -> None:
        self._scan.restart()

    def _begin_anew(self) -> None:
        self._move()

    def _pause(self) -> None:
        self._scan.pause()

    def _is_unwanted(self) -> None:
        self._scan.clear(self.latest)
