"""A small compiled ray-marcher: rounded dice and bodies of flat faces, lit and shadowed.

Lengths are in half edges of a die; z points up, the ground is z = 0. Colours are linear, 0 to 1.
"""

import numpy as np

from tests.benchmarks.dice.training.marching import (
    Floats,
    compiled,
    distance,
    march,
    nearest_face,
    to_die,
)
from tests.benchmarks.dice.training.solids import TABLE

FACES = np.array([[1, 6], [2, 5], [3, 4]], dtype=np.int64)  # value at the axis' + and - side


@compiled
def _is_line(die: Floats, value: int) -> bool:
    """Return whether the pips of a face stand in a line along an edge."""
    return (value == 2 and int(die[60]) & 1 > 0) or (value == 3 and int(die[60]) & 2 > 0)


@compiled
def _pip(die: Floats, value: int, u: float, v: float) -> tuple[float, float, float]:
    """Return the place within the nearest pip: (distance / radius, offset u, offset v)."""
    pitch, radius = die[14], die[15]
    if value == 1:
        radius *= die[16]
    flip = int(die[25])
    if value in (2, 3) and flip & 1:
        u = -u
    if value in (2, 3):
        pitch *= die[53]
    line = _is_line(die, value)
    across = pitch * die[17] if value == 6 else pitch
    if (value == 6 or line) and flip & 2:
        u, v = v, u
    best, bu, bv = 9.0, 0.0, 0.0
    for i in range(-1, 2):
        for j in range(-1, 2):
            middle, diagonal, corner = i == 0 and j == 0, i == j, i != 0 and j != 0
            if value == 1 and not middle:
                continue
            if value in (2, 3) and not ((j == 0 if line else diagonal) and (i != 0 or value == 3)):
                continue
            if value in (4, 5) and not (corner or (middle and value == 5)):
                continue
            if value == 6 and i == 0:
                continue
            du, dv = u - i * across, v - j * pitch
            gap = np.sqrt(du * du + dv * dv) / radius
            if gap < best:
                best, bu, bv = gap, du / radius, dv / radius
    return best, bu, bv


@compiled
def _face(p0: float, p1: float, p2: float) -> tuple[int, int, float, float]:
    """Return (axis, value, u, v) of the face under a point of the surface."""
    a0, a1, a2 = abs(p0), abs(p1), abs(p2)
    if a0 >= a1 and a0 >= a2:
        return 0, FACES[0, 0 if p0 > 0 else 1], p1, p2
    if a1 >= a2:
        return 1, FACES[1, 0 if p1 > 0 else 1], p2, p0
    return 2, FACES[2, 0 if p2 > 0 else 1], p0, p1


@compiled
def _paint_solid(
    die: Floats, glyphs: Floats, p: tuple[float, float, float], colour: Floats
) -> float:
    """Lay a face's picture over the colour at a point of a solid; return cover."""
    face, _ = nearest_face(die, p[0], p[1], p[2])
    if not (int(die[26]) >> (face % 6)) & 1:
        return 0.0
    row = TABLE[int(die[58]) - 1, face]
    u = (row[4] * p[0] + row[5] * p[1] + row[6] * p[2]) / die[59]
    v = (row[7] * p[0] + row[8] * p[1] + row[9] * p[2]) / die[59]
    if abs(u) >= 1.0 or abs(v) >= 1.0:
        return 0.0
    cover = glyphs[face % 6, int((u + 1.0) * 16.0), int((v + 1.0) * 16.0)]
    for k in range(3):
        colour[k] += cover * (die[33 + k] - colour[k])
    return float(cover)


