"""A sight of the table that notes what is drawn on it."""

from collections.abc import Sequence

import numpy as np

from calibration.drawn_tray import box_around
from companion.doctor import Check
from companion.errors import SettingsError
from companion.vision.plane import Corners, Zone
from hardware.field import Layout, Strayed
from tests.support.doubtful import tray as picture_of_a_tray


class DrawnOn:
    """A sight that notes what is drawn on it."""

    def __init__(self) -> None:
        self.size: tuple[int, int] | None = (480, 320)
        self.layout = Layout()
        self.trouble = ""
        self.strayed: Strayed = "no"
        self.measured = 0
        self.rim: Corners | None = None  # a tray that is found by its rim
        self.found: Sequence[Check] = (Check("height", "ok", "camera-height", {"cm": 57}),)

    def picture(self) -> bytes | None:
        return picture_of_a_tray() if self.size else None

    def checks(self) -> Sequence[Check]:
        seen = (Check("light", "ok", "light-good"), Check("mat", "warn", "no-mat"))
        return seen if self.size else ()

    def look(self) -> Sequence[Check]:
        return self.found

    def find_tray(self) -> Corners | None:
        return self.rim

    def draw(self, tray: Corners, scan: Zone, inside: tuple[float, float] | None = None) -> None:
        if self.trouble:
            raise SettingsError(self.trouble, mend="draw it again")
        box = box_around(np.array(tray), self.size or (0, 0))
        self.layout = Layout(by="hand", tray=box, scan=scan, outline=tray, inside=inside)

    def settle(self) -> None:
        self.strayed = "no"

    def measure(self) -> None:
        if self.trouble:
            raise SettingsError(self.trouble, mend="then measure again")
        self.measured += 1

    def forget(self) -> None:
        self.layout = Layout()
