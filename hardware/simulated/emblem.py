"""What is printed on the faces of a speed die that show no pips."""

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float32]

_SOFT = 0.05  # width of an edge, in half edges of the die


def emblem(across: Reals, up: Reals, *, bus: bool) -> Reals:
    """Return how far places of a face (in half edges from its middle) are printed, 0 to 1.

    Args:
        across: of each place.
        up: of each place.
        bus: a bus; else a gentleman with a hat.
    """
    if bus:
        body = _box(across, up - 0.06, 0.58, 0.34)
        windows = np.max([_box(across - x, up - 0.18, 0.12, 0.1) for x in (-0.36, 0.0, 0.36)], 0)
        wheels = np.max([_disc(across - x, up + 0.36, 0.15) for x in (-0.3, 0.3)], 0)
        return np.asarray(np.maximum(body * (1 - windows), wheels), np.float32)
    hat = np.maximum(_box(across, up - 0.42, 0.26, 0.2), _box(across, up - 0.2, 0.44, 0.05))
    face = _disc(across, up + 0.08, 0.26) * (1 - _box(across, up + 0.12, 0.2, 0.04))
    coat = _box(across, up + 0.54, 0.4, 0.14)
    return np.asarray(np.max([hat, face, coat], 0), np.float32)


def _box(across: Reals, up: Reals, half: float, tall: float) -> Reals:
    inside = np.minimum(half - np.abs(across), tall - np.abs(up))
    return np.asarray(np.clip(inside / _SOFT + 0.5, 0, 1), np.float32)


def _disc(across: Reals, up: Reals, radius: float) -> Reals:
    inside = radius - np.sqrt(across * across + up * up)
    return np.asarray(np.clip(inside / _SOFT + 0.5, 0, 1), np.float32)
