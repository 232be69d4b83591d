"""The usual recipe for reading dice, to compare with: find round blobs, count them in clusters."""

import cv2
import numpy as np

from companion.vision.frame import Pixels

NEAR = 3.4
"""Pips of one face are at most so many pip sizes apart."""
LONG_SIDE = 1000
"""Photos are reduced to this, as the recipes do."""


def read(pixels: Pixels) -> tuple[int, ...]:
    """Return the sizes of the clusters of blobs, ascending: what the recipe takes for values."""
    scale = min(1.0, LONG_SIDE / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), 5)
    wanted = cv2.SimpleBlobDetector.Params()
    wanted.filterByInertia, wanted.minInertiaRatio = True, 0.6
    wanted.filterByArea, wanted.minArea = True, 12.0
    blobs = cv2.SimpleBlobDetector.create(wanted).detect(grey)
    sizes = _clusters(np.array([(*blob.pt, blob.size) for blob in blobs]).reshape(-1, 3))
    return tuple(sorted(size for size in sizes if size <= 6))


def _clusters(blobs: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> list[int]:
    """Return how many blobs each cluster has: blobs near each other belong together."""
    free, sizes = set(range(len(blobs))), []
    while free:
        group = [free.pop()]
        for one in group:
            x, y, size = blobs[one]
            near = [k for k in free if np.hypot(*(blobs[k, :2] - (x, y))) < NEAR * size]
            group += near
            free.difference_update(near)
        sizes.append(len(group))
    return sizes
