"""One die, drawn by sphere tracing: a cube rounded at its edges and cut by a sphere."""

from typing import Literal

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.plane import Zone
from hardware.simulated.emblem import Emblem, emblem
from hardware.simulated.view import Pinhole

Reals = NDArray[np.float32]
Matrix = NDArray[np.float64]
Colour = tuple[float, float, float]
Face = Literal[1, 2, 3, 4, 5, 6]
FACES: tuple[Face, ...] = (1, 2, 3, 4, 5, 6)

EDGE_MM = 16.0
LAMP = np.array((-0.42, 0.38, 0.82), np.float32)
"""Direction towards the lamp, about of length 1."""

_ROUND = 0.2  # radius of the edges, in half edges
_SPHERE = 1.5  # radius of the sphere that cuts the corners, in half edges
_PITCH = 0.5  # distance of the pips from the middle of a face, in half edges
_STEPS, _GRAZING_STEPS = 10, 30  # the latter for rays that run along a side
_NEAR, _TOUCHED = 0.5, 0.02  # half edges
_LOOK = np.array((0.0, 0.0, 1.0), np.float32)


class DieLook(msgspec.Struct, frozen=True):
    """The material of a die; colours are blue, green, red."""

    body: Colour
    pip: Colour
    gloss: float  # 0 to 1
    pip_radius: float = 0.19  # in half edges
    one: float = 1.0  # how much larger the single pip is
    prints: tuple[Emblem | None, ...] = ()  # on the faces 1 to 6, where they show no pips


LOOKS = {
    "white": DieLook((226, 232, 236), (24, 22, 22), 0.35),
    "red": DieLook((38, 30, 186), (232, 236, 238), 0.5),
    "cream": DieLook((170, 212, 228), (34, 40, 52), 0.2, pip_radius=0.18, one=1.35),
    "blue": DieLook((164, 78, 30), (228, 236, 240), 0.5, pip_radius=0.2),
}

_ON_SPEED: tuple[Emblem | None, ...] = (None, None, None, "gentleman", "gentleman", "bus")
SPEED = DieLook((40, 34, 190), (236, 240, 242), 0.4, prints=_ON_SPEED)
"""The speed die: 1 to 3 pips, a gentleman twice and a bus."""
BLUE_SPEED = replace(SPEED, body=LOOKS["blue"].body)
"""The speed die of a table whose other dice are red."""
_ON_PICTURES: tuple[Emblem, ...] = ("sun", "tree", "fish", "house", "key", "boat")
PICTURES = DieLook((60, 150, 214), (40, 40, 46), 0.25, prints=_ON_PICTURES)
"""A child's die: another picture on each face."""
_ON_OTHER: tuple[Emblem, ...] = ("heart", "moon", "flower", "star", "bus", "gentleman")
OTHER_PICTURES = DieLook((226, 232, 236), (150, 60, 30), 0.3, prints=_ON_OTHER)
"""Another: with four blobs in place of a three."""

# The faces' normals in the die's own axes; opposite faces sum to seven.
_NORMALS: dict[int, tuple[int, int, int]] = {
    1: (0, 0, 1),
    2: (0, -1, 0),
    3: (1, 0, 0),
    4: (-1, 0, 0),
    5: (0, 1, 0),
    6: (0, 0, -1),
}
_CORNERS = ((-1, -1), (1, 1))
_ACROSS = ((-1, 1), (1, -1))
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _CORNERS,
    3: (*_CORNERS, (0, 0)),
    4: (*_CORNERS, *_ACROSS),
    5: (*_CORNERS, *_ACROSS, (0, 0)),
    6: (*_CORNERS, *_ACROSS, (-1, 0), (1, 0)),
}


class DiePose(msgspec.Struct, frozen=True):
    """Where a die is: its centre in millimetres, and the rotation from its axes to the world's."""

    centre: tuple[float, float, float]
    turn: tuple[tuple[float, float, float], ...]


def upright(value: Face) -> Matrix:
    """Return a rotation that brings the face of that value up."""
    normal = np.array(_NORMALS[value], float)
    if value in (1, 6):
        return np.diag((1.0, normal[2], normal[2]))
    side = np.cross(normal, (0.0, 0.0, 1.0))
    return np.array([side, np.cross(normal, side), normal])


