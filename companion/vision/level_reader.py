"""Reads dice that a camera sees aslant: as from straight above, and without their sides."""

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from companion.vision.camera_pose import CameraPose
from companion.vision.cut_dice import are_cut
from companion.vision.frame import Pixels
from companion.vision.level_view import LevelView
from companion.vision.plane import Point
from companion.vision.readings import DiceFinder, DiceReading, DieReading
from companion.vision.touching_dice import SMALLER, looked_again, touch

ASLANT = 0.9
"""Cosine of the angle from straight above: a camera that sees the tray's middle at less reads so.

That is 26 degrees. From nearer to above, upper faces are read as well as they are.
"""


class LevelReader:
    """Reads as another does, but aslant where it is told that a camera stands so.

    Args:
        reader: of pictures from above.
    """

    def __init__(self, reader: DiceFinder) -> None:
        self._reader = reader
        self._size: Sequence[int] = ()  # height and width of the pictures that the views are of
        self._views: tuple[LevelView, ...] = ()
        self.is_above = False
        """Whether the camera is known to see upper faces nearly from straight above."""

    def look_from(
        self, stand: CameraPose, corners: Sequence[Point], size: Sequence[int], edge_mm: float
    ) -> None:
        """Read pictures of one size as a camera's that stands there, if it looks aslant.

        Args:
            stand: where the camera stands.
            corners: of the tray, millimetres of the plane.
            size: height and width, in pixels, of pictures of the tray.
            edge_mm: of a die, in millimetres.
        """
        x, y = np.mean(corners, axis=0)
        self.look_plainly()
        self.is_above = stand.steepness((float(x), float(y))) >= ASLANT
        if not self.is_above:
            self._size = tuple(size[:2])
            self._views = (
                LevelView(stand, corners, edge_mm),
                LevelView(stand, corners, edge_mm, mirrored=True),
                LevelView(stand, corners, edge_mm, scale=SMALLER),
            )

    def look_plainly(self) -> None:
        """Read every picture as it is: nobody knows where the camera stands."""
        self._size, self._views, self.is_above = (), (), False

    def read(
        self, pixels: Pixels, *, dice: int | None = None, edge: float | None = None
    ) -> DiceReading:
        """Return what lies in *pixels*; see `readings.DiceReader.read`."""
        if not self._sees_aslant(pixels):
            return self._reader.read(pixels, dice=dice, edge=edge, above=self.is_above)
        view, *others = self._views
        reading = self._through(view, pixels, dice)
        if reading.verdict == "sure" and touch(reading):
            looks = (self._through(other, pixels, len(reading.dice)) for other in others)
            if any((r.verdict, r.values) != ("sure", reading.values) for r in looks):
                reading = replace(reading, verdict="unsure")
        there = sorted(map(view.back, reading.dice), key=lambda die: die.centre[0])
        reading = replace(reading, dice=tuple(there))
        if reading.verdict == "sure" and are_cut(reading.dice, pixels.shape):
            return replace(reading, verdict="unsure", remark="cut")
        return reading

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:
        """Return where dice lie, whatever is on them; see `readings.DiceFinder.bodies`."""
        return self._reader.bodies(pixels, edge=edge)

    def looked_again(self, pixels: Pixels, reading: DiceReading, edge: float | None) -> DiceReading:
        """Return what other looks leave of a reading; see `touching_dice.looked_again`."""
        if self._sees_aslant(pixels):  # they were taken when it was read
            return reading
        return looked_again(self, pixels, reading, edge)

    def _sees_aslant(self, pixels: Pixels) -> bool:
        return bool(self._views) and pixels.shape[:2] == self._size

    def _through(self, view: LevelView, pixels: Pixels, dice: int | None) -> DiceReading:
        """Return what is read in a view, in its pixels."""
        return self._reader.read(view.seen(pixels), dice=dice, edge=view.edge, foot=view.foot)
