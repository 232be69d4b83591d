"""Symbols sampled on their own grid of modules, many at once, and made indifferent to light."""

from collections.abc import Callable

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8] | Floats
Matrices = NDArray[np.float64]
"""Number x 3 x 3: from a symbol's own plane, -1 to 1 in x and y, to the picture's pixels."""

PER_MODULE = 3
"""Samples per module: odd, so that one of them is a module's centre."""

WINDOW = 7
"""Modules over which light is levelled: as wide as a finder, so no shadow or finger matters."""

_CLIP = 2.2  # deviations; glints count no more than print
_FLAT, _FAR = 1e-6, 30_000.0  # bounds of a homography that has run away
_AT_ONCE = 16  # squares: what the processor's cache holds
_CELL = 16  # pixels: how finely it is said where a picture is levelled
_ONE_THREAD = 1 << 18  # multiplications up to which OpenBLAS takes one
_FLOOR = 4.0  # of 255: below this deviation a window holds noise only


class PatchGrid(msgspec.Struct, frozen=True):
    """The sampling grid of a symbol of `side` modules with `pad` modules around it."""

    side: int
    pad: int
    every: int = 1  # each so manieth sample of a row, and each so manieth row

    @property
    def width(self) -> int:
        """Samples in a row."""
        return len(self.axis)

    @property
    def axis(self) -> NDArray[np.float64]:
        """Where the samples of a row lie in the symbol's own plane; -1 and 1 are its edges."""
        steps = (np.arange((self.side + 2 * self.pad) * PER_MODULE) + 0.5) / PER_MODULE - self.pad
        return (steps * 2 / self.side - 1)[:: self.every]

    @property
    def points(self) -> NDArray[np.float64]:
        """3 x samples: homogeneous points in the symbol's own plane, row by row."""
        x, y = np.meshgrid(self.axis, self.axis)
        return np.stack([x.ravel(), y.ravel(), np.ones(x.size)])


def from_quads(quads: NDArray[np.float64]) -> Matrices:
    """Return the homographies that map the plane's corners, clockwise, to number x 4 x 2 pixels."""
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    rows = [cv2.getPerspectiveTransform(square, quad.astype(np.float32)) for quad in quads]
    return np.array(rows, np.float64).reshape(-1, 3, 3)


def to_quads(matrices: Matrices) -> NDArray[np.float64]:
    """Return number x 4 x 2 pixels: a symbol's corners, clockwise from its own top left."""
    square = np.array([[-1, 1, 1, -1], [-1, -1, 1, 1], [1, 1, 1, 1]], np.float64)
    return np.swapaxes(_mapped(matrices, square), 1, 2)


def rescaled(matrices: Matrices, factor: float) -> Matrices:
    """Return the homographies to a picture *factor* times as large (centres of pixels whole)."""
    shift = (factor - 1) / 2
    change = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]])
    return np.asarray(change @ matrices)


