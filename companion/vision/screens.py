"""Dice on a phone's screen, on a tablet's, or in a print: a flat rim runs around what they lie on.

Asked where nobody knows the tray, so of one picture alone. Around the dice an even rim is looked
for, dark or bright, and how long the thing is with it. A tray has a rim too: it is not as long as a
phone, or wider, and its floor is of one kind. What may be either is taken for a tray.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.readings import DieReading

Points = NDArray[np.float64]

LONG = 480
"""Long side, in pixels, of the picture that is looked at."""
FAINTEST = 120
"""No dark rim is lighter than this grey; no bright one darker than white less this."""
STEPS = (4, 14, 30, 55)
"""Grey levels above the one at which a rim may close where it is looked for."""
FOCAL = 1.1
"""Focal length in long sides of the picture, of a camera of which nothing is known."""
LEAST, MOST = 2.5, 24.0
"""Edges of a die across the opening: less is a space of a board, more is a board, or a table."""
MOST_OF_A_TABLET = 16.0
"""The same of what is no longer than a tablet: boards are of that shape."""
NARROW = 6.0
"""Edges of a die across: nobody throws dice into so narrow a tray, long as a phone."""
PHONE, TABLET = (1.72, 2.5), (1.22, 1.72)
"""Long side over short one; where the focal length is off, by up to a tenth."""
THIN = (0.01, 0.11)
"""Width of a rim along the sides, in short sides of the thing."""
CHIN = 0.27
"""Width of a rim at a phone's ends."""
BARS = 0.16
"""From this width on they are the bars that a screen leaves beside a picture."""
UNEVEN, SLACK = 0.35, 0.012
"""Opposite sides of a rim differ by at most this part of them, and this part of the short side."""
STRAIGHT = 0.93
"""An outline covers this part, or more, of the four-cornered shape around it."""
STEADY = 0.6
"""Along this part of each side the rim is as wide as on most of it."""
SQUARE = 0.15
"""Cosine of the angle between two sides, at most; the focal length is a guess."""
SCENE = 60.0
"""Grey levels by which the ground differs along the rim; the floor of a tray is of one kind."""
OTHER = 20.0
"""Grey levels by which the ground within differs from that without, or a line is drawn on it."""

_REACH = 0.8  # edges about a die's middle that are the die
_WITHIN = 0.4  # edges that a die's middle lies inside an outline
_RAYS = 48
_ALONG = 24  # places along each side of an opening that are looked at
_MARGIN = 2.0  # pixels by which an outline may be off
_BESIDE = 0.055  # of the opening: so far from a rim the ground is looked at
_FAR = 1e6  # pixels


class Thing(NamedTuple):
    """Something flat with a rim, and dice inside it."""

    across: float  # edges of a die, along the short side of the opening
    long: float  # long side over short one, with the rim
    along: tuple[float, float]  # widths of the rim beside the long sides, in short sides
    ends: tuple[float, float]
    unlike: float  # grey levels by which the ground inside differs along the rim
    others: int  # sides on which it goes on otherwise beyond


def is_pictured(pixels: Pixels, dice: Sequence[DieReading]) -> bool:
    """Return whether dice that were read lie inside a screen or a print.

    Args:
        pixels: the picture, height x width x 3.
        dice: what was read there.
    """
    return bool(dice) and any(map(is_shown, things(pixels, dice)))


def is_shown(thing: Thing) -> bool:
    """Return whether a thing is a screen or a print rather than a tray, a card or a board."""
    if thing.across > MOST or thing.others < 2:
        return False
    if _has_bars(thing.along, thing.ends) or _has_bars(thing.ends, thing.along):
        return TABLET[0] <= thing.long <= PHONE[1]
    if not _is_thin(thing.along) or thing.across < LEAST:
        return False
    if PHONE[0] <= thing.long <= PHONE[1] and THIN[0] <= min(thing.ends) <= max(thing.ends) <= CHIN:
        has_chins = min(thing.ends) >= 2 * max(thing.along)
        return has_chins or thing.across <= NARROW or thing.unlike >= SCENE
    is_tablet = TABLET[0] <= thing.long < PHONE[0] and thing.across <= MOST_OF_A_TABLET
    return is_tablet and _is_thin(thing.ends) and thing.unlike >= SCENE


