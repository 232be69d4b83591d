"""What becomes of photographs: how large they must be, and whether a copy is told from a throw.

`python -m tests.benchmarks.dice.photographed FOLDER [--more FOLDER ...] [--first 0 --tables 20]`

Reads the labelled photos of a folder as phones send them, at several sizes. Then alters photos, of
`--more` folders too, as somebody does who sends one twice, and counts how many are told for copies.
Then compares throws that show the same values on one drawn table, under one camera that does not
move: each that is taken for a copy is a throw that would be refused. Last it compares different
photos of one source that show the same; which of these are the same dice again, only eyes can
say, so the likest are named.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng

from companion.vision.copies import NOTHING_ALIKE, Sameness, likeness, may_be_alike
from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.pictures import decoded, still
from companion.vision.readings import DieReading
from hardware.simulated.table import SimulatedTable
from tests.benchmarks.dice.labels import OUTCOMES, Labelled, labelled, outcome, readable, source_of

SIZES = (640, 960, 1280, 1600, 2000)
"""Long sides, in pixels; a photo is never made larger."""
QUALITY = 88
SHOW = ((1, 1), (2, 5), (3, 3), (4, 6), (6, 6))
"""What like throws show."""
MOST = 3
"""Photos with more dice are no throws."""
REST_S = 4.0

Dice = tuple[DieReading, ...]


class Like(NamedTuple):
    """Two pictures that show the same values."""

    likeness: Sameness
    one: str
    other: str


def sent(pixels: Pixels, long: int) -> bytes:
    """Return a photo as a phone sends it."""
    scale = min(1.0, long / max(pixels.shape[:2]))
    smaller = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", smaller, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def sizes(photos: Sequence[Labelled]) -> Iterator[str]:
    """Yield what is read of photos at each size."""
    reader = NetReader()
    yield f"{'long side':>10}{'smaller':>9}" + "".join(f"{o:>8}" for o in (*OUTCOMES, "kB"))
    for long in SIZES:
        told: Counter[str] = Counter()
        bulk = []
        for photo in photos:
            jpeg = sent(still(photo.path), long)
            told[outcome(reader.read(decoded(jpeg), dice=len(photo.values)), photo.values)] += 1
            bulk.append(len(jpeg) / 1000)
        made = sum(max(still(photo.path).shape[:2]) > long for photo in photos)
        counted = "".join(f"{told[o]:8}" for o in OUTCOMES)
        yield f"{long:10}{made:9}{counted}{np.median(bulk):8.0f}"


ALTERED = ("coded anew", "scaled", "turned", "cut", "lit", "all of it")


def altered(pixels: Pixels, dice: Dice, how: str, rng: Generator) -> tuple[Pixels, Dice]:
    """Return a photo as somebody has altered it, and its dice as a reader places them."""
    every = how == "all of it"
    scale = rng.uniform(0.5, 1.2) if every or how == "scaled" else 1.0
    angle = float(rng.choice([90, 180, 270, 10, -7])) if every or how == "turned" else 0.0
    left, top = (int(n) if every or how == "cut" else 0 for n in rng.integers(0, 20, 2))
    matrix = _way(pixels.shape, angle, scale) + np.array([[0, 0, -left], [0, 0, -top]])
    size = _size(pixels.shape, angle, scale)
    area = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    picture = cv2.warpAffine(pixels, matrix, (size[0] - left, size[1] - top), flags=area)
    if every or how == "lit":
        light = picture.astype(np.float32) * rng.uniform(0.7, 1.2) + rng.uniform(-20, 20)
        picture = light.clip(0, 255).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))]
    coded = cv2.imencode(".jpg", picture, quality)[1].tobytes()
    moved = tuple(_moved(die, matrix, scale, rng) for die in dice)
    return decoded(coded), tuple(sorted(moved, key=lambda die: die.centre[0]))


def _way(shape: Sequence[int], angle: float, scale: float) -> np.ndarray:
    (height, width), (across, down) = shape[:2], _size(shape, angle, scale)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), angle, scale)
    return np.add(matrix, [[0, 0, (across - width) / 2], [0, 0, (down - height) / 2]])


def _size(shape: Sequence[int], angle: float, scale: float) -> tuple[int, int]:
    """Return width and height that hold the whole turned picture."""
    height, width = shape[:2]
    cos, sin = abs(np.cos(np.radians(angle))), abs(np.sin(np.radians(angle)))
    across, down = height * sin + width * cos, height * cos + width * sin
    return round(across * scale), round(down * scale)


def _moved(die: DieReading, matrix: np.ndarray, scale: float, rng: Generator) -> DieReading:
    """Return a die where it lies now, as well as a reader says it: 3 in 100 of an edge off."""
    edge = scale * die.edge
    x, y = matrix @ (*die.centre, 1.0) + rng.normal(0, 0.03 * edge, 2)
    edge *= rng.normal(1, 0.02)
    return DieReading(die.pips, (float(x), float(y)), float(edge), die.confidence, die.faces)


def copies(lie: dict[Path, Dice]) -> Iterator[str]:
    """Yield how many altered photos are told for copies."""
    rng = default_rng(7)
    yield f"{'copies told':>14}{'of':>6}"
    for how in ALTERED:
        told = []
        for path, dice in lie.items():
            if len(dice) > 1:
                pixels = still(path)
                told.append(likeness(pixels, dice, *altered(pixels, dice, how, rng)).is_copy)
        yield f"{sum(told):14}{len(told):6}  {how}"


def like_throws(first: int, tables: int, throws: int) -> Iterator[Like]:
    """Yield each pair of throws on one table that show the same and lie alike."""
    reader = NetReader()
    for seed in range(first, first + tables):
        seen = list(_seen(seed, throws, reader, SHOW[seed % len(SHOW)]))
        for (n, (one, its)), (m, (other, others)) in combinations(enumerate(seen), 2):
            may = may_be_alike(its, others)
            alike = likeness(one, its, other, others) if may else NOTHING_ALIKE
            yield Like(alike, f"table {seed}, throw {n}", f"{m}")


def _seen(
    seed: int, throws: int, reader: NetReader, show: Sequence[int]
) -> Iterator[tuple[Pixels, Dice]]:
    now = 100.0
    table = SimulatedTable(seed, clock=lambda: now)
    for _ in range(throws):
        table.throw(2, show=show)  # type: ignore[arg-type]  # whole numbers from 1 to 6
        now += REST_S
        pixels = table.seen(now)
        reading = reader.read(pixels, dice=2)
        if reading.verdict == "sure":
            yield pixels, reading.dice


def like_photos(lie: dict[Path, Dice]) -> Iterator[Like]:
    """Yield each pair of photos of one source that show the same and lie alike."""
    of_source: dict[tuple[object, ...], list[Path]] = defaultdict(list)
    for path, dice in lie.items():
        if len(dice) > 1:
            of_source[source_of(path.name), *sorted(die.pips for die in dice)].append(path)
    for paths in of_source.values():
        for one, other in combinations(paths, 2):
            if may_be_alike(lie[one], lie[other]):
                alike = likeness(still(one), lie[one], still(other), lie[other])
                yield Like(alike, one.name, other.name)


def dice_of(folders: Sequence[Path]) -> dict[Path, Dice]:
    """Return the photos with few dice, and these as labels have them, from left to right."""
    found = {}
    for file, rows in readable().items():
        path = next((f / file for f in folders if (f / file).is_file()), None)
        if path is not None and len(rows) <= MOST:
            dice = (DieReading(v, (x, y), e, 1.0, (0.0,) * 6) for v, x, y, e in rows)
            found[path] = tuple(sorted(dice, key=lambda die: die.centre[0]))
    return found


def main() -> int:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--more", type=Path, nargs="*", default=[])
    parser.add_argument("--first", type=int, default=0, help="the first drawn table")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--throws", type=int, default=60)
    given = parser.parse_args()
    photos = [photo for photo in labelled(given.folder) if 0 < len(photo.values) <= MOST]
    for line in sizes(photos):
        print(line, flush=True)
    lie = dice_of([given.folder, *given.more])
    for line in copies(lie):
        print(line, flush=True)
    for name, pairs in (
        ("drawn throws", like_throws(given.first, given.tables, given.throws)),
        ("photos", like_photos(lie)),
    ):
        every = sorted(pairs, key=lambda pair: pair.likeness[::-1], reverse=True)
        alike = [pair for pair in every if pair.likeness.dice]
        refused = sum(pair.likeness.is_copy for pair in every)
        print(f"{name}: {len(every)} like pairs, {len(alike)} lie alike, {refused} refused")
        for (dice, ground), one, other in alike[:16]:
            print(f"  dice {dice:.3f}, ground {ground:.3f}  {one}  {other}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
