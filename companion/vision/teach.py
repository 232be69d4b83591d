"""Teach the reader this table's dice: fit what is added to its last layer, then test it.

The trained nets stay as they are; the last layer is pulled to what it was, so that few throws
cannot unlearn what many photos taught.
"""

import math
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.vision.dice import NetReader
from companion.vision.finds import Find, look
from companion.vision.frame import Pixels
from companion.vision.nets import Floats, Nets, softmax
from companion.vision.pips import Turned, crops
from companion.vision.taught import Layer, Taught, Trial

GROUND, KINDS = 0, 8
"""The class of what is no die, and how many classes there are."""
PULL = 1.0
"""How strongly the layer is pulled to nothing; chosen with `tests.benchmarks.dice.teaching`."""
LEARNED = 0.05
"""A view that is named rightly with less doubt than this counts the less: what the reader knows
already is not what it shall learn, and must not make it less certain."""
_STEPS = 300
_TURNS = 16  # views of each die that was shown
_GROUND_PLACES, _GROUND_WEIGHT = 12, 0.25
_CLEAR = 1.3  # edges between a die's middle and a place that is surely none


class ShownDie(msgspec.Struct, frozen=True):
    """A die of which a person has said what it shows."""

    x: float  # pixels of the picture
    y: float
    edge: float  # pixels
    pips: int  # 1 to 6


