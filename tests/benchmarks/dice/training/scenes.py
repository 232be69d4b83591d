"""Random scenes of dice: what lies there, in which light, seen from where."""

from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.benchmarks.dice.training.grounds import colour, glyph, slotted, strokes
from tests.benchmarks.dice.training.marching import Die
from tests.benchmarks.dice.training.solids import ROUND, SOLIDS

Floats = NDArray[np.float32]
OTHER = 7
"""The class of a die whose upper face has no value: cocked, blank, or with digits."""
SOLID, SIDE = 8, -1
"""What is labelled beside dice: a thing of another shape; a face that is not the upper one."""


INLAID = 64
"""`Die.GLYPHS` of dice with lines below the pips."""
SLANT_OF_SIDES = 0.25
"""Cosine from which on a side face is seen well enough to be taken for an upper one."""
AMONG = 0.2
"""Part of the scenes in which things of other shapes lie among the dice, half of all."""


class Scene(NamedTuple):
    """What `tracer.trace` needs, and the truth: one row of class, x, y, edge per die."""

    eye: Floats
    look: Floats
    focal: float
    dice: Floats
    glyphs: Floats
    lights: Floats
    sky: Floats
    labels: Floats  # class, x and y of the (upper) face in pixels, edge in pixels


def scene(
    rng: Generator, size: int, *, edges: tuple[float, float] = (20.0, 48.0), odd: float = 0.0
) -> Scene:
    """Return a random scene for a picture of size x size pixels.

    Args:
        rng: chance.
        size: pixels along the side.
        edges: smallest and largest edge of a die in pixels.
        odd: part of the dice that are more often coloured, marbled, flecked, clear or faint.
    """
    edge = float(np.exp(rng.uniform(*np.log(edges))))
    eye, look, focal = _camera(rng, edge)
    count = int(rng.choice(6, p=(0.0, 0.22, 0.32, 0.22, 0.12, 0.12)))
    # Dice are kept off the border: a picture of layers has nothing beyond it.
    span = 2.0 * max(size / edge - 2.2, 0.6)
    dice, glyphs, classes = _throw(rng, count, span, odd)
    seen = _Seen(size, eye, look, focal)
    tops = [_label(row, kind, seen) for row, kind in zip(dice, classes, strict=True)]
    sides = [side for row in dice if not row[Die.SOLID] for side in _sides(row, seen)]
    labels = np.array([*tops, *sides], np.float32).reshape(-1, 4)
    return Scene(eye, look, focal, dice, glyphs, _lights(rng), _sky(rng), labels)


def _camera(rng: Generator, edge: float) -> tuple[Floats, Floats, float]:
    """Place the camera; most look nearly straight down, some as from a chair."""
    tilt = np.radians(rng.uniform(0, 22) if rng.random() < 0.5 else rng.uniform(10, 60))
    distance, turn = float(np.exp(rng.uniform(np.log(9), np.log(45)))), rng.uniform(0, 6.283)
    forward = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt)])
    side = np.cross(forward, [np.cos(turn + 0.3), np.sin(turn + 0.3), 0.02])
    side /= np.linalg.norm(side)
    roll = rng.uniform(0, 6.283)
    other = np.cross(forward, side)
    right = np.cos(roll) * side + np.sin(roll) * other
    look = np.stack([right, np.cross(forward, right), forward]).astype(np.float32)
    target = np.array([*rng.uniform(-0.5, 0.5, 2), 1.0])
    return (target - distance * forward).astype(np.float32), look, edge * distance / 2.0


class _Seen(NamedTuple):
    """The camera: pixels along the picture's side, its place, its axes, pixels per unit at 1."""

    size: int
    eye: Floats
    look: Floats
    focal: float

    def at(self, point: Floats) -> tuple[float, float, float]:
        """Return x, y and the edge of a die there, in pixels."""
        x, y, far = self.look @ (point - self.eye)
        half = self.size / 2
        return half + self.focal * x / far, half + self.focal * y / far, 2.0 * self.focal / far


_Label = tuple[float, float, float, float]


def _label(row: Floats, kind: int, seen: _Seen) -> _Label:
    if row[Die.SOLID]:
        x, y, edge = seen.at(row[:3] * np.array([1.0, 1.0, 1.5], np.float32))
        return float(kind), x, y, edge * float(row[Die.SIZE])
    turn = row[Die.TURN : Die.TURN + 9].reshape(3, 3)
    up = turn[:, int(np.abs(turn[2]).argmax())]
    return float(kind), *seen.at(row[:3] + up * np.sign(up[2]) * 0.95)


