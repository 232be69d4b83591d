"""When a reading counts as sure. No picture here, only weighed faces; money rests on this file."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from companion.vision.readings import DiceReading, DieReading, Verdict
from companion.vision.scoring import Face, Weighing, logistic, picture_features

Known = Literal["told", "untold", "sized"]
"""What is known of the dice: their number; nothing; number and size."""
ALIKE = 1.6
"""Dice of one throw differ in edge by at most this factor; more is a find that is no die."""
ENCLOSED = 2
"""A much larger find around so many plain dice is the tray, or takes the dice for its pips."""
AT_ODDS = 0.5
"""No reading is surer than this where a die is missed, or what the dice are is in doubt."""


class ReadingLimits(msgspec.Struct, frozen=True):
    """From where on a reading is sure; see `weights/README.md`."""

    told: float = 0.9624  # confidence of a sure reading, the number of dice known
    untold: float = 0.966  # the same where it is not
    sized: float = 0.9623  # the same where both number and size are known
    good: float = 0.8  # every die of a sure reading has this score
    likely: float = 0.5  # more than this: where the number is not known, it is one of the dice
    seen: float = 0.3  # a find below this is not even a guess
    rival: float = 0.5  # a find of the size of the dice, likelier one than this, is one too many


class DealtFaces(NamedTuple):
    """The faces of a picture, dealt into the dice and what lies beside them; best first."""

    taken: Sequence[Face]
    rest: Sequence[Face]  # of the size of the dice
    far: Sequence[Face]  # of other sizes
    dice: int  # how many there are, as far as anybody knows
    known: bool  # whether anybody does

    def is_whole(self, limits: ReadingLimits) -> bool:
        """Return whether all the dice were found, and nothing beside them that may be dice too."""
        found = len(self.taken) == self.dice > 0
        rivals = any(face.there > limits.rival for face in self.rest)
        return found and not rivals and not _is_doubted(self.taken, self.far, known=self.known)

    @property
    def features(self) -> tuple[float, ...]:
        """What speaks for this choice, and for its values."""
        return picture_features(self.taken, self.rest, self.far)


def chosen(faces: Sequence[Face], dice: int | None, limits: ReadingLimits) -> DealtFaces:
    """Return the likeliest choice of *dice* faces; None: of as many as are likely dice."""
    near, far = _alike(_without_enclosing(faces, limits), dice)
    count = dice if dice is not None else sum(face.there > limits.likely for face in near)
    return DealtFaces(near[:count], near[count:], far, count, dice is not None)


def judged(
    faces: Sequence[Face],
    dice: int | None,
    limits: ReadingLimits,
    weighing: Weighing,
    *,
    sized: bool = False,
) -> DiceReading:
    """Return the reading of a picture's faces, the number and the size of dice known or not."""
    choice = chosen(faces, dice, limits)
    known: Known = "untold" if dice is None else "sized" if sized else "told"
    weights, wanted = getattr(weighing, known), getattr(limits, known)
    confidence = logistic(choice.features, weights) if choice.taken else 0.0
    is_whole = choice.is_whole(limits)
    plain = is_whole and all(face.score >= limits.good for face in choice.taken)
    if plain and confidence >= wanted:
        return _reading("sure", choice.taken, confidence)
    guess = [f for f in choice.taken if max(f.score, 0.5 * f.there) >= limits.seen / 2]
    if not guess:
        return DiceReading("none", (), 0.0)
    most = wanted - 0.01 if is_whole else AT_ODDS
    return _reading("unsure", guess, min(confidence, most))


def _without_enclosing(faces: Sequence[Face], limits: ReadingLimits) -> list[Face]:
    """Return the faces but those that enclose plain dice, of which one at least shows no one.

    A pip looks like a one at most.
    """
    plain = [face for face in faces if face.score >= limits.good]

    def encloses(face: Face) -> bool:
        inside = [
            die for die in plain if ALIKE * die.find.edge < face.find.edge and _lies_on(die, face)
        ]
        return len(inside) >= ENCLOSED and any(die.pips > 1 for die in inside)

    return [face for face in faces if not encloses(face)]


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
