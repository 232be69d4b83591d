"""How sure a likeness is, on made-up symbols whose blur and noise are known."""

from math import exp
from statistics import NormalDist

import numpy as np
import pytest
from numpy.typing import NDArray

from cards_qr.likeness import Likeness, Odds, in_deviations
from cards_qr.patches import Floats

MODULES, KNOWN, CHANCE = 100, 20, 512
RANDOM = np.random.default_rng(3)
SYMBOLS = RANDOM.choice([-1.0, 1.0], (KNOWN + CHANCE + 400, MODULES))
KNOWN_ONES, CHANCE_ONES, OTHERS = np.split(SYMBOLS, [KNOWN, KNOWN + CHANCE])


def blurred(symbols: NDArray[np.float64], by: float = 1.2) -> Floats:
    """Return symbols of one row of modules, seen out of focus."""
    apart = np.arange(MODULES)[:, None] - np.arange(MODULES)
    weights = np.exp(-((apart / by) ** 2) / 2)
    return np.asarray(symbols @ (weights / weights.sum(axis=0)), np.float32)


def noisy(patches: Floats) -> Floats:
    grain = np.random.default_rng(5).normal(0, 0.15, patches.shape)
    return np.asarray(patches + grain, np.float32)


@pytest.fixture(scope="module")
def odds() -> Odds:
    return Odds(blurred(KNOWN_ONES), blurred(CHANCE_ONES))


@pytest.mark.parametrize("nats", [2.0, 5.0])
def test_odds_befall_other_symbols_no_oftener_than_they_say(odds: Odds, nats: float) -> None:
    told = odds.nats(noisy(blurred(OTHERS)))
    assert (told >= nats).mean() <= exp(-nats)


def test_odds_tell_blurred_symbols_better_than_likeness_does(odds: Odds) -> None:
    """Noise leaves much of a blurred symbol unseen; all that is seen must fit, not only much."""
    seen = noisy(blurred(KNOWN_ONES))
    by_odds = in_deviations(odds.nats(seen))
    assert np.array_equal(np.arange(KNOWN), by_odds.argmax(axis=1))
    alike = Likeness(blurred(KNOWN_ONES), blurred(CHANCE_ONES)).scores(seen)
    assert np.median(by_odds.diagonal()) > np.median(alike.diagonal()) + 0.5


def test_deviations_are_as_rare_as_the_odds_they_come_from() -> None:
    for nats in (10.0, 17.0, 30.0):
        (deviations,) = in_deviations(np.array([nats + 2.0]))  # two are kept back
        rare = NormalDist().cdf(-float(deviations))
        assert rare == pytest.approx(exp(-nats), rel=0.1)


def test_no_odds_are_no_deviations() -> None:
    assert in_deviations(np.array([-50.0, 0.0, 2.0])).tolist() == [0, 0, 0]