def _has_bars(thin: tuple[float, float], wide: tuple[float, float]) -> bool:
    return _is_thin(thin) and _is_even(wide) and min(wide) >= BARS


def _is_thin(widths: tuple[float, float]) -> bool:
    return THIN[0] <= min(widths) <= max(widths) <= THIN[1] and _is_even(widths)


def _is_even(widths: tuple[float, float]) -> bool:
    return max(widths) - min(widths) <= UNEVEN * max(widths) + SLACK


def things(pixels: Pixels, dice: Sequence[DieReading]) -> Iterator[Thing]:
    """Yield what has a rim around all the dice."""
    scale = min(1.0, LONG / max(pixels.shape[:2]))
    small = _reduced(pixels, scale)
    places = np.array([(*die.centre, die.edge) for die in dice]) * scale
    blue, green, red = cv2.split(small)
    lightest = cv2.max(cv2.max(blue, green), red)
    darkest = cv2.min(cv2.min(blue, green), red)
    rays = _rays(lightest.shape, places[:, :2].mean(axis=0))
    for plane in (lightest, cv2.bitwise_not(darkest)):
        for x, y, edge in places:
            cv2.circle(plane, (round(x), round(y)), round(_REACH * edge) + 1, 255, cv2.FILLED)
        # Below this level something is crossed on every way outwards.
        closed = max((int(plane.ravel()[ray].min()) for ray in rays), default=255)
        for level in (closed + step for step in STEPS):
            if level <= FAINTEST and (thing := _thing(plane < level, small, places)):
                yield thing


def _reduced(pixels: Pixels, scale: float) -> Pixels:
    if scale == 1.0:
        return pixels
    every = max(1, int(0.5 / scale))  # what is averaged from so many pixels needs not all of them
    size = tuple(max(16, round(n * scale)) for n in pixels.shape[1::-1])
    some = np.ascontiguousarray(pixels[::every, ::every])
    return np.asarray(cv2.resize(some, size, interpolation=cv2.INTER_AREA), np.uint8)


def _rays(shape: tuple[int, ...], middle: Points) -> list[NDArray[np.intp]]:
    """Return the pixels, by number, that lie on ways from a point to the border."""
    height, width = shape
    far = np.arange(math.hypot(height, width), dtype=np.float32)
    rays = []
    for turn in np.arange(_RAYS) * (2 * math.pi / _RAYS):
        x = (far * np.float32(math.cos(turn)) + np.float32(middle[0])).astype(np.intp)
        y = (far * np.float32(math.sin(turn)) + np.float32(middle[1])).astype(np.intp)
        rays.append((y * width + x)[(x >= 0) & (y >= 0) & (x < width) & (y < height)])
    return [ray for ray in rays if len(ray)]


def _thing(rim: NDArray[np.bool_], small: Pixels, places: Points) -> Thing | None:
    """Return what lies inside a rim, with it; None where it is not closed, straight or even."""
    corners = _opening(rim.astype(np.uint8), places)
    if corners is None:
        return None
    onto = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    seen = np.asarray(cv2.getPerspectiveTransform(onto, corners), np.float64)
    (a, b), askew = _true_sides(seen, rim.shape)
    edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).astype(np.float64)
    widths = _widths(rim, seen, (edges[:2] + edges[2:]) / 2)
    if widths is None or askew > SQUARE:
        return None
    left, right, above, below = (widths * (a, a, b, b)).tolist()
    sides = (a + left + right, b + above + below)
    short = min(sides)
    pairs = (left / short, right / short), (above / short, below / short)
    along, ends = pairs if sides[0] < sides[1] else pairs[::-1]
    inside, beyond = _grounds(small, seen, widths)
    others = int((np.abs(np.median(inside, 1) - np.median(beyond, 1)).max(axis=1) > OTHER).sum())
    edge = float(np.median(places[:, 2]))
    across, long = float(edges.min()) / edge, max(sides) / short
    return Thing(across, long, along, ends, _unlike(inside), others)


