"""Where two pictures of one place differ; whether they do, `frame_difference` says."""

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.plane import Point

Mask = NDArray[np.bool_]
"""One truth for each cell of a reduced picture."""

LONGEST = 160
DIFFERENT = 20.0
"""Grey levels in any colour, after the light's change, from which on a cell is another."""
BLIND = 14.0
"""Grey levels: a picture without anything brighter shows nothing."""
BRIGHT_PART = 0.005
"""Of the picture: less that is bright is noise."""
GAIN = (0.2, 5.0)
"""Factors by which the light may have changed."""

_DARK = 1.0  # grey levels added before the light is compared
_THIN = np.ones((3, 3), np.uint8)


class Thumb(msgspec.Struct, frozen=True):
    """A picture reduced to `LONGEST` cells along its long side."""

    cells: NDArray[np.float32]  # rows x columns x 3 colours, in grey levels
    cell: float  # pixels of the picture along a cell

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, columns = self.cells.shape[:2]
        return rows, columns


class Patch(msgspec.Struct, frozen=True):
    """A connected part of the picture that has changed."""

    mask: Mask  # of the whole picture, in cells
    cell: float  # pixels of the picture along a cell
    at_border: bool

    @property
    def area(self) -> float:
        """How large it is, in square pixels of the picture."""
        return float(np.count_nonzero(self.mask)) * self.cell**2

    @property
    def centre(self) -> Point:
        """Its middle, x and y in pixels of the picture."""
        rows, columns = np.nonzero(self.mask)
        x, y = (columns.mean() + 0.5) * self.cell, (rows.mean() + 0.5) * self.cell
        return float(x), float(y)

    def covers(self, place: Point, around: float) -> bool:
        """Return whether it comes within *around* pixels of a place."""
        rows, columns = np.nonzero(self.mask)
        x, y = (columns + 0.5) * self.cell - place[0], (rows + 0.5) * self.cell - place[1]
        return bool((np.hypot(x, y) <= around).any())


def thumb(pixels: Pixels) -> Thumb:
    """Return a picture reduced, its noise averaged away."""
    factor = min(1.0, LONGEST / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    cells = np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.float32)
    return Thumb(cells, pixels.shape[1] / cells.shape[1])


def relit(before: Thumb, now: Thumb) -> Thumb:
    """Return an earlier picture in the light of a later one of the same shape."""
    ratio = (now.cells + _DARK) / (before.cells + _DARK)
    gain = np.clip(np.median(ratio.reshape(-1, 3), axis=0), *GAIN)
    return Thumb(np.asarray(before.cells * gain, np.float32), before.cell)


def changed(before: Thumb, now: Thumb) -> Mask:
    """Return which cells show something else, whatever has become of the light."""
    if before.shape != now.shape:
        return np.ones(now.shape, np.bool_)
    difference = np.abs(now.cells - relit(before, now).cells).max(axis=2)
    mask = (difference > DIFFERENT).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _THIN), np.bool_)


def patches(mask: Mask, cell: float) -> list[Patch]:
    """Return the connected parts of a mask, largest first; *cell*: pixels along a cell."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8))
    found = [_patch(np.asarray(labels == number), cell) for number in range(1, count)]
    return sorted(found, key=lambda patch: -patch.area)


def is_blind(pixels: Pixels) -> bool:
    """Return whether a picture shows nothing: darkness, a covered lens, an empty frame."""
    step = max(1, max(pixels.shape[:2]) // LONGEST)
    bright = np.count_nonzero(pixels[::step, ::step] >= BLIND)
    return bool(bright <= BRIGHT_PART * pixels[::step, ::step].size)


def shift(before: Thumb, now: Thumb) -> float:
    """Return by how many cells the whole picture has moved."""
    if before.shape != now.shape:
        return 0.0
    one, other = (np.ascontiguousarray(seen.cells.mean(axis=2)) for seen in (before, now))
    window = cv2.createHanningWindow((one.shape[1], one.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(one, other, window)
    return float(np.hypot(x, y))


def _patch(mask: Mask, cell: float) -> Patch:
    edges = (mask[0], mask[-1], mask[:, 0], mask[:, -1])
    return Patch(mask, cell, at_border=any(bool(edge.any()) for edge in edges))
