"""Detection of what may be a die: one look at a known scale, or several looks."""

import math
from collections.abc import Iterable, Iterator

import cv2
import msgspec
import numpy as np

from companion.vision.frame import Pixels
from companion.vision.nets import LOOKED_FOR, Looked, Nets

FOREGROUND = 0.3
"""A cell counts as part of a face from this probability on."""
SMALLEST, LARGEST = 0.6, 1.75
"""Finds whose edge is not within these parts of the looked-for edge are left out."""
LEAST_DISTANCE = 0.55
"""Two faces are at least this part of an edge apart; of nearer finds the weaker goes."""
AROUND = (0.85, 1.2)
"""Parts of a known edge at which the two looks for it are taken."""
SAME_SIZE = 1.6
"""Finds whose edges differ by more than this factor may lie on one another: a pip on its die."""
FINE, COARSE = 22.0 / 1280, 36.0 / 1280
"""Edges of the smallest dice looked for, and of those looked for at first, per long side."""
HUGEST = 0.4
"""No die's edge is a larger part of the picture's long side."""
STEP = 1.6
"""From one size of the picture to the next when dice of any size are looked for."""
MOST = 40
"""So many finds are kept of one picture; more is a pattern, not dice."""


class Find(msgspec.Struct, frozen=True):
    """A place that may be the upper face of a die."""

    x: float  # pixels of the picture
    y: float
    edge: float  # pixels
    foreground: float  # 0 to 1: that a die is here at all
    upper: float  # 0 to 1: that, if so, it has a value


def look(nets: Nets, pixels: Pixels, edge: float) -> list[Find]:
    """Return the finds of one look for dice of about *edge* pixels, strongest first."""
    small = resized(pixels, LOOKED_FOR / edge)
    across, down = (pixels.shape[k] / small.shape[k] for k in (1, 0))
    size = (across * down) ** 0.5
    finds = (
        Find(f.x * across, f.y * down, f.edge * size, f.foreground, f.upper)
        for f in _peaks(nets.find(small))
    )
    return non_maximum_suppression(f for f in finds if SMALLEST <= f.edge / edge <= LARGEST)


def look_around(nets: Nets, pixels: Pixels, edge: float) -> list[Find]:
    """Return the finds of two looks about a known *edge* in pixels, strongest first.

    What one look passes over the other may see.
    """
    finds = (find for part in AROUND for find in look(nets, pixels, part * edge))
    return non_maximum_suppression(
        find for find in finds if SMALLEST <= find.edge / edge <= LARGEST
    )


def look_for_any(nets: Nets, pixels: Pixels, edges: Iterable[float]) -> list[Find]:
    """Return the finds of looks for dice of several edges, strongest first."""
    largest = 1.2 * HUGEST * max(pixels.shape[:2])
    finds = (find for edge in edges for find in look(nets, pixels, edge))
    return non_maximum_suppression(find for find in finds if find.edge <= largest)


def coarse_edges(pixels: Pixels) -> Iterator[float]:
    """Yield the edges, in pixels, to look for first in a picture of unknown scale."""
    longest = max(pixels.shape[:2])
    edge = max(COARSE * longest, LOOKED_FOR)
    while edge < HUGEST * longest:
        yield edge
        edge *= STEP


def fine_edge(pixels: Pixels) -> float | None:
    """Return the edge of smaller dice yet, in pixels; None where they would be too small."""
    edge = FINE * max(pixels.shape[:2])
    return edge if edge >= LOOKED_FOR / 1.2 else None


def non_maximum_suppression(finds: Iterable[Find]) -> list[Find]:
    """Return the strongest finds, without those that lie on the face of a stronger one."""
    kept: list[Find] = []
    for find in sorted(finds, key=lambda f: -f.foreground):
        if len(kept) < MOST and not any(is_same(find, other) for other in kept):
            kept.append(find)
    return kept


def is_same(one: Find, other: Find) -> bool:
    """Return whether two finds are of one die."""
    small, large = sorted((one.edge, other.edge))
    return (
        large < SAME_SIZE * small
        and math.hypot(one.x - other.x, one.y - other.y) < LEAST_DISTANCE * large
    )


def resized(pixels: Pixels, scale: float) -> Pixels:
    """Return the picture at another size, without aliasing."""
    height, width = (max(16, round(n * scale)) for n in pixels.shape[:2])
    way = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=way), np.uint8)


def _peaks(looked: Looked) -> Iterator[Find]:
    """Yield a find for each peak of foreground, in pixels of the picture that was looked at.

    Peaks, not connected cells: the faces of dice that touch run into one another.
    """
    there = looked.there
    smooth = cv2.GaussianBlur(there, (3, 3), 0.7)
    highest = cv2.dilate(smooth, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((smooth >= highest) & (there > FOREGROUND))
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        near = np.s_[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        weight = there[near] ** 2
        weight /= weight.sum()
        x, y, edge, upper = (
            float((part[near] * weight).sum())
            for part in (looked.x, looked.y, looked.edge, looked.upper)
        )
        yield Find(x, y, edge, float(there[near].max()), upper)