def _opening(mask: Pixels, places: Points) -> NDArray[np.float32] | None:
    """Return the corners of what a rim leaves free about the dice; None: it is no rectangle.

    Args:
        mask: 1 where the rim may be.
        places: n x 3: x, y and edge of the dice, all of which lie well inside.
    """
    height, width = mask.shape
    x, y = (int(at) for at in places[0, :2].clip(0, (width - 1, height - 1)))
    _, _, _, (left, top, across, down) = cv2.floodFill(mask, None, (x, y), 2)
    if left < 1 or top < 1 or left + across >= width or top + down >= height:
        return None
    part = (mask[top : top + down, left : left + across] == 2).astype(np.uint8)
    outlines, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(np.concatenate(outlines))
    if len(hull) < 4:
        return None
    corners = cv2.approxPolyN(hull, 4).reshape(-1, 2).astype(np.float32)
    if len(corners) != 4 or cv2.contourArea(hull) < STRAIGHT * cv2.contourArea(corners):
        return None
    corners += np.array([left, top], np.float32)
    lie_inside = (
        cv2.pointPolygonTest(corners, (x, y), measureDist=True) > _WITHIN * edge
        for x, y, edge in places.tolist()
    )
    return corners if all(lie_inside) else None


def _true_sides(seen: Points, shape: tuple[int, ...]) -> tuple[tuple[float, float], float]:
    """Return how long the sides of an opening are, in any unit, and the cosine between them.

    Args:
        seen: from a square of 1 x 1 to the picture.
        shape: of the picture.
    """
    height, width = shape[:2]
    rays = seen - np.outer([width / 2, height / 2, 0], seen[2])
    rays[:2] /= FOCAL * max(height, width)
    a, b = (float(np.linalg.norm(rays[:, k])) for k in (0, 1))
    return (a, b), abs(float(rays[:, 0] @ rays[:, 1])) / (a * b)


def _widths(rim: NDArray[np.bool_], seen: Points, size: Points) -> Points | None:
    """Return the widths of a rim: left, right, above, below, in parts of the opening.

    None where it is not as wide along most of a side, or does not end in the picture.
    """
    height, width = rim.shape
    far = np.arange(_MARGIN, 1.1 * size.max() + 10)
    found = []
    for side, length in enumerate(np.repeat(size, 2)):
        x, y = _points(seen, side, far / length)
        there = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        # What goes on to the border of the picture is the table.
        on = rim.ravel().take(np.where(there, y * width + x, 0)) | ~there
        ends = np.where(on.all(axis=1), len(far), np.argmin(on, axis=1))
        usual = _usual(ends)
        if usual is None or usual == len(far):
            return None
        found.append((usual + _MARGIN - 0.5) / length)
    return np.array(found)


def _usual(ends: NDArray[np.int64]) -> float | None:
    """Return how far most of a side goes on; None where that differs."""
    usual = float(np.median(ends))
    steady = np.abs(ends - usual) <= max(1.5, 0.2 * usual)
    return usual if steady.mean() >= STEADY else None


def _points(seen: Points, side: int, out: Points) -> NDArray[np.int32]:
    """Return points beside a side of an opening, x and y in the picture: 2 x `_ALONG` x n.

    Args:
        seen: from the opening, as a square of 1 x 1, to the picture.
        side: 0 left, 1 right, 2 above, 3 below.
        out: n distances outwards from the side, in parts of the opening.
    """
    on = np.repeat(np.linspace(0.1, 0.9, _ALONG)[:, None], len(out), axis=1)
    off = np.broadcast_to(1 + out if side % 2 else -out, on.shape)
    flat = np.stack((off, on) if side < 2 else (on, off), axis=-1)
    points = cv2.perspectiveTransform(flat, seen).transpose(2, 0, 1)
    return points.clip(-1.0, _FAR).round().astype(np.int32)  # beyond the horizon there is no end


def _grounds(small: Pixels, seen: Points, widths: Points) -> tuple[Points, Points]:
    """Return what lies along the four sides of a rim, within and beyond: 4 x n x 3 each."""
    soft, found = cv2.blur(small, (5, 5)), []
    for side, width in enumerate(widths):
        x, y = _points(seen, side, np.array([-_BESIDE, width + _BESIDE]))
        found.append(soft[y.clip(0, soft.shape[0] - 1), x.clip(0, soft.shape[1] - 1)])
    grounds = np.array(found, np.float64)
    return grounds[:, :, 0], grounds[:, :, 1]


def _unlike(inside: Points) -> float:
    """Return by how much a quarter of the ground along a rim, or more, differs from the rest."""
    ground = inside.reshape(-1, 3)
    return float(np.percentile(np.abs(ground - np.median(ground, axis=0)).max(axis=1), 75))
