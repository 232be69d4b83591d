"""How the camera hangs: its tilt, and its height as far as the lens is known."""

import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.mat import Mat
from companion.vision.plane import Homography, Lens

USUAL_FOCAL = 0.75
"""Of a picture's width: between a webcam's and the Pi's camera; used where none is measured."""

_SHOWS = 10.0  # degrees of tilt, from which on perspective tells the focal length
_SENSIBLE = (0.4, 2.5)  # focal lengths, in widths of the picture


class Pose(msgspec.Struct, frozen=True):
    """Where the camera is, seen from the mat."""

    tilt: float  # degrees from straight down
    height: float  # millimetres above the mat
    focal: float  # pixels
    measured: bool  # whether the focal length was seen, and not only assumed


def pose_of(plane: Homography, lens: Lens, mat: Mat) -> Pose:
    """Return how the camera hangs.

    Args:
        plane: how the mat lies.
        lens: for its centre: where the camera looks straight ahead.
        mat: in true millimetres.
    """
    width = 2 * lens.centre[0] + 1
    focal = _focal(plane, lens)
    if focal is not None and _SENSIBLE[0] <= focal / width <= _SENSIBLE[1]:
        pose = _pose(plane, lens, mat, focal, measured=True)
        if pose.tilt >= _SHOWS:
            return pose
    return _pose(plane, lens, mat, USUAL_FOCAL * width, measured=False)


def _pose(plane: Homography, lens: Lens, mat: Mat, focal: float, *, measured: bool) -> Pose:
    matrix = _about(plane, lens)
    matrix[:2] /= focal
    normal = np.cross(matrix[:, 0], matrix[:, 1])
    normal /= np.linalg.norm(normal)
    scale = np.sqrt(np.linalg.norm(matrix[:, 0]) * np.linalg.norm(matrix[:, 1]))
    middle = matrix @ (mat.width / 2, mat.depth / 2, 1.0) / scale
    tilt = float(np.degrees(np.arccos(min(1.0, abs(normal[2])))))
    return Pose(tilt, abs(float(normal @ middle)), focal, measured)


def _focal(plane: Homography, lens: Lens) -> float | None:
    """Return the focal length that makes the mat's sides square and equally long."""
    first, second = _about(plane, lens).T[:2]
    flat = np.array([2 * first[:2] @ second[:2], first[:2] @ first[:2] - second[:2] @ second[:2]])
    deep = np.array([2 * first[2] * second[2], first[2] ** 2 - second[2] ** 2])
    inverse = -float(flat @ deep) / max(float(flat @ flat), 1e-30)
    return None if inverse <= 0 else float(inverse**-0.5)


def _about(plane: Homography, lens: Lens) -> NDArray[np.float64]:
    """Return the matrix from millimetres to a pinhole's pixels about its centre."""
    matrix = np.linalg.inv(np.asarray(plane.matrix))
    matrix /= matrix[2, 2]
    matrix[0] -= lens.centre[0] * matrix[2]
    matrix[1] -= lens.centre[1] * matrix[2]
    return matrix
