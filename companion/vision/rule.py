"""When a reading counts as sure. No picture here, only weighed faces; money rests on this file."""

import math
from collections.abc import Sequence

import msgspec

from companion.vision.evidence import Face, Weighing, chance
from companion.vision.readings import DiceReading, DieReading, Verdict

ALIKE = 1.6
"""Dice of one throw differ in edge by at most this factor; more is a find that is no die."""
CERTAIN = 0.9995
"""No single find is surer than this, or less sure than what is left."""
MISSED = 0.3
"""Odds that a die lies where nothing was found, beside those of the finds."""


class Limits(msgspec.Struct, frozen=True):
    """From where on a reading is sure; see `weights/README.md`."""

    told: float = 0.972  # confidence of a sure reading, the number of dice known
    untold: float = 0.966  # the same where it is not
    sized: float = 0.972  # the same where both number and size are known
    good: float = 0.7  # every die of a sure reading has this score
    likely: float = 0.5  # more than this: where the number is not known, it is one of the dice
    seen: float = 0.3  # a find below this is not even a guess


def judged(
    faces: Sequence[Face],
    dice: int | None,
    limits: Limits,
    weighing: Weighing,
    *,
    sized: bool = False,
) -> DiceReading:
    """Return the reading of a picture's faces, the number and the size of dice known or not."""
    near, far = _alike(faces, dice)
    count = dice if dice is not None else sum(face.there > limits.likely for face in near)
    taken, rest = near[:count], near[count:]
    likely = _confidence(taken, rest, known=dice is not None)
    odds, wanted = weighing.untold, limits.untold
    if dice is not None:
        odds, wanted = weighing.told, limits.told
        if sized:
            odds, wanted = weighing.sized, limits.sized
    confidence = chance((1.0, math.log(likely / (1.0 - likely))), odds) if taken else 0.0
    plain = len(taken) == count > 0 and all(face.score >= limits.good for face in taken)
    if plain and confidence >= wanted and not _is_doubted(taken, far, known=dice is not None):
        return _reading("sure", taken, confidence)
    guess = [face for face in taken if max(face.score, 0.5 * face.there) >= limits.seen / 2]
    if not guess:
        return DiceReading("none", (), 0.0)
    return _reading("unsure", guess, min(confidence, wanted - 0.01))


def _alike(faces: Sequence[Face], dice: int | None) -> tuple[list[Face], list[Face]]:
    """Part the faces into those that go best together by size, and the others; best first."""
    ranked = sorted(faces, key=lambda face: -face.there)
    best: list[Face] = []
    weight = 0.0
    for smallest in ranked:
        edge = smallest.find.edge
        near = [face for face in ranked if edge <= face.find.edge <= ALIKE * edge]
        if (sum_of := sum(face.there**2 for face in near[:dice])) > weight:
            best, weight = near, sum_of
    if not best:
        return [], []
    edges = [face.find.edge for face in best[:dice] if face.there > 0.5] or [best[0].find.edge]
    low, high = max(edges) / ALIKE, min(edges) * ALIKE
    near = best[:dice] + [f for f in ranked if f not in best[:dice] and low <= f.find.edge <= high]
    return near, [face for face in ranked if face not in near]


def _confidence(taken: Sequence[Face], rest: Sequence[Face], *, known: bool) -> float:
    """Return how likely the taken faces are the dice, all of them, and rightly read."""
    right = math.prod(face.score / max(face.there, 1e-6) for face in taken)
    if not known:
        right *= math.prod(_held(f.there) for f in taken)
        right *= math.prod(1.0 - _held(f.there) for f in rest)
    elif taken:
        right *= _chosen(taken, rest)
    return min(max(right, 1e-6), 1.0 - 1e-6)


def _chosen(taken: Sequence[Face], rest: Sequence[Face]) -> float:
    """Return how likely just these are the dice, of all choices of so many among the finds."""
    scale = max(_odds(face) for face in taken)
    of_taken = math.prod(_odds(face) / scale for face in taken)
    sums = [1.0] + [0.0] * len(taken)  # of the products of all choices of 0, 1, 2... finds
    for odds in (MISSED, *(_odds(face) for face in (*taken, *rest))):
        for k in range(len(taken), 0, -1):
            sums[k] += sums[k - 1] * odds / scale
    return of_taken / sums[-1] if sums[-1] > 0.0 else 0.0


def _held(probability: float) -> float:
    return min(max(probability, 1.0 - CERTAIN), CERTAIN)


def _odds(face: Face) -> float:
    held = _held(face.there)
    return held / (1.0 - held)


def _is_doubted(taken: Sequence[Face], far: Sequence[Face], *, known: bool) -> bool:
    """Return whether dice of other sizes lie there too, or these may be pips of a larger one."""
    good = [face for face in far if face.there >= 0.5]
    others = [face for face in good if not any(_lies_on(face, die) for die in taken)]
    return len(others) >= (len(taken) if known else 1) or any(
        _lies_on(die, face) for face in good for die in taken
    )


def _lies_on(small: Face, large: Face) -> bool:
    """Return whether a face lies on a larger one, as a pip does on its die."""
    gap = math.hypot(small.find.x - large.find.x, small.find.y - large.find.y)
    return small.find.edge < large.find.edge and gap < 0.75 * large.find.edge


def _reading(verdict: Verdict, taken: Sequence[Face], confidence: float) -> DiceReading:
    dice = tuple(_die(face) for face in sorted(taken, key=lambda f: f.find.x))
    return DiceReading(verdict, dice, round(max(confidence, 0.0), 4))


def _die(face: Face) -> DieReading:
    total = sum(face.faces) or 1.0
    return DieReading(
        pips=face.pips,
        centre=(round(face.find.x, 1), round(face.find.y, 1)),
        edge=round(face.find.edge, 1),
        confidence=round(face.score, 4),
        faces=tuple(round(p / total, 4) for p in face.faces),
    )
