"""How much like a known symbol a patch is, against how like it is by chance.

A correlation alone says little: blur makes all symbols alike, and then a forged one comes near a
known one. So each patch is also compared with symbols that lie nowhere, made of the same parts;
how far the best known one stands above those, in their own deviations, says how sure it is
whatever the blur. Neighbouring modules that run into each other are weighed apart first (whitened,
as in a linear discriminant), for else many modules would say the same thing many times.

That is quick, but counts only what fits. Where it is not enough, `Odds` asks more: how likely is
such a patch if it is this very tag, and how likely if it is any symbol? What blur leaves of a
symbol must then fit the tag as well as noise lets it, and by chance none does.
"""

from math import pi, sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.patches import Floats, product, unit

_NOISE = 0.2
"""What is added to the spread of the modules before it is undone, as a part of its mean: noise.

More reads less of what is blurred, less reads less of what is sharp but noisy."""

_NOISES = (0.1, 0.3, 0.9)
"""Spreads of a patch's noise, as parts of the symbol's, that are tried: light and noise differ."""

_UNLIKE = 0.4
"""Spread by which modules differ from the template for other reasons than noise, likewise: the
blur is not quite that of the template, the grid a tenth of a module off, the paper curled."""

_UNTOLD = 2.0  # nats less than the model says: no model knows all
_LEAST_SPREAD = 1e-4  # of the largest; what varies less does not vary


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
        by_chance = product(seen, self._chance.T)
        middle = by_chance.mean(axis=1, keepdims=True)
        spread = np.maximum(by_chance.std(axis=1, keepdims=True), 1e-6)
        return np.asarray((product(seen, self._known.T) - middle) / spread, np.float64)

    def _seen(self, patches: Floats) -> Floats:
        white = product(_normal(patches) - self._middle, self._white)
        length = np.linalg.norm(white, axis=1, keepdims=True)
        return np.asarray(white / np.maximum(length, 1e-6), np.float32)


class Odds:
    """How much likelier a patch is as a known symbol than as one that lies nowhere.

    Both are normal spreads about what a template says (a quadratic discriminant): that of any
    symbol is wide, that of one symbol is noise alone.

    Args:
        known: symbols x modules, as they look at one blur.
        chance: the same for symbols that lie nowhere, several for each module.
    """

    def __init__(self, known: Floats, chance: Floats) -> None:
        level = _normal(chance)
        self._middle = level.mean(axis=0)
        sizes, axes = np.linalg.eigh(np.cov((level - self._middle).T))
        sizes = np.maximum(sizes, _LEAST_SPREAD * sizes[-1])
        self._apart = axes / np.sqrt(sizes)
        self._known = (_normal(known) - self._middle) @ self._apart
        self._noise = sizes.mean() / sizes  # where symbols differ little, noise is all

    def nats(self, patches: Floats) -> NDArray[np.float64]:
        """Return patches x symbols: logarithms of the odds, less what trying has gained."""
        seen = (_normal(patches) - self._middle) @ self._apart
        tried = [self._nats_at(seen, noise) for noise in _NOISES]
        return np.asarray(np.max(tried, axis=0) - np.log(len(_NOISES)), np.float64)

    def _nats_at(self, seen: NDArray[np.float64], noise: float) -> NDArray[np.float64]:
        share = 1 / (1 + noise)  # of a patch's spread, which is 1 with its noise
        doubt = share * (_UNLIKE + noise * self._noise)
        wide = share + doubt
        any_symbol = (seen**2 / wide).sum(axis=1, keepdims=True) + np.log(wide / doubt).sum()
        apart = seen[:, None] - sqrt(share) * self._known
        return np.asarray((any_symbol - (apart**2 / doubt).sum(axis=2)) / 2, np.float64)


def in_deviations(nats: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how far above chance is as rare as odds of so many nats, less some for safety.

    Whatever symbols there are: odds of n nats or more befall at most one of e^n that are not the
    tag (Markov's inequality), and the tail of a normal spread beyond z is nearly
    exp(-z^2 / 2) / (z sqrt(2 pi)).
    """
    told = np.maximum(nats - _UNTOLD, 0)
    deviations = np.sqrt(2 * told)
    for _ in range(3):
        tail = np.log(np.maximum(deviations, 1) * sqrt(2 * pi))
        deviations = np.sqrt(np.maximum(2 * (told - tail), 0))
    return np.asarray(deviations, np.float64)


def judged(scores: NDArray[np.float64]) -> Verdict:
    """Return the verdicts on patches x symbols scores; at least one symbol."""
    order = np.argsort(-scores, axis=1)
    ranked = np.take_along_axis(scores, order, axis=1)
    second = ranked[:, 1] if ranked.shape[1] > 1 else np.zeros(len(ranked))
    return Verdict(order[:, 0], ranked[:, 0], ranked[:, 0] - second, order)


def _normal(patches: Floats) -> Floats:
    return unit(patches, np.ones(patches.shape[1], np.float32))
