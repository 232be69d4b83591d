"""What goes wrong at a table: light, lens, arm and cable. What pictures suffer is pure."""

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

import cv2
import msgspec
import numpy as np

from companion.vision.frame import Pixels

Trouble: TypeAlias = Literal["dark", "glare", "hand", "bumped", "unplugged"]
"""Dark: the lights are off. Glare: a lamp is mirrored over a die. Hand: one lies over the dice."""
TROUBLES: tuple[Trouble, ...] = get_args(Trouble)

Befalls: TypeAlias = Callable[[Pixels], Pixels]

_BUMP = (76.0, 6.0, 1.5)  # pixels to the right and down, degrees: farther than by a nudge
_BURNT = 0.72  # of the way from the middle of a glare to its end all is white


class Shine(msgspec.Struct, frozen=True):
    """Where a lamp is mirrored in the picture, in pixels."""

    centre: tuple[float, float]
    reach: float  # from the middle to the near end; half as much again to the far end


def befallen(pixels: Pixels, troubles: frozenset[Trouble], shine: Shine) -> Pixels:
    """Return a picture as a camera in trouble gives it."""
    if "glare" in troubles:
        pixels = glare(shine)(pixels)
    if "bumped" in troubles:
        pixels = bumped(*_BUMP)(pixels)
    return dark(pixels) if "dark" in troubles else pixels


def dark(pixels: Pixels) -> Pixels:
    """Return a picture in which nothing is seen."""
    return np.asarray(np.random.default_rng(1).integers(0, 5, pixels.shape), np.uint8)


def glare(shine: Shine) -> Befalls:
    """Return what a mirrored lamp does: an ellipse burnt out, with a soft edge."""

    def burnt(pixels: Pixels) -> Pixels:
        height, width = pixels.shape[:2]
        x, y = np.meshgrid(np.arange(width) - shine.centre[0], np.arange(height) - shine.centre[1])
        away = np.hypot(x / (1.5 * shine.reach), y / shine.reach)
        light = np.clip((1.0 - away) / (1.0 - _BURNT), 0.0, 1.0)[..., None]
        return np.asarray(pixels + (255.0 - pixels) * light, np.uint8)

    return burnt


def bumped(right: float, down: float, turn: float = 0.0) -> Befalls:
    """Return what a knock does: all of the picture lies elsewhere (pixels, degrees)."""

    def shifted(pixels: Pixels) -> Pixels:
        height, width = pixels.shape[:2]
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
        matrix[0, 2] += right
        matrix[1, 2] += down
        moved = cv2.warpAffine(pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    return shifted
