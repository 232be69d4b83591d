"""The tray found from its rim: a floor of one colour, and four edges around it.

What is found is a proposal that a person confirms or pulls to its place, never more.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawn_tray import is_convex
from companion.vision.frame import Pixels
from companion.vision.plane import Corners

Floats: TypeAlias = NDArray[np.float32]
Quad: TypeAlias = NDArray[np.float64]
"""4 x 2: corners, clockwise."""

LONGEST = 480
"""Pixels of the longer side of the reduced picture in which it is looked for."""

LEAST_PART, MOST_PART = 0.05, 0.88
"""Of the picture's area: a tray."""

_LIGHT = np.float32(0.6)  # weight of the lightness beside the colours: shadows lie on floors
_TOLERANCES = (5, 8, 12, 18)  # of a floor's colour
_SEEDS = 7  # each way, from which floors are filled
_SAME = 4.0  # pixels: candidates that lie nearer are one
_HOLES = 7  # pixels that are closed in a floor's outline
_SCRAP = 0.01  # of the picture: smaller parts of a floor's colour lie anywhere
_FITS = 0.90  # area that floor's hull and quadrilateral share
_LEAST_ANGLE = 40.0  # degrees at a corner

_SAMPLES, _REACH = 40, 14  # places of a side; pixels beside it that are looked at, each way
_EDGE = 5.0  # colour steps over two pixels that are an edge for certain
_EVEN = 0.7  # of a floor has the colour that it has mostly
_LONGEST = 2.6  # times as long as wide
_BRIM, _WALLS = 0.025, 0.11  # of a tray's side: how far inside its brim its floor may begin
_SEEN = 0.5  # part of each side along which there must be an edge, less what is on the floor
_FOOT = 0.62  # likewise, of a wall's foot within a brim that was seen
_BESIDE = 3  # pixels from an edge on that are the floor's
_ABOUT = 4  # pixels of the reduced picture within which the edge is sought in the whole one
_STEEP, _FAINT = 25.0, 0.1  # colour steps there; mean part of these below which no edge is taken
_INNER = 0.8  # an edge nearer the middle counts that is so strong, beside the strongest


class _Edge(NamedTuple):
    """A line along which an edge lies."""

    line: NDArray[np.float64]  # a x + b y + c = 0
    seen: float  # part of it along which the edge is seen
    unrest: float  # part of the floor beside it that looks like an edge as well


def tray_rim(pixels: Pixels) -> Corners | None:
    """Return the corners of a tray's floor in a picture, or None where nothing looks like one.

    Pixels, clockwise, the first that of the side that is the upper one in the picture.
    """
    small, factor = _reduced(pixels)
    best, found = 0.0, None
    tried: set[bytes] = set()
    for quad in _candidates(small):
        key = np.round(quad / _SAME).astype(np.int16).tobytes()
        if key in tried:
            continue
        tried.add(key)
        told = _refined(small, quad)
        if told is None:
            continue
        refined, worth = told
        if worth > best:
            best, found = worth, refined
    if found is None:
        return None
    whole = (_floor_within(small, found) + 0.5) / factor - 0.5
    height, width = pixels.shape[:2]
    whole = np.clip(np.round(_exactly(pixels, whole, factor)), 0, (width, height))
    a, b, c, d = ((float(x), float(y)) for x, y in _from_the_top(whole))
    return (a, b, c, d) if is_convex((a, b, c, d)) else None


def _reduced(pixels: Pixels) -> tuple[Floats, float]:
    """Return the picture smaller and smooth, its colours as even steps; and by how much."""
    factor = min(1.0, LONGEST / max(pixels.shape[:2]))
    small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return _in_even_steps(np.asarray(small, np.uint8)), factor


