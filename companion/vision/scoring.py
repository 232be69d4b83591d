"""How likely a find is a die of a value: features, weighed by logistic regression."""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources

import msgspec
import numpy as np

from companion.vision.detection import SAME_SIZE, Find, is_same
from companion.vision.nets import EDGE
from companion.vision.pips import Views
from companion.vision.runtimes import Floats

FEATURES = 11
"""Numbers of one find's evidence: its features, see `features_of`."""
PICTURE_FEATURES = 6
"""Numbers of one picture's evidence; see `picture_features`."""
LARGEST_LOG_ODDS = 7.0
"""Logarithms of odds beyond this say no more."""
CERTAIN = 0.9995
"""No single find is surer than this."""
FLOOR = 0.003
"""And no picture surer than this, whatever its finds say."""


NEXT_TO = 1.0
"""Finds nearer than this many edges may be two faces of one die, of which one is the upper."""
HARDLY_A_DIE = -3.0
"""A neighbour less likely a die than this, as log odds, is none."""
DIE = 3
"""Which of the numbers of `features_of` is what both readers think of a die."""
SECOND_SAY = 0.35
"""What the second reader counts where both name a value; it is less exact than the first."""


class Weighing(msgspec.Struct, frozen=True):
    """How evidence is weighed; fitted on photos of sources that the nets had not seen."""

    there: tuple[float, ...]  # what evidence says on: is this the upper face of a die
    value: tuple[float, ...]  # and, if it is: is the likeliest value right
    told: tuple[float, ...]  # what evidence on a picture says on: are these the dice, rightly read
    untold: tuple[float, ...]  # the same, the number of dice not known
    sized: tuple[float, ...]  # the same, the number and about the size of the dice known


class Face(msgspec.Struct, frozen=True):
    """A find and what the reader makes of it."""

    find: Find
    faces: tuple[float, ...]  # probabilities of 1 to 6, of the views
    there: float  # 0 to 1: that it is the upper face of a die
    score: float  # 0 to 1: that it is that, with the likeliest value
    features: tuple[float, ...] = ()  # see `features_of`

    @property
    def pips(self) -> int:
        """The likeliest value."""
        return int(np.argmax(self.faces)) + 1


@cache
def shipped() -> Weighing:
    """Return the weighing that goes with the shipped nets."""
    file = resources.files("companion.vision") / "weights" / "weighing.json"
    return msgspec.json.decode(file.read_bytes(), type=Weighing)


def weighed(places: Iterable[tuple[Find, Views, Views | None]], weighing: Weighing) -> list[Face]:
    """Return what all views of each find of a picture come to, in the same order.

    Args:
        places: finds, what the first reader sees there, and what the second one does; None: it
            was not asked, for there is hardly a die.
        weighing: what that is worth.
    """
    places = list(places)
    alone = [(find, features_of(find, seen, again)) for find, seen, again in places]
    out = []
    for (find, features), (_, seen, again) in zip(alone, places, strict=True):
        whole = (*features, _next_to(find, alone))
        there = logistic(whole, weighing.there)
        score = there * logistic(whole, weighing.value)
        out.append(Face(find, tuple(float(p) for p in _faces(seen, again)), there, score, whole))
    return out


def _next_to(find: Find, finds: Sequence[tuple[Find, tuple[float, ...]]]) -> float:
    """Return how likely a die, as log odds above `HARDLY_A_DIE`, the likeliest neighbour is.

    Seen from the side a die shows two or three faces, each like an upper one by itself.
    """
    beside = (p[DIE] for other, p in finds if other is not find and _is_beside(find, other))
    return max(0.0, max(beside, default=HARDLY_A_DIE) - HARDLY_A_DIE)


def _is_beside(one: Find, other: Find) -> bool:
    """Return whether two finds may be two faces of one die."""
    small, large = sorted((one.edge, other.edge))
    gap = math.hypot(one.x - other.x, one.y - other.y)
    near = gap < NEXT_TO * (small + large) / 2
    return near and large < SAME_SIZE * small and not is_same(one, other)


def features_of(find: Find, seen: Views, again: Views | None) -> tuple[float, ...]:
    """Return all but the last of `FEATURES` numbers: what speaks for a find by itself.

    Each is in units of about one. Of what both readers say the mean counts, and the worst of
    all their views.
    """
    faces = _faces(seen, again)
    best, second = int(faces.argmax()) + 1, float(np.sort(faces)[-2])
    readers = [reader.kinds for reader in (seen, again) if reader is not None]
    of_best = [kinds[:, best] for kinds in readers]
    die = [kinds[:, 1:7].sum(1) for kinds in readers]
    return (
        1.0,
        _mean_odds(of_best),
        min(log_odds(float(views.min())) for views in of_best),
        _mean_odds(die),
        min(log_odds(float(views.min())) for views in die),
        log_odds(second),
        log_odds(find.foreground),
        find.upper,
        float(np.log(0.02 + seen.ways.std(0).sum())),
        min(0.0, math.log2(find.edge / EDGE)),
    )


def _mean_odds(readers: Sequence[Floats]) -> float:
    """Return the mean of what the readers think, each of its views (n probabilities)."""
    return sum(log_odds(float(views.mean())) for views in readers) / len(readers)


def _faces(seen: Views, again: Views | None) -> Floats:
    """Return the probabilities of 1 to 6 by both readers."""
    first = np.asarray(seen.kinds.mean(0)[1:7], np.float32)
    if again is None:
        return first
    second: Floats = again.kinds.mean(0)[1:7]
    return np.asarray(first + np.float32(SECOND_SAY) * (second - first), np.float32)


def picture_features(
    taken: Sequence[Face], rest: Sequence[Face], far: Sequence[Face]
) -> tuple[float, ...]:
    """Return `PICTURE_FEATURES` numbers: what speaks for some faces being the dice of a picture.

    Args:
        taken: the faces that are taken for the dice.
        rest: other finds of their size.
        far: finds of other sizes.
    """
    none_there = sum(1.0 - min(face.there, CERTAIN) for face in taken)
    misread = sum(1.0 - min(face.score / max(face.there, 1e-6), CERTAIN) for face in taken)
    return (
        1.0,
        math.log(FLOOR + none_there),
        math.log(FLOOR + misread),
        max((log_odds(face.there) for face in rest), default=-LARGEST_LOG_ODDS),
        max((log_odds(face.there) for face in far), default=-LARGEST_LOG_ODDS),
        math.log(0.01 + sum(face.there for face in rest)),
    )


def log_odds(probability: float) -> float:
    """Return the natural logarithm of odds, at most `LARGEST_LOG_ODDS` either way."""
    p = min(max(probability, 0.0009), 0.9991)
    return math.log(p / (1.0 - p))


def logistic(features: tuple[float, ...], weights: tuple[float, ...]) -> float:
    """Return the probability of weighted features: the logistic function of their sum."""
    total = sum(p * w for p, w in zip(features, weights, strict=True))
    return 1.0 / (1.0 + math.exp(-min(max(total, -30.0), 30.0)))
