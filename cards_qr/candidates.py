"""Where a symbol may lie: dense dark squares on brighter paper, at any turn.

A symbol that is blurred by about a module becomes one grey square, whatever its text. The squares
are looked for at one size in a pyramid of halved pictures, so all scales cost a third more than
the finest alone.
"""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple, TypeAlias

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]
Quads = NDArray[np.float64]
"""Number x 4 corners x (x, y), clockwise as seen in the picture; a pixel's centre is whole."""

NOMINAL_SIDE = 24.0
"""The side of a symbol, in pixels of the pyramid's level, at which it is looked for."""

SMALLEST, LARGEST = 0.65, 1.55
"""The sides that are found, as parts of the nominal one: more than an octave, so levels overlap."""

MOST = 140
"""Candidates kept per level, best first: a printed tablecloth must not stall the table."""

_MODULES = 21
_DARKNESS = {0.07: 1.155, 0.12: 1.10, 0.18: 1.054}
"""Thresholds, and how much larger than the symbol its blurred square is there (measured)."""
_RANGES = (0.3, 0.45)
"""Thresholds of the second look, at places with light and dark close together."""

_RANGE_WINDOW = 3  # modules
_RANGE_GROWTHS = (1.2, 1.42)  # on a bright card; with the edges of a sticker on darker ground
_THINNEST = 6  # modules: wider than the edge of a finger or a line of print, as that look sees it
_PAPER_WINDOW = 5  # modules in which some paper shows
_THIN_WINDOW = 7  # modules: what is broader is no part of a symbol
_GAP = 7  # modules of paper that the third look bridges
_BLUR = 0.9  # modules
_LARGEST_ASPECT = 1.7
_LEAST_FILL = 0.6
_UPRIGHT = 0.86  # of a rectangle that a blurred square fills at least; a slanted one fills less
_SLANTED = 0.8  # of its own four corners that a slanted square fills at least
_LARGEST_SLANT = 2.6  # the longest side over the shortest
_LEAST_KEPT = 0.5  # of a length: less is left of nothing that is a symbol
_MOST_SLANTED = 60  # kept per level, best first
_COARSEST = 32  # a symbol of 1200 pixels: a phone that photographs one sees it so
_NEXT, _CHILD, _PARENT = 0, 2, 3  # columns of an outline's line in the tree
_SAME_PLACE, _SAME_SIZE = 0.1, 0.12  # of the side, and as a logarithm: within alignment's reach


class Level(msgspec.Struct, frozen=True):
    """A picture of the pyramid; its pixel (x, y) lies at (x + 0.5) * scale - 0.5 of the whole."""

    grey: Grey
    scale: int


def pyramid(grey: Grey) -> tuple[Level, ...]:
    """Return the picture and its halvings, finest first."""
    levels = [Level(grey, 1)]
    while min(levels[-1].grey.shape) >= 2 * NOMINAL_SIDE and levels[-1].scale < _COARSEST:
        last = levels[-1]
        height, width = (n // 2 for n in last.grey.shape)
        even = last.grey[: 2 * height, : 2 * width]
        half = cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)
        levels.append(Level(np.asarray(half, np.uint8), last.scale * 2))
    return tuple(levels)


def in_whole(quads: Quads, scale: int) -> Quads:
    """Return quads of a level in pixels of the whole picture."""
    return (quads + 0.5) * scale - 0.5


def separate(quads: Quads) -> Quads:
    """Return the quads without those that say the same as an earlier one."""
    if not len(quads):
        return quads
    middles, areas = quads.mean(axis=1), _areas(quads)
    apart = ((middles[:, None] - middles) ** 2).sum(axis=2)
    alike = np.abs(np.log(areas[:, None] / areas))
    same = (apart < _SAME_PLACE**2 * areas) & (alike < 2 * _SAME_SIZE)
    left = np.ones(len(quads), np.bool_)
    kept: list[int] = []
    for number in range(len(quads)):
        if left[number]:
            kept.append(number)
            left &= ~same[number]
    return quads[kept]


def outside(quads: Quads, taken: Quads) -> Quads:
    """Return the quads whose middle lies in none of *taken*, which are convex."""
    if not len(quads) or not len(taken):
        return quads
    edges = np.roll(taken, -1, axis=1) - taken
    x, y = np.moveaxis(quads.mean(axis=1)[:, None, None] - taken, -1, 0)
    sides = edges[..., 0] * y - edges[..., 1] * x
    within = (sides >= 0).all(axis=2) | (sides <= 0).all(axis=2)
    return np.asarray(quads[~within.any(axis=1)])


def _areas(quads: Quads) -> NDArray[np.float64]:
    x, y = quads[..., 0], quads[..., 1]
    turned = x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)
    return np.asarray(np.maximum(np.abs(turned.sum(axis=1)) / 2, 1e-6))