def _in_even_steps(pixels: Pixels) -> Floats:
    """Return colours of which equal steps look equally far, without their noise."""
    smooth = cv2.medianBlur(pixels, 5)
    lab = cv2.cvtColor(smooth.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return np.asarray(lab * (_LIGHT, 1, 1), np.float32)


def _exactly(pixels: Pixels, quad: Quad, factor: float) -> Quad:
    """Return a quadrilateral in the whole picture, its sides where the edges are steepest."""
    colours, far = _in_even_steps(pixels), round(_ABOUT / factor)
    lines = []
    for side in range(4):
        begin, end = quad[side], quad[(side + 1) % 4]
        edge = _edge_along(colours, begin, end, (-far, far), certain=_STEEP, inner=1.0)
        lines.append(edge.line if edge.seen > _FAINT else _line(begin, end))
    exact = _corners(lines)
    if exact is None or not _is_plausible(exact) or np.abs(exact - quad).max() > 2 * far:
        return quad
    return exact


def _candidates(small: Floats) -> Iterator[Quad]:
    """Yield quadrilaterals around areas of one colour."""
    height, width = small.shape[:2]
    for tolerance in _TOLERANCES:
        done = np.zeros((height + 2, width + 2), np.uint8)
        filled = small.copy()
        for y in np.linspace(0.15, 0.85, _SEEDS):
            for x in np.linspace(0.15, 0.85, _SEEDS):
                seed = (int(x * width), int(y * height))
                if done[seed[1] + 1, seed[0] + 1]:
                    continue
                mask = np.zeros_like(done)
                area, *_ = cv2.floodFill(
                    filled, mask, seed, 0, (tolerance,) * 3, (tolerance,) * 3,
                    4 | cv2.FLOODFILL_FIXED_RANGE | cv2.FLOODFILL_MASK_ONLY | (1 << 8),
                )  # fmt: skip
                done |= mask
                if LEAST_PART / 2 * width * height < area:
                    yield from _around(mask[1:-1, 1:-1])
                    alike = np.abs(small - small[seed[1], seed[0]]).max(axis=2) <= tolerance
                    yield from _around(alike.astype(np.uint8))


def _around(mask: NDArray[np.uint8]) -> Iterator[Quad]:
    """Yield the quadrilateral that an area fills, if it does."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_HOLES, _HOLES))
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return
    parts = [one for one in contours if cv2.contourArea(one) > _SCRAP * mask.size]
    hull = np.asarray(cv2.convexHull(np.concatenate(parts or contours)), np.int32)
    area = cv2.contourArea(hull)
    if not LEAST_PART < area / mask.size < MOST_PART:
        return
    quad = _four_sides(hull)
    if quad is not None and _alike(quad, hull, area):
        yield quad


def _four_sides(hull: NDArray[np.int32]) -> Quad | None:
    """Return the four longest sides of an outline, prolonged until they meet."""
    about = 0.015 * cv2.arcLength(hull, closed=True)
    outline = cv2.approxPolyDP(hull, about, closed=True)[:, 0].astype(np.float64)
    if len(outline) < 4:
        return None
    after = np.roll(outline, -1, axis=0)
    longest = np.sort(np.argsort(-np.hypot(*(after - outline).T))[:4])
    lines = [_line(outline[k], after[k]) for k in longest]
    return _corners(lines)


def _line(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.cross((*one, 1.0), (*other, 1.0))


def _corners(lines: list[NDArray[np.float64]]) -> Quad | None:
    """Return where each of four lines meets the one before it."""
    met = [np.cross(lines[k - 1], lines[k]) for k in range(4)]
    if any(abs(point[2]) < 1e-9 for point in met):
        return None
    return np.array([point[:2] / point[2] for point in met])


def _alike(quad: Quad, hull: NDArray[np.int32], area: float) -> bool:
    if not _is_plausible(quad):
        return False
    shared, _ = cv2.intersectConvexConvex(quad.astype(np.float32), hull.astype(np.float32))
    whole = cv2.contourArea(quad.astype(np.float32))
    return bool(shared / (area + whole - shared) > _FITS)


def _is_plausible(quad: Quad) -> bool:
    """Return whether corners go round clockwise, none of them pointed."""
    sides = np.roll(quad, -1, axis=0) - quad
    before = np.roll(sides, 1, axis=0)
    cross = before[:, 0] * sides[:, 1] - before[:, 1] * sides[:, 0]
    lengths = np.hypot(*sides.T)
    if lengths.min() < 1 or lengths.max() > _LONGEST * np.sort(lengths)[1]:
        return False
    turned = np.arcsin(np.clip(cross / lengths / np.roll(lengths, 1), -1, 1))
    return bool((np.degrees(turned) > _LEAST_ANGLE).all())


def _floor_within(small: Floats, brim: Quad) -> Quad:
    """Return the foot of the walls where a brim was found, as far as it shows."""
    lines = []
    deep = np.sqrt(cv2.contourArea(brim.astype(np.float32)))
    reach = (round(_BRIM * deep), round(_WALLS * deep))
    for side in range(4):
        begin, end = brim[side], brim[(side + 1) % 4]
        foot = _edge_along(small, begin, end, reach)
        lines.append(_line(begin, end) if foot.seen < _FOOT else foot.line)
    within = _corners(lines)
    return brim if within is None or not _is_plausible(within) else within


def _refined(small: Floats, quad: Quad) -> tuple[Quad, float] | None:
    """Return a quadrilateral whose sides lie on edges, and how surely they do; None if not."""
    reach = (-_REACH, _REACH)
    edges = [_edge_along(small, quad[n], quad[(n + 1) % 4], reach) for n in range(4)]
    seen = [edge.seen - edge.unrest for edge in edges]
    refined = _corners([edge.line for edge in edges])
    if refined is None or not _is_plausible(refined) or min(seen) < _SEEN:
        return None
    area = cv2.contourArea(refined.astype(np.float32)) / (small.shape[0] * small.shape[1])
    even = _evenness(small, refined)
    if not LEAST_PART < area < MOST_PART or even < _EVEN:
        return None
    return refined, float((np.mean(seen) + min(seen)) * area)


def _evenness(small: Floats, quad: Quad) -> float:
    """Return the part of a floor that has its usual colour: dice and hands have others."""
    mask = np.zeros(small.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    floor = small[mask.astype(bool)]
    if not len(floor):
        return 0.0
    off = np.abs(floor - np.median(floor, axis=0)).max(axis=1)
    return float((off < _TOLERANCES[-1]).mean())


def _edge_along(
    small: Floats,
    begin: NDArray[np.float64],
    end: NDArray[np.float64],
    reach: tuple[int, int],
    *,
    certain: float = _EDGE,
    inner: float = _INNER,
) -> _Edge:
    """Return the line near a side along which most of an edge lies.

    Args:
        small: the picture's colours.
        begin: the first corner of the side.
        end: the other.
        reach: pixels outwards (below 0) and inwards.
        certain: colour steps that are an edge for certain.
        inner: an edge nearer the middle counts that is so strong, beside the strongest.
    """
    along = end - begin
    length = float(np.hypot(*along))
    inwards = np.array([-along[1], along[0]]) / length  # of corners that go round clockwise
    parts = np.linspace(0.04, 0.96, _SAMPLES)
    steps = np.arange(reach[0] - 1, reach[1] + 2)
    places = begin + parts[:, None] * along
    across = places[:, None] + steps[:, None] * inwards
    maps = across.astype(np.float32)
    profile = cv2.remap(
        small, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    edge = np.zeros(profile.shape[:2])
    edge[:, 1:-1] = np.linalg.norm(profile[:, 2:] - profile[:, :-2], axis=2)
    weight = np.minimum(edge / certain, 1.0)
    first, last = np.meshgrid(steps[1:-1], steps[1:-1], indexing="ij")
    offsets = first[..., None] * (1 - parts) + last[..., None] * parts
    columns = np.round(offsets).astype(int) - int(steps[0])
    worth = weight[np.arange(_SAMPLES), columns].mean(axis=2)
    inside = (first + last) / 2
    enough = worth >= inner * worth.max()
    top = np.where(enough, worth + 0.01 * inside, -1.0)
    k = np.unravel_index(int(top.argmax()), top.shape)
    one, other = begin + first[k] * inwards, end + last[k] * inwards
    within = weight[:, steps >= inside[k] + _BESIDE]
    unrest = float(within.mean()) if within.size else 0.0
    return _Edge(_line(one, other), float(worth[k]), unrest)


def _from_the_top(quad: Quad) -> Quad:
    """Return corners beginning with the left one of the side that lies uppermost."""
    middles = (quad + np.roll(quad, -1, axis=0)) / 2
    return np.roll(quad, -int(middles[:, 1].argmin()), axis=0)
