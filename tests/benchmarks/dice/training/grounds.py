"""Grounds for rendered dice: plain, woven, wooden, printed, and things that only look like dice."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import ArrayLike, NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def _f32(values: ArrayLike) -> Floats:
    return np.asarray(values, np.float32)


SIZE = 256
"""Pixels along a ground's side."""
EDGE = 26.0
"""Edge, in pixels of a ground, of the dice that may lie on it."""
MOST_THINGS = 6
"""Things drawn on one ground."""
At = NDArray[np.float64]
"""x and y in pixels of a ground."""
Laid = tuple[Floats, float]
"""A ground with a thing on it, and half that thing's side."""


def drawn(rng: Generator) -> tuple[Bytes, Floats]:
    """Return a random ground and what lies on it and is surely no die.

    The ground is SIZE x SIZE x 3 bytes, a die's edge on it would be `EDGE` pixels; things are rows
    of x, y, half their side, `MOST_THINGS` of them, those left over zero.
    """
    base, unit = _plain(rng), EDGE / 2.0
    if rng.random() < 0.75:
        base = _PATTERNS[rng.integers(len(_PATTERNS))](rng, base, unit)
    rows = np.zeros((MOST_THINGS, 3), np.float32)
    for k in range(MOST_THINGS):
        if rng.random() < 0.3:
            break
        at = rng.uniform(0.05, 0.95, 2) * SIZE
        drawing = _THINGS[rng.integers(len(_THINGS))]
        base, half = drawing(rng, base, unit, at)
        # What was drawn before may lie below; half a domino is like a die in all but its edge.
        covered = np.hypot(*(rows[:k, :2] - at).T) < rows[:k, 2] + half
        rows[:k][covered] = 0.0
        if drawing is not _domino:
            rows[k] = *at, half
    return _bytes(base), rows


def colour(rng: Generator, dark: float = 0.02, light: float = 0.9) -> Floats:
    """Return a random linear colour: greys, muted and vivid ones."""
    value = dark + (light - dark) * rng.random() ** 1.3
    tint = rng.random(3) ** (0.4 if rng.random() < 0.6 else 1.6)
    return _f32(value * tint / max(tint.max(), 1e-3))


def _plain(rng: Generator) -> Floats:
    base = np.ones((SIZE, SIZE, 3), np.float32) * colour(rng)
    for cells in (4, 32, 128):
        rough = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        rough = _f32(cv2.resize(rough, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC))
        base *= 1.0 + rng.random() ** 2 * 0.25 * rough[..., None]
    return base


def _stripes(rng: Generator, base: Floats, unit: float) -> Floats:
    turn, wave = rng.random() * 6.3, unit * rng.uniform(0.15, 2.5)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    bands = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / wave)
    if rng.random() < 0.5:
        bands = np.maximum(bands, np.sin((y * np.cos(turn) - x * np.sin(turn)) * 2 * np.pi / wave))
    mask = (1 / (1 + np.exp(-8 * (bands - rng.uniform(-0.5, 0.9)))))[..., None]
    return _f32(base * (1 - mask) + colour(rng) * mask)


def _wood(rng: Generator, base: Floats, unit: float) -> Floats:
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / unit
    bend = cv2.resize(rng.normal(0, 1, (5, 5)).astype(np.float32), (SIZE, SIZE))
    rings = np.sin(y * rng.uniform(2, 9) + 1.5 * bend + 0.3 * x)
    streak = cv2.resize(rng.normal(0, 1, (128, 6)).astype(np.float32), (SIZE, SIZE))
    tone = 1 + 0.22 * rng.random() * rings + 0.12 * streak
    warm = np.array([1.0, 0.62, 0.36], np.float32) * rng.uniform(0.1, 0.8)
    return _f32(tone[..., None] * (0.8 * warm + 0.2 * base))


