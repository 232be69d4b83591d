"""The dice in the tray: when to read them, twice, and what is to be told."""

import statistics
from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np
from msgspec.structs import replace

from companion.vision.bare_tray import BareTray, rests_on
from companion.vision.camera_pose import camera_pose
from companion.vision.change_detection import Patch, Thumb, changed, patches, shift, thumb
from companion.vision.frame import Frame, Pixels
from companion.vision.large_objects import dice_on_large_objects
from companion.vision.leaning_dice import Leaning
from companion.vision.level_reader import LevelReader
from companion.vision.plane import Zone
from companion.vision.readings import DiceFinder, DiceReading, DieReading
from companion.vision.rest_detection import AtRest
from companion.vision.speed_die import read_beside
from companion.vision.taught_die import UNTAUGHT, ThirdDie
from companion.vision.tray_border import TrayBorder, painted_over
from hardware.agreement import agreed
from hardware.field import DIE_MM, Layout
from hardware.level import PLAIN, FeltStand
from hardware.tray_contents import Lying

WAIT_S = 3.0
"""How long a hand may lie still in the tray before what is seen beside it is read."""
ARM = 5.0
"""Faces of a die: what is larger, and comes in over the border, is a hand."""
TOUCHES = 0.9
"""Edges from a die's middle: what lies nearer may hide it or hold it."""
FOLLOWED_S = 1.0
"""How often the bare tray is looked at, so that it is known in the light of now."""
AS_LARGE = 1.2
"""The edge of a die with other prints is read wrong by less than this factor."""

_MANY = 16.0  # dice side by side along the picture, where nothing is known of their size
_STIRRED = 0.6  # cells of a reduced picture by which a camera that hangs still never drifts

Told: TypeAlias = DiceReading | Literal["wait", "nothing"]


