"""The table's plane: from pixels to millimetres and back."""

import msgspec
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]


class Homography(msgspec.Struct, frozen=True):
    """Maps the picture's pixels to millimetres of the mat.

    The origin is the mat's near left corner as the players sit; x to the right, y away.
    """

    matrix: tuple[tuple[float, float, float], ...]  # 3 x 3, pixels -> millimetres

    def to_mm(self, pixel: Point) -> Point:
        """Return the place on the mat, in millimetres, of a pixel (x, y)."""
        return _mapped(np.asarray(self.matrix), pixel)

    def to_px(self, place: Point) -> Point:
        """Return the pixel (x, y) of a place on the mat in millimetres."""
        return _mapped(np.linalg.inv(np.asarray(self.matrix)), place)

    def px_per_mm(self, place: Point) -> float:
        """Return the scale near *place* (millimetres): pixels per millimetre, mean of x and y."""
        x, y = place
        origin, right, up = (self.to_px(p) for p in ((x, y), (x + 1.0, y), (x, y + 1.0)))
        steps = (np.hypot(p[0] - origin[0], p[1] - origin[1]) for p in (right, up))
        return float(sum(steps) / 2)


class Zone(msgspec.Struct, frozen=True):
    """A rectangle of the picture, in pixels."""

    left: int
    top: int
    width: int
    height: int

    def cut(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the zone's part of a picture (a view, not a copy)."""
        return pixels[self.top : self.top + self.height, self.left : self.left + self.width]


def _mapped(matrix: NDArray[np.float64], point: Point) -> Point:
    x, y, w = matrix @ np.array([point[0], point[1], 1.0])
    return float(x / w), float(y / w)
