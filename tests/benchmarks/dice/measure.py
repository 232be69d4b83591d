"""Read a folder of labelled photos and count: right and sure, wrong and sure, unsure, none.

`python -m tests.benchmarks.dice.measure FOLDER [--held A,B] [--empty FOLDER]`

FOLDER holds photos and `labels.csv` with the columns `file` and `values` (top faces with spaces
between; `?` for a die that nobody can read). Every photo is read twice: with the number of dice
told, and without.
"""

import argparse
import csv
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2

from companion.vision.dice import NetReader
from companion.vision.pictures import still
from companion.vision.readings import DiceReading

OUTCOMES = ("right", "wrong", "unsure", "none")


class Read(NamedTuple):
    """What came of one photo."""

    file: str
    values: tuple[str, ...]
    told: str  # outcome with the number of dice told
    untold: str
    ms: float  # without loading the file; number not told


def outcome(reading: DiceReading, values: Sequence[str]) -> str:
    """Return right, wrong (both: said to be sure), unsure or none.

    A die labelled `?` may be named or left out; only a wrong value of another die is wrong.
    """
    if reading.verdict != "sure":
        return reading.verdict
    said, known = Counter(map(str, reading.values)), Counter(v for v in values if v != "?")
    spare = len(values) - known.total()
    fits = not known - said and (said - known).total() <= spare
    return "right" if fits else "wrong"


def measured(reader: NetReader, folder: Path) -> Iterable[Read]:
    """Yield the outcome of every photo in the folder's `labels.csv`."""
    with (folder / "labels.csv").open(newline="") as file:
        rows = [(row["file"], tuple(row["values"].split())) for row in csv.DictReader(file)]
    for name, values in rows:
        pixels = still(folder / name)
        start = time.perf_counter()
        untold = reader.read(pixels)
        ms = 1000 * (time.perf_counter() - start)
        told = reader.read(pixels, dice=len(values) or 2)
        yield Read(name, values, outcome(told, values), outcome(untold, values), ms)


def line(name: str, outcomes: Iterable[str]) -> str:
    """Return one line of the table."""
    counts = Counter(outcomes)
    return f"{name:34}" + "".join(f"{counts[o]:8}" for o in OUTCOMES) + f"{counts.total():8}"


def table(reads: Sequence[Read], held: frozenset[str]) -> Iterable[str]:
    """Yield the lines of the table, by the sources that training saw and those held out."""
    yield f"{'':34}" + "".join(f"{o:>8}" for o in (*OUTCOMES, "all"))
    out = [r for r in reads if r.file.split("_")[0] in held]
    parts = {"all": reads, "held out": out, "trained on": [r for r in reads if r not in out]}
    for name, part in parts.items():
        two = [r for r in part if len(r.values) == 2 and "?" not in r.values]
        yield line(f"{name}, number told", (r.told for r in part))
        yield line(f"{name}, number not told", (r.untold for r in part))
        yield line(f"{name}, two dice, number told", (r.told for r in two))
        yield line(f"{name}, two dice, not told", (r.untold for r in two))
    for r in reads:
        if "wrong" in (r.told, r.untold):
            yield f"wrong: {r.file} shows {' '.join(r.values)}: told {r.told}, not told {r.untold}"
    yield f"median {statistics.median(r.ms for r in reads):.0f} ms, number not told"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--held", default="", help="sources held out of training")
    parser.add_argument("--empty", type=Path, help="a folder of photos without dice")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args(arguments)
    cv2.setNumThreads(given.threads)
    reader = NetReader()
    reads = list(measured(reader, given.folder))
    print("\n".join(table(reads, frozenset(given.held.split(",")))))
    if given.empty:
        pictures = [still(path) for path in sorted(given.empty.glob("*.jpg"))]
        print(line("no dice, two told", (outcome(reader.read(p, dice=2), ()) for p in pictures)))
        print(line("no dice, not told", (outcome(reader.read(p), ()) for p in pictures)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