@compiled
def _paint(  # noqa: C901, PLR0912  # compiled: one loop body, no calls
    die: Floats, glyphs: Floats, p: tuple[float, float, float], colour: Floats, bend: Floats
) -> float:
    """Write the colour at a surface point and how a drilled pip bends the normal; return cover."""
    wave = np.sin(die[23] * (p[0] + 0.7 * np.sin(2.1 * p[1] + p[2])) + 3.0 * p[2])
    wave = 0.5 + 0.5 * np.sin(2.0 * wave + die[23] * 0.6 * p[1])
    for k in range(3):
        colour[k] = die[27 + k] + die[22] * wave * (die[30 + k] - die[27 + k])
        bend[k] = 0.0
    if die[51] > 0.0:  # flecks: cells of a grid, some of them of the vein's colour
        f = die[52]
        h = np.sin(
            12.9898 * np.floor(f * p[0]) + 78.233 * np.floor(f * p[1]) + 37.719 * np.floor(f * p[2])
        )
        h = 43758.5453 * h
        if h - np.floor(h) < die[51]:
            for k in range(3):
                colour[k] = die[30 + k]
    if die[58] > 0.0:
        return _paint_solid(die, glyphs, p, colour)
    axis, value, u, v = _face(p[0], p[1], p[2])
    ink = 33 + 3 * (value - 1)
    if u * u + v * v < die[54] * die[54]:
        for k in range(3):
            colour[k] = die[55 + k]
    bits = int(die[26])
    if bits >> (value - 1) & 1 or bits & 64:
        i, j = int((u + 1.0) * 16.0), int((v + 1.0) * 16.0)
        cover = glyphs[value - 1, min(max(i, 0), 31), min(max(j, 0), 31)]
        ink = 61 if bits & 64 else ink
        for k in range(3):
            colour[k] += cover * (die[ink + k] - colour[k])
        if not bits & 64:
            return float(cover)
        ink = 33 + 3 * (value - 1)
    gap, du, dv = _pip(die, value, u, v)
    if gap > 1.0:
        return 0.0
    if (value == 6 or _is_line(die, value)) and int(die[25]) & 2:
        du, dv = dv, du
    if value in (2, 3) and int(die[25]) & 1:
        du = -du
    shade = 1.0
    if die[18] > 0.0:
        bend[(axis + 1) % 3] = -die[18] * du
        bend[(axis + 2) % 3] = -die[18] * dv
        shade = 1.0 - 0.35 * die[18] * gap
    mix = 1.0 if gap < 1.0 - die[24] else 0.35
    for k in range(3):
        colour[k] += mix * (die[ink + k] * shade - colour[k])
    return 1.0


@compiled
def _shadow(dice: Floats, p: tuple[float, float, float], light: Floats, skip: int) -> float:
    """Return how much of a light reaches a point; *skip* is the die that the point lies on."""
    passed = 1.0
    for i in range(len(dice)):
        if i == skip:
            continue
        die = dice[i]
        o = to_die(die, p[0] - die[0], p[1] - die[1], p[2] - die[2])
        d = to_die(die, light[0], light[1], light[2])
        _, part = march(die, o, d, light[4])
        passed = min(passed, max(part, 0.5 * die[21]))
    return max(passed, 0.0)


@compiled
def _environment(d0: float, d1: float, d2: float, sky: Floats) -> float:
    """Return the brightness of the room in a direction: a ceiling, walls and one window."""
    light = float(sky[0] * max(d2, 0.0) + sky[1])
    if abs(d0 - sky[2]) < sky[4] and abs(d1 - sky[3]) < sky[4] and d2 > 0.1:
        light += float(sky[5])
    return light


@compiled
def _through(die: Floats, glyphs: Floats, p: Floats, d: Floats, spare: Floats) -> float:
    """Return how much a pip of the far side covers, seen through a clear die."""
    nearest = 9.0
    for k in range(3):
        if abs(d[k]) > 1e-4:
            side = 0.97 if d[k] > 0 else -0.97
            t = (side - p[k]) / d[k]
            if 0.05 < t < nearest:
                nearest = t
    far = (p[0] + nearest * d[0], p[1] + nearest * d[1], p[2] + nearest * d[2])
    return _paint(die, glyphs, far, spare[0:3], spare[3:6])


@compiled
def _shade_die(  # noqa: PLR0917 - compiled functions take no keywords
    dice: Floats,
    hit: int,
    p: Floats,
    d: Floats,
    glyphs: Floats,
    lights: Floats,
    sky: Floats,
    out: Floats,
) -> None:
    """Write the colour of a point *p* on die *hit*, seen along *d* (both in the die's axes)."""
    die, spare = dice[hit], np.empty(6, np.float32)
    colour, bend = np.empty(3, np.float32), np.empty(3, np.float32)
    _paint(die, glyphs[hit], (p[0], p[1], p[2]), colour, bend)
    n, e = np.empty(3, np.float32), 0.01
    here = distance(die, p[0], p[1], p[2])
    for k in range(3):
        q = (p[0] + (e if k == 0 else 0), p[1] + (e if k == 1 else 0), p[2] + (e if k == 2 else 0))
        n[k] = (distance(die, q[0], q[1], q[2]) - here) / e + bend[k]
    n /= np.sqrt((n * n).sum()) + 1e-6
    if die[21] > 0.0:
        inward = d - 0.35 * n
        cover = _through(die, glyphs[hit], p, inward / np.sqrt((inward * inward).sum()), spare)
        for k in range(3):
            glow = 0.35 + 0.65 * colour[k] if cover == 0.0 else 0.5 * (colour[k] + spare[k])
            colour[k] += 0.5 * die[21] * (glow * colour[k] * 1.6 - colour[k])
            if cover > 0.0:
                colour[k] += 0.45 * die[21] * (spare[k] - colour[k])
    up = die[9] * n[0] + die[10] * n[1] + die[11] * n[2]
    ground = die[9] * p[0] + die[10] * p[1] + die[11] * p[2] + die[2]
    ambient = sky[6] * (0.62 + 0.38 * up) * (0.75 + 0.25 * min(max(ground, 0.0), 1.0))
    mirror = d - 2.0 * (d * n).sum() * n
    world = _to_world(die, p)
    spark = 0.0
    light = ambient
    for i in range(len(lights)):
        to = to_die(die, lights[i, 0], lights[i, 1], lights[i, 2])
        lit = n[0] * to[0] + n[1] * to[1] + n[2] * to[2]
        if lit <= 0.0:
            continue
        passed = _shadow(dice, world, lights[i], hit)
        light += lights[i, 3] * lit * passed
        shine = max(mirror[0] * to[0] + mirror[1] * to[1] + mirror[2] * to[2], 0.0)
        spark += lights[i, 3] * passed * shine ** die[20]
    view = min(max(-(d * n).sum(), 0.0), 1.0)
    fresnel = 0.04 + 0.9 * (1.0 - view) ** 5
    m = (
        die[3] * mirror[0] + die[4] * mirror[1] + die[5] * mirror[2],
        die[6] * mirror[0] + die[7] * mirror[1] + die[8] * mirror[2],
        die[9] * mirror[0] + die[10] * mirror[1] + die[11] * mirror[2],
    )
    room = die[19] * fresnel * _environment(m[0], m[1], m[2], sky)
    for k in range(3):
        out[k] = colour[k] * light + room + 0.6 * die[19] * spark


