"""Teach the reader this table's dice: the whole of it learns, a copy, and is tried before use.

While it learns from the throws that were shown, it practises other dice as well, so that it does
not unlearn them (`practice.py`). The shipped nets stay as they are.
"""

import math
from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace

from companion.errors import PictureError
from companion.teaching.backpropagation import Network, Values
from companion.teaching.batches import Batch, BatchSampler, Lesson
from companion.vision.dice import NetReader
from companion.vision.nets import KINDS, Nets, softmax
from companion.vision.runtimes import Floats
from companion.vision.taught_reader import Taught, Trial, digest_of

STEPS = 100
"""Batches that are practised; chosen with `tests.benchmarks.dice.teaching`."""
RATE = 2e-3
"""How far a number of the net goes in one step, at most, about."""
_WARM = 10  # steps until the rate is reached
_WAY = 0.5  # how much the way to a die's middle counts beside its value
_STEADY, _SPREAD = 0.9, 0.99  # how much of the past slopes, and of their squares, is remembered
_LONGEST = 2.0  # of all slopes together


class Learning:
    """One course: step by step, so that whoever runs it can tell how far it is, or end it.

    Args:
        nets: the nets as they are shipped.
        lessons: throws, all seen by the same camera.
        steps: how many to go.

    Raises:
        PictureError: no die was shown.
    """

    def __init__(self, nets: Nets, lessons: Sequence[Lesson], *, steps: int = STEPS) -> None:
        edges = [die.edge for lesson in lessons for die in lesson.dice]
        if not edges:
            raise PictureError(code="no-die-shown")
        height, width = lessons[0].pixels.shape[:2]
        self._head = Taught(
            reader=nets.digest,
            edge=round(float(np.median(edges)), 2),
            unlike=round(max(edges) / min(edges), 3),
            picture=(width, height),
            throws=len(lessons),
        )
        self.steps, self.done = steps, 0
        self._net = Network(nets.shipped)
        self._practice = BatchSampler(nets, [lesson for lesson in lessons if lesson.dice])
        self._random = np.random.default_rng(0)  # the same throws teach the same
        self._adam = _Adam(self._net.weights)

    def step(self) -> None:
        """Practise one batch; on one core of a small computer half a second to a second."""
        self.done += 1
        batch = self._practice.batch(self._random)
        values = self._net.forward(batch.crops[..., ::-1].astype(np.float32) / np.float32(255.0))
        said = softmax(values["scores"][:, :KINDS], axis=1)
        self._practice.heard(said)
        rise = _rise(said, values["scores"][:, KINDS:], batch)
        slopes = self._net.backward(values, {"scores": rise})
        warm = min(1.0, self.done / _WARM)
        falling = 0.5 + 0.5 * math.cos(math.pi * self.done / (self.steps + 1))
        self._adam.follow(slopes, RATE * warm * falling)

    @property
    def taught(self) -> Taught:
        """What was learned so far; untested."""
        model = self._net.written()
        return replace(self._head, model=model, own=digest_of(model))


class _Adam:
    """Moves weights against their slopes, each as far as its slopes agree (Kingma and Ba, 2015)."""

    def __init__(self, weights: Values) -> None:
        self._weights = weights
        self._mean = {name: np.zeros_like(part) for name, part in weights.items()}
        self._square = {name: np.zeros_like(part) for name, part in weights.items()}
        self._steps = 0

    def follow(self, slopes: Values, rate: float) -> None:
        """Take a step."""
        self._steps += 1
        length = math.sqrt(sum(float(np.vdot(slope, slope)) for slope in slopes.values()))
        held = np.float32(min(1.0, _LONGEST / max(length, 1e-9)))
        for name, slope in slopes.items():
            mean, square = self._mean[name], self._square[name]
            mean += np.float32(1 - _STEADY) * (held * slope - mean)
            square += np.float32(1 - _SPREAD) * ((held * slope) ** 2 - square)
            even = np.float32(rate / (1 - _STEADY**self._steps))
            scale = np.sqrt(square / np.float32(1 - _SPREAD**self._steps)) + np.float32(1e-8)
            self._weights[name] -= even * mean / scale


def _rise(said: Floats, ways: Floats, batch: Batch) -> Floats:
    """Return how the loss rises with the reader's scores, n x 11.

    The loss is the cross entropy of the kinds, and the sum of how far off the ways are where they
    are known: means over the batch.
    """
    off = np.float32(_WAY) * np.sign(ways - batch.ways) * batch.placed[:, None]
    rise = np.concatenate([said - batch.kinds, off], axis=1)
    return np.asarray(rise / len(rise), np.float32)


def trained(nets: Nets, lessons: Sequence[Lesson], *, steps: int = STEPS) -> Taught:
    """Return what the throws teach; untested. See `Learning`."""
    learning = Learning(nets, lessons, steps=steps)
    while learning.done < steps:
        learning.step()
    return learning.taught


def evaluated(nets: Nets, learned: Taught, lessons: Sequence[Lesson]) -> Taught:
    """Return *learned* with how the shipped reader and the taught one read further throws."""
    before = sum((_trial(NetReader(nets=nets), lesson) for lesson in lessons), Trial())
    reader = NetReader(nets=nets, taught=learned)
    after = sum((_trial(reader, lesson) for lesson in lessons), Trial())
    return replace(learned, before=before, after=after)


def _trial(reader: NetReader, lesson: Lesson) -> Trial:
    edge = float(np.median([die.edge for die in lesson.dice]))
    reading = reader.read(lesson.pixels, dice=len(lesson.dice), edge=edge)
    if reading.verdict != "sure":
        return Trial(asked=1)
    return Trial(sure=1) if reading.values == lesson.values else Trial(wrong=1)
