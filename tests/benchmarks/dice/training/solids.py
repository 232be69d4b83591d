"""Things beside dice that are none: bodies of flat faces, as lists of planes.

Polyhedral dice, houses, nuts and screws, counters, tiles. Lengths are in half edges of a die.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float32]

MOST_FACES = 20


class Solid(NamedTuple):
    """A body: what lies within all its planes."""

    normals: NDArray[np.float64]  # faces x 3, outwards
    offsets: NDArray[np.float64]  # faces
    reach: float  # half the side of the square on a face that a picture fills
    rests: int | None = None  # the face it lies on; none: any


def _solid(
    normals: ArrayLike, offsets: ArrayLike, reach: float, *, rests: int | None = None
) -> Solid:
    rows = np.asarray(normals, np.float64)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return Solid(rows, np.broadcast_to(np.asarray(offsets, np.float64), len(rows)), reach, rests)


def _ring(count: int, height: float = 0.0) -> list[tuple[float, float, float]]:
    turns = np.arange(count) * 2 * np.pi / count
    return [(float(np.cos(t)), float(np.sin(t)), height) for t in turns]


def _signed(*rows: tuple[float, float, float]) -> list[tuple[float, float, float]]:
    """Return the rows with all signs, each once."""
    signs = [(i, j, k) for i in (1, -1) for j in (1, -1) for k in (1, -1)]
    return sorted(
        {(a * i + 0.0, b * j + 0.0, c * k + 0.0) for a, b, c in rows for i, j, k in signs}
    )


def _prism(count: int, radius: float, half: float, reach: float) -> Solid:
    rows = [*_ring(count), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]
    return _solid(rows, [radius] * count + [half] * 2, reach, rests=count + 1)


_GOLD = (1 + 5**0.5) / 2
_KITES = [(x, y, 0.9 if k % 2 else -0.9) for k, (x, y, _) in enumerate(_ring(10))]
_GABLE = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, -1), (0.8, 0, 1), (-0.8, 0, 1)]
SOLIDS: tuple[Solid, ...] = (
    _solid([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], 0.52, 0.45),
    _solid(_signed((1, 1, 1)), 0.86, 0.5),
    _solid(_KITES, 0.92, 0.42),
    _solid(_signed((0, 1, _GOLD), (1, _GOLD, 0), (_GOLD, 0, 1)), 1.1, 0.5),
    _solid(
        _signed((1, 1, 1), (0, 1 / _GOLD, _GOLD), (1 / _GOLD, _GOLD, 0), (_GOLD, 0, 1 / _GOLD)),
        1.18,
        0.4,
    ),
    _solid(_GABLE, [0.75, 0.75, 1.0, 1.0, 0.6, 0.72, 0.72], 0.5, rests=4),
    _prism(6, 0.95, 0.4, 0.6),
    _prism(18, 1.05, 0.22, 0.7),
    _prism(18, 0.8, 0.6, 0.55),
    _prism(4, 0.95, 0.2, 0.8),
)
"""d4, d8, d10, d12, d20; a house; a nut, a counter, a screw's head, a tile."""
ROUND = (6, 7, 8)
"""Those that may be screws."""


def _tangents(normal: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return two directions along a face, 2 x 3."""
    helper = np.eye(3)[int(np.abs(normal).argmin())]
    across = np.cross(normal, helper)
    across /= np.linalg.norm(across)
    return np.stack([across, np.cross(normal, across)])


def _table() -> Floats:
    """Return solids x faces x 10: normal, offset, two directions along the face over its reach.

    Faces that a solid lacks are far away.
    """
    rows = np.zeros((len(SOLIDS), MOST_FACES, 10), np.float32)
    rows[..., 3] = 99.0
    for k, solid in enumerate(SOLIDS):
        for i, (normal, offset) in enumerate(zip(solid.normals, solid.offsets, strict=True)):
            along = _tangents(normal) / solid.reach
            rows[k, i] = (*normal, offset, *along.ravel())
    return rows


TABLE = _table()
FACES = np.array([len(solid.normals) for solid in SOLIDS], np.int64)
