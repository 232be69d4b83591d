"""The tray of a simulated table as a person draws it on the picture, and says how large it is."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from calibration.drawn_tray import box_around
from calibration.mat import A3
from calibration.mat_detection import MatNotFound
from calibration.store import Calibration, by_hand
from companion.vision.frame import Down, Pixels
from companion.vision.plane import Corners
from hardware.field import Field
from hardware.simulated.table import SimulatedTable

TURNS = (0.7, 2.9, 4.4, 5.6)
"""Ways, in radians, in which corners are put beside their places."""


DRAWN: Mapping[str, Mapping[str, float]] = {
    "exact": {},
    "off": {"off": 6.0},
    "larger": {"wider": 1.1, "deeper": 1.1},
    "smaller": {"wider": 0.9, "deeper": 0.9},
    "wider": {"wider": 1.1},
    "deeper": {"deeper": 1.1},
}
"""How people draw a tray and say how large it is: see `drawn_on`."""


def no_mat(_pixels: Pixels) -> MatNotFound:
    """Find no mat, whatever lies there."""
    return MatNotFound("no-mat", ())


def field_of(
    table: SimulatedTable,
    drawn: str | None,
    *,
    quarters: int = 0,
    seed: int = 0,
    sized: bool = True,
) -> Field:
    """Return a field whose tray the mat shows, or that is drawn in one of the ways of `DRAWN`.

    Args:
        table: whose tray it is.
        drawn: the way; None: the mat shows it.
        quarters: turns of the picture, as `numpy.rot90` makes them.
        seed: tells in which directions corners are off.
        sized: whether it is said how large a drawn tray is.
    """
    if drawn is None:
        return Field()
    how = DRAWN[drawn]
    return Field(no_mat, drawn_on(table, quarters=quarters, turned=seed, sized=sized, **how))


def drawn_on(
    table: SimulatedTable,
    *,
    off: float = 0.0,
    wider: float = 1.0,
    deeper: float = 1.0,
    quarters: int = 0,
    turned: float = 0.0,
    sized: bool = True,
) -> Calibration:
    """Return what is kept of a tray that is drawn.

    Args:
        table: whose tray it is.
        off: pixels by which each corner is put beside its place.
        wider: than it is, the tray is said to be.
        deeper: likewise.
        quarters: turns of the picture, as `numpy.rot90` makes them.
        turned: radians added to the ways in which the corners are off.
        sized: whether it is said how large it is.
    """
    view, floor = table._scene.view, table._tray
    size = (view.width, view.height)
    corners, scan = (
        _turned(view.project(np.array([(*corner, 0.0) for corner in zone.corners])), size, quarters)
        for zone in (floor, A3.scan)
    )
    ways = np.array(TURNS) + turned
    a, b, c, d = corners + off * np.column_stack([np.cos(ways), np.sin(ways)])
    tray: Corners = (_pixel(a), _pixel(b), _pixel(c), _pixel(d))
    seen = (view.height, view.width) if quarters % 2 else size
    inside = (floor.width * wider, floor.depth * deeper) if sized else None
    return by_hand("sim", seen, tray=tray, scan=box_around(scan, seen), inside=inside)


def felt(
    table: SimulatedTable, *, degrees: float = 0.0, way: float = 0.0, quarters: int = 0
) -> Down:
    """Return where a phone in the camera's place feels down to be.

    Args:
        table: that it sees.
        degrees: by which it is wrong.
        way: in which it is, in radians.
        quarters: turns of the picture, as `numpy.rot90` makes them.
    """
    x, y, z = -np.array(table._scene.view.turn)[:, 2]
    for _ in range(quarters % 4):
        x, y = y, -x
    down = np.array([x, y, z])
    beside = np.array([np.cos(way), np.sin(way), 0.0])
    beside -= (beside @ down) * down
    x, y, z = down + np.tan(np.radians(degrees)) * beside / np.linalg.norm(beside)
    return float(x), float(y), float(z)


def _turned(
    pixels: NDArray[np.float64], size: tuple[int, int], quarters: int
) -> NDArray[np.float64]:
    """Return where pixels are in a picture that was turned."""
    width, height = size
    for _ in range(quarters % 4):
        pixels = np.column_stack([pixels[:, 1], width - 1 - pixels[:, 0]])
        width, height = height, width
    return pixels


def _pixel(place: NDArray[np.float64]) -> tuple[float, float]:
    return round(float(place[0])), round(float(place[1]))