@compiled
def _to_world(die: Floats, p: Floats) -> tuple[float, float, float]:
    """Turn a point of the die's axes into the world."""
    return (
        die[0] + die[3] * p[0] + die[4] * p[1] + die[5] * p[2],
        die[1] + die[6] * p[0] + die[7] * p[1] + die[8] * p[2],
        die[2] + die[9] * p[0] + die[10] * p[1] + die[11] * p[2],
    )


@compiled
def _light_on_ground(dice: Floats, x: float, y: float, lights: Floats, sky: Floats) -> float:
    """Return how much light falls on the ground at (x, y), with soft and contact shadows."""
    light, near = sky[6], 9.0
    for k in range(len(lights)):
        light += lights[k, 3] * lights[k, 2] * _shadow(dice, (x, y, 0.0), lights[k], -1)
    for k in range(len(dice)):
        die = dice[k]
        o = to_die(die, x - die[0], y - die[1], -die[2])
        near = min(near, distance(die, o[0], o[1], o[2]))
    return float(light * (1.0 - 0.55 * np.exp(-3.0 * max(near, 0.0))))


@compiled
def trace(  # noqa: PLR0917 - compiled functions take no keywords
    size: int,
    eye: Floats,
    look: Floats,
    focal: float,
    dice: Floats,
    glyphs: Floats,
    lights: Floats,
    sky: Floats,
) -> Floats:
    """Return size x size x 4: linear colours of dice (else 0), light on bare ground (else 0).

    The picture is the colours plus the light times any ground's colours.

    Args:
        size: pixels along each side.
        eye: the camera's place.
        look: 3 x 3, rows are the camera's right, down and forward in the world.
        focal: pixels per unit at distance 1.
        dice: one row per die, see `Die`.
        glyphs: per die 6 x 32 x 32 pictures of its faces, 0 to 1; used where `Die.GLYPHS` is set.
        lights: rows of direction (3), strength, hardness of the shadow.
        sky: ceiling, wall, window x, y, size, strength; ambient light.
    """
    picture = np.zeros((size, size, 4), np.float32)
    d, best_p, best_d = np.empty(3), np.empty(3, np.float32), np.empty(3, np.float32)
    for row in range(size):
        for column in range(size):
            a, b = (column + 0.5 - size / 2) / focal, (row + 0.5 - size / 2) / focal
            for k in range(3):
                d[k] = a * look[0, k] + b * look[1, k] + look[2, k]
            d /= np.sqrt((d * d).sum())
            nearest, hit = 1e9, -1
            for i in range(len(dice)):
                die = dice[i]
                o = to_die(die, eye[0] - die[0], eye[1] - die[1], eye[2] - die[2])
                r = to_die(die, d[0], d[1], d[2])
                t, _ = march(die, o, r, 1.0)
                if 0.0 < t < nearest:
                    nearest, hit = t, i
                    for k in range(3):
                        best_p[k], best_d[k] = o[k] + t * r[k], r[k]
            if hit >= 0:
                _shade_die(dice, hit, best_p, best_d, glyphs, lights, sky, picture[row, column])
            elif d[2] < -1e-3:
                t = -eye[2] / d[2]
                x, y = eye[0] + t * d[0], eye[1] + t * d[1]
                picture[row, column, 3] = _light_on_ground(dice, x, y, lights, sky)
    return picture
