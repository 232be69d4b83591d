"""What a camera sees aslant, as from straight above: the plane of the dice's upper faces."""

from collections.abc import Sequence

import cv2
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.vision.camera_pose import Array, CameraPose
from companion.vision.frame import Pixels
from companion.vision.plane import Point
from companion.vision.readings import DieReading


class LevelView:
    """The tray in a picture in which upper faces are squares of one size, wherever they lie.

    What is seen beside an upper face, its die's sides among it, lies lower and is drawn out
    towards the camera.

    Args:
        stand: where the camera stands.
        corners: of the tray, millimetres of the plane.
        edge_mm: of a die: so high the upper faces are.
        scale: how large the picture is beside the camera's own.
        mirrored: left and right are exchanged.
    """

    def __init__(
        self,
        stand: CameraPose,
        corners: Sequence[Point],
        edge_mm: float,
        *,
        scale: float = 1.0,
        mirrored: bool = False,
    ) -> None:
        places = np.array(corners)
        middle = places.mean(axis=0)
        self._stand, self._height = stand, edge_mm
        self._scale = scale * stand.px_per_mm((float(middle[0]), float(middle[1])), edge_mm)
        low, high = places.min(axis=0) - edge_mm, places.max(axis=0) + edge_mm
        # From this picture's pixels to millimetres: its rows run towards the players.
        self._way = np.array([-1.0 if mirrored else 1.0, -1.0]) / self._scale
        self._begin = np.array([high[0] if mirrored else low[0], high[1]])
        self._maps = self._seen_at(*np.ceil((high - low) * self._scale).astype(int))
        self.edge = edge_mm * self._scale
        """Of a die, in pixels."""

    def seen(self, pixels: Pixels) -> Pixels:
        """Return the picture, height x width x 3, of what the camera sees."""
        how, beyond = cv2.INTER_CUBIC, cv2.BORDER_REPLICATE
        return np.asarray(cv2.remap(pixels, *self._maps, how, borderMode=beyond), np.uint8)

    def foot(self, pixel: Point) -> Point:
        """Return where a die stands beside its upper face; see `readings.Foot`."""
        camera: Array = -self._stand.shift @ self._stand.turn
        right, down = (camera[:2] - self._place(pixel)) / self._way / self._scale / camera[2]
        return float(right), float(down)

    def back(self, die: DieReading) -> DieReading:
        """Return a die of this picture as it lies in the camera's."""
        x, y = self._place(die.centre)
        across, down = self._stand.project(np.array([(x, y, self._height)]))[0]
        scale = self._stand.px_per_mm((float(x), float(y)), self._height) / self._scale
        centre = (round(float(across), 1), round(float(down), 1))
        return replace(die, centre=centre, edge=round(die.edge * scale, 1))

    def _place(self, pixel: Point) -> Array:
        place: Array = self._begin + (np.array(pixel) + 0.5) * self._way
        return place

    def _seen_at(self, width: int, height: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return, for each pixel of this picture, which of the camera's shows it."""
        rows, columns = np.indices((height, width))
        pixels = np.column_stack([columns.ravel(), rows.ravel()])
        places = self._begin + (pixels + 0.5) * self._way
        high = np.full((len(places), 1), self._height)
        at = self._stand.project(np.hstack([places, high])).astype(np.float32)
        across, down = at.T.reshape(2, height, width)
        return np.ascontiguousarray(across), np.ascontiguousarray(down)
