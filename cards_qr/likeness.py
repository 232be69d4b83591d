"""How much like a known symbol a patch is, against how like it is by chance.

A correlation alone says little: blur makes all symbols alike, and then a forged one comes near a
known one. So each patch is also compared with symbols that lie nowhere, made of the same parts;
how far the best known one stands above those, in their own deviations, says how sure it is
whatever the blur. Neighbouring modules that run into each other are weighed apart first (whitened,
as in a linear discriminant), for else many modules would say the same thing many times.
"""

import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.patches import Floats, unit

_NOISE = 0.2
"""What is added to the spread of the modules before it is undone, as a part of its mean: noise.

More reads less of what is blurred, less reads less of what is sharp but noisy."""


class Verdict(msgspec.Struct, frozen=True):
    """What each patch is most like; arrays have one value per patch."""

    best: NDArray[np.intp]  # number of the symbol
    sigmas: NDArray[np.float64]  # above what chance would give, in its deviations
    lead: NDArray[np.float64]  # above the second best, likewise
    order: NDArray[np.intp]  # patches x symbols: all of them, the best first


class Likeness:
    """Known symbols and chance ones, as they look at one blur.

    Args:
        known: symbols x modules.
        chance: the same for symbols that lie nowhere, some hundreds.
    """

    def __init__(self, known: Floats, chance: Floats) -> None:
        # What the weights were made of seems rarer to them than it is: the others are counted.
        level, others = _normal(chance[::2]), chance[1::2]
        self._middle = level.mean(axis=0)
        spread = np.cov((level - self._middle).T)
        sizes, axes = np.linalg.eigh(
            spread + _NOISE * np.trace(spread) / len(spread) * np.eye(len(spread))
        )
        self._white = np.asarray((axes / np.sqrt(sizes)) @ axes.T, np.float32)
        self._known, self._chance = self._seen(known), self._seen(others)

    def scores(self, patches: Floats) -> NDArray[np.float64]:
        """Return patches x symbols: how far each stands above chance, in its deviations.

        Args:
            patches: patches x modules.
        """
        seen = self._seen(patches)
        by_chance = seen @ self._chance.T
        middle = by_chance.mean(axis=1, keepdims=True)
        spread = np.maximum(by_chance.std(axis=1, keepdims=True), 1e-6)
        return np.asarray((seen @ self._known.T - middle) / spread, np.float64)

    def _seen(self, patches: Floats) -> Floats:
        white = (_normal(patches) - self._middle) @ self._white
        length = np.linalg.norm(white, axis=1, keepdims=True)
        return np.asarray(white / np.maximum(length, 1e-6), np.float32)


def judged(scores: NDArray[np.float64]) -> Verdict:
    """Return the verdicts on patches x symbols scores; at least one symbol."""
    order = np.argsort(-scores, axis=1)
    ranked = np.take_along_axis(scores, order, axis=1)
    second = ranked[:, 1] if ranked.shape[1] > 1 else np.zeros(len(ranked))
    return Verdict(order[:, 0], ranked[:, 0], ranked[:, 0] - second, order)


def _normal(patches: Floats) -> Floats:
    return unit(patches, np.ones(patches.shape[1], np.float32))
