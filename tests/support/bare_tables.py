"""Tables without a mat: trays of several kinds, and a camera somewhere above them."""

from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.mat import ZoneMm
from companion.vision.frame import Pixels
from hardware.pace import Clock
from hardware.simulated.die import DieLook
from hardware.simulated.ground import light_of, lit
from hardware.simulated.table import SimulatedTable
from hardware.simulated.view import Pinhole, view_over

Colour: TypeAlias = tuple[float, float, float]
Floats: TypeAlias = NDArray[np.float32]

TRAYS = ("rim", "box", "leather", "tin")
TOPS = ("wood", "dark wood", "white", "cloth", "checked")

_WIDE_MM, _PX_PER_MM = 1300.0, 1.6
"""Of the drawn table top: its side and its scale."""

_LININGS: tuple[Colour, ...] = (
    (58, 84, 38), (96, 62, 34), (52, 40, 104), (78, 78, 74), (40, 44, 150), (60, 96, 150),
)  # fmt: skip
"""Of trays, blue, green, red."""


class Tray(NamedTuple):
    """A tray: a floor with walls around it."""

    floor: ZoneMm
    high: float  # of its walls, mm
    thick: float  # likewise
    lean: float  # millimetres outwards for each upwards
    lining: Colour
    wall: Colour
    nap: float  # how rough the floor looks


class Hung(NamedTuple):
    """How a camera hangs over a tray."""

    size: tuple[int, int] = (1280, 720)
    tilt: float = 5.0  # degrees from straight down
    roll: float = 0.0  # degrees
    fill: float = 0.62  # the tray's side, of the picture's shorter side
    focal: float = 0.9  # of the picture's longer side


def tray_of(seed: int) -> Tray:
    """Return the tray of a table; every fourth is of one kind."""
    random = np.random.default_rng([seed, 21])
    width, depth = random.uniform(170, 260), random.uniform(150, 220)
    floor = ZoneMm(0.0, 0.0, float(width), float(depth))
    kind = TRAYS[seed % len(TRAYS)]
    lining = _LININGS[int(random.integers(len(_LININGS)))]
    high, lean = float(random.uniform(10, 22)), float(random.uniform(0.0, 0.1))
    if kind == "rim":
        return Tray(floor, 6.0, 9.0, 0.0, lining, (36, 49, 64), 0.2)
    if kind == "box":
        card = float(random.uniform(0.8, 1.3)) * np.array((95, 125, 150))
        return Tray(floor, high, 2.5, lean, _colour(card), _colour(0.93 * card), 0.05)
    if kind == "leather":
        wall = _colour(float(random.uniform(0.75, 1.15)) * np.array(lining))
        return Tray(floor, high, 3.0, float(random.uniform(0.2, 0.4)), lining, wall, 0.08)
    grey = float(random.uniform(150, 205))
    return Tray(floor, high, 3.0, lean, lining, (grey, grey, grey), 0.12)


