"""Where the simulated camera stands, and what it projects where.

The world is the mat's: millimetres, x to the right, y away from the players, z up.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Quad = NDArray[np.float32]


class Pinhole(msgspec.Struct, frozen=True):
    """A pinhole camera above the mat, a little tilted as real ones are."""

    width: int
    height: int
    focal: float  # pixels
    place: tuple[float, float, float]  # of the camera, millimetres
    turn: tuple[tuple[float, float, float], ...]  # world to camera, 3 x 3

    def project(self, points: Array) -> Array:
        """Return the pixels (n x 2) of places in the world (n x 3)."""
        seen = (np.asarray(points, np.float64) - self.place) @ np.asarray(self.turn).T
        centre = np.array([(self.width - 1) / 2, (self.height - 1) / 2])
        flat: Array = seen[:, :2] / seen[:, 2:3] * self.focal + centre
        return flat

    def rays(self, left: int, top: int, width: int, height: int, per_pixel: int) -> Array:
        """Return the world directions (3 x n) of the rays through a box of pixels.

        Rows from the top, *per_pixel* rays each way in every pixel.
        """
        step = 1.0 / per_pixel
        across = left - 0.5 + (np.arange(width * per_pixel) + 0.5) * step
        down = top - 0.5 + (np.arange(height * per_pixel) + 0.5) * step
        x, y = np.meshgrid(across - (self.width - 1) / 2, down - (self.height - 1) / 2)
        seen = np.stack([x.ravel(), y.ravel(), np.full(x.size, self.focal)])
        directions: Array = np.asarray(self.turn).T @ (seen / np.sqrt((seen**2).sum(axis=0)))
        return directions

    def from_mat(self) -> Array:
        """Return the 3 x 3 matrix from millimetres of the mat (z = 0) to pixels."""
        turn, place = np.asarray(self.turn), np.asarray(self.place)
        inner = np.array(
            [
                [self.focal, 0, (self.width - 1) / 2],
                [0, self.focal, (self.height - 1) / 2],
                [0, 0, 1.0],
            ]
        )
        matrix: Array = inner @ np.column_stack([turn[:, 0], turn[:, 1], -turn @ place])
        return matrix

    def px_per_mm(self, place: tuple[float, float, float]) -> float:
        """Return the scale at a place of the world."""
        depth = (np.asarray(place) - self.place) @ np.asarray(self.turn)[2]
        return float(self.focal / depth)


def view_over(
    centre: tuple[float, float],
    *,
    width: int,
    height: int,
    px_per_mm: float,
    tilt: float = 6.0,
    roll: float = 1.0,
    above: float = 620.0,
) -> Pinhole:
    """Return a view of the mat around *centre*.

    Args:
        centre: the place on the mat in the middle of the picture, millimetres.
        width: of the picture, in pixels.
        height: of the picture, in pixels.
        px_per_mm: the scale there.
        tilt: degrees from straight down; the camera stands on the players' side.
        roll: degrees by which the picture is turned.
        above: millimetres from the camera to the centre.
    """
    lean, turned = np.radians(tilt), np.radians(roll)
    place = np.array([*centre, 0.0]) + above * np.array([0.0, -np.sin(lean), np.cos(lean)])
    forward = np.array([0.0, np.sin(lean), -np.cos(lean)])
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    axes = np.array(
        [
            np.cos(turned) * right + np.sin(turned) * down,
            np.cos(turned) * down - np.sin(turned) * right,
            forward,
        ]
    )
    rows = tuple((float(a), float(b), float(c)) for a, b, c in axes)
    where = (float(place[0]), float(place[1]), float(place[2]))
    return Pinhole(width, height, px_per_mm * above, where, rows)