def _weave(rng: Generator, base: Floats, unit: float) -> Floats:
    step = max(unit * rng.uniform(0.1, 0.5), 2.5)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) * (np.pi / step)
    knit = np.abs(np.sin(x)) * np.abs(np.cos(y)) + 0.4 * np.sin(x + y)
    return _f32(base * (1 + rng.uniform(0.2, 0.8) * (knit[..., None] - 0.4)))


def _dots(rng: Generator, base: Floats, unit: float) -> Floats:
    pitch, ink = unit * rng.uniform(0.3, 1.2), colour(rng)
    radius = pitch * rng.uniform(0.12, 0.42)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    turn = rng.random() * 1.57
    a, b = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    gap = np.hypot((a % pitch) - pitch / 2, (b % pitch) - pitch / 2)
    mask = np.clip(radius - gap + 0.5, 0, 1)[..., None]
    return _f32(base * (1 - mask) + ink * mask)


def _mesh(rng: Generator, base: Floats, unit: float) -> Floats:
    """Draw a lattice: bars, and holes that are darker or lighter, square or round."""
    pitch, ink = unit * rng.uniform(0.25, 1.3), colour(rng, 0.0, 0.9)
    bar, turn = rng.uniform(0.12, 0.5), rng.random() * 1.57
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    a, b = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    u, v = abs(a % pitch - pitch / 2), abs(b * rng.uniform(0.6, 1.0) % pitch - pitch / 2)
    gap = np.maximum(u, v) if rng.random() < 0.6 else np.hypot(u, v)
    mask = np.clip(0.5 * pitch * (1 - bar) - gap + 0.5, 0, 1)[..., None]
    return _f32(base * (1 - mask) + ink * mask)