class Lesson(msgspec.Struct, frozen=True):
    """One throw: the picture, and all the dice in it."""

    pixels: Pixels
    dice: tuple[ShownDie, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The pips, ascending."""
        return tuple(sorted(die.pips for die in self.dice))


def taught(nets: Nets, lessons: Sequence[Lesson], *, pull: float = PULL) -> Taught:
    """Return what the throws teach; untested.

    Args:
        nets: the nets as they are shipped.
        lessons: throws, all seen by the same camera.
        pull: how strongly the layer is pulled to nothing.

    Raises:
        ValueError: no die was shown.
    """
    edges = [die.edge for lesson in lessons for die in lesson.dice]
    if not edges:
        raise ValueError("no die was shown")
    height, width = lessons[0].pixels.shape[:2]
    return Taught(
        reader=nets.digest,
        layer=_fitted(*_examples(nets, lessons), pull=pull),
        edge=round(float(np.median(edges)), 2),
        unlike=round(max(edges) / min(edges), 3),
        picture=(width, height),
        throws=len(lessons),
    )


def tried(nets: Nets, learned: Taught, lessons: Sequence[Lesson]) -> Taught:
    """Return *learned* with how the shipped reader and the taught one read further throws."""
    before = sum((_trial(NetReader(nets=nets), lesson) for lesson in lessons), Trial())
    reader = NetReader(nets=nets, taught=learned)
    after = sum((_trial(reader, lesson) for lesson in lessons), Trial())
    return replace(learned, before=before, after=after)


def foretold(nets: Nets, lessons: Sequence[Lesson], *, parts: int = 5) -> Trial:
    """Return how throws are read by what the others teach: each is left out once."""
    result = Trial()
    for part in range(min(parts, len(lessons))):
        others = [lesson for n, lesson in enumerate(lessons) if n % parts != part]
        if others:
            reader = NetReader(nets=nets, taught=taught(nets, others))
            result = sum((_trial(reader, lesson) for lesson in lessons[part::parts]), result)
    return result


def _trial(reader: NetReader, lesson: Lesson) -> Trial:
    edge = float(np.median([die.edge for die in lesson.dice]))
    reading = reader.read(lesson.pixels, dice=len(lesson.dice), edge=edge)
    if reading.verdict != "sure":
        return Trial(asked=1)
    return Trial(sure=1) if reading.values == lesson.values else Trial(wrong=1)


def _examples(
    nets: Nets, lessons: Sequence[Lesson]
) -> tuple[Floats, Floats, NDArray[np.int64], Floats]:
    """Return scores (n x 8), features (n x f), classes (n) and weights (n) of many views."""
    scores, features, kinds, weights = [], [], [], []
    for pixels, find, kind in _places(nets, lessons):
        views = _VIEWS if kind != GROUND else _VIEWS[::4]
        seen, known = nets.closely(crops(pixels, find, views))
        scores.append(seen)
        features.append(known)
        kinds.append(np.full(len(seen), kind))
        weights.append(np.full(len(seen), 1.0 if kind != GROUND else _GROUND_WEIGHT))
    return (
        np.concatenate(scores),
        np.concatenate(features),
        np.concatenate(kinds),
        np.concatenate(weights).astype(np.float32),
    )


def _places(nets: Nets, lessons: Sequence[Lesson]) -> Iterator[tuple[Pixels, Find, int]]:
    """Yield where to look in which picture, and what is there: a value, or `GROUND`."""
    for lesson in lessons:
        dice = [Find(d.x, d.y, d.edge, 1.0, 1.0) for d in lesson.dice]
        for die, labelled in zip(dice, lesson.dice, strict=True):
            yield lesson.pixels, die, labelled.pips
        edge = float(np.median([die.edge for die in dice]))
        false = [f for f in look(nets, lesson.pixels, edge) if _is_clear(f, dice)]
        for find in (*false, *_ground(lesson.pixels, edge, dice))[:_GROUND_PLACES]:
            yield lesson.pixels, find, GROUND


def _ground(pixels: Pixels, edge: float, dice: Sequence[Find]) -> Iterator[Find]:
    """Yield places all over the picture at which no die lies, in no order that matters."""
    height, width = pixels.shape[:2]
    random = np.random.default_rng(0)  # the same throws teach the same
    for _ in range(4 * _GROUND_PLACES):
        x, y = random.uniform((0.0, 0.0), (width, height)).tolist()
        find = Find(x, y, edge, foreground=1.0, upper=0.0)
        if _is_clear(find, dice):
            yield find


def _is_clear(find: Find, dice: Sequence[Find]) -> bool:
    return all(math.hypot(find.x - d.x, find.y - d.y) > _CLEAR * d.edge for d in dice)


def _fitted(
    scores: Floats, features: Floats, kinds: NDArray[np.int64], weights: Floats, *, pull: float
) -> Layer:
    """Return the layer that names the examples best, by accelerated gradient descent."""
    spread = np.sqrt((features**2).mean(0)) + 1e-3
    inputs = np.column_stack([features / spread, np.ones(len(features), np.float32)])
    wanted = np.eye(KINDS, dtype=np.float32)[kinds]
    share = (weights / weights.sum())[:, None]
    # Half the largest curvature of the logistic loss bounds the step.
    curved = 0.5 * float(np.linalg.eigvalsh((inputs * share).T @ inputs)[-1]) + pull
    layer = ahead = np.zeros((inputs.shape[1], KINDS), np.float32)
    momentum = (1 - math.sqrt(pull / curved)) / (1 + math.sqrt(pull / curved))
    for _ in range(_STEPS):
        named = softmax(np.asarray(scores + inputs @ ahead, np.float32), axis=1)
        doubt = 1.0 - (named * wanted).sum(1, keepdims=True)
        off = (named - wanted) * share * np.minimum(doubt / LEARNED, 1.0)
        stepped = ahead - (inputs.T @ off + pull * ahead) / curved
        layer, ahead = stepped, stepped + momentum * (stepped - layer)
    rows = (layer[:-1] / spread[:, None]).T
    return Layer(tuple(map(_plain, rows)), _plain(layer[-1]))


def _plain(row: Floats) -> tuple[float, ...]:
    """Return a row as it is written to a file: what is tried is what is kept."""
    return tuple(round(float(number), 5) for number in row)


def _views() -> tuple[Turned, ...]:
    """Return turns all around, scales and mirrors: a die lies in any way."""
    return tuple((360.0 * n / _TURNS, (0.94, 1.0, 1.06)[n % 3], n % 2 == 1) for n in range(_TURNS))


_VIEWS = _views()