class Tray:
    """Reads the dice when they lie still, and confirms them in a second frame.

    Args:
        reader: of the watcher's thread alone.
        expected: how many white dice are thrown now.
        speed: whether the speed die is thrown with them.
        third: the speed die, as far as it was taught.
    """

    def __init__(
        self,
        reader: DiceFinder,
        expected: Callable[[], int],
        speed: Callable[[], bool],
        third: ThirdDie = UNTAUGHT,
    ) -> None:
        self._reader, self._expected, self._speed = LevelReader(reader), expected, speed
        self._third = third
        self._lying = Lying()
        self._bare, self._leaning = BareTray(self._reader), Leaning()
        self._felt = FeltStand()
        self._followed = 0.0  # when the bare tray was looked at last
        self._layout, self._placed = Layout(), False  # whether the reader knows where it looks from
        self._clear: Frame | None = None  # the last before something moved, without a hand
        self._ahead: Frame | None = None
        # By frame: white dice expected, whether with the speed die, what was read.
        self._read: dict[int, tuple[int, bool, DiceReading]] = {}
        self._outside: list[DieReading] = []  # dice in the tray's box that lie beside the tray

    def move(self, layout: Layout) -> None:
        """Look at another part of the picture from now on."""
        self._layout, self._clear = layout, None
        self._reader.look_plainly()
        self._placed = False
        self._forget_the_rest()
        self._lying.forget_the_tray()
        self._bare.forget()
        self._leaning = Leaning()
        self._felt.forget()

    def rest(self, frame: Frame) -> None:
        """Take a frame in which nothing moves and no hand is seen."""
        self._clear = frame
        if self._layout.tray is None:
            return
        self._place(frame)
        if not self._bare.is_known:
            self._bare.learn(self.cut(frame), self._layout.die)
        elif frame.at - self._followed >= FOLLOWED_S:
            self._bare.follow(self.cut(frame))
            self._followed = frame.at

    def moves(self, frame: Frame) -> None:
        """Take a frame while something moves."""
        self._lying.watch(thumb(self.cut(frame)))

    def read_ahead(self, frame: Frame) -> None:
        """Read what may be the first frame of a rest."""
        if self._third.watches:
            return
        if self._ahead is not frame and self._arm(thumb(self.cut(frame))) is None:
            self._ahead = frame
            self._place(frame)
            self._of(frame)

    def has_stirred(self, frame: Frame) -> bool:
        """Return whether the whole picture looks moved since the last rest, as after a bump."""
        if self._clear is None or self._clear.pixels.shape != frame.pixels.shape:
            return False
        return shift(thumb(self._clear.pixels), thumb(frame.pixels)) > _STIRRED

    def see(self, rest: AtRest, *, patient: bool) -> Told:
        """Return what is to be told of a rest: dice, nothing, or to wait for a hand to go.

        Args:
            rest: in which something has changed.
            patient: a hand may still be waited for.
        """
        self._place(rest.last)
        now = thumb(self.cut(rest.last))
        arm = self._arm(now)
        if self._third.watches and not (arm is not None and patient):
            return self._shown(rest.last)
        if arm is not None and self._is_harmless(arm, now, rest):
            arm = None
        if arm is not None and patient:
            return "wait"
        reading = self._unless_badly_laid(self._twice(rest), rest.last)
        before = None if self._clear is None else thumb(self.cut(self._clear))
        found = [] if before is None else patches(changed(before, now), now.cell)
        lay = self._lying.told
        told = self._lying.judge(reading, now, found)
        if told is not None and rest.unseen:
            told = _unwitnessed(told, lay)
        if arm is None:
            self._lying.learn(reading, before, now)
            self._learn_the_bare_tray(reading, rest.last)
        elif told is not None:
            told = _beside(told, arm)
        if arm is None and self._felt.learn(reading, rest.last, self._layout):
            self._reader.look_plainly()
            self._placed = False
        answer: Told = "nothing" if told is None else self._explained(told, rest.last)
        self._forget_the_rest()
        return answer

    def cut(self, frame: Frame) -> Pixels:
        """Return what is read and kept as evidence: the tray, or all where no mat is found."""
        tray = self._layout.tray
        return tray.cut(frame.pixels) if tray else frame.pixels

    def _place(self, frame: Frame) -> None:
        """Tell the reader where the camera stands, once, where that is known."""
        border = None if self._placed else self._border(frame, self._layout.tray)
        self._placed = True
        if border is not None:
            size = self.cut(frame).shape
            self._reader.look_from(border.stand, border.corners, size, DIE_MM)

    def _forget_the_rest(self) -> None:
        self._read.clear()
        self._outside.clear()
        self._ahead = None

    def _shown(self, frame: Frame) -> Told:
        """Return the dice that are shown one face at a time: they are no throw."""
        self._lying.told = None
        self._forget_the_rest()
        bodies = self._reader.bodies(self._plain(frame), edge=self._layout.die)
        return DiceReading("unsure", bodies, 0.0) if bodies else "nothing"

    def _twice(self, rest: AtRest) -> DiceReading:
        """Return what two frames say: the one read ahead if it will do, and the last."""
        last = rest.last
        other = self._ahead if self._ahead and self._ahead.number in self._read else None
        if other is None or not self._agree(other, last):
            other = rest.frame if rest.frame is not last else rest.again
        if np.array_equal(self.cut(other), self.cut(last)):
            reading = self._of(other)
        else:
            reading = agreed(self._of(other), self._of(last))
        if self._speed():  # the picture in which the white dice were sure is another
            return reading
        return self._reader.looked_again(self._plain(last), reading, self._layout.die)

    def _unless_badly_laid(self, reading: DiceReading, frame: Frame) -> DiceReading:
        """Return a reading as doubtful if one of its dice leans, or lies on something."""
        border, pixels = self._border(frame, self._layout.tray), self.cut(frame)
        bare = self._bare.under(pixels) if reading.dice else None
        if bare is None:
            return reading
        if dice_on_large_objects(reading.dice, pixels, bare, others=int(self._speed())):
            return replace(reading, verdict="unsure", remark="atop")
        if border is None:
            return reading
        if not self._leaning.among(_all_read(reading), pixels, bare, border.stand):
            return reading
        return replace(reading, verdict="unsure", remark="cocked")

    def _learn_the_bare_tray(self, reading: DiceReading, frame: Frame) -> None:
        if not self._bare.is_known:
            return
        if reading.dice:
            self._bare.heal(self.cut(frame), reading.dice)
        elif self._lying.told is None:  # else they may lie there hidden
            self._bare.learn(self.cut(frame), self._layout.die)

    def _plain(self, frame: Frame) -> Pixels:
        """Return the tray without what is printed there, or lies outside."""
        pixels = painted_over(self.cut(frame), self._outside)
        return self._bare.without(pixels, self._bare.printed(pixels))

    def _agree(self, ahead: Frame, last: Frame) -> bool:
        if np.array_equal(self.cut(ahead), self.cut(last)):
            return True
        first, second = self._of(ahead), self._of(last)
        return first.values == second.values and first.verdict == second.verdict

    def _of(self, frame: Frame) -> DiceReading:
        """Return the dice of the tray, in pixels of the tray's part of the picture."""
        expected, speed = self._expected(), self._speed()
        known = self._read.get(frame.number)
        if known is not None and known[:2] == (expected, speed):
            return known[2]
        pixels = painted_over(self.cut(frame), self._outside)
        reading = self._thrown(pixels, expected, speed=speed)
        outside = self._found_outside(reading, pixels, frame)
        if outside:
            self._outside += outside
            reading = self._thrown(painted_over(pixels, outside), expected, speed=speed)
        self._read[frame.number] = (expected, speed, reading)
        return reading

    def _found_outside(
        self, reading: DiceReading, pixels: Pixels, frame: Frame
    ) -> list[DieReading]:
        """Return dice that stand in for others, or are too many, and lie beside the tray."""
        border = self._border(frame, self._layout.tray)
        if border is None or not reading.dice:
            return []
        dice = _all_read(reading).dice
        if reading.verdict != "sure":
            dice += self._reader.read(pixels, edge=self._layout.die).dice
        return [die for die in dice if not border.holds(die)]

    def _border(self, frame: Frame, part: Zone | None) -> TrayBorder | None:
        """Return where the tray ends in a part of the picture; None where no plane is known."""
        layout = self._layout
        if layout.plane is None:
            return self._felt.border(frame, layout, part)
        return TrayBorder(layout.corners, camera_pose(layout.plane, frame.pixels.shape, part))

    def _thrown(self, pixels: Pixels, expected: int, *, speed: bool) -> DiceReading:
        """Return the dice of a picture without what is printed there.

        A die that lay there when the tray was first seen looks like a print: with too few dice
        beside it, it is asked for.
        """
        printed = self._bare.printed(pixels)
        reading = self._dice_in(self._bare.without(pixels, printed), expected, speed=speed)
        if not printed or not reading.dice or len(reading.dice) >= expected:
            return reading
        reading = self._dice_in(pixels, expected, speed=speed)
        if reading.verdict == "sure" and rests_on(reading.dice, printed):
            return replace(reading, verdict="unsure")
        return reading

    def _dice_in(self, pixels: Pixels, expected: int, *, speed: bool) -> DiceReading:
        edge = self._layout.die
        if not speed:
            return self._reader.read(pixels, dice=expected, edge=edge)
        things = self._lying.things(thumb(pixels))
        taught = self._third.die
        return read_beside(
            self._reader, pixels, dice=expected, edge=edge, things=things, taught=taught
        )

    def _explained(self, reading: DiceReading, frame: Frame) -> DiceReading:
        """Add to a doubtful reading how many dice are seen, and where else."""
        if reading.verdict != "unsure" or reading.remark in ("moved", "turned", "unseen"):
            return reading
        edge, expected = self._layout.die, self._expected() + self._speed()
        every = self._reader.read(self._plain(frame), edge=edge)
        seen = max(len(every.dice), len(reading.dice))
        if seen == expected:
            return reading
        if seen < expected and reading.remark is None and self._lies_beside(frame):
            return replace(reading, seen=seen, remark="beside")
        return replace(reading, seen=seen)

    def _lies_beside(self, frame: Frame) -> bool:
        """Return whether a die is plainly seen out of the tray."""
        tray = self._layout.tray
        if tray is None:
            return False
        border = self._border(frame, None)
        for die in self._reader.read(frame.pixels, edge=self._layout.die).dice:
            inside = tray.holds(die.centre) if border is None else border.holds(die)
            if not inside and die.confidence >= PLAIN:
                return True
        return False

    def _arm(self, now: Thumb) -> Patch | None:
        """Return the hand that has come into the tray since nothing moved, if there is one.

        What came may have been there before and gone: then the bare tray is seen there now.
        """
        if self._clear is None:
            return None
        before = thumb(self.cut(self._clear))
        if before.shape != now.shape:
            return None
        least = ARM * self._edge(now) ** 2
        found = patches(changed(before, now), now.cell)
        large = (patch for patch in found if patch.at_border and patch.area > least)
        return next((patch for patch in large if not self._lying.is_bare(patch, now)), None)

    def _is_harmless(self, arm: Patch, now: Thumb, rest: AtRest) -> bool:
        """Return whether the dice are plainly seen beside what may be a hand.

        Nobody knows before the first throw whether it came or has gone; and where no tray is
        known, people's arms lie about the dice all the time.
        """
        unknown = self._lying.is_bare(arm, now) is None
        if not unknown and self._layout.tray is not None:
            return False
        reading = self._of(rest.last)
        return reading.verdict == "sure" and (unknown or not _is_near(arm, reading))

    def _edge(self, now: Thumb) -> float:
        """Return the edge of a die, in pixels."""
        told = self._lying.told
        if self._layout.die is not None:
            return self._layout.die
        if told is not None:
            return statistics.median(die.edge for die in told.dice)
        return now.cell * max(now.shape) / _MANY


