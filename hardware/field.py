"""Where tray and scan field lie in the picture, looked up again now and then."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from calibration.locate import MatFound, MatNotFound, locate
from calibration.mat import A3, Mat
from calibration.store import Calibration
from cards_qr.paper import QUIET_ZONE, STICKER_MM
from cards_qr.symbol import side_of
from companion.vision.frame import Frame, Pixels
from companion.vision.plane import Homography, Zone

DIE_MM = 16.0
"""Edge of a common die; the reader forgives a quarter more or less."""

SEEK_S, CHECK_S = 2.0, 15.0
"""How often a mat is looked for while there is none, and looked after when there is."""

_DRIFT_PX = 6  # a zone that has moved less is where it was
_SYMBOL = side_of(1) / (side_of(1) + 2 * QUIET_ZONE)  # of a sticker's side

Locate = Callable[[Pixels], MatFound | MatNotFound]


By: TypeAlias = Literal["mat", "hand", "nothing"]


class Layout(msgspec.Struct, frozen=True):
    """What lies where in the picture; without mat and boxes all of it is the tray."""

    by: By = "nothing"
    tray: Zone | None = None
    scan: Zone | None = None
    plane: Homography | None = None  # of the table, where the mat is found
    die: float | None = None  # edge of a die in the tray, in pixels
    symbol: float | None = None  # side of a tag's symbol in the scan field, in pixels


class Field:
    """Keeps the layout of the table.

    Args:
        find: looks for the mat in a picture.
        mat: the mat that it finds.
        drawn: boxes drawn by hand, for as long as no mat is found.
    """

    def __init__(
        self, find: Locate = locate, mat: Mat = A3, drawn: Calibration | None = None
    ) -> None:
        self._find, self._mat = find, mat
        self._drawn, self._redrawn = drawn, False
        self._size: tuple[int, ...] = ()
        self._due = 0.0
        self.layout = Layout()

    @property
    def drawn(self) -> Calibration | None:
        """The boxes that count where no mat is found."""
        return self._drawn

    def draw(self, drawn: Calibration | None) -> None:
        """Take other boxes from the next look on, or none; from any thread."""
        self._drawn, self._redrawn = drawn, True

    def look(self, frame: Frame) -> bool:
        """Look for the mat if it is time; return whether the layout has changed."""
        if frame.pixels.shape != self._size:
            self._size, self._redrawn = frame.pixels.shape, False
            lost = self._replace(by_hand(self._drawn, (self._size[1], self._size[0])))
            return self._seek(frame) or lost
        if self._redrawn:
            self._redrawn = False
            if self.layout.by != "mat":
                return self._replace(by_hand(self._drawn, (self._size[1], self._size[0])))
        return frame.at >= self._due and self._seek(frame)

    def look_again(self, frame: Frame) -> bool:
        """Look for the mat now, as after a bump; return whether the layout has changed."""
        return self._seek(frame)

    def _seek(self, frame: Frame) -> bool:
        found = self._find(frame.pixels)
        if not isinstance(found, MatFound):
            # A hand may lie over a marker: the mat stays where it was seen.
            self._due = frame.at + SEEK_S
            return False
        self._due = frame.at + CHECK_S
        return self._replace(_layout(found, self._mat))

    def _replace(self, layout: Layout) -> bool:
        alike = _same(self.layout.tray, layout.tray) and _same(self.layout.scan, layout.scan)
        if alike and self.layout.by == layout.by:
            return False
        self.layout = layout
        return True


def by_hand(drawn: Calibration | None, size: tuple[int, int]) -> Layout:
    """Return the layout of pictures of a width and height in which no mat is found."""
    if drawn is None or not drawn.fits(*size):
        return Layout()
    return Layout(by="hand", tray=drawn.tray, scan=drawn.scan)


def _layout(found: MatFound, mat: Mat) -> Layout:
    plane = found.homography
    tray, scan = (
        plane.px_per_mm((zone.left + zone.width / 2, zone.near + zone.depth / 2))
        for zone in (mat.tray, mat.scan)
    )
    return Layout(
        by="mat",
        tray=found.tray,
        scan=found.scan,
        plane=plane,
        die=DIE_MM * tray,
        symbol=STICKER_MM * _SYMBOL * scan,
    )


def _same(one: Zone | None, other: Zone | None) -> bool:
    if one is None or other is None:
        return one is other
    edges = (msgspec.structs.astuple(zone) for zone in (one, other))
    return all(abs(a - b) <= _DRIFT_PX for a, b in zip(*edges, strict=True))
