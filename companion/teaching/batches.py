"""What the reader practises on: crops of a table's own dice, of its bare places, of other dice."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.vision.detection import Find, look
from companion.vision.frame import Pixels
from companion.vision.nets import CROP, KINDS, Nets
from companion.vision.pictures import decoded
from companion.vision.pips import crop
from companion.vision.readings import ShownDie
from companion.vision.runtimes import Floats

GROUND = 0
"""The class of what is no die."""
SMOOTHING = 0.01
"""So much of what is said is held back: nobody taps rightly always."""
BATCH = 64
"""Crops in a step."""
SHOWN, BESIDE, BARE = 28, 4, 4
"""Of them: dice that were shown, places just beside them, places with none. Others are the rest."""
KNOWN = 0.1
"""What is known for sure is practised so often, beside what is not known at all with 1."""
_CLEAR = 1.3  # edges between a die's middle and a place that is surely none
_PLACES = 12  # bare places looked at in each picture

Crops = NDArray[np.uint8]


class Lesson(msgspec.Struct, frozen=True):
    """One throw: the picture, and all the dice in it."""

    pixels: Pixels
    dice: tuple[ShownDie, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The pips, ascending."""
        return tuple(sorted(die.pips for die in self.dice))


class Batch(NamedTuple):
    """Crops, and what the reader shall say of them."""

    crops: Crops  # n x CROP x CROP x 3: blue, green, red
    kinds: Floats  # n x KINDS probabilities
    ways: Floats  # n x 3; see `Nets.read`
    placed: NDArray[np.bool_]  # n: whether the way is known


class BatchSampler:
    """Draws batches from throws that were shown.

    Args:
        nets: as they are shipped: what they say of other dice shall stay.
        lessons: at least one die in all of them.
    """

    def __init__(self, nets: Nets, lessons: Sequence[Lesson]) -> None:
        self._nets = nets
        self._dice = [(lesson, die) for lesson in lessons for die in lesson.dice]
        self._bare = [place for lesson in lessons for place in _bare(nets, lesson)]
        self._doubt = np.ones(len(self._dice))
        self._drawn = np.zeros(0, np.int64)

    def batch(self, random: Generator) -> Batch:
        """Return a batch by chance."""
        chances = KNOWN + self._doubt
        self._drawn = random.choice(len(self._dice), SHOWN, p=chances / chances.sum())
        shown = [self._shown(random, *self._dice[k]) for k in self._drawn]
        bare = [self._beside(random) for _ in range(BESIDE)]
        if self._bare:
            bare += [self._far(random) for _ in range(BARE)]
        known = [cut for cut, _, _ in shown] + bare
        crops = np.stack([_relit(random, _softened(random, cut)) for cut in known])
        others = _others(random, BATCH - len(known))
        kinds, ways = self._nets.read(others)
        said = np.array([kind for _, kind, _ in shown] + [GROUND] * len(bare))
        wanted = np.full((len(said), KINDS), SMOOTHING / KINDS, np.float32)
        wanted[np.arange(len(said)), said] += 1.0 - SMOOTHING
        led = np.zeros((len(said), 3), np.float32)
        led[: len(shown)] = [way for _, _, way in shown]
        dice = kinds[:, GROUND] < 0.5
        return Batch(
            np.concatenate([crops, others]),
            np.concatenate([wanted, kinds]),
            np.concatenate([led, ways]),
            np.concatenate([said != GROUND, dice]),
        )

    def heard(self, kinds: Floats) -> None:
        """Note what was said of the last batch, n x KINDS: what is known comes less often."""
        for row, k in zip(kinds, self._drawn.tolist(), strict=False):
            doubt = 1.0 - float(row[self._dice[k][1].pips])
            self._doubt[k] += 0.5 * (doubt - self._doubt[k])

    def _shown(self, random: Generator, lesson: Lesson, die: ShownDie) -> tuple[Crops, int, Floats]:
        off = die.edge * random.normal(0.0, 0.06, 2)
        find = Find(die.x + off[0], die.y + off[1], die.edge, 1.0, 1.0)
        cut, linear = _cut(random, lesson.pixels, find)
        way = linear @ (-off / die.edge)
        size = 0.5 * math.log2(abs(float(np.linalg.det(linear))))
        return cut, die.pips, np.array([*way, size], np.float32)

    def _beside(self, random: Generator) -> Crops:
        """Return a side of a die or a place between dice: its middle is on no upper face."""
        while True:
            lesson, die = self._dice[random.integers(len(self._dice))]
            turn, far = random.uniform(0.0, 2 * math.pi), die.edge * random.uniform(0.6, 1.3)
            x, y = die.x + far * math.cos(turn), die.y + far * math.sin(turn)
            if all(math.hypot(x - d.x, y - d.y) > 0.55 * d.edge for d in lesson.dice):
                size = die.edge * math.exp(random.normal(0.0, 0.15))
                return _cut(random, lesson.pixels, Find(x, y, size, 1.0, 0.0))[0]

    def _far(self, random: Generator) -> Crops:
        pixels, find = self._bare[random.integers(len(self._bare))]
        return _cut(random, pixels, find)[0]


