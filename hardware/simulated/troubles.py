"""What goes wrong at a table: light, lens, arm and cable. What pictures suffer is pure."""

import math
from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

import cv2
import msgspec
import numpy as np

from companion.vision.frame import Pixels
from hardware.simulated.view import Array

Trouble: TypeAlias = Literal["dark", "glare", "hand", "bumped", "unplugged"]
"""Dark: the lights are off. Glare: a lamp is mirrored over a die. Hand: one lies over the dice."""
TROUBLES: tuple[Trouble, ...] = get_args(Trouble)

Befalls: TypeAlias = Callable[[Pixels], Pixels]

FOCAL = 1.03
"""Focal length of the simulated camera, in widths of its picture."""

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
    """Return what a camera sees that was knocked: it is turned, its middle looks elsewhere.

    Args:
        right: pixels by which the middle of the picture now lies to the right.
        down: the same downwards.
        turn: degrees by which the picture is turned, to the left.
    """

    def turned(pixels: Pixels) -> Pixels:
        height, width = pixels.shape[:2]
        matrix = turning(right, down, turn, size=(width, height))
        moved = cv2.warpPerspective(
            pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(moved, np.uint8)

    return turned


def turning(right: float, down: float, turn: float, *, size: tuple[int, int]) -> Array:
    """Return the 3 x 3 matrix by which pixels move where the camera is turned; see `bumped`.

    So near and far move alike, and the camera stands where it stood.
    """
    width, height = size
    focal = FOCAL * width
    inner = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    ways = (
        (0.0, math.atan(right / focal), 0.0),
        (-math.atan(down / focal), 0.0, 0.0),
        (0.0, 0.0, -math.radians(turn)),
    )
    axes = np.linalg.multi_dot([cv2.Rodrigues(np.array(way))[0] for way in ways])
    matrix: Array = inner @ axes @ np.linalg.inv(inner)
    return matrix
