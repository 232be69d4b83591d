"""Whether the light and the lens let anything be read: too dark, glare, out of focus."""

from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.mat import A3, Mat
from companion.vision.plane import Homography

DARKEST_PAPER = 70
"""Of 255: the brightness of the mat's white below which noise drowns the tags."""

LARGEST_GLARE = 0.02
"""The part of a zone that may be burnt out."""

WIDEST_EDGE = 5.0
"""Pixels that a marker's edge may take from black to white."""

_BURNT = 250
_PAPER_QUANTILE = 0.9
_EDGE_QUANTILE = 0.995


class Complaint(msgspec.Struct, frozen=True):
    """Something that makes reading hard; the code is for pages, the words for a terminal."""

    code: Literal["too-dark", "glare", "out-of-focus"]
    words: str


def complaints(
    pixels: NDArray[np.uint8], homography: Homography | None = None, mat: Mat = A3
) -> tuple[Complaint, ...]:
    """Return what is wrong with a picture, nothing if nothing is.

    Args:
        pixels: the whole picture (grey, or blue, green, red).
        homography: of the mat, where it is found: then focus is judged at its markers.
        mat: the mat that lies there.
    """
    grey = _grey(pixels)
    found = (_darkness(grey), _glare(grey), _blur(grey, homography, mat))
    return tuple(complaint for complaint in found if complaint)


def edge_width(grey: NDArray[np.uint8]) -> float:
    """Return how many pixels the sharpest edges take from dark to bright."""
    soft = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)  # noise has no say
    right, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    steepest = float(np.quantile(np.hypot(right, down) / 8, _EDGE_QUANTILE))
    dark, bright = np.quantile(soft, (0.02, 0.98))
    return float((bright - dark) / max(steepest, 1e-3))


def _darkness(grey: NDArray[np.uint8]) -> Complaint | None:
    paper = float(np.quantile(grey, _PAPER_QUANTILE))
    if paper >= DARKEST_PAPER:
        return None
    return Complaint("too-dark", f"too dark ({paper:.0f} of 255): switch on a lamp")


def _glare(grey: NDArray[np.uint8]) -> Complaint | None:
    part = float(np.mean(grey >= _BURNT))
    if part <= LARGEST_GLARE:
        return None
    return Complaint("glare", f"{part:.0%} of the picture is burnt out: move the lamp or shade it")


def _blur(grey: NDArray[np.uint8], homography: Homography | None, mat: Mat) -> Complaint | None:
    width = _width_at_markers(grey, homography, mat) if homography else edge_width(grey)
    if width <= WIDEST_EDGE:
        return None
    words = f"out of focus (edges are {width:.0f} pixels wide): set the camera's distance"
    return Complaint("out-of-focus", words)


def _width_at_markers(grey: NDArray[np.uint8], homography: Homography, mat: Mat) -> float:
    """Return the edge width at the sharpest marker: a finger may cover the others."""
    widths = []
    for marker in mat.markers.values():
        centre = (marker.left + marker.width / 2, marker.near + marker.depth / 2)
        half = round(marker.width * 0.7 * homography.px_per_mm(centre))
        x, y = (round(v) for v in homography.to_px(centre))
        part = grey[max(y - half, 0) : y + half, max(x - half, 0) : x + half]
        if min(part.shape) >= 8:
            widths.append(edge_width(part))
    return min(widths, default=edge_width(grey))


def _grey(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if pixels.ndim == 2:
        return pixels
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
