"""Where light and dark stand as close together as in a symbol, though no outline is seen.

Glare, the frame of a card or another card that begins beside it join a symbol to what is no symbol,
and then it is no dark square. But it is still full of edges, as far as it reaches.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from cards_qr.alignment import TurnedPattern
from cards_qr.candidates import Grey, Level, Quads, in_whole
from cards_qr.patches import WINDOW, Floats, levelled, stacked

Shapes = NDArray[np.float64]
"""Number x 2 x 2, symmetric: how squares of side 2 on the table look, but for their turn."""

_MOST = 24  # places that are looked at, the liveliest first
_MOST_TRIED = 40  # squares that are tried, the likest first
_EDGE = 15.0  # grey levels between neighbours at which a pixel is half as lively as it may be
_SHARES = np.arange(256) ** 2 / (np.arange(256) ** 2 + _EDGE**2)
_TABLE = np.asarray(255 * _SHARES, np.uint8)
_THICK = 0.2  # of a symbol's side: what is thinner is a line
_RING, _OUTER = 0.4, 1.5  # how much the surroundings are taken off, and how wide they are
_LEAST = 20.0  # of 255: less lively is no symbol
_NEAR = 0.8  # of a side: nearer to a symbol that is read nothing is tried
_SIZES = (1.0, 0.86)  # parts of the shape that are tried: what is read lies nearer, mostly
_REACH = 6  # steps of the pattern to each side of a place that are tried: a third of a symbol
_LEAST_ALIKE = 0.33  # of the pattern; print comes as far, few true ones remain below
_SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
_NOWHERE: Quads = np.zeros((0, 4, 2))


def shapes_of(read: Quads, side: float) -> Shapes:
    """Return the shapes of symbols that were read; if there is none, that of one seen from above.

    Args:
        read: number x 4 x 2 pixels.
        side: of a symbol, in pixels, where none was read.
    """
    if not len(read):
        return np.eye(2)[None] * side / 2
    a, b, c, d = np.moveaxis(read, 1, 0)
    halves = np.stack([(b - a + c - d) / 4, (c - b + d - a) / 4], axis=2)
    sizes, axes = np.linalg.eigh(halves @ np.swapaxes(halves, 1, 2))
    roots = np.sqrt(np.maximum(sizes, 1e-6))
    return np.asarray((axes * roots[:, None]) @ np.swapaxes(axes, 1, 2))


def middle_side(shapes: Shapes) -> float:
    """Return the side of a square as large as the middle one of *shapes*."""
    return 2 * float(np.sqrt(np.median(np.linalg.det(shapes))))


def lively_squares(level: Level, shapes: Shapes, read: Quads, pattern: TurnedPattern) -> Quads:
    """Return squares that are somewhat like a symbol, the likest first (pixels of the picture).

    Their first corner is about the symbol's own top left.

    Args:
        level: of the pyramid.
        shapes: in the whole picture: those of *read*, or one.
        read: number x 4 x 2: symbols that are read already; about them nothing is looked for.
        pattern: what all symbols share.
    """
    own = shapes / level.scale
    side = middle_side(own)
    if min(level.grey.shape) < side:
        return _NOWHERE
    soft = np.asarray(cv2.blur(level.grey, (3, 3)), np.uint8)
    middles = (read.mean(axis=1) + 0.5) / level.scale - 0.5
    frames: list[NDArray[np.float64]] = []
    for place in _peaks(soft, side):
        shape = own[0]
        if len(middles):
            apart = np.hypot(*(middles - place).T)
            if apart.min() < _NEAR * side:
                continue
            shape = own[int(np.argmin(apart))]
        frames += _frames(soft, place, shape)
        if len(frames) == _MOST * len(_SIZES):
            break
    if not frames:
        return _NOWHERE
    return in_whole(_likest(soft, np.array(frames), pattern), level.scale)


def _frames(
    soft: Grey, place: NDArray[np.float64], shape: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Return 2 x 3 matrices from a symbol's own plane to the picture, turned as the edges are."""
    angle = _turn(soft, place, shape)
    turned = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return [np.column_stack([size * shape @ turned, place]) for size in _SIZES]