class Candidates(NamedTuple):
    """Where symbols may lie, in pixels of one level, the best filled first."""

    squares: Quads
    slanted: Quads  # what is no rectangle, but has four corners: squares seen aslant


def candidates(level: Level) -> Candidates:
    """Return the candidates of one level.

    Three looks: dark squares, squares that are full of light and dark, and squares full of what
    is dark and thin. The first finds blurred symbols, the second those that a finger touches and
    stickers on dark cards, the third those beside broad dark things.
    """
    module = NOMINAL_SIDE / _MODULES
    # What is a square is seen as well in half the size, and in a quarter of the time.
    soft = _halved(level.grey)
    dark = _density(soft, module / 2)
    thin = _thin_density(soft, module / 2)
    lively = _liveliness(level.grey, module)
    gap, thinnest = (np.ones((round(n * module / 2),) * 2, np.uint8) for n in (_GAP, _THINNEST))
    found, rough, slanted = list[_Found](), list[_Found](), list[_Found]()
    for darkness, growth in _DARKNESS.items():
        found += _blobs(_above(dark, darkness), NOMINAL_SIDE / 2, (growth,), slanted)
        bare = _above(thin, darkness)
        found += _blobs(bare, NOMINAL_SIDE / 2, (growth,), slanted)
        closed = cv2.morphologyEx(bare, cv2.MORPH_CLOSE, gap)
        rough += _blobs(np.asarray(closed, np.uint8), NOMINAL_SIDE / 2, (growth,), slanted)
    for least in _RANGES:
        mask = cv2.morphologyEx(_above(lively, least), cv2.MORPH_OPEN, thinnest)
        found += _blobs(np.asarray(mask, np.uint8), NOMINAL_SIDE / 2, _RANGE_GROWTHS, slanted)
    ranked = [*sorted(found, key=_fill), *sorted(rough, key=_fill)]
    return Candidates(_best(ranked)[:MOST], _best(sorted(slanted, key=_fill))[:_MOST_SLANTED])


def _best(ranked: list["_Found"]) -> Quads:
    quads = np.array([quad for _, quad, _ in ranked], np.float64).reshape(-1, 4, 2)
    less = np.array([less for _, _, less in ranked], np.float64)
    return separate(in_whole(_inset(clockwise(quads), less), 2))


_Found: TypeAlias = tuple[float, NDArray[np.float64], float]
"""How well four corners are filled, where they lie, and how many pixels blur added to a length."""


def _fill(found: _Found) -> float:
    return -found[0]


def _halved(map_: Grey) -> Grey:
    even = map_[: map_.shape[0] & ~1, : map_.shape[1] & ~1]
    if not even.size:
        return map_
    half = cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def _density(grey: Grey, module: float) -> Grey:
    """Return how dark each place is against the paper around it, blurred by about a module."""
    window = _odd(_PAPER_WINDOW * module)
    square = np.ones((window, window), np.uint8)
    return _darker(grey, np.asarray(cv2.dilate(grey, square), np.uint8), window, module)


def _thin_density(grey: Grey, module: float) -> Grey:
    """Return the same, but broad dark things count as paper: a finger, a table, a card."""
    window = _odd(_THIN_WINDOW * module)
    square = np.ones((window, window), np.uint8)
    closed = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, square)
    return _darker(grey, np.asarray(closed, np.uint8), window, module)


def _darker(grey: Grey, paper: Grey, window: int, module: float) -> Grey:
    paper = np.asarray(cv2.blur(paper, (window, window)), np.uint8)
    darker = cv2.divide(cv2.subtract(paper, grey), paper, scale=255)
    return np.asarray(cv2.GaussianBlur(darker, (0, 0), _BLUR * module), np.uint8)


def _odd(length: float) -> int:
    return max(3, round(length) | 1)


def _liveliness(grey: Grey, module: float) -> Grey:
    """Return how far light and dark lie apart within some modules, as a part of the light; halved.

    A finger that touches a symbol is one dark square with it, but has no light in it; of the
    finger only its edge remains, and that is thin.
    """
    square = np.ones((_odd(_RANGE_WINDOW * module),) * 2, np.uint8)
    light, dark = (
        _halved(np.asarray(act(grey, square), np.uint8)) for act in (cv2.dilate, cv2.erode)
    )
    return np.asarray(cv2.divide(cv2.subtract(light, dark), light, scale=255), np.uint8)


def _above(map_: Grey, least: float) -> Grey:
    _, mask = cv2.threshold(map_, least * 255, 255, cv2.THRESH_BINARY)
    return np.asarray(mask, np.uint8)