def about(axis: tuple[float, float, float], angle: float) -> Matrix:
    """Return the rotation by *angle* (radians) about an axis of length 1."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    turned: Matrix = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)
    return turned


def standing_height(turn: Matrix) -> float:
    """Return how high the centre of a die turned so is when it touches the table, in mm."""
    reach = np.abs(turn[2]).sum() * (1 - _ROUND) + _ROUND
    return float(min(reach, _SPHERE) * EDGE_MM / 2)


def draw_die(
    target: Pixels, view: Pinhole, pose: DiePose, look: DieLook, *, light: float, per_pixel: int
) -> Zone:
    """Draw a die over what is in *target*; return the box that was touched.

    Args:
        target: the picture, height x width x 3; changed in place.
        view: the camera.
        pose: where the die is.
        look: its material.
        light: brightness of the place.
        per_pixel: rays each way per pixel: 2 or 3 for a smooth edge, 1 is quick.
    """
    box = box_of(view, pose)
    if not box.width or not box.height:
        return box
    rays = view.rays(box.left, box.top, box.width, box.height, per_pixel)
    turn = np.asarray(pose.turn)
    origin = (np.asarray(view.place) - pose.centre) @ turn / (EDGE_MM / 2)
    directions = (turn.T @ rays).astype(np.float32)
    hit, points = _traced(origin.astype(np.float32), directions)
    shape = (box.height, per_pixel, box.width, per_pixel)
    cover = hit.reshape(shape).mean(axis=(1, 3), dtype=np.float32)[..., None]
    colours = np.zeros((hit.size, 3), np.float32)
    colours[hit] = _shaded(points, turn.astype(np.float32), look) * light
    seen = colours.reshape(*shape, 3).mean(axis=(1, 3))
    part = box.cut(target)
    part[:] = np.clip(part * (1 - cover) + seen, 0, 255).astype(np.uint8)
    return box


def box_of(view: Pinhole, pose: DiePose, margin: float = 2.0) -> Zone:
    """Return the box of the picture that holds a die, cut to the picture."""
    middle = view.project(np.array([pose.centre]))[0]
    reach = view.px_per_mm(pose.centre) * _SPHERE * EDGE_MM / 2 + margin
    low = np.clip(np.floor(middle - reach), 0, (view.width, view.height)).astype(int)
    high = np.clip(np.ceil(middle + reach), 0, (view.width, view.height)).astype(int)
    size = np.maximum(high - low, 0)
    return Zone(int(low[0]), int(low[1]), int(size[0]), int(size[1]))


def _traced(origin: Reals, directions: Reals) -> tuple[NDArray[np.bool_], Reals]:
    """Return which rays hit, and where those ended: 3 x hits, half edges of the die's axes.

    Coordinates come first throughout: sums over three rows are many times quicker than over
    three columns.
    """
    along = -(origin @ directions)
    clear = np.float32(origin @ origin) - along * along  # squared distance from the centre
    near = np.flatnonzero(clear < _SPHERE**2)
    start = along[near] - np.sqrt(_SPHERE**2 - clear[near])
    ways = directions[:, near]
    points = origin[:, None] + ways * start
    for _ in range(_STEPS):
        points += ways * _distance(points)
    away = _distance(points)
    grazing = np.flatnonzero((away >= _TOUCHED) & (away < _NEAR))
    slow, along_side = points[:, grazing], ways[:, grazing]
    for _ in range(_GRAZING_STEPS):
        slow += along_side * _distance(slow)
    points[:, grazing], away[grazing] = slow, _distance(slow)
    touched = away < _TOUCHED
    hit = np.zeros(directions.shape[1], np.bool_)
    hit[near[touched]] = True
    return hit, np.asarray(points[:, touched], np.float32)


def _distance(points: Reals) -> Reals:
    beyond = np.abs(points)
    beyond -= np.float32(1 - _ROUND)
    inside = np.minimum(np.maximum(np.maximum(beyond[0], beyond[1]), beyond[2]), 0)
    np.maximum(beyond, 0, out=beyond)
    box = _length(beyond) + inside - np.float32(_ROUND)
    return np.asarray(np.maximum(box, _length(points) - np.float32(_SPHERE)), np.float32)


def _length(vectors: Reals) -> Reals:
    x, y, z = vectors
    return np.asarray(np.sqrt(x * x + y * y + z * z), np.float32)


def _shaded(points: Reals, turn: Reals, look: DieLook) -> Reals:
    """Return the colours (n x 3) of places (3 x n) on the die."""
    normals = _normals(points)
    depth, lean = _pips_at(points, look)
    facing = normals + lean  # a drilled pip is a little bowl: its far wall catches the lamp
    world = turn @ (facing / _length(facing))
    lamp = np.clip(LAMP @ world, 0, 1)
    brightness = 0.2 + 0.42 * (0.5 + 0.5 * world[2]) + 0.46 * lamp
    half = LAMP + _LOOK
    shine = np.clip(half / np.linalg.norm(half) @ world, 0, 1) ** 60
    body, pip = np.asarray(look.body, np.float32), np.asarray(look.pip, np.float32)
    colour = body + depth[:, None] * (pip - body)
    glare = 150 * look.gloss * shine * (1 - 0.7 * depth)
    return np.asarray(colour * brightness[:, None] + glare[:, None], np.float32)


def _normals(points: Reals) -> Reals:
    outside = np.sign(points) * np.maximum(np.abs(points) - np.float32(1 - _ROUND), 1e-4)
    ball = _length(points) > _SPHERE - 0.03
    outside[:, ball] = points[:, ball]
    return np.asarray(outside / _length(outside), np.float32)


def _pips_at(points: Reals, look: DieLook) -> tuple[Reals, Reals]:
    """Return how far each place is inside a pip (0 to 1), and how the pip's bowl tilts it."""
    depth = np.zeros(points.shape[1], np.float32)
    lean = np.zeros_like(points)
    axis = np.abs(points).argmax(axis=0)
    for value, normal in _NORMALS.items():
        across = int(np.flatnonzero(normal)[0])
        mine = np.flatnonzero((axis == across) & (points[across] * normal[across] > 0))
        if not mine.size:
            continue
        a, b = (i for i in range(3) if i != across)
        name = look.prints[value - 1] if look.prints else None
        if name is not None:
            depth[mine] += emblem(points[a, mine], points[b, mine], name)
            continue
        radius = look.pip_radius * (look.one if value == 1 else 1.0)
        for u, v in _PIPS[value]:
            right, up = points[a, mine] - u * _PITCH, points[b, mine] - v * _PITCH
            inside = np.clip((radius - np.sqrt(right * right + up * up)) / 0.05 + 0.5, 0, 1)
            depth[mine] += inside
            lean[a, mine] -= 0.7 / radius * right * inside
            lean[b, mine] -= 0.7 / radius * up * inside
    return depth, lean