def _likest(soft: Grey, frames: NDArray[np.float64], pattern: TurnedPattern) -> Quads:
    """Return the squares about places at which the pattern fits best in one of its turns."""
    axis = pattern.axis
    pitch = axis[1] - axis[0]
    steps = np.arange(-_REACH, _REACH + 1) * pitch
    wide = axis[0] + np.arange(-_REACH, len(axis) + _REACH) * pitch
    window = round(WINDOW * 2 / pattern.side / pitch) | 1
    patches = stacked(
        _sampled(soft, frames, wide), window // 2 + 1, lambda tall: levelled(tall, window)
    )
    found: list[tuple[float, NDArray[np.float64]]] = []
    for frame, patch in zip(frames, patches, strict=True):
        turns = np.array(
            [cv2.matchTemplate(patch, turn, cv2.TM_CCOEFF_NORMED) for turn in pattern.turns]
        )
        alike = turns.max(axis=0)
        highest = cv2.dilate(alike, np.ones((3, 3), np.uint8))
        for row, column in np.argwhere((alike == highest) & (alike > _LEAST_ALIKE)):
            turned = np.roll(_SQUARE, int(turns[:, row, column].argmax()), axis=0)
            corners = turned + np.array([steps[column], steps[row]])
            found.append((float(alike[row, column]), corners @ frame[:, :2].T + frame[:, 2]))
    found.sort(key=lambda one: -one[0])
    return np.array([quad for _, quad in found[:_MOST_TRIED]], np.float64).reshape(-1, 4, 2)


def _sampled(soft: Grey, frames: NDArray[np.float64], axis: NDArray[np.float64]) -> Floats:
    """Return frames x rows x columns of the picture, at the places of *axis* in each plane."""
    x, y = np.meshgrid(axis, axis)
    places = frames @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    columns, rows = (np.asarray(part, np.float32) for part in np.moveaxis(places, 1, 0))
    seen = cv2.remap(soft, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(-1, len(axis), len(axis)), np.float32)


def _peaks(soft: Grey, side: float) -> NDArray[np.float64]:
    """Return the middles of lively places of about that size, the liveliest first."""
    square = np.ones((3, 3), np.uint8)
    edges = cv2.LUT(cv2.subtract(cv2.dilate(soft, square), cv2.erode(soft, square)), _TABLE)
    half = cv2.resize(edges, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    thick, inner, outer = (round(part * side / 2) | 1 for part in (_THICK, 1.0, _OUTER))
    half = cv2.morphologyEx(half, cv2.MORPH_OPEN, np.ones((thick, thick), np.uint8))
    within = cv2.boxFilter(half, cv2.CV_32F, (inner, inner))
    around = cv2.boxFilter(half, cv2.CV_32F, (outer, outer))
    ring = (around * outer**2 - within * inner**2) / (outer**2 - inner**2)
    score = cv2.GaussianBlur(within - _RING * ring, (0, 0), side / 16)
    highest = cv2.dilate(score, np.ones((inner, inner), np.uint8))
    y, x = np.nonzero((score == highest) & (score > _LEAST))
    order = np.argsort(-score[y, x])
    return np.asarray(np.stack([x[order], y[order]], axis=1) * 2 + 0.5, np.float64)


def _turn(soft: Grey, place: NDArray[np.float64], shape: NDArray[np.float64]) -> float:
    """Return the angle, as on the table, along which the edges about a place stand.

    The fourth power of a slope is the same for each of a square's four ways.
    """
    reach = round(1.2 * float(np.sqrt(np.linalg.det(shape)))) + 1
    x, y = (round(float(v)) for v in place)
    part = soft[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1]
    if min(part.shape) < 3:
        return 0.0
    down, right = np.gradient(part.astype(np.float64))
    along, across = shape @ np.stack([right.ravel(), down.ravel()])
    slopes = along + 1j * across
    strength = np.maximum(np.abs(slopes), 1e-9)
    return float(np.angle((slopes**4 / strength**2).sum()) / 4)