def bare_table(
    seed: int,
    hung: Hung,
    *,
    look: DieLook | str | None = None,
    clock: Clock,
) -> SimulatedTable:
    """Return a simulated table on which no mat lies: its tray is `tray_of(seed)`."""
    tray = tray_of(seed)
    table = SimulatedTable(seed, look=look, size=hung.size, clock=clock)
    random = np.random.default_rng([seed, 22])
    scene = table._scene
    table._tray = tray.floor
    scene.view = _view(tray.floor, hung, random)
    scene._light = light_of(scene.view) * np.float32(random.uniform(0.75, 1.15))
    top = TOPS[seed // len(TRAYS) % len(TOPS)]
    scene._empty = lit(_drawn(tray, top, scene.view, random), scene._light)
    scene._still = scene._empty
    return table


def corners_seen(table: SimulatedTable) -> NDArray[np.float64]:
    """Return where the corners of the tray's floor are in the picture, 4 x 2, clockwise."""
    floor = np.array([(*corner, 0.0) for corner in table._tray.corners])
    return table._scene.view.project(floor)


def _view(floor: ZoneMm, hung: Hung, random: np.random.Generator) -> Pinhole:
    width, height = hung.size
    px_per_mm = hung.fill * min(width / floor.width, height / floor.depth)
    aside = random.uniform(-0.06, 0.06, 2) * (floor.width, floor.depth)
    centre = np.array(floor.centre) + aside
    return view_over(
        (float(centre[0]), float(centre[1])),
        width=width,
        height=height,
        px_per_mm=px_per_mm,
        tilt=hung.tilt,
        roll=hung.roll,
        above=hung.focal * max(width, height) / px_per_mm,
    )


def _drawn(tray: Tray, top: str, view: Pinhole, random: np.random.Generator) -> Pixels:
    """Return the empty table, drawn at twice the size against jags."""
    side = round(_WIDE_MM * _PX_PER_MM)
    flat = _top(top, side, random)
    middle = np.array(tray.floor.centre)

    def pixels(zone: ZoneMm) -> tuple[slice, slice]:
        left = (zone.left - middle[0] + _WIDE_MM / 2) * _PX_PER_MM
        far = (middle[1] - zone.near - zone.depth + _WIDE_MM / 2) * _PX_PER_MM
        rows = slice(round(far), round(far + zone.depth * _PX_PER_MM))
        return rows, slice(round(left), round(left + zone.width * _PX_PER_MM))

    _shade(flat, *pixels(_wider(tray.floor, tray.thick + tray.lean * tray.high)), tray.high)
    rows, columns = pixels(tray.floor)
    shape = (rows.stop - rows.start, columns.stop - columns.start)
    nap = cv2.GaussianBlur(random.normal(0, 1, shape).astype(np.float32), (0, 0), 0.8)
    lining = np.asarray(tray.lining, np.float32) * (1 + tray.nap * nap[..., None])
    flat[rows, columns] = lining * (1 - _wall_shadow(shape, tray.high))[..., None]
    to_mm = np.array(
        [
            [1 / _PX_PER_MM, 0, middle[0] - _WIDE_MM / 2 + 0.5 / _PX_PER_MM],
            [0, -1 / _PX_PER_MM, middle[1] + _WIDE_MM / 2 - 0.5 / _PX_PER_MM],
            [0, 0, 1],
        ]
    )
    twice = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
    size = (2 * view.width, 2 * view.height)
    drawn = np.clip(flat, 0, 255).astype(np.uint8)
    large = cv2.warpPerspective(
        drawn, twice @ view.from_mat() @ to_mm, size, borderMode=cv2.BORDER_REFLECT
    )
    _raise_walls(np.asarray(large, np.uint8), tray, view)
    small = cv2.resize(large, (view.width, view.height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _raise_walls(large: Pixels, tray: Tray, view: Pinhole) -> None:
    """Draw the walls, farther ones first, in a picture of twice the size."""
    out = tray.lean * tray.high
    inner, outer = _wider(tray.floor, out), _wider(tray.floor, out + tray.thick)

    def seen(zone: ZoneMm, height: float) -> NDArray[np.int32]:
        places = np.array([(*corner, height) for corner in zone.corners])
        return np.round(2 * view.project(places) + 0.5).astype(np.int32)

    low, high = seen(tray.floor, 0.0), seen(inner, tray.high)
    edge, foot = seen(outer, tray.high), seen(outer, 0.0)
    shades = (0.72, 1.05, 0.95, 0.8)  # of the far, right, near, left wall's inside
    for below, above, inside in ((low, high, True), (foot, edge, False)):
        for side, shade in enumerate(shades):
            ends = [side, (side + 1) % 4]
            quad = np.concatenate([below[ends], above[ends[::-1]]])
            way = cv2.contourArea(quad.astype(np.float32), oriented=True)
            # A wall shows its inside where its upper edge lies outside its lower one.
            if (way < 0) == inside:
                colour = np.array(tray.wall) * (shade if inside else 1.5 - shade)
                cv2.fillPoly(large, [quad], _colour(np.clip(colour, 0, 255)))
    brim = np.clip(1.18 * np.array(tray.wall), 0, 255)
    cv2.fillPoly(large, [edge, high], _colour(brim))


def _top(kind: str, side: int, random: np.random.Generator) -> Floats:
    """Return a table top, side x side x 3."""
    if "wood" in kind:
        tone = (58, 84, 114) if kind == "wood" else (30, 40, 56)
        return _wood(side, np.array(tone, np.float32) * np.float32(random.uniform(0.8, 1.5)))
    grain = cv2.GaussianBlur(random.normal(0, 1, (side, side)).astype(np.float32), (0, 0), 1.2)
    if kind == "white":
        return np.float32(random.uniform(190, 235)) * (1 + 0.01 * grain[..., None]).repeat(3, 2)
    cloth = random.uniform(60, 190, 3).astype(np.float32) * (1 + 0.08 * grain[..., None])
    if kind == "checked":
        step = round(float(random.uniform(18, 45)) * _PX_PER_MM)
        row = (np.arange(side) // step % 2).astype(np.float32)
        cloth *= (0.75 + 0.2 * (row[:, None] + row[None, :]))[..., None]
    return np.asarray(cloth, np.float32)


def _wood(side: int, tone: Floats) -> Floats:
    random = np.random.default_rng(int(tone.sum()))
    grain = np.zeros((side, side), np.float32)
    for along, across, strength in ((60, 3, 7.0), (25, 2, 5.0), (130, 9, 9.0)):
        coarse = random.normal(0, 1, (side // across + 2, side // along + 2)).astype(np.float32)
        grain += strength * cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC)
    plank = (np.arange(side) / (95.0 * _PX_PER_MM)).astype(int)
    grain += random.normal(0, 10, plank.max() + 1).astype(np.float32)[plank][:, None]
    grain[np.flatnonzero(np.diff(plank))] -= 34
    return np.asarray(tone * (1 + grain[..., None] / 130), np.float32)


def _shade(flat: Floats, rows: slice, columns: slice, high: float) -> None:
    """Darken around a box, down right, as a raised thing's shadow."""
    mask = np.zeros(flat.shape[:2], np.float32)
    drop = round(0.35 * high * _PX_PER_MM)
    mask[rows.start + drop : rows.stop + drop, columns.start + drop : columns.stop + drop] = 1
    flat *= 1 - 0.4 * cv2.GaussianBlur(mask, (0, 0), 2.2 * _PX_PER_MM)[..., None]


def _wall_shadow(shape: tuple[int, int], high: float) -> Floats:
    """Return how much the walls darken the floor: most on the side of the lamp."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / np.float32(_PX_PER_MM)
    reach = 2.0 + 0.4 * high
    shade = 0.5 * np.exp(-x / reach) + 0.5 * np.exp(-y / reach)
    shade += 0.2 * np.exp((x - x[0, -1]) / 2) + 0.2 * np.exp((y - y[-1, 0]) / 2)
    return np.asarray(np.clip(shade, 0, 0.75), np.float32)


def _wider(zone: ZoneMm, by: float) -> ZoneMm:
    return ZoneMm(zone.left - by, zone.near - by, zone.width + 2 * by, zone.depth + 2 * by)


def _colour(values: NDArray[np.floating]) -> Colour:
    blue, green, red = (float(v) for v in values)
    return blue, green, red
