"""The printed mat: millimetres, corner markers, tray and scan field.

The origin is the mat's near left corner as the players sit; x to the right, y away.
"""

import cv2
import msgspec
import numpy as np

from companion.vision.frame import Pixels
from companion.vision.plane import Point

MARKER_FAMILY = cv2.aruco.DICT_ARUCO_MIP_36h12
_INK, _LINE = 0, 150
_STROKE_MM = 0.8


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


class Mat(msgspec.Struct, frozen=True):
    """A sheet with four markers at its corners and two fields."""

    width: float
    depth: float
    marker: float  # side of a marker
    margin: float  # white between a marker and the sheet's edge
    tray: ZoneMm
    scan: ZoneMm

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


A3 = Mat(
    width=420.0,
    depth=297.0,
    marker=30.0,
    margin=8.0,
    tray=ZoneMm(15.0, 46.0, 220.0, 205.0),
    scan=ZoneMm(255.0, 46.0, 150.0, 205.0),
)


def draw_mat(px_per_mm: float, mat: Mat = A3) -> Pixels:
    """Return the mat as it is printed, seen from above, its far edge on top."""
    height, width = round(mat.depth * px_per_mm), round(mat.width * px_per_mm)
    grey = np.full((height, width), 255, np.uint8)
    stroke = max(1, round(_STROKE_MM * px_per_mm))
    for zone in (mat.tray, mat.scan):
        rows, columns = _pixels(zone, mat, px_per_mm)
        corner, opposite = (columns.start, rows.start), (columns.stop, rows.stop)
        cv2.rectangle(grey, corner, opposite, _LINE, stroke)
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    for number, zone in mat.markers.items():
        rows, columns = _pixels(zone, mat, px_per_mm)
        size = (columns.stop - columns.start, rows.stop - rows.start)
        modules = cv2.aruco.generateImageMarker(family, number, family.markerSize + 2)
        grey[rows, columns] = cv2.resize(modules, size, interpolation=cv2.INTER_NEAREST)
    return np.repeat(grey[:, :, None], 3, axis=2)


def _pixels(zone: ZoneMm, mat: Mat, px_per_mm: float) -> tuple[slice, slice]:
    """Return the rows and columns of a zone in the drawn mat."""
    top = (mat.depth - zone.near - zone.depth) * px_per_mm
    left = zone.left * px_per_mm
    rows = slice(round(top), round(top + zone.depth * px_per_mm))
    return rows, slice(round(left), round(left + zone.width * px_per_mm))
