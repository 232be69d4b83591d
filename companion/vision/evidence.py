"""What speaks for a find being a die of a value, and how much: numbers into probabilities."""

import math
from functools import cache
from importlib import resources

import msgspec
import numpy as np

from companion.vision.finds import Find
from companion.vision.nets import EDGE, Floats
from companion.vision.pips import Views

PROOFS = 10
"""Numbers of one find's evidence; see `evidence`."""


class Weighing(msgspec.Struct, frozen=True):
    """How evidence is weighed; fitted on photos of sources that the nets had not seen."""

    there: tuple[float, ...]  # what evidence says on: is this the upper face of a die
    value: tuple[float, ...]  # and, if it is: is the likeliest value right
    told: tuple[float, float]  # from the odds of a picture's reading to those that hold
    untold: tuple[float, float]  # the same, the number of dice not known
    sized: tuple[float, float]  # the same, the number and about the size of the dice known


class Face(msgspec.Struct, frozen=True):
    """A find and what the reader makes of it."""

    find: Find
    faces: tuple[float, ...]  # probabilities of 1 to 6, of the views
    there: float  # 0 to 1: that it is the upper face of a die
    score: float  # 0 to 1: that it is that, with the likeliest value
    proofs: tuple[float, ...] = ()  # the evidence

    @property
    def pips(self) -> int:
        """The likeliest value."""
        return int(np.argmax(self.faces)) + 1


@cache
def shipped() -> Weighing:
    """Return the weighing that goes with the shipped nets."""
    file = resources.files("companion.vision") / "weights" / "weighing.json"
    return msgspec.json.decode(file.read_bytes(), type=Weighing)


def weighed(find: Find, seen: Views, weighing: Weighing) -> Face:
    """Return what all views of a find come to."""
    mean = seen.kinds.mean(0)
    proofs = evidence(find, seen)
    there = chance(proofs, weighing.there)
    score = there * chance(proofs, weighing.value)
    return Face(find, tuple(float(p) for p in mean[1:7]), there, score, proofs)


def evidence(find: Find, seen: Views) -> tuple[float, ...]:
    """Return `PROOFS` numbers: what speaks for a find, each in units of about one."""
    mean = seen.kinds.mean(0)
    best = int(mean[1:7].argmax()) + 1
    of_best: Floats = seen.kinds[:, best]
    die: Floats = seen.kinds[:, 1:7].sum(1)
    second = float(np.sort(mean[1:7])[-2])
    return (
        1.0,
        odds(float(mean[best])),
        odds(float(of_best.min())),
        odds(float(die.mean())),
        odds(float(die.min())),
        odds(second),
        odds(find.foreground),
        find.upper,
        float(np.log(0.02 + seen.ways.std(0).sum())),
        min(0.0, math.log2(find.edge / EDGE)),
    )


def odds(probability: float) -> float:
    """Return the natural logarithm of odds, at most 7 either way."""
    p = min(max(probability, 0.0009), 0.9991)
    return math.log(p / (1.0 - p))


def chance(proofs: tuple[float, ...], weights: tuple[float, ...]) -> float:
    """Return the probability that weighted evidence comes to."""
    total = sum(p * w for p, w in zip(proofs, weights, strict=True))
    return 1.0 / (1.0 + math.exp(-min(max(total, -30.0), 30.0)))