def _bare(nets: Nets, lesson: Lesson) -> Iterator[tuple[Pixels, Find]]:
    """Yield places without a die: first those that the finder takes for one, then any."""
    edge = float(np.median([die.edge for die in lesson.dice]))
    height, width = lesson.pixels.shape[:2]
    random = np.random.default_rng(0)
    anywhere = random.uniform((0.0, 0.0), (width, height), (4 * _PLACES, 2)).tolist()
    found = (*look(nets, lesson.pixels, edge), *(Find(x, y, edge, 1.0, 0.0) for x, y in anywhere))
    clear = [f for f in found if _is_clear(f, lesson.dice)]
    for find in clear[:_PLACES]:
        yield lesson.pixels, find


def _is_clear(find: Find, dice: Sequence[ShownDie]) -> bool:
    return all(math.hypot(find.x - d.x, find.y - d.y) > _CLEAR * d.edge for d in dice)


def _cut(random: Generator, pixels: Pixels, find: Find) -> tuple[Crops, NDArray[np.float64]]:
    """Return the find at any turn and nearly any scale, and the map of ways; see `crop`."""
    scale = math.exp(random.normal(0.0, 0.07))
    return crop(pixels, find, random.uniform(0.0, 360.0), scale, bool(random.integers(2)))


@cache
def _sheet() -> Crops:
    """Return the shipped crops of other dice, n x CROP x CROP x 3."""
    coded = (resources.files("companion.teaching") / "others.jpg").read_bytes()
    sheet = decoded(coded)
    rows, columns = (n // CROP for n in sheet.shape[:2])
    parts = sheet.reshape(rows, CROP, columns, CROP, 3).transpose(0, 2, 1, 3, 4)
    return parts.reshape(-1, CROP, CROP, 3)


def _others(random: Generator, count: int) -> Crops:
    """Return crops of other dice, turned by quarters and mirrored, in changed light."""
    sheet = _sheet()
    drawn = sheet[random.integers(len(sheet), size=count)]
    turned = (np.rot90(cut, int(random.integers(4))) for cut in drawn)
    return np.stack([_relit(random, cut[:, ::-1] if random.integers(2) else cut) for cut in turned])


def _relit(random: Generator, cut: Crops) -> Crops:
    """Return a crop in other light: gain and white point, gamma."""
    gain = np.exp(random.normal(0.0, 0.15) + random.normal(0.0, 0.05, 3))
    levels = np.linspace(0.0, 1.0, 256)[:, None] ** math.exp(random.normal(0.0, 0.15)) * gain
    table = (levels.clip(0.0, 1.0) * 255).astype(np.uint8)
    return np.asarray(cv2.LUT(np.ascontiguousarray(cut), table[None]), np.uint8)


def _softened(random: Generator, cut: Crops) -> Crops:
    """Return every third crop a little out of focus, and every third with grain."""
    chance = random.random()
    if chance < 0.33:
        return np.asarray(cv2.GaussianBlur(cut, (0, 0), random.uniform(0.4, 1.0)), np.uint8)
    if chance < 0.66:
        grain = random.normal(0.0, random.uniform(0.0, 6.0), cut.shape)
        return (cut + grain).clip(0, 255).astype(np.uint8)
    return cut
