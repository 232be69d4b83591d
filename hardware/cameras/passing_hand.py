"""A hand that passes over the table and leaves another picture behind it."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels

_SKIN = np.array((118, 152, 205), np.float32)  # blue, green, red
_SLANT, _HALF_WIDTH, _SOFT, _FINGERS = 0.4, 0.2, 0.05, 4
_COARSE = 4  # the arm has no detail: it is drawn small and enlarged


def passing_hand(before: Pixels, after: Pixels, frames: int) -> Iterator[Pixels]:
    """Yield *frames* pictures in which an arm goes from right to left.

    Left of it lies *before*, right of it *after*: even where both are the same, something
    has moved. All have the size of *after*.
    """
    height, width = after.shape[:2]
    old = np.asarray(cv2.resize(before, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    along = _along(height // _COARSE, width // _COARSE)
    reach = _HALF_WIDTH + _SOFT
    for place in np.linspace(1.0 + _SLANT + reach, -reach, frames + 2)[1:-1]:
        yield _with_arm(old, after, along - np.float32(place))


def _along(height: int, width: int) -> NDArray[np.float32]:
    """Return how far right each pixel is, in picture widths, along a slant; H x W."""
    across = np.linspace(0, 1, width, dtype=np.float32)[None, :]
    down = np.linspace(0, _SLANT, height, dtype=np.float32)[:, None]
    return np.asarray(across + down, np.float32)


def _with_arm(left: Pixels, right: Pixels, off: NDArray[np.float32]) -> Pixels:
    """Return *left* and *right* parted where *off* is 0, with the arm over the seam."""
    size = (left.shape[1], left.shape[0])
    behind = cv2.resize((off > 0).astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
    parted = np.asarray(cv2.copyTo(right, behind, left.copy()), np.uint8)
    cover = np.clip((_HALF_WIDTH - np.abs(off)) / _SOFT, 0, 1)
    inside = off / _HALF_WIDTH
    light = 1.0 - 0.45 * inside**2 + 0.12 * np.cos(inside * np.pi * _FINGERS)
    arm = np.clip(light[..., None] * _SKIN, 0, 255).astype(np.uint8)
    weight = np.asarray(cv2.resize(cover, size), np.float32)
    large = np.asarray(cv2.resize(arm, size), np.uint8)
    return np.asarray(cv2.blendLinear(large, parted, weight, 1 - weight), np.uint8)
