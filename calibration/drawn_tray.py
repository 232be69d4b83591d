"""A tray that is drawn by its corners, and said to be so large inside: how it lies."""

from typing import TypeAlias

import cv2
import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from calibration.mat import ZoneMm
from companion.vision.camera_pose import LONGEST, SHORTEST, camera_pose
from companion.vision.plane import Corners, Homography, Lens, Zone

Inside: TypeAlias = tuple[float, float]
"""Width and depth of the tray's floor, in millimetres."""

LEAST_MM, MOST_MM = 60.0, 600.0
LEAST_PX = 24.0
"""No side of a tray is shorter in the picture."""

MISFIT = 9.0
"""Squared standard deviations, all together, above which corners and size do not fit each other."""

FOCAL = float(np.sqrt(SHORTEST * LONGEST))
"""Of the picture's long side: the focal length where none was measured."""

_OFF = 0.005  # of the picture's long side: standard deviation of a corner that a finger puts
_MISSAID = 0.06  # of the logarithm of width by depth, as people measure
_UNUSUAL, _MEASURED = 0.25, 0.02  # of the logarithm of the focal length, assumed and measured
_STEPS = 30
_TINY = 1e-6
_AROUND_MM, _HIGH_MM = 8.0, 20.0  # beside the tray's floor and above it: dice at its walls are seen

Floats = NDArray[np.float64]


class LyingTray(msgspec.Struct, frozen=True):
    """How a drawn tray lies under the camera."""

    plane: Homography  # of its floor; the origin is the last corner
    corners: Corners  # of the floor, millimetres of that plane
    box: Zone  # of the picture, in which its dice are seen
    tilt: float  # of the camera, degrees from straight down

    @property
    def px_per_mm(self) -> float:
        """The scale in its middle."""
        x, y = np.mean(self.corners, axis=0)
        return self.plane.px_per_mm((float(x), float(y)))


def is_convex(corners: Corners) -> bool:
    """Return whether corners go round clockwise, each of them outwards."""
    places = np.array(corners)
    sides = np.roll(places, -1, axis=0) - places
    after = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] > 0).all())


def shortest(corners: Corners) -> float:
    """Return the length of the shortest side, in pixels."""
    places = np.array(corners)
    return float(np.hypot(*(np.roll(places, -1, axis=0) - places).T).min())


def lying(corners: Corners, inside: Inside, lens: Lens, size: tuple[int, int]) -> LyingTray | None:
    """Return how a tray lies; None where its corners and its size do not fit each other.

    Corners, proportions and the focal length, where none was measured, are all taken to be
    about right: what explains them best with a camera that there may be is how the tray lies.
    So a size that is wrong one way only makes the plane no more askew than the drawing allows.

    Args:
        corners: as they were drawn, clockwise; the first side is the tray's width.
        inside: as it was said.
        lens: the camera's, one that bends nothing if it is not known.
        size: width and height of the picture.
    """
    fit = _Fit(lens.straight(np.array(corners)), inside, lens, max(size))
    if not fit.misfit <= MISFIT:
        return None
    plane, (width, depth) = fit.plane, fit.inside
    floor, box = ZoneMm(0.0, 0.0, width, depth), _box(plane, fit.inside, size)
    return LyingTray(plane, floor.corners, box, fit.tilt)


