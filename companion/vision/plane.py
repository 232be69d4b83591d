"""The table's plane: from pixels to millimetres and back, through the camera's lens."""

from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""Of a shape with four sides, one after the other."""
Points: TypeAlias = NDArray[np.float64]
"""n x 2: x and y of many places or pixels."""

_NEWTON_STEPS = 12


class Lens(msgspec.Struct, frozen=True):
    """How a lens bends straight lines: radially, about the middle of the picture.

    What a pinhole would show at a distance r from the centre is seen at r (1 + k1 r^2 + k2 r^4);
    r in units of *unit* pixels. With the focal length as the unit these are OpenCV's k1 and k2.
    """

    centre: Point  # pixels
    unit: float  # pixels; half the picture's diagonal
    k1: float = 0.0  # below 0: barrel, as in wide lenses
    k2: float = 0.0
    focal: float | None = None  # pixels, where it was measured

    def bent(self, pixels: Points) -> Points:
        """Return where pixels (n x 2) of a pinhole camera are seen."""
        out = (pixels - self.centre) / self.unit
        squared = (out**2).sum(axis=1, keepdims=True)
        seen: Points = pixels + (pixels - self.centre) * squared * (self.k1 + self.k2 * squared)
        return seen

    def magnified(self, pixel: Point) -> float:
        """Return by how much what a pinhole shows at a pixel (x, y) is seen larger."""
        squared = ((pixel[0] - self.centre[0]) ** 2 + (pixel[1] - self.centre[1]) ** 2) / (
            self.unit**2
        )
        around = 1 + squared * (self.k1 + self.k2 * squared)
        outwards = 1 + squared * (3 * self.k1 + 5 * self.k2 * squared)
        return float(np.sqrt(max(around * outwards, 0.0)))

    def straight(self, pixels: Points) -> Points:
        """Return where a pinhole camera would see what is seen at pixels (n x 2)."""
        out = (pixels - self.centre) / self.unit
        seen = np.sqrt((out**2).sum(axis=1))
        radius = seen.copy()
        for _ in range(_NEWTON_STEPS):
            squared = radius**2
            slope = 1 + squared * (3 * self.k1 + 5 * self.k2 * squared)
            value = radius * (1 + squared * (self.k1 + self.k2 * squared))
            # Beyond where the model folds back no pixel was ever seen: stay this side of it.
            radius -= np.clip((value - seen) / np.maximum(slope, 0.1), -0.5, 0.5)
        factor = np.where(seen > 0, radius / np.maximum(seen, 1e-12), 1.0)
        pinhole: Points = self.centre + (pixels - self.centre) * factor[:, None]
        return pinhole


class Homography(msgspec.Struct, frozen=True, omit_defaults=True):
    """Maps the picture's pixels to millimetres of the mat.

    The origin is the mat's near left corner as the players sit; x to the right, y away.
    """

    matrix: tuple[tuple[float, float, float], ...]  # 3 x 3, pixels of a pinhole -> millimetres
    lens: Lens | None = None  # None: bends nothing

    def places(self, pixels: Points) -> Points:
        """Return the places on the mat (n x 2, millimetres) of pixels (n x 2)."""
        straight = self.lens.straight(pixels) if self.lens else pixels
        return _mapped(np.asarray(self.matrix), straight)

    def pixels(self, places: Points) -> Points:
        """Return the pixels (n x 2) of places on the mat (n x 2, millimetres)."""
        straight = _mapped(np.linalg.inv(np.asarray(self.matrix)), places)
        return self.lens.bent(straight) if self.lens else straight

    def shifted(self, way: Point) -> "Homography":
        """Return the plane of a picture that has moved by so many pixels, right and down."""
        x, y = way
        matrix = np.asarray(self.matrix) @ [[1, 0, -x], [0, 1, -y], [0, 0, 1]]
        rows = tuple((float(a), float(b), float(c)) for a, b, c in matrix)
        lens = self.lens
        if lens is not None:
            centre = (lens.centre[0] + x, lens.centre[1] + y)
            lens = msgspec.structs.replace(lens, centre=centre)
        return Homography(rows, lens)

    def to_mm(self, pixel: Point) -> Point:
        """Return the place on the mat, in millimetres, of a pixel (x, y)."""
        return _one(self.places(np.array([pixel], np.float64)))

    def to_px(self, place: Point) -> Point:
        """Return the pixel (x, y) of a place on the mat in millimetres."""
        return _one(self.pixels(np.array([place], np.float64)))

    def px_per_mm(self, place: Point) -> float:
        """Return the scale near *place* (millimetres): pixels per millimetre, mean of x and y."""
        x, y = place
        origin, right, up = self.pixels(np.array([(x, y), (x + 1.0, y), (x, y + 1.0)]))
        return float(np.hypot(*(right - origin)) + np.hypot(*(up - origin))) / 2


class Zone(msgspec.Struct, frozen=True):
    """A rectangle of the picture, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def corners(self) -> Corners:
        """Its corners, clockwise from the left upper one."""
        right, low = self.left + self.width, self.top + self.height
        return (self.left, self.top), (right, self.top), (right, low), (self.left, low)

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.left + self.width / 2, self.top + self.height / 2

    def cut(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the zone's part of a picture (a view, not a copy)."""
        return pixels[self.top : self.top + self.height, self.left : self.left + self.width]

    def holds(self, pixel: Point) -> bool:
        """Return whether a pixel (x, y) is one of the zone."""
        x, y = pixel[0] - self.left, pixel[1] - self.top
        return 0 <= x < self.width and 0 <= y < self.height


def _mapped(matrix: NDArray[np.float64], points: Points) -> Points:
    ends = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    mapped: Points = ends[:, :2] / ends[:, 2:]
    return mapped


def _one(points: Points) -> Point:
    return float(points[0, 0]), float(points[0, 1])
