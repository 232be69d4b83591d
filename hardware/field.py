"""Where tray and scan field lie in the picture, looked up again now and then."""

from collections.abc import Callable

import msgspec

from calibration.locate import MatFound, MatNotFound, locate
from calibration.mat import A3, Mat
from cards_qr.paper import QUIET_ZONE, STICKER_MM
from cards_qr.symbol import side_of
from companion.vision.frame import Frame, Pixels
from companion.vision.plane import Zone

DIE_MM = 16.0
"""Edge of a common die; the reader forgives a quarter more or less."""

SEEK_S, CHECK_S = 2.0, 15.0
"""How often a mat is looked for while there is none, and looked after when there is."""

_DRIFT_PX = 6  # a zone that has moved less is where it was
_SYMBOL = side_of(1) / (side_of(1) + 2 * QUIET_ZONE)  # of a sticker's side

Locate = Callable[[Pixels], MatFound | MatNotFound]


class Layout(msgspec.Struct, frozen=True):
    """What lies where in the picture; without a mat all of it is the tray."""

    tray: Zone | None = None
    scan: Zone | None = None
    die: float | None = None  # edge of a die in the tray, in pixels
    symbol: float | None = None  # side of a tag's symbol in the scan field, in pixels


class Field:
    """Keeps the layout of the table.

    Args:
        find: looks for the mat in a picture.
        mat: the mat that it finds.
    """

    def __init__(self, find: Locate = locate, mat: Mat = A3) -> None:
        self._find, self._mat = find, mat
        self._size: tuple[int, ...] = ()
        self._due = 0.0
        self.layout = Layout()

    def look(self, frame: Frame) -> bool:
        """Look for the mat if it is time; return whether the layout has changed."""
        if frame.pixels.shape != self._size:
            known, self._size = self._size, frame.pixels.shape
            lost = bool(known) and self._replace(Layout())
            return self._seek(frame) or lost
        return frame.at >= self._due and self._seek(frame)

    def _seek(self, frame: Frame) -> bool:
        found = self._find(frame.pixels)
        if not isinstance(found, MatFound):
            # A hand may lie over a marker: the mat stays where it was seen.
            self._due = frame.at + SEEK_S
            return False
        self._due = frame.at + CHECK_S
        return self._replace(_layout(found, self._mat))

    def _replace(self, layout: Layout) -> bool:
        if _same(self.layout.tray, layout.tray) and _same(self.layout.scan, layout.scan):
            return False
        self.layout = layout
        return True


def _layout(found: MatFound, mat: Mat) -> Layout:
    plane = found.homography
    tray, scan = (
        plane.px_per_mm((zone.left + zone.width / 2, zone.near + zone.depth / 2))
        for zone in (mat.tray, mat.scan)
    )
    return Layout(
        tray=found.tray,
        scan=found.scan,
        die=DIE_MM * tray,
        symbol=STICKER_MM * _SYMBOL * scan,
    )


def _same(one: Zone | None, other: Zone | None) -> bool:
    if one is None or other is None:
        return one is other
    edges = (msgspec.structs.astuple(zone) for zone in (one, other))
    return all(abs(a - b) <= _DRIFT_PX for a, b in zip(*edges, strict=True))
