"""Pictures of tags on a scan field, drawn as a camera above the table would see them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from cards_qr.symbol import side_of
from cards_qr.tag import Tag
from cards_qr.tag_drawing import QUIET_ZONE, draw_tag

Grey = NDArray[np.uint8]

_FINER = 4  # drawn so many times as large, then brought down as a sensor does
_DRAWN = 8  # pixels per module of the drawing


class ScanField:
    """A mat's field of 640 x 400 pixels; lay tags, then take the picture.

    Args:
        paper: its brightness, 0 to 255.
        seed: of the noise.
    """

    def __init__(
        self, *, paper: int = 190, seed: int = 1, size: tuple[int, int] = (640, 400)
    ) -> None:
        self._size = size
        self._large = np.full((size[1] * _FINER, size[0] * _FINER), paper, np.uint8)
        self._random = np.random.default_rng(seed)

    def lay(
        self,
        drawing: Tag | Grey,
        *,
        at: tuple[float, float] = (320, 200),
        px_per_module: float = 1.7,
        turn: float = 0.0,
        tilt: float = 0.0,
        aslant: float = 0.0,
    ) -> NDArray[np.float64]:
        """Lay a tag, or any code drawn at 8 px per module, and return its corners as seen.

        Args:
            drawing: what to lay; a tag's quiet zone is drawn with it.
            at: the middle, in pixels of the picture.
            px_per_module: its scale.
            turn: degrees, clockwise.
            tilt: 0 flat; the part by which its far side is narrower.
            aslant: 0 from above; the part by which all that was turned is flatter in the picture.
        """
        flat = draw_tag(drawing, _DRAWN) if isinstance(drawing, Tag) else drawing
        quiet = QUIET_ZONE if isinstance(drawing, Tag) else 4
        side = len(flat)
        half = side / _DRAWN * px_per_module / 2
        narrow = 1 - tilt
        corners = np.array(
            [[-half * narrow, -half], [half * narrow, -half], [half, half], [-half, half]]
        )
        angle = np.deg2rad(turn)
        turned = corners @ np.array(
            [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        )
        places = turned * (1, 1 - aslant) + np.array(at)
        sheet = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
        large = ((places + 0.5) * _FINER - 0.5).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(sheet, large)
        shape = (self._large.shape[1], self._large.shape[0])
        cv2.warpPerspective(flat, matrix, shape, dst=self._large, borderMode=cv2.BORDER_TRANSPARENT)
        inner = (
            np.array([[quiet, quiet]] * 4) * _DRAWN * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
        )
        seen = cv2.perspectiveTransform((sheet + inner).astype(np.float32)[None], matrix)[0]
        return np.asarray((seen + 0.5) / _FINER - 0.5, np.float64)

    def cover(self, start: tuple[float, float], end: tuple[float, float], width: float) -> None:
        """Lay a finger from *start* to *end*, in pixels of the picture."""
        (ax, ay), (bx, by) = start, end
        first, second = (
            (round(ax * _FINER), round(ay * _FINER)),
            (round(bx * _FINER), round(by * _FINER)),
        )
        cv2.line(self._large, first, second, 140, round(width * _FINER))

    def picture(self, *, noise: float = 3.0, blur: float = 0.5, light: Grey | None = None) -> Grey:
        """Return what the camera sees, height x width bytes.

        Args:
            noise: its deviation, of 255.
            blur: of the lens, in pixels.
            light: added brightness per pixel: glare.
        """
        small = cv2.resize(self._large, self._size, interpolation=cv2.INTER_AREA)
        seen = cv2.GaussianBlur(small, (0, 0), blur).astype(np.float64)
        if light is not None:
            seen += light
        seen += self._random.normal(0, noise, seen.shape)
        return np.clip(seen, 0, 255).astype(np.uint8)


def side_px(tag: Tag, px_per_module: float) -> float:
    """Return the side of a tag's symbol in pixels."""
    return side_of(tag.version) * px_per_module