def _unwitnessed(told: DiceReading, lay: DiceReading | None) -> DiceReading | None:
    """Return dice that came to lie while nothing was seen: to be asked about, if they are others.

    The same values may have been pushed about; if they were rolled, people say so.
    """
    if lay is not None and lay.values == told.values:
        return None
    return replace(told, verdict="unsure", remark="unseen")


def _beside(told: DiceReading, arm: Patch) -> DiceReading:
    """Return what was read beside a hand that stays: doubtful if it comes near a die."""
    if told.verdict == "sure" and not _is_near(arm, told):
        return told
    return replace(told, verdict="unsure", remark="covered")


def _all_read(reading: DiceReading) -> DiceReading:
    """Return a reading with the speed die among its dice, where that was read too.

    Prints other than pips have its size off; most are as large as the white dice.
    """
    die = reading.speed
    if die is None or reading.face is None:
        return reading
    usual = statistics.median(white.edge for white in reading.dice)
    if max(usual, die.edge) < AS_LARGE * min(usual, die.edge):
        die = replace(die, edge=usual)
    return replace(reading, dice=(*reading.dice, die), speed=None)


def _is_near(arm: Patch, reading: DiceReading) -> bool:
    return any(arm.covers(die.centre, TOUCHES * die.edge) for die in reading.dice)
