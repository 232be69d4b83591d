"""Draw photos of dice as a phone, a tablet or a print shows them, and as the floor of a tray."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels

Floats = NDArray[np.float32]
Kind = Literal["phone", "tablet", "print", "tray", "sheet"]
Place = tuple[int, float, float, float]
"""Value, x, y, edge in pixels, as in `labels.places`."""

SHORT = 460
"""Pixels across what is shown, before it is seen from somewhere."""
STEEPEST = 35.0
"""Degrees by which the camera looks askew at most."""
SIZE = (960, 720)
FOCAL = 1.1
"""Focal length in widths of the picture."""
ASPECTS: dict[Kind, tuple[float, ...]] = {
    "phone": (16 / 9, 18 / 9, 19.5 / 9, 20 / 9),
    "tablet": (4 / 3, 3 / 2, 16 / 10),
    "print": (4 / 3, 3 / 2, 7 / 5),
    "tray": (1.0, 1.2, 4 / 3, 3 / 2, 1.6),
    "sheet": (1.29, 1.414, 1.5),
}
DARK, BRIGHT = (8, 45), (205, 245)
FLOORS = ("tray", "sheet")
"""Real dice may lie on these."""
NARROWEST = 6.5
"""Edges of a die across the narrowest tray."""


class Shown(NamedTuple):
    """A picture, and what is drawn in it."""

    pixels: Pixels
    dice: tuple[Place, ...]  # in this picture
    kind: Kind
    filled: bool  # whether the photo fills the screen; else bars are left
    rim: float  # parts of the short side; 0: none
    level: int  # grey of the rim
    tilt: float  # degrees
    held: bool


def drawn(
    photo: Pixels, places: Sequence[Place], grounds: Sequence[Pixels], seed: int, kind: Kind
) -> Shown | None:
    """Return a photo as something shows it that lies on one of *grounds*; always the same.

    None where the photo is too narrow for the floor of a tray.
    """
    random = np.random.default_rng([seed, len(kind)])
    aspect = float(random.choice(ASPECTS[kind]))
    upright = bool(random.random() < (0.5 if photo.shape[0] <= photo.shape[1] else 0.8))
    size = (SHORT, round(SHORT * aspect)) if upright else (round(SHORT * aspect), SHORT)
    content, where, filled = _content(photo, places, size, random, kind)
    if kind in FLOORS and not filled:
        return None
    if kind in ("phone", "tablet"):
        content = _lit(content, random)
    rim, level = _rim(kind, random)
    body, mask = _body(content, rim, level, random, kind)
    margin = [(a - b) / 2 for a, b in zip(body.shape[1::-1], size, strict=True)]
    tilt = STEEPEST * math.sqrt(random.random())
    held = kind in ("phone", "print") and bool(random.random() < 0.3)
    ground = grounds[int(random.integers(len(grounds)))]
    pixels, matrix = _seen(body, mask, ground, tilt, random, held=held)
    dice = _moved(places, matrix @ _shift(*margin) @ where)
    return Shown(pixels, dice, kind, filled, rim[0], level, tilt, held)


def _moved(places: Sequence[Place], matrix: NDArray[np.float64]) -> tuple[Place, ...]:
    """Return where dice of a picture are after a perspective change of it."""
    found = []
    for value, x, y, edge in places:
        about = np.array([[[x, y], [x + edge / 2, y], [x, y + edge / 2]]])
        middle, right, below = cv2.perspectiveTransform(about, matrix)[0]
        area = abs(float(np.linalg.det(np.array([right - middle, below - middle]))))
        found.append((value, float(middle[0]), float(middle[1]), 2 * math.sqrt(area)))
    return tuple(found)


def _shift(x: float, y: float) -> NDArray[np.float64]:
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])


def _content(
    photo: Pixels,
    places: Sequence[Place],
    size: tuple[int, int],
    random: np.random.Generator,
    kind: Kind,
) -> tuple[Pixels, NDArray[np.float64], bool]:
    """Return what a screen of a size shows of a photo.

    Returns:
        the whole, or the part about the dice; where the photo's pixels come to lie; whether it
        fills the screen.
    """
    part = _part(photo, places, size[0] / size[1], random, kind)
    if part is not None and (kind not in ("phone", "tablet") or random.random() < 0.6):
        left, top, across, down = part
        cut = photo[top : top + down, left : left + across]
        where = np.diag([size[0] / across, size[1] / down, 1.0]) @ _shift(-left, -top)
        seen = np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA), np.uint8)
        return seen, where, True
    scale = min(size[0] / photo.shape[1], size[1] / photo.shape[0])
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    bars = int(random.choice([0, 0, 0, 18, 250]))
    whole = np.full((size[1], size[0], 3), bars, np.uint8)
    small = small[: size[1], : size[0]]
    top, left = (size[1] - small.shape[0]) // 2, (size[0] - small.shape[1]) // 2
    whole[top : top + small.shape[0], left : left + small.shape[1]] = small
    return whole, _shift(left, top) @ np.diag([scale, scale, 1.0]), False


def _part(
    photo: Pixels,
    places: Sequence[Place],
    aspect: float,
    random: np.random.Generator,
    kind: Kind,
) -> tuple[int, int, int, int] | None:
    """Return a part of a photo with all its dice in it: left, top, width, height.

    None where no part is wide enough.
    """
    height, width = photo.shape[:2]
    at, edge = np.array([p[1:3] for p in places]), max(p[3] for p in places)
    low, high = at.min(0) - 1.2 * edge, at.max(0) + 1.2 * edge
    least = max(high[0] - low[0], aspect * (high[1] - low[1]))
    if kind in FLOORS:
        least = max(least, NARROWEST * edge * max(aspect, 1.0))
    most = min(width, aspect * height)
    if least > most:
        return None
    across = random.uniform(least, most)
    down = across / aspect
    corner = []
    for lo, hi, extent, far in zip(low, high, (across, down), (width, height), strict=True):
        first, last = max(0.0, hi - extent), min(lo, far - extent)
        corner.append(round(random.uniform(min(first, last), max(first, last))))
    left, top = max(0, corner[0]), max(0, corner[1])
    return left, top, min(round(across), width - left), min(round(down), height - top)


def _lit(content: Pixels, random: np.random.Generator) -> Pixels:
    """Return what a screen makes of a picture: another brightness, glare, moire."""
    height, width = content.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    light = content * np.float32(random.uniform(0.7, 1.2)) * random.normal(1, 0.03, 3)
    if random.random() < 0.5:
        way, wave = random.uniform(0, math.pi), random.uniform(6, 40)
        phase = (x * math.cos(way) + y * math.sin(way)) * (2 * math.pi / wave)
        light *= 1 + random.uniform(0.01, 0.06) * np.sin(phase)[..., None]
    if random.random() < 0.5:
        cx, cy, reach = (
            random.uniform(0, width),
            random.uniform(0, height),
            random.uniform(0.1, 0.5),
        )
        far = np.hypot(x - cx, (y - cy) * random.uniform(0.5, 2)) / (reach * height)
        light += (random.uniform(15, 70) * np.exp(-(far**2)))[..., None]
    return np.asarray(light.clip(0, 255), np.uint8)


def _rim(kind: Kind, random: np.random.Generator) -> tuple[tuple[float, float], int]:
    """Return how wide the rim is along the long and the short sides, and its grey."""
    dark = bool(random.random() < {"phone": 0.85, "tablet": 0.7, "tray": 0.5}.get(kind, 0.0))
    level = int(random.integers(*(DARK if dark else BRIGHT)))
    match kind:
        case "phone":
            side = float(random.uniform(0.02, 0.07))
            return (
                side,
                side if random.random() < 0.7 else float(random.uniform(0.1, 0.25)),
            ), level
        case "tablet":
            side = float(random.uniform(0.04, 0.1))
            return (side, side if random.random() < 0.6 else 1.4 * side), level
        case "print":
            side = float(random.choice([0.0, random.uniform(0.02, 0.07)]))
            return (side, side), level
        case "tray":
            side = float(random.uniform(0.015, 0.06))
            return (side, side), level if random.random() < 0.7 else int(random.integers(50, 200))
    return (0.0, 0.0), level


def _body(
    content: Pixels,
    rim: tuple[float, float],
    level: int,
    random: np.random.Generator,
    kind: Kind,
) -> tuple[Pixels, Pixels]:
    """Return the thing from straight above, and where it is."""
    height, width = content.shape[:2]
    beside, ends = (round(part * SHORT) for part in rim)
    down, across = (ends, beside) if height > width else (beside, ends)
    whole = np.full((height + 2 * down, width + 2 * across, 3), level, np.float32)
    whole += random.normal(0, 3, 3)
    if kind == "tray":  # each wall has its own light
        _shade(whole, down, across, random)
    inner = content.astype(np.float32)
    if kind == "tray":
        y, x = np.mgrid[:height, :width].astype(np.float32)
        near = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y)) / (0.05 * SHORT)
        inner *= (1 - random.uniform(0, 0.35) * np.exp(-near))[..., None]
    round_in = random.uniform(0, 0.09) if kind == "phone" else random.uniform(0, 0.03)
    hole = rounded((width, height), 0.0 if kind in ("print", "sheet") else round_in * SHORT)
    middle = whole[down : down + height, across : across + width]
    middle[:] = np.where(hole[..., None] > 0, inner, middle)
    turn = {"phone": (0.05, 0.17), "tablet": (0.02, 0.08)}.get(kind, (0.0, 0.015))
    mask = rounded((whole.shape[1], whole.shape[0]), random.uniform(*turn) * SHORT)
    if kind in ("phone", "tablet") and random.random() < 0.6:  # the frame, or a case
        thick = max(1, round(random.uniform(0.004, 0.025) * SHORT))
        inside = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=thick, borderValue=0)
        whole[(mask > 0) & (inside == 0)] = random.uniform(40, 220, 3)
    return np.asarray(whole.clip(0, 255), np.uint8), mask


def _shade(whole: Floats, down: int, across: int, random: np.random.Generator) -> None:
    for part in (np.s_[:down], np.s_[-down:], np.s_[:, :across], np.s_[:, -across:]):
        whole[part] += random.uniform(-25, 25)


def rounded(size: tuple[int, int], radius: float) -> Pixels:
    """Return a mask of a rectangle, width x height, whose corners are round."""
    mask, r = np.zeros((size[1], size[0]), np.uint8), round(radius)
    cv2.rectangle(mask, (r, 0), (size[0] - 1 - r, size[1] - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (size[0] - 1, size[1] - 1 - r), 255, -1)
    for x in (r, size[0] - 1 - r):
        for y in (r, size[1] - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return mask


def _seen(
    body: Pixels,
    mask: Pixels,
    ground: Pixels,
    tilt: float,
    random: np.random.Generator,
    *,
    held: bool,
) -> tuple[Pixels, NDArray[np.float64]]:
    """Return the picture of the thing as it lies on a ground, and where its points are."""
    width, height = SIZE
    turned = random.normal(0, 8) if random.random() < 0.7 else random.uniform(-180, 180)
    matrix = _homography(body, tilt, math.radians(turned), random)
    scale = max(width / ground.shape[1], height / ground.shape[0]) * random.uniform(1.0, 1.6)
    under = cv2.resize(ground, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    top, left = (
        int(random.integers(0, n - m + 1))
        for n, m in zip(under.shape, (height, width), strict=False)
    )
    scene = under[top : top + height, left : left + width].astype(np.float32)
    way = cv2.INTER_LINEAR
    there = cv2.warpPerspective(mask, matrix, SIZE, flags=way).astype(np.float32) / 255
    fallen = np.roll(there, (int(random.integers(-6, 14)), int(random.integers(-8, 9))), (0, 1))
    shadow = np.asarray(cv2.GaussianBlur(fallen, (0, 0), random.uniform(3, 12)))
    scene *= 1 - random.uniform(0.1, 0.6) * shadow[..., None]
    smooth = cv2.GaussianBlur(body, (0, 0), 0.8)
    thing = cv2.warpPerspective(smooth, matrix, SIZE, flags=way, borderMode=cv2.BORDER_REPLICATE)
    scene += (thing - scene) * there[..., None]
    if held:
        _hold(scene, mask.shape, matrix, random)
    scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), random.uniform(0.3, 1.2)), np.float32)
    scene += random.uniform(1, 4) * random.standard_normal(scene.shape, np.float32)
    coded = cv2.imencode(
        ".jpg", scene.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88]
    )[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), matrix


def _homography(
    body: Pixels, tilt: float, turned: float, random: np.random.Generator
) -> NDArray[np.float64]:
    """Return where a camera sees the points of a flat thing, all of which lies in its picture."""
    height, width = body.shape[:2]
    way, lean = random.uniform(0, 2 * math.pi), math.radians(tilt)
    across = np.array([math.cos(way), math.sin(way), 0.0]) * lean
    turn = cv2.Rodrigues(across)[0] @ cv2.Rodrigues(np.array([0.0, 0.0, turned]))[0]
    flat = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    focal, fill = FOCAL * SIZE[0], random.uniform(0.6, 0.93)
    eye = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
    for step in range(1000):
        far = focal * 0.5 * 1.03**step
        matrix = eye @ np.column_stack([turn[:, 0], turn[:, 1], [0, 0, far]]) @ flat
        seen = cv2.perspectiveTransform(corners, matrix)[0]
        extent = (seen.max(0) - seen.min(0)) / SIZE
        if extent.max() < fill and seen.min() > 0:
            break
    spare = np.array(SIZE) - (seen.max(0) - seen.min(0))
    shift = random.uniform(0.1, 0.9, 2) * spare - seen.min(0)
    return np.asarray(_shift(*shift) @ matrix, np.float64)


def _hold(
    scene: Floats, shape: Sequence[int], matrix: NDArray[np.float64], random: np.random.Generator
) -> None:
    """Lay a thumb and some fingers over two opposite sides of a thing."""
    skin = np.array([120, 150, 200]) * random.uniform(0.5, 1.15)
    long, wide = int(np.argmax(shape[:2])), float(min(shape[:2]))
    for side, count in ((0, 1), (1, int(random.integers(1, 4)))):
        for k in range(count):
            along = (0.55 + 0.13 * k + random.normal(0, 0.02)) * shape[long]
            edge = side * shape[1 - long]
            reach = random.uniform(0.03, 0.12) * wide * (1 - 2 * side)
            ends = [(edge + reach, along), (edge - 3 * reach, along + 0.1 * wide)]
            if long == 1:
                ends = [end[::-1] for end in ends]
            (a, b) = (
                cv2.perspectiveTransform(np.array([ends], float), matrix)[0].round().astype(int)
            )
            thick = max(3, round(0.5 * float(np.hypot(*(a - b)))))
            cv2.line(scene, a.tolist(), b.tolist(), skin.tolist(), thick, cv2.LINE_AA)
