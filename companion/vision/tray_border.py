"""The tray's border: dice that lie outside are no dice of a throw."""

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from companion.vision.camera_pose import CameraPose
from companion.vision.frame import Pixels
from companion.vision.plane import Point
from companion.vision.readings import DieReading

_PAINTED, _AROUND = 0.9, 1.6  # edges from a face's middle: what is painted over, and its ground


class TrayBorder(msgspec.Struct, frozen=True):
    """Where the tray ends on the table, and where the camera stands that sees it."""

    corners: tuple[Point, ...]  # millimetres of the plane, one after the other
    stand: CameraPose

    def holds(self, die: DieReading) -> bool:
        """Return whether the middle of a die's upper face is above the tray.

        The face lies one edge above the plane: seen aslant, that is not where its pixel is.
        """
        below = self.stand.at_height(die.centre, 0.0)
        edge = die.edge / self.stand.px_per_mm(below, 0.0)
        place = self.stand.at_height(die.centre, edge)
        corners = np.array(self.corners, np.float32)
        return cv2.pointPolygonTest(corners, place, measureDist=False) >= 0


def painted_over(pixels: Pixels, dice: Sequence[DieReading]) -> Pixels:
    """Return a picture in which dice have the colour of what is around them."""
    picture = pixels.copy()
    for die in dice:
        around = pixels[_square(die, _AROUND)].reshape(-1, 3)
        if around.size:
            picture[_square(die, _PAINTED)] = np.median(around, axis=0)
    return picture


def _square(die: DieReading, edges: float) -> tuple[slice, slice]:
    (x, y), reach = die.centre, edges * die.edge
    left, top = max(0, round(x - reach)), max(0, round(y - reach))
    return np.s_[top : max(top, round(y + reach)), left : max(left, round(x + reach))]
