"""Throw dice that lie flat, touch or lean on drawn tables: how many are sure, and how many asked.

`python -m tests.benchmarks.dice.leaning_dice --tables 100`

Every table has other dice, another felt and a camera tilted by up to 30 degrees, or by `--tilt`. A
throw's second die lies flat and alone, lies flat and touches the wall or the other die, or leans on
one of them by 10 to 60 degrees: over its support or with an edge up on it, its sides along the
support or not. Each is read as the watcher reads it, without and with the look for dice that lean.
"""

import argparse
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.vision.bare_tray import BareTray
from companion.vision.camera_pose import camera_pose
from companion.vision.dice import NetReader
from companion.vision.frame import Frame
from companion.vision.leaning_dice import LEANS, Leaning, misfits
from companion.vision.level_reader import LevelReader
from hardware.field import DIE_MM
from hardware.simulated.ground import FELTS
from hardware.simulated.mishap import Lean, Mishap
from hardware.simulated.table import SimulatedTable
from tests.benchmarks.dice.table import REST_S, material
from tests.support.drawn_trays import DRAWN, field_of

KINDS = ("alone", "touching", "leaning", "leaning")
THROWS_A_TABLE = 16
STEEPEST = 30.0
"""Degrees: no camera is tilted more by chance."""


class Thrown(NamedTuple):
    """One throw and what was made of it."""

    table: int
    kind: str  # one of `KINDS`; for those that lean, by how many tens of degrees
    read: bool  # surely, by the reader alone
    leans: bool  # that a die leans was seen
    far: float  # what no flat die explains, of the die of which it is most
    blind: bool  # an outline was not seen
    ms: float  # of the look for dice that lean

    @property
    def sure(self) -> bool:
        """Whether it would be booked."""
        return self.read and not self.leans


def thrown(
    nets: NetReader,
    tables: Sequence[int],
    tilt: float | None = None,
    drawn: str | None = None,
) -> Iterator[Thrown]:
    """Yield the throws of some tables, always the same; under cameras of one tilt, or of any.

    Args:
        nets: what reads dice.
        tables: their seeds.
        tilt: of every camera, in degrees; None: any.
        drawn: how the tray is drawn; None: a mat lies there.
    """
    for seed in tables:
        yield from _at(LevelReader(nets), seed, tilt, drawn)


def _at(reader: LevelReader, seed: int, given: float | None, drawn: str | None) -> Iterator[Thrown]:
    random, now = np.random.default_rng([seed, 99]), 100.0
    by_chance, felt = float(random.uniform(0, STEEPEST)), seed % len(FELTS)
    tilt = by_chance if given is None else given
    look = material(seed)[1]
    table = SimulatedTable(seed, look=look, felt=felt, tilt=tilt, clock=lambda: now)
    field, bare, leaning = field_of(table, drawn, seed=seed), BareTray(reader), Leaning()
    empty = table.seen(now)
    field.look(Frame(empty, now, 0))
    tray, plane, edge = field.layout.tray, field.layout.plane, field.layout.die
    assert tray is not None, f"no mat is found on table {seed}"
    assert plane is not None
    stand = camera_pose(plane, empty.shape, tray)
    reader.look_from(stand, field.layout.corners, tray.cut(empty).shape, DIE_MM)
    bare.learn(tray.cut(empty), edge)
    for number in range(THROWS_A_TABLE):
        kind = KINDS[number % len(KINDS)]
        mishap, lean = _lean(kind, random)
        table.throw(2, mishap=mishap, lean=lean)
        now += REST_S
        pixels = tray.cut(table.seen(now))
        reading = reader.read(pixels, dice=2, edge=edge)
        reading = reader.looked_again(pixels, reading, edge)
        under = bare.under(pixels)
        assert under is not None, f"table {seed} is taken for another"
        began = time.perf_counter()
        leans = bool(leaning.among(reading, pixels, under, stand))
        ms = 1000 * (time.perf_counter() - began)
        far = misfits(reading.dice, pixels, under, stand)
        if lean is not None and lean.angle:
            kind = f"leaning {10 * int(math.degrees(lean.angle) // 10)}"
        most = max((f for f in far if f is not None), default=0.0)
        yield Thrown(seed, kind, reading.verdict == "sure", leans, most, None in far, ms)


def _lean(kind: str, random: np.random.Generator) -> tuple[Mishap | None, Lean | None]:
    """Return how the second die of a throw comes to lie."""
    on_wall = bool(random.integers(2))
    angle = math.radians(float(random.uniform(10, 60))) if kind == "leaning" else 0.0
    quarter, way = int(random.integers(4)), float(random.uniform(-math.pi, math.pi))
    turned = float(random.normal(0, 0.3)) if random.random() < 0.5 else 0.0
    over = bool(random.random() < 0.35)
    if kind == "alone":
        return None, None
    towards = quarter * math.pi / 2 if on_wall else way
    return "cocked" if on_wall else "leaning", Lean(angle, towards, over, turned)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print by kind of throw how many were sure, without and with the look, and how far off."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--tilt", type=float, help="of every camera, in degrees")
    parser.add_argument("--drawn", choices=DRAWN, help="a tray that is drawn, and how")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    tables = range(given.first, given.first + given.tables)
    kinds: dict[str, list[Thrown]] = defaultdict(list)
    for throw in thrown(NetReader(), tables, given.tilt, given.drawn):
        for kind in {throw.kind, throw.kind.split()[0]}:
            kinds[kind].append(throw)
    print(f"{'':12}{'throws':>8}{'sure':>8}{'and so':>8}{'said':>8}{'blind':>8}  misfit, %")
    for kind, of_kind in sorted(kinds.items()):
        print(_line(kind, of_kind))
    wrong = [t for name in ("alone", "touching") for t in kinds[name] if t.leans]
    print(f"flat and said to lean: {[(t.table, round(t.far, 2)) for t in wrong]}")
    took = [throw.ms for throws in kinds.values() for throw in throws]
    print(f"limit {LEANS}; median {np.median(took):.0f} ms")
    return 0


def _line(kind: str, throws: Sequence[Thrown]) -> str:
    counts = (
        len(throws),
        sum(t.read for t in throws),
        sum(t.sure for t in throws),
        sum(t.leans for t in throws),
        sum(t.blind for t in throws),
    )
    read = [t.far for t in throws if t.read] or [0.0]
    parts = np.percentile(read, [5, 50, 95, 99])
    return (
        f"{kind:12}"
        + "".join(f"{n:8}" for n in counts)
        + "  "
        + " ".join(f"{p:.3f}" for p in parts)
    )


if __name__ == "__main__":
    sys.exit(main())
