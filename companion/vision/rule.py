"""When a reading counts as sure. No picture here, only scored faces; money rests on this file."""

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from companion.vision.finds import Find
from companion.vision.nets import Floats
from companion.vision.readings import DiceReading, DieReading, Verdict

ALIKE = 1.6
"""Dice of one throw differ in edge by at most this factor; more is a find that is no die."""


PLAIN = 0.97
"""The finder's foreground of nearly every true die."""


TOLD_APART = 0.1
"""What weight a find keeps in the confidence of a sure reading, which judged it to be no die.

Set by judgement, not fitted: the confidence ranks readings, it is no calibrated probability.
"""


class Limits(msgspec.Struct, frozen=True):
    """From where on a score is good, and up to where it may be ignored.

    Chosen on photos of sources that took no part in training, see `weights/README.md`.
    """

    good: float = 0.93  # every die of a sure reading reaches this
    one: float = 0.95  # a one too: it looks like anything round
    nothing: float = 0.7  # every other find stays below this, where the number is known
    speck: float = 0.15  # the same where it is not: nothing else says that a die is missing
    seen: float = 0.4  # a find below this is not even a guess


class Face(msgspec.Struct, frozen=True):
    """A find and what the reader makes of it."""

    find: Find
    faces: tuple[float, ...]  # probabilities of 1 to 6
    score: float  # 0 to 1: that it is the upper face of a die, with the likeliest value

    @property
    def pips(self) -> int:
        """The likeliest value."""
        return int(np.argmax(self.faces)) + 1


def scored(find: Find, views: Floats) -> Face:
    """Weigh what the views (n x 8 probabilities) say, and whether the finder agrees."""
    mean = views.mean(0)[1:7]
    best = int(mean.argmax()) + 1
    against = int((views.argmax(1) != best).sum())
    score = float(mean[best - 1])
    if against:
        score *= 0.8 if against == 1 else 0.5
    if find.value != best:
        score *= 0.6
    # Of true dice 98 in 100 stand out so plainly; of what is mistaken for one, a third.
    score *= min(1.0, find.foreground / PLAIN) ** 4
    return Face(find, tuple(float(p) for p in mean), score)


def judged(faces: Sequence[Face], dice: int | None, limits: Limits) -> DiceReading:
    """Return the reading of a picture's faces, the number of dice known or not."""
    near, far = _alike(faces, dice)
    count = dice if dice is not None else sum(face.score >= limits.good for face in near)
    taken, rest = near[:count], near[count:]
    if _is_sure(taken, count, limits) and not _is_doubted(
        taken, rest, far, limits, known=dice is not None
    ):
        return _reading("sure", taken, rest)
    if dice is None:
        count = sum(face.score >= limits.seen for face in near)
    guess = [face for face in near[:count] if face.score >= limits.seen / 2]
    if not guess:
        return DiceReading("none", (), 0.0)
    return _reading("unsure", guess, near[len(guess) :])


def _alike(faces: Sequence[Face], dice: int | None) -> tuple[list[Face], list[Face]]:
    """Part the faces into those that go best together by size, and the others; best first."""
    ranked = sorted(faces, key=lambda face: -face.score)
    best: list[Face] = []
    weight = 0.0
    for smallest in ranked:
        edge = smallest.find.edge
        near = [face for face in ranked if edge <= face.find.edge <= ALIKE * edge]
        if (sum_of := sum(face.score**2 for face in near[:dice])) > weight:
            best, weight = near, sum_of
    if not best:
        return [], []
    edges = [face.find.edge for face in best[:dice]]
    low, high = max(edges) / ALIKE, min(edges) * ALIKE
    near = best[:dice] + [f for f in ranked if f not in best[:dice] and low <= f.find.edge <= high]
    return near, [face for face in ranked if face not in near]


def _is_sure(taken: Sequence[Face], count: int, limits: Limits) -> bool:
    if not taken or len(taken) != count:
        return False
    edges = [face.find.edge for face in taken]
    good = all(f.score >= (limits.one if f.pips == 1 else limits.good) for f in taken)
    return good and max(edges) <= ALIKE * min(edges)


def _is_doubted(
    taken: Sequence[Face], rest: Sequence[Face], far: Sequence[Face], limits: Limits, *, known: bool
) -> bool:
    """Return whether something else may be a die: another like them, or dice of other sizes."""
    good = [face for face in far if face.score >= limits.good]
    others = [face for face in good if not any(_lies_on(face, die) for die in taken)]
    return (
        any(_may_be_one(face, limits, known=known) for face in rest)
        or len(others) >= (len(taken) if known else 1)
        or any(_lies_on(die, face) for face in good for die in taken)
    )


def _may_be_one(face: Face, limits: Limits, *, known: bool) -> bool:
    if known:
        return face.score > limits.nothing
    # What stands out like a die is no speck, even where the reader can make little of it.
    return face.score > limits.speck / (2 if face.find.foreground >= PLAIN else 1)


def _lies_on(small: Face, large: Face) -> bool:
    """Return whether a face lies on a larger one, as a pip does on its die."""
    gap = math.hypot(small.find.x - large.find.x, small.find.y - large.find.y)
    return small.find.edge < large.find.edge and gap < 0.75 * large.find.edge


def _reading(verdict: Verdict, taken: Sequence[Face], rest: Sequence[Face]) -> DiceReading:
    dice = tuple(_die(face) for face in sorted(taken, key=lambda f: f.find.x))
    known = float(np.prod([face.score for face in taken]))
    rival = rest[0].score * (TOLD_APART if verdict == "sure" else 1.0) if rest else 0.0
    return DiceReading(verdict, dice, round(known * (1.0 - rival), 4))


def _die(face: Face) -> DieReading:
    total = sum(face.faces) or 1.0
    return DieReading(
        pips=face.pips,
        centre=(round(face.find.x, 1), round(face.find.y, 1)),
        edge=round(face.find.edge, 1),
        confidence=round(face.score, 4),
        faces=tuple(round(p / total, 4) for p in face.faces),
    )