def _sides(row: Floats, seen: _Seen) -> list[_Label]:
    """Return the faces of a die, but for the upper one, that the camera sees well enough."""
    turn = row[Die.TURN : Die.TURN + 9].reshape(3, 3)
    upper = int(np.abs(turn[2]).argmax())
    found = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            out = sign * turn[:, axis]
            middle = row[:3] + 0.95 * out
            ray = (seen.eye - middle) / np.linalg.norm(seen.eye - middle)
            if axis != upper and float(out @ ray) > SLANT_OF_SIDES:
                found.append((float(SIDE), *seen.at(middle)))
    return found


def _throw(rng: Generator, count: int, span: float, odd: float) -> tuple[Floats, Floats, list[int]]:
    """Lay *count* dice of one make (sometimes two) so that none are inside each other.

    Some are pushed together into a row or a block, side to side: up to nine.
    """
    makes = [_make(rng, odd=odd > 0.0 and rng.random() < odd) for _ in range(2)]
    mixed, close, among = rng.random() < 0.3, rng.random() < 0.4, rng.random() < AMONG
    pushed = rng.uniform(0, 6.283) if rng.random() < 0.12 else None
    if pushed is not None:
        count = int(rng.integers(2, 10))
    rows: list[Floats] = []
    glyphs: list[Floats] = []
    classes: list[int] = []
    places: list[NDArray[np.float64]] = []
    for _ in range(40 * count):
        if len(rows) == count:
            break
        spot = rng.uniform(-0.5, 0.5, 2) * span
        if pushed is not None and places:
            turn = pushed + 0.5 * np.pi * float(rng.integers(4))
            beside = places[int(rng.integers(len(places)))]
            spot = beside + rng.uniform(2.0, 2.06) * np.array([np.cos(turn), np.sin(turn)])
        elif close and places:
            turn = rng.uniform(0, 6.283)
            spot = places[-1] + rng.uniform(2.03, 2.6) * np.array([np.cos(turn), np.sin(turn)])
        if np.abs(spot).max() > 0.5 * span:
            continue
        room = 1.99 if pushed is not None else 2.02 + 0.7 * rng.random()
        if any(np.hypot(*(spot - p)) < room for p in places):
            continue
        row, pictures = makes[int(mixed and rng.random() < 0.5)]
        if among and rng.random() < 0.5:
            row, pictures = _thing(rng, row)
        die, kind = _lay(rng, row.copy(), spot, pushed)
        rows.append(die)
        glyphs.append(pictures)
        places.append(spot)
        has_picture = kind < OTHER and int(row[Die.GLYPHS]) >> (kind - 1) & 1
        classes.append(OTHER if has_picture else kind)
    shape = (len(rows), int(Die.LENGTH))
    return (
        np.array(rows, np.float32).reshape(shape),
        np.array(glyphs, np.float32).reshape(-1, 6, 32, 32),
        classes,
    )


def _lay(
    rng: Generator, row: Floats, spot: NDArray[np.float64], pushed: float | None
) -> tuple[Floats, int]:
    """Turn a die onto a random face, in line with others where it is *pushed* against them.

    One in twenty of those that stand alone leans and counts as having no value.
    """
    if row[Die.SOLID]:
        return _rest(rng, row, spot), SOLID
    axes = np.eye(3)[rng.permutation(3)] * rng.choice((-1.0, 1.0), 3)[:, None]
    if np.linalg.det(axes) < 0:
        axes[0] *= -1
    a = rng.uniform(0, 6.283) if pushed is None else pushed
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]]) @ axes
    axis = int(np.abs(axes[2]).argmax())
    value = ((1, 6), (2, 5), (3, 4))[axis][0 if axes[2, axis] > 0 else 1]
    height = 1.0
    if pushed is None and rng.random() < 0.05:
        b = np.radians(rng.uniform(25, 45)) * rng.choice((-1, 1))
        turn = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]]) @ turn
        height, value = float(np.abs(turn[2]).sum()) - 0.4 * row[Die.ROUNDING], OTHER
    row[:3] = (*spot, height)
    row[Die.TURN : Die.TURN + 9] = turn.ravel()
    return row, int(value)


