"""Throw drawn dice on drawn tables and read them: how often right, asked, wrong at known scale.

`python -m tests.benchmarks.dice.table --throws 10000 [--taught 10 --each 260]`

The tables are those of the simulated table, with its mat, its trays and its camera of 1280 x 720
pixels, and dice of 16 mm of many materials. What draws them took no part in the training of the
reader. What is wrong and sure is named with the seed of its table, so that it can be seen again.
With `--taught` the first throws of each table teach the reader its dice, as people do who say yes
to what it makes of them; a throw that it sees otherwise than it lies teaches nothing.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

import cv2
import numpy as np

from companion.teaching.batches import Lesson
from companion.teaching.training import trained
from companion.vision.dice import NetReader
from companion.vision.frame import Frame, Pixels
from companion.vision.nets import Nets
from companion.vision.readings import DiceReading, ShownDie
from hardware.field import Field
from hardware.simulated.die import LOOKS, DieLook
from hardware.simulated.ground import FELTS
from hardware.simulated.table import SimulatedTable

THROWS_A_TABLE = 10
REST_S = 4.0
"""After so long every throw lies still."""


class Tray(NamedTuple):
    """A throw that lies still, as the camera shows it."""

    pixels: Pixels
    edge: float | None  # of a die, in pixels
    lies: tuple[int, ...]


class Thrown(NamedTuple):
    """One throw and what was read."""

    seed: int
    look: str
    felt: int
    lies: tuple[int, ...]
    reading: DiceReading
    ms: float

    @property
    def outcome(self) -> str:
        """Right, asked or wrong."""
        if self.reading.verdict != "sure":
            return "asked"
        return "right" if self.reading.values == self.lies else "wrong"


def thrown(throws: int, dice: int, *, each: int, lessons: int, first: int = 0) -> Iterator[Thrown]:
    """Yield throws on as many tables as it takes, always the same; *each* so many a table.

    Args:
        throws: in all, without those that teach.
        dice: in each throw.
        each: throws of a table that are counted.
        lessons: throws of each table that teach the reader first.
        first: the first table.
    """
    plain = NetReader()
    for number in range(-(-throws // each)):
        seed = first + number
        trays = _trays(seed, dice)
        shown = [lesson for _ in range(lessons) if (lesson := _shown(plain, next(trays)))]
        reader = NetReader(taught=trained(Nets(), shown)) if shown else plain
        name, _ = material(seed)
        for pixels, edge, lies in islice(trays, min(each, throws - number * each)):
            began = time.process_time()
            reading = reader.read(pixels, dice=dice, edge=edge)
            ms = 1000 * (time.process_time() - began)
            yield Thrown(seed, name, seed % len(FELTS), lies, reading, ms)


def _trays(seed: int, dice: int) -> Iterator[Tray]:
    """Yield throws on one table without end."""
    now = 100.0
    _, look = material(seed)
    table = SimulatedTable(seed, look=look, felt=seed % len(FELTS), clock=lambda: now)
    field = Field()
    for number in count():
        table.throw(dice)
        now += REST_S
        pixels = table.seen(now)
        field.look(Frame(pixels, now, number))
        assert field.layout.tray is not None, f"no mat is found on table {seed}"
        yield Tray(field.layout.tray.cut(pixels), field.layout.die, table.lies.dice)


def _shown(reader: NetReader, tray: Tray) -> Lesson | None:
    """Return a throw of which somebody says that it is as it was read; None: it is not."""
    reading = reader.read(tray.pixels, dice=len(tray.lies), edge=tray.edge)
    if reading.values != tray.lies:
        return None
    return Lesson(tray.pixels, tuple(ShownDie(*d.centre, d.edge, d.pips) for d in reading.dice))


def material(seed: int) -> tuple[str, DieLook]:
    """Return one of the known dice for every second table, else one that chance has coloured."""
    names = sorted(LOOKS)
    if seed % 2 == 0:
        name = names[seed // 2 % len(names)]
        return name, LOOKS[name]
    random = np.random.default_rng([seed, 7])
    body = random.uniform(15, 240, 3)
    light = float(body @ (0.114, 0.587, 0.299))
    pip = random.uniform(200, 245, 3) if light < 130 else random.uniform(10, 60, 3)
    blue, green, red = body.tolist()
    return "chance", DieLook(
        (blue, green, red),
        tuple(pip.tolist()),
        gloss=float(random.uniform(0.0, 0.7)),
        pip_radius=float(random.uniform(0.15, 0.23)),
        one=float(random.choice([1.0, 1.0, 1.35, 1.7])),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how many throws were read, by the dice's look, and each wrong one."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--throws", type=int, default=500)
    parser.add_argument("--dice", type=int, default=2)
    parser.add_argument("--each", type=int, default=THROWS_A_TABLE, help="throws of one table")
    parser.add_argument("--taught", type=int, default=0, help="throws that teach each table first")
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    took = []
    tables = {"each": given.each, "lessons": given.taught, "first": given.first}
    throws = thrown(given.throws, given.dice, **tables)
    for throw in throws:
        counts[throw.look][throw.outcome] += 1
        counts["all"][throw.outcome] += 1
        took.append(throw.ms)
        if throw.outcome == "wrong":
            print(f"wrong: table {throw.seed}: lies {throw.lies}, read {throw.reading.values}")
    for look, found in sorted(counts.items()):
        parts = "".join(f"{name:>7} {found[name]:5}" for name in ("right", "asked", "wrong"))
        print(f"{look:10}{parts}  of {found.total()}")
    print(f"median {np.median(took):.0f} ms of processor time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
