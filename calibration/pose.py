"""How the camera hangs: its tilt, and its height as far as the lens is known."""

import msgspec
import numpy as np

from calibration.mat import Mat
from companion.vision.camera_pose import centred_homography, focal_length
from companion.vision.plane import Homography, Lens

USUAL_FOCAL = 0.75
"""Of a picture's width: between a webcam's and the Pi's camera; used where none is measured."""

SHOWS = 10.0
"""Degrees of tilt from which on perspective tells the focal length."""


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
        lens: for its centre, where the camera looks straight ahead, and its focal length.
        mat: in true millimetres.
    """
    if lens.focal is not None:
        return _pose(plane, lens, mat, lens.focal, measured=True)
    width = 2 * lens.centre[0] + 1
    focal = focal_length([centred_homography(plane, lens.centre)])
    if focal is not None and is_sensible(focal, width):
        pose = _pose(plane, lens, mat, focal, measured=True)
        if pose.tilt >= SHOWS:
            return pose
    return _pose(plane, lens, mat, USUAL_FOCAL * width, measured=False)


def is_sensible(focal: float, width: float) -> bool:
    """Return whether a camera of pictures so wide may have such a focal length, both in pixels."""
    return 0.4 <= focal / width <= 2.5


def _pose(plane: Homography, lens: Lens, mat: Mat, focal: float, *, measured: bool) -> Pose:
    matrix = centred_homography(plane, lens.centre)
    matrix[:2] /= focal
    normal = np.cross(matrix[:, 0], matrix[:, 1])
    normal /= np.linalg.norm(normal)
    scale = np.sqrt(np.linalg.norm(matrix[:, 0]) * np.linalg.norm(matrix[:, 1]))
    middle = matrix @ (mat.width / 2, mat.depth / 2, 1.0) / scale
    tilt = float(np.degrees(np.arccos(min(1.0, abs(normal[2])))))
    return Pose(tilt, abs(float(normal @ middle)), focal, measured)