class _Fit:
    """Where a camera stands that sees a tray so, its focal length, and the tray's proportions.

    Its eight numbers are steps from where the search begins.
    """

    def __init__(self, seen: Floats, inside: Inside, lens: Lens, longest: int) -> None:
        self._seen, self._said, self._lens = seen, inside, lens
        self._off = _OFF * longest
        self._focal = lens.focal or FOCAL * longest
        self._doubt = _UNUSUAL if lens.focal is None else _MEASURED
        places = np.array(ZoneMm(0.0, 0.0, *inside).corners, np.float32)
        matrix = np.array(cv2.getPerspectiveTransform(seen.astype(np.float32), places), np.float64)
        flat = replace(lens, k1=0.0, k2=0.0, focal=self._focal)
        begin = camera_pose(Homography(_rows(matrix), flat), (longest, longest))
        self._turn = begin.turn
        self._shift = begin.shift + begin.turn @ np.array([*np.divide(inside, 2), 0.0])
        self._found = self._climbed()

    @property
    def misfit(self) -> float:
        """By how much corners, size and camera contradict each other, see `MISFIT`."""
        return float((self._off_by(self._found) ** 2).sum())

    @property
    def inside(self) -> Inside:
        """Width and depth that explain the drawing, as large as was said."""
        return self._inside(self._found)

    @property
    def tilt(self) -> float:
        """By how many degrees the camera looks aslant."""
        straight = abs(self._stand(self._found)[0][2, 2])
        return float(np.degrees(np.arccos(min(1.0, straight))))

    @property
    def plane(self) -> Homography:
        """The floor, with the camera's lens and the focal length that was found."""
        focal = float(self._focal * np.exp(self._found[6]))
        turn, middle = self._stand(self._found)
        shift = middle - turn @ np.array([*np.divide(self.inside, 2), 0.0])
        x, y = self._lens.centre
        inner = np.array([[focal, 0.0, x], [0.0, focal, y], [0.0, 0.0, 1.0]])
        matrix: Floats = np.linalg.inv(inner @ np.column_stack([turn[:, 0], turn[:, 1], shift]))
        return Homography(_rows(matrix / matrix[2, 2]), replace(self._lens, focal=focal))

    def _climbed(self) -> Floats:
        """Return the best numbers, after Levenberg and Marquardt."""
        best, damped = np.zeros(8), 1e-3
        off = self._off_by(best)
        for _ in range(_STEPS):
            slopes = np.column_stack(
                [(self._off_by(best + _TINY * one) - off) / _TINY for one in np.eye(8)]
            )
            square = slopes.T @ slopes
            step = np.linalg.solve(square + damped * np.diag(np.diag(square)), -slopes.T @ off)
            there = self._off_by(best + step)
            if there @ there < off @ off:
                best, off, damped = best + step, there, damped / 5
            else:
                damped *= 5
        return best

    def _off_by(self, numbers: Floats) -> Floats:
        """Return what is off, in standard deviations."""
        turn, shift = self._stand(numbers)
        width, depth = self._inside(numbers)
        places = np.array(ZoneMm(-width / 2, -depth / 2, width, depth).corners)
        there = places @ turn[:, :2].T + shift
        focal = self._focal * np.exp(numbers[6])
        pixels = there[:, :2] / there[:, 2:] * focal + self._lens.centre
        off = (pixels - self._seen).ravel() / self._off
        return np.array([*off, numbers[6] / self._doubt, numbers[7] / _MISSAID])

    def _stand(self, numbers: Floats) -> tuple[Floats, Floats]:
        """Return how the camera is turned, and where it sees the middle of the tray."""
        turn, _ = cv2.Rodrigues(numbers[:3])
        return turn @ self._turn, self._shift + numbers[3:6] * self._shift[2]

    def _inside(self, numbers: Floats) -> Inside:
        wider = float(np.exp(numbers[7] / 2))
        return self._said[0] * wider, self._said[1] / wider


def _box(plane: Homography, inside: Inside, size: tuple[int, int]) -> Zone:
    """Return the box of the picture in which dice are seen that lie in a tray."""
    around = ZoneMm(0.0, 0.0, *inside).corners
    middle = np.divide(inside, 2)
    low = np.array(around) + _AROUND_MM * np.sign(np.array(around) - middle)
    stand = camera_pose(plane, size[::-1])
    places = [(*place, high) for place in low for high in (0.0, _HIGH_MM)]
    return box_around(stand.project(np.array(places)), size)


def box_around(pixels: Floats, size: tuple[int, int]) -> Zone:
    """Return the box around pixels (n x 2), cut to a picture of a width and height."""
    left, top = (int(v) for v in np.clip(np.floor(pixels.min(axis=0)), 0, size))
    right, bottom = (int(v) for v in np.clip(np.ceil(pixels.max(axis=0)), 0, size))
    return Zone(left, top, right - left, bottom - top)


def _rows(matrix: Floats) -> tuple[tuple[float, float, float], ...]:
    return tuple((float(a), float(b), float(c)) for a, b, c in matrix)