def _rest(rng: Generator, row: Floats, spot: NDArray[np.float64]) -> Floats:
    """Lay a solid on one of its faces, turned by chance."""
    solid = SOLIDS[int(row[Die.SOLID]) - 1]
    face = int(rng.integers(len(solid.normals))) if solid.rests is None else solid.rests
    down, a = solid.normals[face], rng.uniform(0, 6.283)
    helper = np.eye(3)[int(np.abs(down).argmin())]
    across = np.cross(helper, down) / np.linalg.norm(np.cross(helper, down))
    upright = np.stack([across, np.cross(-down, across), -down])
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]]) @ upright
    row[:3] = (*spot, solid.offsets[face] * row[Die.SIZE])
    row[Die.TURN : Die.TURN + 9] = turn.ravel()
    return row


def _thing(rng: Generator, like: Floats) -> tuple[Floats, Floats]:
    """Return a thing of another shape, of the dice's colours or its own, and its pictures."""
    row = like.copy()
    which = int(rng.integers(len(SOLIDS)))
    row[Die.SOLID], row[Die.SIZE] = which + 1, rng.uniform(0.6, 1.15)
    if rng.random() < 0.6:
        _surface(rng, row, odd=True)
        _colours(rng, row, odd=True)
    row[Die.GLYPHS] = 63 if rng.random() < 0.8 else 0
    slots = which in ROUND and rng.random() < 0.5
    pictures = np.stack([slotted(rng) if slots else glyph(rng) for _ in range(6)])
    return row, pictures


def _make(rng: Generator, *, odd: bool) -> tuple[Floats, Floats]:
    """Return a make of dice: its row without a place, and pictures for its faces."""
    row = np.zeros(int(Die.LENGTH), np.float32)
    row[Die.ROUNDING] = rng.uniform(0.05, 0.45)
    row[Die.SPHERE] = rng.uniform(1.28, 1.5) if rng.random() < 0.45 else 1.75
    row[Die.PITCH] = rng.uniform(0.44, 0.64) if rng.random() < 0.75 else rng.uniform(0.28, 0.44)
    row[Die.RADIUS] = min(rng.uniform(0.12, 0.25), 0.46 * row[Die.PITCH])
    closest = max(0.6, 0.23 / row[Die.PITCH])
    row[Die.CLOSE] = 1.0 if rng.random() < 0.7 else rng.uniform(closest, 1.1)
    row[Die.ONE] = 1.0 if rng.random() < 0.6 else rng.uniform(1.0, 2.1)
    row[Die.NARROW] = 1.0 if rng.random() < 0.6 else rng.uniform(0.7, 1.0)
    row[Die.DEPTH] = 0.0 if rng.random() < 0.4 else rng.uniform(0.2, 1.2)
    row[Die.RING] = 0.0 if rng.random() < 0.85 else rng.uniform(0.1, 0.35)
    row[Die.FLIP] = rng.integers(4)
    row[Die.LINE] = rng.integers(4) if rng.random() < 0.12 else 0
    _surface(rng, row, odd=odd)
    _colours(rng, row, odd=odd)
    _field(rng, row)
    pictures = np.zeros((6, 32, 32), np.float32)
    if rng.random() < 0.09:  # on all faces, or on some beside pips as on a speed die
        row[Die.GLYPHS] = 63 if rng.random() < 0.6 else rng.integers(1, 63)
        pictures = np.stack([glyph(rng) for _ in range(6)])
    elif rng.random() < (0.2 if odd else 0.08):
        row[Die.GLYPHS] = INLAID
        row[Die.INLAY : Die.INLAY + 3] = colour(rng)
        pictures = np.stack([strokes(rng) for _ in range(6)])
    return row, pictures


def _surface(rng: Generator, row: Floats, *, odd: bool) -> None:
    row[Die.GLOSS] = 0.0 if rng.random() < 0.2 else rng.uniform(0.1, 1.0)
    row[Die.SHARPNESS] = np.exp(rng.uniform(np.log(8), np.log(200)))
    row[Die.CLEAR] = rng.uniform(0.3, 1.0) if rng.random() < (0.4 if odd else 0.25) else 0.0
    if rng.random() < (0.6 if odd else 0.25):
        row[Die.MARBLE], row[Die.GRAIN] = rng.uniform(0.2, 1.0), rng.uniform(1.0, 5.0)
    if rng.random() < (0.3 if odd else 0.12):
        row[Die.FLECKS], row[Die.FINENESS] = rng.uniform(0.05, 0.5), rng.uniform(2.0, 9.0)


