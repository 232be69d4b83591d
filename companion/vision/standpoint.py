"""Where the camera stands above the table's plane, and so where what stands upon it is seen."""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Homography, Point, Zone

Array = NDArray[np.float64]

SHORTEST, LONGEST = 0.75, 1.25
"""Focal lengths of the cameras that hang above tables, per width of the picture."""


class Standpoint(msgspec.Struct, frozen=True):
    """A camera above a plane. World: millimetres of the plane and above it; the plane is z = 0."""

    turn: Array  # 3 x 3, from the world to the camera
    shift: Array  # of the world's origin, in the camera's axes, millimetres
    focal: float  # pixels
    centre: Array  # of the picture, x and y, counted from the corner of the part that is seen

    def project(self, points: Array) -> Array:
        """Return the pixels (n x 2) of places in the world (n x 3)."""
        seen = points @ self.turn.T + self.shift
        flat: Array = seen[:, :2] / seen[:, 2:] * self.focal + self.centre
        return flat

    def at_height(self, pixel: Point, height: float) -> Point:
        """Return x and y, in millimetres, of what a pixel shows so high above the plane."""
        place = -self.shift @ self.turn
        way = np.append((np.asarray(pixel) - self.centre) / self.focal, 1.0) @ self.turn
        x, y, _ = place + way * (height - place[2]) / way[2]
        return float(x), float(y)

    def px_per_mm(self, place: Point, height: float) -> float:
        """Return the scale at a place of the world, whichever way one measures."""
        depth = np.array([*place, height]) @ self.turn[2] + self.shift[2]
        return float(self.focal / depth)


def standpoint(plane: Homography, size: Sequence[int], part: Zone | None = None) -> Standpoint:
    """Return where the camera stands that sees a plane so.

    From straight above, near and wide looks like far and narrow: then the focal length is taken to
    be an ordinary one.

    Args:
        plane: from the picture's pixels to millimetres.
        size: height and width of the picture, in pixels.
        part: the part of it that is looked at.
    """
    middle = np.array([(size[1] - 1) / 2, (size[0] - 1) / 2])
    matrix = np.linalg.inv(np.asarray(plane.matrix))
    matrix = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]]) @ matrix
    focal = float(np.clip(_focal(matrix), SHORTEST * size[1], LONGEST * size[1]))
    axes = matrix / np.array([[focal], [focal], [1.0]])
    axes *= 2.0 * np.sign(axes[2, 2]) / (np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1]))
    right, away, shift = axes.T
    left, _, others = np.linalg.svd(np.column_stack([right, away, np.cross(right, away)]))
    corner = (part.left, part.top) if part else (0, 0)
    return Standpoint(left @ others, shift, focal, middle - corner)


def _focal(matrix: Array) -> float:
    """Return the focal length with which the plane's axes are at right angles and alike.

    As in Zhang, A flexible new technique for camera calibration (2000), of one view; infinity
    where none fits.
    """
    one, other = matrix[:, 0], matrix[:, 1]
    flat = np.array([one[:2] @ other[:2], one[:2] @ one[:2] - other[:2] @ other[:2]])
    deep = np.array([one[2] * other[2], one[2] ** 2 - other[2] ** 2])
    per_square = -(flat @ deep) / max(float(flat @ flat), 1e-12)
    return float(per_square**-0.5) if per_square > 0 else float("inf")
