"""Throw drawn dice on drawn tables and read them: how often right, asked, wrong at known scale.

`python -m tests.benchmarks.dice.table --throws 10000`

The tables are those of the simulated table, with its mat, its trays and its camera of 1280 x 720
pixels, and dice of 16 mm of many materials. What draws them took no part in the training of the
reader. What is wrong and sure is named with the seed of its table, so that it can be seen again.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.vision.dice import NetReader
from companion.vision.frame import Frame
from companion.vision.readings import DiceReading
from hardware.field import Field
from hardware.simulated.die import LOOKS, DieLook
from hardware.simulated.ground import FELTS
from hardware.simulated.table import SimulatedTable

THROWS_A_TABLE = 10
REST_S = 4.0
"""After so long every throw lies still."""


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


def thrown(reader: NetReader, throws: int, dice: int) -> Iterator[Thrown]:
    """Yield throws on as many tables as it takes, always the same."""
    for seed in range(-(-throws // THROWS_A_TABLE)):
        now = 100.0
        felt, (name, look) = seed % len(FELTS), material(seed)
        table = SimulatedTable(seed, look=look, felt=felt, clock=lambda: now)  # noqa: B023
        field = Field()
        for number in range(min(THROWS_A_TABLE, throws - seed * THROWS_A_TABLE)):
            table.throw(dice)
            now += REST_S
            pixels = table.seen(now)
            field.look(Frame(pixels, now, number))
            assert field.layout.tray is not None, f"no mat is found on table {seed}"
            tray = field.layout.tray.cut(pixels)
            began = time.perf_counter()
            reading = reader.read(tray, dice=dice, edge=field.layout.die)
            ms = 1000 * (time.perf_counter() - began)
            yield Thrown(seed, name, felt, table.lies.dice, reading, ms)


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
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    took = []
    for throw in thrown(NetReader(), given.throws, given.dice):
        counts[throw.look][throw.outcome] += 1
        counts["all"][throw.outcome] += 1
        took.append(throw.ms)
        if throw.outcome == "wrong":
            print(f"wrong: table {throw.seed}: lies {throw.lies}, read {throw.reading.values}")
    for look, found in sorted(counts.items()):
        parts = "".join(f"{name:>7} {found[name]:5}" for name in ("right", "asked", "wrong"))
        print(f"{look:10}{parts}  of {found.total()}")
    print(f"median {np.median(took):.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