def _colours(rng: Generator, row: Floats, *, odd: bool) -> None:
    """Choose body and pips so that the pips can be told from the body."""
    kind = 1.0 - 0.6 * rng.random() if odd else rng.random()
    if kind < 0.45:  # white, ivory, cream
        body = rng.uniform(0.55, 0.95) * np.array([1.0, rng.uniform(0.88, 1), rng.uniform(0.6, 1)])
    elif kind < 0.55:
        body = rng.uniform(0.005, 0.06) * np.ones(3)
    elif kind < 0.63:  # wood
        body = rng.uniform(0.3, 0.8) * np.array(
            [1.0, rng.uniform(0.55, 0.75), rng.uniform(0.2, 0.5)]
        )
    else:
        body = colour(rng, 0.08, 0.9).astype(np.float64)
    vein = body
    if row[Die.MARBLE] or row[Die.FLECKS]:
        vein = colour(rng).astype(np.float64)
        if rng.random() < 0.5:  # two colours that are not far apart
            vein = body * rng.uniform(0.3, 1.6, 3)
    shade = max(float(np.mean(body)), 0.6 * float(np.mean(vein)))
    ink = np.full(3, rng.uniform(0.0, 0.05)) if shade > 0.25 else np.full(3, rng.uniform(0.6, 0.95))
    if rng.random() < 0.25:
        ink = colour(rng, 0.0, 0.1) if shade > 0.25 else colour(rng, 0.5, 0.95)
    if rng.random() < (0.35 if odd else 0.15):  # a colour as dark as the body's, or as light
        ink = _other_colour(rng, body)
    elif rng.random() < (0.35 if odd else 0.15):  # faint: hardly darker or lighter
        ink = body * (rng.uniform(0.2, 0.6) if shade > 0.1 else rng.uniform(2.5, 8.0))
        ink = np.clip(ink + 0.02 * (shade <= 0.1), 0.0, 1.0)
    pips = np.tile(ink, (6, 1))
    red = np.array([rng.uniform(0.3, 0.8), rng.uniform(0, 0.06), rng.uniform(0, 0.06)])
    if shade > 0.25 and rng.random() < 0.15:
        pips[0] = red
        pips[3] = red if rng.random() < 0.6 else pips[3]
    row[Die.BODY : Die.BODY + 3], row[Die.VEIN : Die.VEIN + 3] = body, vein
    row[Die.PIPS : Die.PIPS + 18] = pips.ravel()


def _other_colour(rng: Generator, body: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a vivid colour that one channel at least tells from the body's."""
    while True:
        ink = rng.uniform(0.15, 0.9) * rng.random(3) ** rng.uniform(0.5, 3.0)
        if np.abs(ink**0.45 - body**0.45).max() > 0.28:
            return ink


def _field(rng: Generator, row: Floats) -> None:
    """Give some dice a round field on each face, darker or lighter than the body."""
    if rng.random() < 0.08:
        row[Die.DISC] = min(row[Die.PITCH] * 1.42 + row[Die.RADIUS] * rng.uniform(1.0, 1.4), 0.97)
        shade = rng.uniform(0.35, 0.8) if rng.random() < 0.7 else rng.uniform(1.2, 1.8)
        row[Die.FIELD : Die.FIELD + 3] = np.clip(row[Die.BODY : Die.BODY + 3] * shade, 0, 1)


def _lights(rng: Generator) -> Floats:
    rows = []
    for strength in (1.0, 0.5, 0.3)[: int(rng.integers(1, 4))]:
        slant, turn = np.radians(rng.uniform(5, 68)), rng.uniform(0, 6.283)
        way = (np.sin(slant) * np.cos(turn), np.sin(slant) * np.sin(turn), np.cos(slant))
        hard = np.exp(rng.uniform(np.log(1.5), np.log(30)))
        rows.append((*way, strength * rng.uniform(0.3, 1.0), hard))
    return np.array(rows, np.float32)


def _sky(rng: Generator) -> Floats:
    window = rng.uniform(-0.5, 0.5, 2)
    glare = rng.uniform(0, 5) if rng.random() < 0.75 else rng.uniform(5, 20)
    return np.array(
        [rng.uniform(0, 0.6), 0.1, *window, rng.uniform(0.05, 0.3), glare, 0.45],
        np.float32,
    )
