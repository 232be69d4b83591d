"""How near the corners of trays are proposed: on drawn tables, and in photos with known corners."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from calibration.tray_rim import tray_rim
from companion.vision.frame import Pixels
from companion.vision.pictures import still
from companion.vision.plane import Corners
from hardware.simulated.table import SimulatedTable
from tests.support.bare_tables import Hung, bare_table, corners_seen
from tests.support.ticks import Ticks

NEAR = 0.03
"""Of the picture's width: no corner of a proposal that is right lies farther from its place."""

SIZES = ((1280, 720), (720, 1280), (960, 720))

Off: TypeAlias = float | None
"""How far the worst corner of a proposal is off, of the picture's width; None: no proposal."""


def off(found: Corners | None, true: NDArray[np.float64], width: int) -> Off:
    """Return how far a proposal is off, whichever of its corners is the first."""
    if found is None:
        return None
    turned = (np.roll(np.array(found), -first, axis=0) for first in range(4))
    return min(float(np.hypot(*(one - true).T).max()) for one in turned) / width


def drawn(seed: int, tilt: float, *, hand: bool = False) -> tuple[Pixels, NDArray[np.float64]]:
    """Return a drawn table with two dice in its tray, and where the corners of the floor are.

    Tray, table, size of the picture, turn and distance of the camera hang on the seed.
    """
    random, ticks = np.random.default_rng([seed, 5]), Ticks()
    roll, fill = float(random.uniform(-20, 20)), float(random.uniform(0.5, 0.8))
    hung = Hung(SIZES[seed % len(SIZES)], tilt=tilt, roll=roll, fill=fill)
    table = bare_table(seed, hung, clock=ticks)
    table.throw(2)
    ticks.sleep(4.0)
    if hand:
        floor = table._tray
        x, y = random.uniform(0.2, 0.8, 2) * (floor.width, floor.depth)
        table.hold((float(floor.left + x), float(floor.near + y)))
    return table.seen(ticks()), corners_seen(table)


def on_its_sheet(seed: int, tilt: float) -> tuple[Pixels, NDArray[np.float64]]:
    """Return a simulated table, whose tray stands on a printed sheet."""
    ticks = Ticks()
    table = SimulatedTable(seed, felt=seed % 4, tilt=tilt, clock=ticks)
    table.throw(2)
    ticks.sleep(4.0)
    return table.seen(ticks()), corners_seen(table)


def proposed(pixels: Pixels, true: NDArray[np.float64]) -> Off:
    """Return how far what is proposed in a picture is off."""
    return off(tray_rim(pixels), true, pixels.shape[1])


def photographed(folder: Path) -> Iterator[tuple[str, Off]]:
    """Yield the photos with known corners and how far what is proposed in each is off."""
    labels = tomllib.loads((Path(__file__).parent / "rims.toml").read_text())
    for name, corners in labels.items():
        yield name, proposed(still(folder / name), np.array(corners, np.float64))


def without_a_tray(folder: Path) -> Iterator[bool]:
    """Yield of each photo that shows no tray whether one is proposed there."""
    for file in sorted((folder / "negatives").glob("*.jpg")):
        yield tray_rim(still(file)) is not None
