"""The colour of a die: taken near the rim of its upper face, where no pip or emblem is."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.plane import Point

Colour = NDArray[np.float32]
"""CIE L*a*b*, the first weighed less: a die in the shade is no other die."""

_BRIGHTNESS = 0.6  # what it weighs beside the hue
_RIM = (0.36, 0.47)  # edges from a face's middle between which its colour is taken


def face_colour(pixels: Pixels, centre: Point, edge: float) -> Colour:
    """Return the colour of a face: pips and emblems are less than half of its rim.

    Args:
        pixels: the picture.
        centre: of the face, x and y in pixels.
        edge: of the die, in pixels.
    """
    mask = np.zeros(pixels.shape[:2], np.uint8)
    whole = (round(centre[0]), round(centre[1]))
    for part, inside in zip(reversed(_RIM), (1, 0), strict=True):
        cv2.circle(mask, whole, max(1 + inside, round(part * edge)), inside, -1)
    face = pixels[mask > 0].astype(np.float32)[None] / np.float32(255.0)
    seen = cv2.cvtColor(face, cv2.COLOR_BGR2LAB)[0]
    return np.asarray(np.median(seen, axis=0) * (_BRIGHTNESS, 1.0, 1.0), np.float32)


def colour_difference(one: Colour, other: Colour) -> float:
    """Return how far two colours lie apart: about 2 is just seen."""
    return float(np.linalg.norm(one - other))
