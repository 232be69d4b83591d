"""Throw flat dice under cameras that look aslant: how often right, asked, wrong, with their pose.

`python -m tests.benchmarks.dice.slanted --tables 50 --tilts 35 45 [--drawn exact]`

Every table has other dice, another felt, and its camera on another side: the picture is turned by
quarters. Each throw is told as the watcher tells it, with all that may make it a question; what is
wrong and sure is named with the seed of its table. With `--drawn` no mat lies there: the tray is
drawn by its corners and said to be so large, as it is or as people err. With `--unsized` nobody
says how large; with `--felt 2 0.8` the camera is a phone that feels which way is down, 2 degrees
off, with 0.8 of the focal length that is taken for usual. The first throw shows where it stands.
With `--lean 25` a die of each throw leans on the wall by so much: none is to be booked.
"""

import argparse
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.vision.dice import NetReader
from companion.vision.frame import Frame
from companion.vision.readings import DiceReading
from companion.vision.rest_detection import AtRest
from hardware import level
from hardware.simulated.ground import FELTS
from hardware.simulated.mishap import Lean
from hardware.simulated.table import SimulatedTable
from hardware.simulated.troubles import FOCAL
from hardware.tray import Told, Tray
from tests.benchmarks.dice.table import REST_S, material
from tests.support.drawn_trays import DRAWN, felt, field_of

THROWS_A_TABLE = 8
BETWEEN_S = 1.1
"""From one picture to the next."""


class Thrown(NamedTuple):
    """One throw, and what was told of it."""

    table: int
    tilt: float  # degrees
    lies: tuple[int, ...]  # (): a die leans
    told: Told

    @property
    def outcome(self) -> str:
        """Right, wrong, or asked and why, as far as that is said."""
        if not isinstance(self.told, DiceReading):
            return f"asked: {self.told}"
        if self.told.verdict != "sure":
            return f"asked: {self.told.remark or self.told.verdict}"
        if not self.lies:
            return "booked, though a die leans"
        return "right" if self.told.values == self.lies else "wrong"


class Shown(NamedTuple):
    """What is known of where a camera stands."""

    drawn: str | None = None  # how the tray is drawn; None: a mat lies there
    sized: bool = True  # whether it is said how large the tray is
    lean: float | None = None  # degrees by which a die of each throw leans
    off: float | None = None  # degrees by which a phone feels down wrongly; None: it does not feel


class _Watched:
    """A table under a camera, and what is told of its tray."""

    def __init__(self, reader: NetReader, seed: int, tilt: float, shown: Shown) -> None:
        self._now, self._turn, self._lean = 100.0, seed % 4, shown.lean
        self._table = SimulatedTable(
            seed,
            look=material(seed)[1],
            felt=seed % len(FELTS),
            tilt=tilt,
            clock=lambda: self._now,
        )
        self._tray = Tray(reader, lambda: 2, lambda: False)
        field = field_of(
            self._table, shown.drawn, quarters=self._turn, seed=seed, sized=shown.sized
        )
        off, turn = shown.off, self._turn
        self._down = (
            None if off is None else felt(self._table, degrees=off, way=float(seed), quarters=turn)
        )
        field.look(self._frame())
        assert field.layout.tray is not None, f"no mat is found on table {seed} at {tilt} degrees"
        self._tray.move(field.layout)
        self._see()
        self._tray.rest(self._frame())
        self._table.throw(2)
        self._see()  # a phone is known from its first throw on

    def throws(self) -> Iterator[tuple[tuple[int, ...], Told]]:
        """Yield throws without end: what lies there, and what is told."""
        while True:
            self._table.take_dice()
            self._see()
            self._tray.rest(self._frame())
            if self._lean is None:
                self._table.throw(2)
            else:
                lean = Lean(math.radians(self._lean), over=False)
                self._table.throw(2, mishap="cocked", lean=lean)
            told = self._see()
            yield () if self._lean else self._table.lies.dice, told

    def _see(self) -> Told:
        """Return what is told of what lies there once it is at rest."""
        self._now += REST_S
        first, again, last = (self._frame() for _ in range(3))
        rest = AtRest(frame=first, again=again, last=last, began=first.at, at=last.at, changed=True)
        return self._tray.see(rest, patient=False)

    def _frame(self) -> Frame:
        self._now += BETWEEN_S
        pixels = np.ascontiguousarray(np.rot90(self._table.seen(self._now), self._turn))
        return Frame(pixels, self._now, round(10 * self._now), down=self._down)


def thrown(
    tables: Sequence[int], tilts: Sequence[float], each: int, shown: Shown
) -> Iterator[Thrown]:
    """Yield so many throws on each table at each tilt, always the same."""
    reader = NetReader()
    for seed in tables:
        for tilt in tilts:
            throws = _Watched(reader, seed, tilt, shown).throws()
            for _ in range(each):
                yield Thrown(seed, tilt, *next(throws))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print by tilt how many were right, asked and why, wrong."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    parser.add_argument("--each", type=int, default=THROWS_A_TABLE, help="throws of one table")
    parser.add_argument("--tilts", type=float, nargs="+", default=(35.0, 45.0), help="degrees")
    parser.add_argument("--drawn", choices=DRAWN, help="a tray that is drawn, and how")
    parser.add_argument("--unsized", action="store_true", help="nobody says how large the tray is")
    parser.add_argument("--lean", type=float, help="degrees by which a die of each throw leans")
    parser.add_argument(
        "--felt", type=float, nargs=2, metavar=("DEGREES", "FOCAL"), help="by a phone, so far off"
    )
    given = parser.parse_args(arguments)
    off, part = given.felt or (None, 1.0)
    level.FOCAL = FOCAL / part
    shown = Shown(given.drawn, not given.unsized, given.lean, off)
    cv2.setNumThreads(1)
    counts: dict[float, Counter[str]] = defaultdict(Counter)
    tables = range(given.first, given.first + given.tables)
    for throw in thrown(tables, given.tilts, given.each, shown):
        counts[throw.tilt][throw.outcome] += 1
        if throw.outcome == "wrong":
            print(f"wrong: table {throw.table} at {throw.tilt}: lies {throw.lies}: {throw.told}")
    for tilt, found in sorted(counts.items()):
        print(f"{tilt:g} degrees: " + ", ".join(f"{n} {what}" for what, n in found.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