def _bytes(linear: Floats) -> Bytes:
    return (np.clip(linear, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)


def _linear(drawn: Bytes) -> Floats:
    return _f32((drawn / 255.0) ** 2.2)


def _ink(rng: Generator) -> tuple[float, float, float]:
    red, green, blue = _bytes(colour(rng)).tolist()
    return red, green, blue


def _writing(rng: Generator, base: Floats, unit: float) -> Floats:
    out = np.ascontiguousarray(_bytes(base))
    letters = "MONOPOLY0123456789ABCDEFGHILR$%&?abcdefgo"
    for _ in range(int(rng.integers(4, 24))):
        word = "".join(rng.choice(list(letters), int(rng.integers(1, 8))))
        scale = unit * rng.uniform(0.15, 1.6) / 22
        place = (int(rng.integers(-20, SIZE)), int(rng.integers(0, SIZE)))
        thick = max(1, int(scale * rng.uniform(1, 4)))
        font = int(rng.integers(0, 8))
        cv2.putText(out, word, place, font, scale, _ink(rng), thick, cv2.LINE_AA)
    return _linear(out)


def _plate(
    rng: Generator, base: Floats, half_w: float, half_h: float, at: At
) -> tuple[Floats, Floats]:
    """Lay a turned rectangle on the ground; return the ground and the map to its own axes."""
    turn, (cx, cy) = rng.random() * 6.3, at
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    u = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
    v = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
    inside = np.clip(np.minimum(half_w - abs(u), half_h - abs(v)) + 0.5, 0, 1)[..., None]
    base = base * (1 - inside) + colour(rng, 0.02, 0.95) * inside
    return _f32(base), _f32(np.stack([u, v, inside[..., 0]]))


def _domino(rng: Generator, base: Floats, unit: float, at: At) -> Laid:
    half = unit * rng.uniform(0.7, 1.2)
    base, (u, v, inside) = _plate(rng, base, 2 * half, half, at)
    ink, radius, pitch = colour(rng), half * rng.uniform(0.12, 0.22), half * rng.uniform(0.45, 0.6)
    mask = np.clip(1.0 - abs(u) / (0.06 * half), 0, 1) * (abs(v) < 0.85 * half)
    for side in (-half, half):
        value = int(rng.integers(0, 7))
        for du, dv in _LAYOUTS[value]:
            gap = np.hypot(u - side - du * pitch, v - dv * pitch)
            mask = np.maximum(mask, np.clip(radius - gap + 0.5, 0, 1))
    mask = (mask * inside)[..., None]
    return _f32(base * (1 - mask) + ink * mask), half


def _blocks(rng: Generator, base: Floats, unit: float, at: At) -> Laid:
    """Draw a code of black squares: a tag, or a marker with few cells and a black rim."""
    cells = int(rng.integers(6, 9) if rng.random() < 0.5 else rng.integers(9, 26))
    half = unit * rng.uniform(0.5, 3.0)
    base, (u, v, inside) = _plate(rng, base, half * 1.15, half * 1.15, at)
    code = (rng.random((cells, cells)) < 0.5).astype(np.float32)
    if cells < 9:
        code[[0, -1]] = 1
        code[:, [0, -1]] = 1
    elif rng.random() < 0.7:
        for top, left in ((0, 0), (0, cells - 7), (cells - 7, 0)):
            code[top : top + 7, left : left + 7] = 1
            code[top + 1 : top + 6, left + 1 : left + 6] = 0
            code[top + 2 : top + 5, left + 2 : left + 5] = 1
    i = ((v / half + 1) * cells / 2).astype(int)
    j = ((u / half + 1) * cells / 2).astype(int)
    ok = (i >= 0) & (j >= 0) & (i < cells) & (j < cells)
    mask = (np.where(ok, code[i.clip(0, cells - 1), j.clip(0, cells - 1)], 0) * inside)[..., None]
    return _f32(base * (1 - mask) + colour(rng, 0.0, 0.15) * mask), half


def _disc(rng: Generator, base: Floats, unit: float, at: At) -> Laid:
    """Draw a button, coin or counter: a round thing, sometimes with holes or a ring."""
    out = np.ascontiguousarray(_bytes(base))
    centre = (int(at[0]), int(at[1]))
    radius = int(max(unit * rng.uniform(0.15, 1.3), 2))
    cv2.circle(out, centre, radius, _ink(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(out, centre, int(radius * 0.75), _ink(rng), 1, cv2.LINE_AA)
    ink, step, turn = _ink(rng), radius * rng.uniform(0.2, 0.4), rng.random() * 6.3
    holes = int(rng.integers(0, 5))
    for k in range(holes):
        a = turn + k * 6.283 / holes
        place = (int(centre[0] + step * np.cos(a)), int(centre[1] + step * np.sin(a)))
        cv2.circle(out, place, max(1, int(radius * 0.16)), ink, -1, cv2.LINE_AA)
    return _linear(out), float(radius)


def _sign(rng: Generator, base: Floats, unit: float, at: At) -> Laid:
    """Draw a round or shield-like sign with a rim and a few characters or an emblem on it."""
    half = unit * rng.uniform(0.6, 1.6)
    base, (u, v, inside) = _plate(rng, base, half, half, at)
    corner = half * (1.0 if rng.random() < 0.6 else rng.uniform(0.2, 0.9))
    out = np.hypot(np.maximum(abs(u) - half + corner, 0), np.maximum(abs(v) - half + corner, 0))
    round_ = np.clip(corner - out, 0, 1)
    side = max(int(2 * half), 8)
    picture = _words(rng, side) if rng.random() < 0.6 else glyph(rng, side)
    i, j = (((w / half + 1) * side / 2).astype(int).clip(0, side - 1) for w in (v, u))
    mask = (np.where(inside > 0, picture[i, j], 0) * round_)[..., None]
    face, rim = colour(rng, 0.02, 0.95), colour(rng)
    band = (round_ * (out > corner - half * rng.uniform(0.0, 0.25)) * (inside > 0))[..., None]
    sign = (round_ * inside)[..., None]
    base = base * (1 - sign) + face * sign
    base = base * (1 - band) + rim * band
    return _f32(base * (1 - mask) + colour(rng) * mask), half


def _words(rng: Generator, side: int) -> Floats:
    """Return a side x side picture of one or two short lines."""
    picture = np.zeros((side, side), np.uint8)
    lines = int(rng.integers(1, 3))
    for k in range(lines):
        word = "".join(rng.choice(list("0123456789:?ABEGMR$"), int(rng.integers(1, 4))))
        scale = side / 26 * rng.uniform(0.3, 0.7) / lines**0.5
        thick = max(1, round(scale * rng.uniform(1, 2.5)))
        (w, h), _ = cv2.getTextSize(word, 0, scale, thick)
        place = ((side - w) // 2, int(side * (k + 1) / (lines + 1) + h / 2))
        cv2.putText(picture, word, place, 0, scale, 255, thick, cv2.LINE_AA)
    return _f32(picture / 255.0)


def _screw(rng: Generator, base: Floats, unit: float, at: At) -> Laid:
    """Draw a round head, brighter to one side, with a slot, a cross or a hole in it."""
    half = unit * rng.uniform(0.15, 0.9)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32)
    turn, lit = rng.random() * 6.3, rng.random() * 6.3
    dx, dy = (x - at[0]) / half, (y - at[1]) / half
    u, v = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
    gap = np.hypot(u, v)
    head = np.clip((1 - gap) * half + 0.5, 0, 1)[..., None]
    shade = 1 + rng.uniform(0, 0.6) * (dx * np.cos(lit) + dy * np.sin(lit))
    slot = _slot(rng, u, v, half)[..., None] * head
    base = base * (1 - head) + colour(rng) * shade[..., None] * head
    return _f32(np.maximum(base * (1 - slot) + colour(rng, 0.0, 0.4) * slot, 0)), half


def _lettering(rng: Generator, base: Floats, unit: float, at: At) -> Laid:
    """Write anywhere, and one word large at the place."""
    out = np.ascontiguousarray(_bytes(_writing(rng, base, unit)))
    word, scale = str(rng.choice(list("0123456789BDGOQ%&?"))), unit * rng.uniform(0.4, 2.0) / 22
    thick = max(1, int(scale * rng.uniform(1, 5)))
    (w, h), _ = cv2.getTextSize(word, 0, scale, thick)
    place = (int(at[0] - w / 2), int(at[1] + h / 2))
    cv2.putText(out, word, place, 0, scale, _ink(rng), thick, cv2.LINE_AA)
    return _linear(out), max(w, h) / 2


def _tile(rng: Generator, base: Floats, unit: float, at: At) -> Laid:
    """Draw a square tile with a digit, a symbol or nothing on it: a die's size, but no die."""
    half = unit * rng.uniform(0.7, 1.3)
    base, (u, v, inside) = _plate(rng, base, half, half, at)
    picture = glyph(rng, SIZE // 4)
    i = ((v / half + 1) * len(picture) / 2).astype(int).clip(0, len(picture) - 1)
    j = ((u / half + 1) * len(picture) / 2).astype(int).clip(0, len(picture) - 1)
    mask = (picture[i, j] * inside)[..., None]
    return _f32(base * (1 - mask) + colour(rng) * mask), half


def glyph(rng: Generator, size: int = 32) -> Floats:
    """Return a size x size picture (0 to 1) of a digit, a letter, an emblem or nothing."""
    picture = np.zeros((size, size), np.uint8)
    kind, middle = rng.random(), size // 2
    if kind < 0.5:
        letter = str(rng.choice(list("1234567890ABEHKRX?!$*"))) + (
            "0" if rng.random() < 0.2 else ""
        )
        scale = size / 32 * rng.uniform(0.55, 1.0)
        thick = max(1, round(scale * rng.uniform(1, 3)))
        (w, h), _ = cv2.getTextSize(letter, 0, scale, thick)
        place = (middle - w // 2, middle + h // 2)
        cv2.putText(picture, letter, place, 0, scale, 255, thick, cv2.LINE_AA)
    elif kind < 0.72:
        picture = _figure(rng, size)
    elif kind < 0.85:
        count = int(rng.integers(3, 9))
        turns = np.arange(2 * count) * np.pi / count
        radii = np.where(np.arange(2 * count) % 2, rng.uniform(0.2, 0.9), 1.0) * size * 0.36
        corners = np.stack([middle + radii * np.cos(turns), middle + radii * np.sin(turns)], 1)
        if rng.random() < 0.7:
            cv2.fillPoly(picture, [corners.astype(np.int32)], 255, cv2.LINE_AA)
        else:
            cv2.polylines(picture, [corners.astype(np.int32)], isClosed=True, color=255)
    return _f32(picture / 255.0)


def strokes(rng: Generator, size: int = 32) -> Floats:
    """Return a size x size picture (0 to 1) of a few thin lines and arcs, as of an inlay."""
    picture = np.zeros((size, size), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        x, y = (int(v) for v in rng.uniform(0.2, 0.8, 2) * size)
        ink, kind = int(rng.integers(120, 256)), rng.random()
        if kind < 0.65:
            axes = (int(size * rng.uniform(0.15, 0.5)), int(size * rng.uniform(0.15, 0.5)))
            start, span = rng.uniform(0, 360), rng.uniform(60, 360)
            turn = rng.uniform(0, 180)
            cv2.ellipse(picture, (x, y), axes, turn, start, start + span, ink, 1, cv2.LINE_AA)
        else:
            far = (int(rng.uniform(0, size)), int(rng.uniform(0, size)))
            cv2.line(picture, (x, y), far, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
    return _f32(picture / 255.0)


def slotted(rng: Generator, size: int = 32) -> Floats:
    """Return a size x size picture (0 to 1) of a screw's slot, cross or hole."""
    y, x = (np.mgrid[0:size, 0:size].astype(np.float32) + 0.5) / (size / 2) - 1
    return _slot(rng, x, y, size / 2)


def _slot(rng: Generator, u: Floats, v: Floats, pixels: float) -> Floats:
    """Return how much a slot, a cross or a hole covers; the head's rim is at 1."""
    wide, long, kind = rng.uniform(0.08, 0.25), rng.uniform(0.5, 1.0), rng.random()
    if kind < 0.35:
        out = np.maximum(abs(v) - wide, np.hypot(u, v) - long)
    elif kind < 0.75:
        bars = (np.maximum(abs(a) - wide, abs(b) - long) for a, b in ((u, v), (v, u)))
        out = np.minimum(*bars)
    else:
        out = np.hypot(u, v) - rng.uniform(0.25, 0.75)
    return _f32(np.clip(0.5 - out * pixels, 0, 1))


def _figure(rng: Generator, size: int) -> Bytes:
    """Return an emblem of a few filled shapes, some cut out of others: a bus, a face, a hat."""
    picture, unit = np.zeros((size, size), np.uint8), size / 32
    for ink in (255, 255, 255, 0, 0, 0)[: int(rng.integers(2, 7))]:
        reach = (6, 10) if ink else (1, 4)
        x, y = (16 + rng.normal(0, 4.5, 2)) * unit
        half = rng.uniform(*reach, 2) * unit
        low, high = (int(x - half[0]), int(y - half[1])), (int(x + half[0]), int(y + half[1]))
        if rng.random() < 0.5:
            cv2.rectangle(picture, low, high, ink, -1)
        else:
            axes = (max(1, int(half[0])), max(1, int(half[1])))
            cv2.ellipse(picture, (int(x), int(y)), axes, 0, 0, 360, ink, -1, cv2.LINE_AA)
    return picture


_LAYOUTS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
_Drawing = Callable[[Generator, Floats, float], Floats]
_PATTERNS: tuple[_Drawing, ...] = (
    *(_stripes, _wood, _wood, _weave, _weave),
    *(_dots, _mesh, _writing),
)
_Laying = Callable[[Generator, Floats, float, At], Laid]
_THINGS: tuple[_Laying, ...] = (
    *(_domino, _blocks, _blocks, _disc, _disc),
    *(_tile, _sign, _screw, _lettering),
)