def sampled(picture: Picture, matrices: Matrices, grid: PatchGrid, *, fine: bool) -> Floats:
    """Return number x samples of *picture* on the symbols' grids; beyond its edge it goes on."""
    if not len(matrices):
        return np.zeros((0, grid.width**2), np.float32)
    places = np.clip(_mapped(matrices, grid.points), -_FAR, _FAR).astype(np.float32)
    rule = cv2.INTER_CUBIC if fine else cv2.INTER_LINEAR
    x, y = np.ascontiguousarray(places[:, 0]), np.ascontiguousarray(places[:, 1])
    return np.asarray(cv2.remap(picture, x, y, rule, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _mapped(matrices: Matrices, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return number x 2 x points; where a homography has run away, places far outside."""
    mapped = matrices @ points
    depth = mapped[:, 2:]
    return np.asarray(mapped[:, :2] / np.where(np.abs(depth) < _FLAT, _FLAT, depth))


def levelled(picture: Picture, window: int) -> Floats:
    """Return *picture* less its local mean, divided by its local deviation, clipped."""
    size = (window, window)
    mean = cv2.boxFilter(picture, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE)
    spread = cv2.sqrBoxFilter(picture, cv2.CV_32F, size, borderType=cv2.BORDER_REPLICATE)
    # In place, for these pictures are large: variance, deviation, then what is levelled.
    cv2.accumulateProduct(mean, -mean, spread)
    np.maximum(spread, _FLOOR**2, out=spread)
    cv2.sqrt(spread, dst=spread)
    cv2.subtract(picture, mean, dst=mean, dtype=cv2.CV_32F)
    cv2.divide(mean, spread, dst=mean)
    return np.asarray(np.clip(mean, -_CLIP, _CLIP, out=mean), np.float32)


def levelled_near(
    picture: Picture, window: int, quads: NDArray[np.float64], soft: float = 0.0
) -> Floats:
    """Return *picture* levelled within a side around *quads* (number x 4 x 2), elsewhere 0.

    Symbols cover little of a picture, and levelling all of it is the dearest step of a reading.

    Args:
        picture: height x width.
        window: pixels over which light is levelled.
        quads: places, in pixels.
        soft: deviation in pixels by which it is blurred first.
    """
    result = np.zeros(picture.shape, np.float32)
    height, width = picture.shape
    near = np.zeros((height // _CELL + 1, width // _CELL + 1), np.uint8)
    room = (quads.max(axis=1) - quads.min(axis=1)) / 2 + window if len(quads) else 0
    firsts = np.clip((quads.min(axis=1) - room) // _CELL, 0, None).astype(int)
    lasts = np.clip((quads.max(axis=1) + room) // _CELL + 1, 0, None).astype(int)
    for (left, top), (right, bottom) in zip(firsts, lasts, strict=True):
        near[top:bottom, left:right] = 1
    _, _, boxes, _ = cv2.connectedComponentsWithStats(near)
    for box in boxes[1:]:
        left, top, columns, rows = (int(v) * _CELL for v in box[:4])
        up, back = min(window, top), min(window, left)
        part = picture[top - up : top + rows + window, left - back : left + columns + window]
        around = np.asarray(np.ascontiguousarray(part), np.float32)
        if soft:
            around = np.asarray(cv2.GaussianBlur(around, (0, 0), soft), np.float32)
        inner = levelled(around, window)[up : up + rows, back : back + columns]
        result[top : top + rows, left : left + columns] = inner
    return result


def levelled_patches(patches: Floats, grid: PatchGrid) -> Floats:
    """Return each patch (number x samples) levelled by itself over `WINDOW` modules."""
    width, window = grid.width, WINDOW * PER_MODULE
    squares = patches.reshape(-1, width, width)
    done = stacked(squares, window // 2 + 1, lambda tall: levelled(tall, window))
    return done.reshape(patches.shape)


def stacked(squares: Floats, room: int, act: Callable[[Floats], Floats]) -> Floats:
    """Return what *act* makes of each square, done to all at once as one tall picture.

    Args:
        squares: number x width x width.
        room: rows that *act* looks beyond a square's edge; there its edge goes on.
        act: a filter of pictures that keeps their size.
    """
    if not len(squares):
        return squares
    padded = np.pad(squares, ((0, 0), (room, room), (0, 0)), mode="edge")
    done = np.empty_like(squares)
    width = squares.shape[2]
    for first in range(0, len(squares), _AT_ONCE):
        few = slice(first, first + _AT_ONCE)
        tall = act(np.ascontiguousarray(padded[few].reshape(-1, width)))
        done[few] = tall.reshape(-1, width + 2 * room, width)[:, room:-room]
    return done


def product(rows: Floats, matrix: Floats) -> Floats:
    """Return rows @ matrix by one thread.

    Larger products are shared among threads that wait for one another, on two cores at two or
    three times the processor's time.
    """
    few = max(1, _ONE_THREAD // max(matrix.size, 1))
    parts = [rows[first : first + few] @ matrix for first in range(0, len(rows), few)]
    return np.concatenate(parts) if parts else np.asarray(rows @ matrix)


def unit(patches: Floats, weights: Floats) -> Floats:
    """Return patches of weighted mean 0 and weighted deviation 1 along the last axis."""
    total = weights.sum()
    centred = patches - (patches @ weights / total)[..., None]
    spread = np.sqrt((centred * centred) @ weights / total)
    return np.asarray(centred / np.maximum(spread, 1e-6)[..., None], np.float32)
