"""What one look through a camera shows: how high it hangs, which dice and deeds it sees."""

import threading
from collections.abc import Iterator, Sequence

from calibration.mat import A3, Mat
from calibration.mat_detection import lens_for
from calibration.pose import pose_of
from cards_qr.tracking import Rereader
from companion.doctor import Check, Code
from companion.vision.frame import Frame
from companion.vision.readings import DiceFinder
from hardware.field import Field, Layout

FRESH_S = 2.0
"""So old may be what is told: a page that is open asks whenever something happens in the game."""

_FIELD: tuple[Code, Code] = ("deeds-seen", "deeds-unseen")
_PICTURE: tuple[Code, Code] = ("deeds-in-picture", "no-deed-in-picture")


class FirstLook:
    """Looks once, for somebody who tries a camera; nothing comes of it in the game.

    From any thread, one look at a time.

    Args:
        dice: reads dice; for this alone. None: deeds alone are looked for, all over the picture.
        tags: reads tags.
    """

    def __init__(self, dice: DiceFinder | None, tags: Rereader) -> None:
        self._dice, self._tags = dice, tags
        self._guard = threading.Lock()
        self._seen: tuple[float, Field | None, Sequence[Check]] = (0.0, None, ())

    def checks(self, frame: Frame, field: Field, layout: Layout) -> Sequence[Check]:
        """Say what is seen in a frame, or was just now in the same field."""
        with self._guard:
            at, about, found = self._seen
            if about is not field or not 0 <= frame.at - at < FRESH_S:
                mat = field.drawn.mat if field.drawn else A3
                found = tuple(self._look(frame, layout, mat))
                self._seen = (frame.at, field, found)
            return found

    def _look(self, frame: Frame, layout: Layout, mat: Mat) -> Iterator[Check]:
        if layout.by == "mat" and layout.plane is not None:
            lens = layout.plane.lens or lens_for(frame.pixels.shape)
            height = pose_of(layout.plane, lens, mat).height
            yield Check("height", "ok", "camera-height", {"cm": round(height / 10)})
        if self._dice is not None:
            yield self._dice_in(frame, layout, self._dice)
            if layout.scan is None:
                return
        scan = frame.pixels if layout.scan is None else layout.scan.cut(frame.pixels)
        seen = self._tags.read(scan, side=layout.symbol)
        deeds = sum(tag.valid and tag.kind == "deed" for tag in seen)
        seen_there, unseen = _FIELD if layout.scan is not None else _PICTURE
        if deeds:
            yield Check("deeds seen", "ok", seen_there, {"deeds": deeds})
        else:
            yield Check("deeds seen", "ok", unseen)

    @staticmethod
    def _dice_in(frame: Frame, layout: Layout, dice: DiceFinder) -> Check:
        pixels = frame.pixels if layout.tray is None else layout.tray.cut(frame.pixels)
        values = sorted(dice.read(pixels, edge=layout.die).values)
        if not values:
            return Check("dice seen", "ok", "dice-unseen")
        return Check("dice seen", "ok", "dice-seen", {"dice": ", ".join(map(str, values))})
