"""Where a phone stands that feels which way is down: known from its first plain throw on."""

import math

import numpy as np
from msgspec.structs import replace

from companion.vision.camera_pose import pose_by_gravity
from companion.vision.frame import Down, Frame
from companion.vision.plane import Zone
from companion.vision.readings import DiceReading, DieReading
from companion.vision.tray_border import TrayBorder
from hardware.field import DIE_MM, Layout

FOCAL = 0.8
"""Focal length of a phone's main camera in a video, per long side of the picture.

A lens as of 26 mm on film shows 0.75; what steadies the picture cuts some of it away.
"""
PLAIN = 0.9
"""From this confidence on a die's place and size are taken as they were read."""
TURNED = 3.0
"""Degrees by which a phone that stands still never feels another way down."""

_SHORTER = 1 / 3  # power of the steepness by which a face seen aslant is read too small


class FeltStand:
    """Knows where the camera stands of a tray whose plane nobody has drawn.

    Gravity says which way it looks; how far away it is, says a die.
    """

    def __init__(self) -> None:
        self._down: Down | None = None
        self._die: DieReading | None = None  # in pixels of the whole picture

    def forget(self) -> None:
        """Forget it: the camera, or the tray, lies elsewhere."""
        self._down = self._die = None

    def learn(self, reading: DiceReading, frame: Frame, layout: Layout) -> bool:
        """Take what was read in a tray; return whether it is another stand than before."""
        tray, down = layout.tray, frame.down
        if layout.plane is not None or tray is None or down is None:
            return False
        if self._down is not None and _degrees(self._down, down) < TURNED:
            return False
        known = self._die is not None
        self.forget()
        plain = [die for die in reading.dice if die.confidence >= PLAIN]
        if not plain:
            return known
        middle = (tray.width / 2, tray.height / 2)
        die = min(plain, key=lambda one: math.dist(one.centre, middle))
        across, along = die.centre
        self._die = replace(die, centre=(across + tray.left, along + tray.top))
        self._down = down
        return True

    def border(self, frame: Frame, layout: Layout, part: Zone | None) -> TrayBorder | None:
        """Return where the tray ends in a part of the picture; None where that is not known."""
        die, down, tray = self._die, self._down, layout.tray
        if die is None or down is None or tray is None:
            return None
        size = frame.pixels.shape
        focal = FOCAL * max(size[:2])
        try:
            whole = pose_by_gravity(down, focal, (die.centre, die.edge), size, edge_mm=DIE_MM)
            edge = die.edge / whole.steepness(whole.at_height(die.centre, DIE_MM)) ** _SHORTER
            whole = pose_by_gravity(down, focal, (die.centre, edge), size, edge_mm=DIE_MM)
        except ValueError:  # the phone's word cannot be true: it looks down on dice
            return None
        seen = layout.outline or tray.corners
        corners = tuple(whole.at_height(pixel, 0.0) for pixel in seen)
        return TrayBorder(corners, whole.of_part(part))


def _degrees(one: Down, other: Down) -> float:
    """Return the angle between two ways."""
    a, b = np.array(one), np.array(other)
    return math.degrees(math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b)))