def _blobs(
    mask: Grey, nominal: float, growths: tuple[float, ...], slanted: list[_Found]
) -> list[_Found]:
    """Return every connected part that could be a symbol, per growth; add *slanted* ones."""
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    low, high = SMALLEST * nominal * min(growths), LARGEST * nominal * max(growths)
    if not outlines:
        return []
    tree = np.asarray(tree, np.int32)[0]
    lengths = np.fromiter(map(len, outlines), int, len(outlines))
    found: list[_Found] = []
    for number in np.flatnonzero(lengths > 2 * low):
        if tree[number, _PARENT] >= 0:
            continue  # the edge of a hole
        outline = np.asarray(outlines[int(number)], np.int32)
        _, _, width, height = cv2.boundingRect(outline)
        if not (low < min(width, height) and max(width, height) < high * 1.45):
            continue
        area = _area(outlines, tree, int(number))
        if area <= 0.4 * low**2:
            continue
        centre, (first, second), angle = cv2.minAreaRect(outline)
        first, second = first + 1.0, second + 1.0  # from pixel centres to their outer edges
        fill = area / (first * second)
        is_squat = max(first, second) <= _LARGEST_ASPECT * min(first, second)
        if is_squat and fill >= _LEAST_FILL:
            box = cv2.boxPoints((centre, (first, second), angle))
            found += _shrunk(fill, np.asarray(box, np.float64), first * second, nominal, growths)
        if fill < _UPRIGHT or not is_squat:
            quad = _four_corners(outline, area)
            if quad is not None:
                whole = cv2.contourArea(quad.astype(np.float32))
                if area >= _SLANTED * whole:
                    slanted += _shrunk(area / whole, quad, whole, nominal, growths)
    return found


def _area(outlines: Sequence["cv2.typing.MatLike"], tree: NDArray[np.int32], number: int) -> float:
    """Return how many pixels a part has, its holes left out (Pick's theorem)."""
    area = cv2.contourArea(outlines[number]) + len(outlines[number]) / 2 + 1
    hole = int(tree[number, _CHILD])
    while hole >= 0:
        area -= cv2.contourArea(outlines[hole]) - len(outlines[hole]) / 2 + 1
        hole = int(tree[hole, _NEXT])
    return area


def _shrunk(
    fill: float,
    quad: NDArray[np.float64],
    area: float,
    nominal: float,
    growths: tuple[float, ...],
) -> list[_Found]:
    """Return corners, and how much smaller the symbol is that was blurred, per growth."""
    side = area**0.5
    return [
        (fill, quad, side * (1 - 1 / growth))
        for growth in growths
        if SMALLEST < side / nominal / growth < LARGEST
    ]


def _inset(quads: Quads, less: NDArray[np.float64]) -> Quads:
    """Return corners with both of each quad's lengths shorter by *less* pixels.

    Blur widens a square seen aslant by as much across as along: as a part, far more across.
    """
    middle = quads.mean(axis=1, keepdims=True)
    a, b, c, d = np.moveaxis(quads - middle, 1, 0)
    along, across = (b - a + c - d) / 4, (c - b + d - a) / 4  # half of its middle lines
    bent = (a - b + c - d) / 4  # what makes it no parallelogram
    area = np.abs(along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0])
    kept = [
        np.maximum(1 - less / 2 * np.hypot(*other.T) / np.maximum(area, 1e-6), _LEAST_KEPT)
        for other in (across, along)
    ]
    u, v = (np.array(signs)[:, None] for signs in ((-1, 1, 1, -1), (-1, -1, 1, 1)))
    u, v = u * kept[0][:, None, None], v * kept[1][:, None, None]
    return np.asarray(middle + u * along[:, None] + v * across[:, None] + u * v * bent[:, None])


def _four_corners(outline: NDArray[np.int32], area: float) -> NDArray[np.float64] | None:
    """Return the corners of the tightest four-sided outline of a part; None if it has none."""
    hull = cv2.convexHull(outline)
    if len(hull) < 4 or area < _SLANTED * cv2.contourArea(hull):
        return None
    quad = np.asarray(cv2.approxPolyN(hull, 4), np.float32).reshape(-1, 2)
    if len(quad) != 4:
        return None
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    sides = hypot(bx - ax, by - ay), hypot(cx - bx, cy - by), hypot(dx - cx, dy - cy)
    shortest, *_, longest = sorted((*sides, hypot(ax - dx, ay - dy)))
    if not 0 < longest <= _LARGEST_SLANT * shortest:
        return None
    middle, side = quad.mean(axis=0), cv2.contourArea(quad) ** 0.5
    grown = (side + 1) / max(side, 1.0)  # from pixel centres to their outer edges
    return np.asarray(middle + (quad - middle) * grown, np.float64)


def clockwise(quads: Quads) -> Quads:
    """Return corners (4 x 2, or many such) in an order that is clockwise as seen; y grows down."""
    first, second = quads[..., 1, :] - quads[..., 0, :], quads[..., 2, :] - quads[..., 1, :]
    turns = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    return np.where((turns > 0)[..., None, None], quads, quads[..., ::-1, :])
