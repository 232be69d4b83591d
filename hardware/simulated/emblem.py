"""What may be printed on the faces of a die beside pips."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float32]

Emblem: TypeAlias = Literal[
    "bus",
    "gentleman",
    "sun",
    "tree",
    "fish",
    "house",
    "key",
    "boat",
    "heart",
    "moon",
    "flower",
    "star",
]

_SOFT = 0.05  # width of an edge, in half edges of the die


def emblem(across: Reals, up: Reals, name: Emblem) -> Reals:
    """Return how far places of a face (in half edges from its middle) are printed, 0 to 1.

    Args:
        across: of each place.
        up: of each place.
        name: what is printed there.
    """
    return np.asarray(_DRAWN[name](across, up), np.float32)


def _bus(x: Reals, y: Reals) -> Reals:
    windows = _any(*(_box(x - at, y - 0.18, 0.12, 0.1) for at in (-0.36, 0.0, 0.36)))
    wheels = _any(*(_disc(x - at, y + 0.36, 0.15) for at in (-0.3, 0.3)))
    return _any(_box(x, y - 0.06, 0.58, 0.34) * (1 - windows), wheels)


def _gentleman(x: Reals, y: Reals) -> Reals:
    hat = _any(_box(x, y - 0.42, 0.26, 0.2), _box(x, y - 0.2, 0.44, 0.05))
    face = _disc(x, y + 0.08, 0.26) * (1 - _box(x, y + 0.12, 0.2, 0.04))
    return _any(hat, face, _box(x, y + 0.54, 0.4, 0.14))


def _sun(x: Reals, y: Reals) -> Reals:
    rays = [_box(x * c + y * s, y * c - x * s, 0.58, 0.05) for c, s in _EIGHTHS]
    return _any(_disc(x, y, 0.3), *rays)


def _tree(x: Reals, y: Reals) -> Reals:
    crown = [_disc(x - at, y - 0.2, 0.26) for at in (-0.22, 0.22)]
    return _any(*crown, _disc(x, y - 0.38, 0.24), _box(x, y + 0.3, 0.09, 0.3))


def _fish(x: Reals, y: Reals) -> Reals:
    body = _disc((x + 0.12) * 0.7, y, 0.3) * (1 - _disc(x + 0.32, y - 0.06, 0.07))
    return _any(body, _wedge(x - 0.26, y, 0.34))


def _house(x: Reals, y: Reals) -> Reals:
    wall = _box(x, y + 0.2, 0.36, 0.3) * (1 - _box(x, y + 0.3, 0.1, 0.2))
    return _any(wall, _wedge(0.52 - y, x, 0.44))


def _key(x: Reals, y: Reals) -> Reals:
    ring = _disc(x + 0.3, y, 0.26) * (1 - _disc(x + 0.3, y, 0.12))
    return _any(ring, _box(x - 0.24, y, 0.34, 0.06), _box(x - 0.46, y + 0.14, 0.06, 0.14))


def _boat(x: Reals, y: Reals) -> Reals:
    hull = _box(x, y + 0.36, 0.5 - 0.3 * np.clip(-0.3 - y, 0, 1), 0.14)
    return _any(hull, _box(x, y - 0.15, 0.04, 0.42), _wedge(0.56 - y, x - 0.02, 0.34))


def _heart(x: Reals, y: Reals) -> Reals:
    lobes = [_disc(x - at, y - 0.18, 0.24) for at in (-0.2, 0.2)]
    return _any(*lobes, _wedge(y + 0.55, x, 0.72) * (y < 0.16))


def _moon(x: Reals, y: Reals) -> Reals:
    return _disc(x, y, 0.5) * (1 - _disc(x - 0.22, y - 0.08, 0.42))


def _flower(x: Reals, y: Reals) -> Reals:
    return _any(*(_disc(x - u, y - v, 0.2) for u in (-0.3, 0.3) for v in (-0.3, 0.3)))


def _star(x: Reals, y: Reals) -> Reals:
    turned = [(x * c + y * s, y * c - x * s) for c, s in _FIFTHS]
    return _any(
        _disc(x, y, 0.2), *(_wedge(np.float32(0.6) - v, u, 0.3) * (v > 0) for u, v in turned)
    )


_DRAWN: Mapping[Emblem, Callable[[Reals, Reals], Reals]] = {
    "bus": _bus,
    "gentleman": _gentleman,
    "sun": _sun,
    "tree": _tree,
    "fish": _fish,
    "house": _house,
    "key": _key,
    "boat": _boat,
    "heart": _heart,
    "moon": _moon,
    "flower": _flower,
    "star": _star,
}
_FIFTHS = [(float(np.cos(a)), float(np.sin(a))) for a in np.arange(5) * 2 * np.pi / 5]
_EIGHTHS = [(float(np.cos(a)), float(np.sin(a))) for a in np.arange(4) * np.pi / 4]


def _any(*parts: Reals) -> Reals:
    return np.asarray(np.max(parts, 0), np.float32)


def _box(across: Reals, up: Reals, half: float | Reals, tall: float) -> Reals:
    inside = np.minimum(half - np.abs(across), tall - np.abs(up))
    return np.asarray(np.clip(inside / _SOFT + 0.5, 0, 1), np.float32)


def _disc(across: Reals, up: Reals, radius: float) -> Reals:
    inside = radius - np.sqrt(across * across + up * up)
    return np.asarray(np.clip(inside / _SOFT + 0.5, 0, 1), np.float32)


def _wedge(along: Reals, aside: Reals, length: float) -> Reals:
    """Return a triangle: a point at 0, as wide as it is long."""
    inside = np.minimum(along - np.abs(aside), length - along)
    return np.asarray(np.clip(inside / _SOFT + 0.5, 0, 1), np.float32)
