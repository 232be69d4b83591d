"""The pose of the camera above the table's plane, and so where what stands upon it is seen."""

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.vision.frame import Down
from companion.vision.plane import Homography, Lens, Point, Zone

Array = NDArray[np.float64]

SHORTEST, LONGEST = 0.75, 1.25
"""Focal lengths of the cameras that hang above tables, per long side of the picture."""


class CameraPose(msgspec.Struct, frozen=True):
    """A camera above a plane. World: millimetres of the plane and above it; the plane is z = 0."""

    turn: Array  # 3 x 3, from the world to the camera
    shift: Array  # of the world's origin, in the camera's axes, millimetres
    focal: float  # pixels
    centre: Array  # x and y where the camera looks straight ahead, pixels of the whole picture
    corner: Array  # x and y of the part that is seen: pixels are counted from there
    lens: Lens | None = None  # None: bends nothing

    def of_part(self, part: Zone | None) -> "CameraPose":
        """Return the same camera, of which a part of the picture is seen."""
        corner = np.array((part.left, part.top) if part else (0, 0), np.float64)
        return replace(self, corner=corner)

    def project(self, points: Array) -> Array:
        """Return the pixels (n x 2) of places in the world (n x 3)."""
        seen = points @ self.turn.T + self.shift
        flat: Array = seen[:, :2] / seen[:, 2:] * self.focal + self.centre
        return (self.lens.bent(flat) if self.lens else flat) - self.corner

    def at_height(self, pixel: Point, height: float) -> Point:
        """Return x and y, in millimetres, of what a pixel shows so high above the plane."""
        whole = np.array([pixel]) + self.corner
        flat = (self.lens.straight(whole) if self.lens else whole)[0]
        place = -self.shift @ self.turn
        way = np.append((flat - self.centre) / self.focal, 1.0) @ self.turn
        x, y, _ = place + way * (height - place[2]) / way[2]
        return float(x), float(y)

    def steepness(self, place: Point) -> float:
        """Return the cosine of the angle at which a place is seen: 1 from straight above."""
        way = np.array([*place, 0.0]) + self.shift @ self.turn
        return float(abs(way[2]) / np.linalg.norm(way))

    def px_per_mm(self, place: Point, height: float) -> float:
        """Return the scale at a place of the world, whichever way one measures."""
        across, down, depth = np.array([*place, height]) @ self.turn.T + self.shift
        scale = float(self.focal / depth)
        if self.lens is None:
            return scale
        x, y = np.array([across, down]) * scale + self.centre
        return scale * self.lens.magnified((float(x), float(y)))


def camera_pose(plane: Homography, size: Sequence[int], part: Zone | None = None) -> CameraPose:
    """Return where the camera stands that sees a plane so.

    From straight above, near and wide looks like far and narrow: then, where the lens was not
    measured, the focal length is taken to be an ordinary one.

    Args:
        plane: from the picture's pixels to millimetres.
        size: height and width of the picture, in pixels.
        part: the part of it that is looked at.
    """
    lens = plane.lens
    middle = np.array(lens.centre if lens else ((size[1] - 1) / 2, (size[0] - 1) / 2))
    matrix = centred_homography(plane, (float(middle[0]), float(middle[1])))
    focal = lens.focal if lens else None
    if focal is None:
        seen = focal_length([matrix]) or np.inf
        longest = max(size[:2])
        focal = float(np.clip(seen, SHORTEST * longest, LONGEST * longest))
    axes = matrix / np.array([[focal], [focal], [1.0]])
    axes *= 2.0 * np.sign(axes[2, 2]) / (np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1]))
    right, away, shift = axes.T
    left, _, others = np.linalg.svd(np.column_stack([right, away, np.cross(right, away)]))
    stand = CameraPose(left @ others, shift, focal, middle, np.zeros(2), lens)
    return stand.of_part(part)


def pose_by_gravity(
    gravity: Down,
    focal: float,
    die: tuple[Point, float],
    size: Sequence[int],
    *,
    edge_mm: float = 16.0,
) -> CameraPose:
    """Return where a camera stands of which it is known which way is down, as a phone knows it.

    The world's origin is the plane's place just below the camera, its x goes to the picture's
    right. How high the camera is says a die whose edge is seen; where dice are larger or smaller
    than `edge_mm` all of the world is, and nothing of a shape changes.

    Args:
        gravity: down, of any length: x to the picture's right, y to its bottom, z into it.
        focal: length, in pixels.
        die: the middle of a flat die's upper face, and the edge that it has there, in pixels.
        size: height and width of the picture, in pixels.
        edge_mm: of the die, in millimetres.

    Raises:
        ValueError: the camera does not look down, or the die is not below it.
    """
    middle = np.array([(size[1] - 1) / 2, (size[0] - 1) / 2])
    up = -np.asarray(gravity, np.float64) / np.linalg.norm(gravity)
    (x, y), edge = die
    face = np.array([x - middle[0], y - middle[1], focal]) * edge_mm / edge
    height = edge_mm - float(face @ up)
    if not (up[2] < 0 and height > edge_mm):
        raise ValueError("a camera that sees dice from below")
    right = np.array([1.0, 0.0, 0.0]) - up[0] * up
    right /= np.linalg.norm(right)
    turn = np.column_stack([right, np.cross(up, right), up])
    return CameraPose(turn, -height * up, focal, middle, np.zeros(2))


def centred_homography(plane: Homography, centre: Point) -> Array:
    """Return the 3 x 3 matrix from millimetres to a pinhole's pixels about *centre*."""
    matrix = np.linalg.inv(np.asarray(plane.matrix))
    matrix /= matrix[2, 2]
    matrix[0] -= centre[0] * matrix[2]
    matrix[1] -= centre[1] * matrix[2]
    return matrix


def focal_length(planes: Sequence[Array]) -> float | None:
    """Return the focal length with which the axes of planes are at right angles and alike.

    As in Zhang, A flexible new technique for camera calibration (2000), section 3.1; None where
    none fits, as from straight above.

    Args:
        planes: as `centred_homography` gives them, of one camera; the more they lean, the better.
    """
    flat, deep = (np.concatenate(parts) for parts in zip(*map(_rules, planes), strict=True))
    per_square = -float(flat @ deep) / max(float(flat @ flat), 1e-30)
    return float(per_square**-0.5) if per_square > 0 else None


def _rules(matrix: Array) -> tuple[Array, Array]:
    """Return two equations `flat / focal**2 + deep = 0`, in its parts."""
    one, other = matrix[:, 0], matrix[:, 1]
    flat = [2 * one[:2] @ other[:2], one[:2] @ one[:2] - other[:2] @ other[:2]]
    deep = [2 * one[2] * other[2], one[2] ** 2 - other[2] ** 2]
    return np.array(flat), np.array(deep)
