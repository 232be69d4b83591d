"""Find what may be a die: one look at one scale, or several where the scale is unknown."""

import math
from collections.abc import Iterable, Iterator

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.nets import EDGE, STRIDE, Floats, Nets

FOREGROUND = 0.4
"""A cell counts as part of a face from this probability on."""
CORE = 0.33
"""Centre, size and value of a find are averaged over cells this part of an edge around its peak."""
SMALLEST, LARGEST = 0.62, 1.55
"""Finds whose edge is not within these parts of the looked-for edge are left out."""
APART = 0.55
"""Two faces are at least this part of an edge apart; of nearer finds the weaker goes."""
SAME_SIZE = 1.6
"""Finds whose edges differ by more than this factor may lie on one another: a pip on its die."""
FINEST = 1100
"""Long side, in pixels, of the largest picture that is looked through for dice of any size."""
HUGEST = 0.4
"""No die's edge is a larger part of the picture's long side."""
STEP = 1.67
"""From one size of the picture to the next when dice of any size are looked for."""
MOST = 40
"""So many finds are kept of one picture; more is a pattern, not dice."""


class Find(msgspec.Struct, frozen=True):
    """A place that may be the upper face of a die."""

    x: float  # pixels of the picture
    y: float
    edge: float  # pixels
    foreground: float  # 0 to 1: that a die is here at all
    value: int  # 1 to 6, or 7 for a die without a value: what the finder takes it for


def look(nets: Nets, pixels: Pixels, edge: float) -> list[Find]:
    """Return the finds of one look for dice of about *edge* pixels, strongest first."""
    scale = EDGE / edge
    small = resized(pixels, scale)
    faces, edges = nets.find(small)
    finds = [
        Find((x + 0.5) * STRIDE / scale, (y + 0.5) * STRIDE / scale, size / scale, there, value)
        for x, y, size, there, value in _peaks(faces, edges)
        if SMALLEST <= size / EDGE <= LARGEST
    ]
    return apart(finds)


def look_everywhere(nets: Nets, pixels: Pixels) -> list[Find]:
    """Return the finds of looks at every size of dice, strongest first."""
    largest = 1.2 * HUGEST * max(pixels.shape[:2])
    finds = (find for edge in edges_to_try(pixels) for find in look(nets, pixels, edge))
    return apart(find for find in finds if find.edge <= largest)


def edges_to_try(pixels: Pixels) -> Iterator[float]:
    """Yield the edges, in pixels, to look for in a picture of unknown scale, small ones first."""
    longest = max(pixels.shape[:2])
    edge = max(EDGE * longest / FINEST, EDGE / 1.3)
    while edge < HUGEST * longest:
        yield edge
        edge *= STEP


def apart(finds: Iterable[Find]) -> list[Find]:
    """Return the strongest finds, without those that lie on the face of a stronger one."""
    kept: list[Find] = []
    for find in sorted(finds, key=lambda f: -f.foreground):
        if len(kept) < MOST and not any(_is_same(find, other) for other in kept):
            kept.append(find)
    return kept


def _is_same(one: Find, other: Find) -> bool:
    small, large = sorted((one.edge, other.edge))
    return (
        large < SAME_SIZE * small and math.hypot(one.x - other.x, one.y - other.y) < APART * large
    )


def resized(pixels: Pixels, scale: float) -> Pixels:
    """Return the picture at another size, without aliasing."""
    height, width = (max(16, round(n * scale)) for n in pixels.shape[:2])
    way = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=way), np.uint8)


def _peaks(faces: Floats, edges: Floats) -> Iterator[tuple[float, float, float, float, int]]:
    """Yield x, y (cells), edge (pixels), foreground and value of each peak of foreground.

    Peaks, not connected cells: the faces of dice that touch run into one another.
    """
    there = 1.0 - faces[0]
    smooth = cv2.GaussianBlur(there, (5, 5), 1.2)
    highest = cv2.dilate(smooth, np.ones((5, 5), np.uint8))
    rows, columns = np.nonzero((smooth >= highest) & (there > FOREGROUND))
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        reach = max(1.0, CORE * float(edges[row, column]) / STRIDE)
        y, x = _around(row, column, reach, there.shape)
        weight = there[y, x] * (np.hypot(x - column, y - row) <= reach)
        total = float(weight.sum())
        kinds = (faces[1:8, y, x] * weight).sum((1, 2))
        yield (
            float((x * weight).sum() / total),
            float((y * weight).sum() / total),
            float((edges[y, x] * weight).sum() / total),
            float(weight.max()),
            int(kinds.argmax()) + 1,
        )


def _around(
    row: int, column: int, reach: float, shape: tuple[int, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return rows and columns (as an open grid) of the cells within *reach* of a cell."""
    far = int(reach)
    return (
        np.arange(max(0, row - far), min(shape[0], row + far + 1))[:, None],
        np.arange(max(0, column - far), min(shape[1], column + far + 1))[None, :],
    )
