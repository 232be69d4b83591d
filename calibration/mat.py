"""The printed mat, in millimetres: corner markers, fields, focus and grey patches, a ruler.

The origin is the mat's near left corner as the players sit; x to the right, y away. In the middle
(`x = width / 2`), where two sheets of A4 meet, only the tray's outline is printed.
"""

from collections.abc import Iterator

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.plane import Point

MARKER_FAMILY = cv2.aruco.DICT_ARUCO_MIP_36h12
BLACK, PAPER, LINE = 0, 255, 150
"""Grey levels as they are printed; what a camera sees depends on printer, paper and light."""

GREYS = (50, 100, 150, 200)
"""Of the patches in each row of grey, from left to right."""

_STROKE_MM = 0.8
_TICK_MM = 10.0
_FINE_MM = 0.3  # width of the ruler's lines


class ZoneMm(msgspec.Struct, frozen=True):
    """A rectangle on the mat in millimetres; left and near are its smallest x and y."""

    left: float
    near: float
    width: float
    depth: float

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Far left, far right, near right, near left: clockwise as seen from above."""
        right, far = self.left + self.width, self.near + self.depth
        return (self.left, far), (right, far), (right, self.near), (self.left, self.near)

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.left + self.width / 2, self.near + self.depth / 2

    def scaled(self, by: float) -> "ZoneMm":
        """Return it as a printer makes it that prints *by* times as large."""
        return ZoneMm(*(by * value for value in msgspec.structs.astuple(self)))


class Inked(msgspec.Struct, frozen=True):
    """A rectangle that is printed in one grey."""

    zone: ZoneMm
    grey: int  # 0 black to 255 paper


class Mat(msgspec.Struct, frozen=True):
    """A sheet with four markers at its corners, two fields, and patches to judge the picture by."""

    width: float
    depth: float
    marker: float  # side of a marker
    margin: float  # white between a marker and the sheet's edge
    tray: ZoneMm
    scan: ZoneMm
    focus: tuple[ZoneMm, ...] = ()  # squares of two by two fields, near left and far right black
    greys: tuple[ZoneMm, ...] = ()  # rows of as many patches as `GREYS` has levels
    ruler: ZoneMm | None = None  # its width is 100 mm where the printer keeps the scale

    @property
    def markers(self) -> dict[int, ZoneMm]:
        """Where each marker lies, by its number: near left, near right, far right, far left."""
        right = self.width - self.margin - self.marker
        far = self.depth - self.margin - self.marker
        places = (
            (self.margin, self.margin),
            (right, self.margin),
            (right, far),
            (self.margin, far),
        )
        return {
            number: ZoneMm(left, near, self.marker, self.marker)
            for number, (left, near) in enumerate(places)
        }

    @property
    def grey_patches(self) -> tuple[Inked, ...]:
        """The single patches of all rows of grey."""
        return tuple(patch for row in self.greys for patch in _steps(row))

    @property
    def patches(self) -> tuple[Inked, ...]:
        """All patches by which light and focus are judged."""
        black = (Inked(zone, BLACK) for square in self.focus for zone in _black_fields(square))
        return (*black, *self.grey_patches)

    @property
    def inked(self) -> tuple[Inked, ...]:
        """All that is printed but words: rectangles that do not overlap.

        Whoever draws the mat, on a sheet or on a simulated table, draws these.
        """
        return (
            *(Inked(zone, BLACK) for number in self.markers for zone in self.modules(number)),
            *(Inked(zone, LINE) for field in (self.tray, self.scan) for zone in _frame(field)),
            *self.patches,
            *(Inked(zone, BLACK) for zone in (_ruler(self.ruler) if self.ruler else ())),
        )

    def modules(self, number: int) -> Iterator[ZoneMm]:
        """Yield the black parts of a marker, those of a row that touch as one."""
        family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
        side = family.markerSize + 2
        black = cv2.aruco.generateImageMarker(family, number, side) < 128
        place, module = self.markers[number], self.marker / side
        for row, line in enumerate(black):
            steps = np.flatnonzero(np.diff(np.concatenate(([False], line, [False])).astype(int)))
            near = place.near + place.depth - (row + 1) * module
            for first, end in steps.reshape(-1, 2).tolist():
                yield ZoneMm(place.left + first * module, near, (end - first) * module, module)

    def scaled(self, by: float) -> "Mat":
        """Return the mat in true millimetres when a printer has made it *by* times as large."""
        return Mat(
            width=by * self.width,
            depth=by * self.depth,
            marker=by * self.marker,
            margin=by * self.margin,
            tray=self.tray.scaled(by),
            scan=self.scan.scaled(by),
            focus=tuple(zone.scaled(by) for zone in self.focus),
            greys=tuple(zone.scaled(by) for zone in self.greys),
            ruler=self.ruler.scaled(by) if self.ruler else None,
        )


A3 = Mat(
    width=420.0,
    depth=297.0,
    marker=30.0,
    margin=8.0,
    tray=ZoneMm(15.0, 46.0, 220.0, 205.0),
    scan=ZoneMm(255.0, 46.0, 150.0, 205.0),
    focus=tuple(ZoneMm(x, y, 24.0, 24.0) for y in (11.0, 262.0) for x in (176.0, 220.0)),
    greys=(ZoneMm(60.0, 264.0, 80.0, 20.0), ZoneMm(280.0, 264.0, 80.0, 20.0)),
    ruler=ZoneMm(60.0, 18.0, 100.0, 6.0),
)


def draw_mat(px_per_mm: float, mat: Mat = A3) -> Pixels:
    """Return the mat as it is printed, seen from above, its far edge on top."""
    grey = np.full((round(mat.depth * px_per_mm), round(mat.width * px_per_mm)), 255.0)
    for inked in mat.inked:
        zone = inked.zone
        down, rows = _covered(mat.depth - zone.near - zone.depth, zone.depth, px_per_mm)
        across, columns = _covered(zone.left, zone.width, px_per_mm)
        grey[rows, columns] -= (PAPER - inked.grey) * np.outer(down, across)
    whole = np.clip(np.round(grey), 0, 255).astype(np.uint8)
    return np.repeat(whole[:, :, None], 3, axis=2)


def _covered(start: float, length: float, px_per_mm: float) -> tuple[NDArray[np.float64], slice]:
    """Return how much of each pixel a stretch covers, and which pixels those are."""
    low, high = start * px_per_mm, (start + length) * px_per_mm
    pixels = np.arange(int(low), int(np.ceil(high)))
    cover = np.minimum(pixels + 1, high) - np.maximum(pixels, low)
    return cover, slice(int(low), int(np.ceil(high)))


def _frame(zone: ZoneMm) -> Iterator[ZoneMm]:
    """Yield the four strokes around a zone; its edge is their middle."""
    stroke, half = _STROKE_MM, _STROKE_MM / 2
    right, far = zone.left + zone.width, zone.near + zone.depth
    for near in (zone.near, far):
        yield ZoneMm(zone.left - half, near - half, zone.width + stroke, stroke)
    for left in (zone.left, right):
        yield ZoneMm(left - half, zone.near + half, stroke, zone.depth - stroke)


def _black_fields(square: ZoneMm) -> Iterator[ZoneMm]:
    width, depth = square.width / 2, square.depth / 2
    yield ZoneMm(square.left, square.near, width, depth)
    yield ZoneMm(square.left + width, square.near + depth, width, depth)


def _steps(row: ZoneMm) -> Iterator[Inked]:
    width = row.width / len(GREYS)
    for number, grey in enumerate(GREYS):
        yield Inked(ZoneMm(row.left + number * width, row.near, width, row.depth), grey)


def _ruler(ruler: ZoneMm) -> Iterator[ZoneMm]:
    """Yield a line along its near side and a tick every 10 mm, outer edge to outer edge."""
    yield ZoneMm(ruler.left, ruler.near, ruler.width, _FINE_MM)
    count = round(ruler.width / _TICK_MM)
    for number in range(count + 1):
        left = ruler.left + number * (ruler.width - _FINE_MM) / count
        height = ruler.depth if number in (0, count // 2, count) else ruler.depth / 2
        yield ZoneMm(left, ruler.near + _FINE_MM, _FINE_MM, height - _FINE_MM)
