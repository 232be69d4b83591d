"""Read a folder of labelled photos and count: right and sure, wrong and sure, unsure, none.

`python -m tests.benchmarks.dice.measure FOLDER [--held A,B] [--empty FOLDER] [--weights FOLDER]`

FOLDER holds photos and `labels.csv` with the columns `file` and `values` (top faces with spaces
between; `?` for a die that nobody can read). Every photo is read twice: with the number of dice
told, and without.
"""

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec

from companion.vision.dice import NetReader
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.scoring import Weighing
from tests.benchmarks.dice.labels import OUTCOMES, Labelled, labelled, outcome, without


class Read(NamedTuple):
    """What came of one photo."""

    photo: Labelled
    told: str  # outcome with the number of dice told
    untold: str
    ms: float  # without loading the file; number not told


def measured(reader: NetReader, photos: Iterable[Labelled]) -> Iterable[Read]:
    """Yield the outcome of every photo."""
    for photo in photos:
        pixels = still(photo.path)
        start = time.perf_counter()
        untold = reader.read(pixels)
        ms = 1000 * (time.perf_counter() - start)
        told = reader.read(pixels, dice=len(photo.values) or 2)
        yield Read(photo, outcome(told, photo.values), outcome(untold, photo.values), ms)


def line(name: str, outcomes: Iterable[str]) -> str:
    """Return one line of the table."""
    counts = Counter(outcomes)
    return f"{name:34}" + "".join(f"{counts[o]:8}" for o in OUTCOMES) + f"{counts.total():8}"


def table(reads: Sequence[Read], held: frozenset[str]) -> Iterable[str]:
    """Yield the lines of the table, by the sources that training saw and those held out."""
    yield f"{'':34}" + "".join(f"{o:>8}" for o in (*OUTCOMES, "all"))
    out = [r for r in reads if r.photo.source in held]
    parts = {"all": reads, "held out": out, "trained on": [r for r in reads if r not in out]}
    for name, part in parts.items():
        two = [r for r in part if len(r.photo.values) == 2 and "?" not in r.photo.values]
        yield line(f"{name}, number told", (r.told for r in part))
        yield line(f"{name}, number not told", (r.untold for r in part))
        yield line(f"{name}, two dice, number told", (r.told for r in two))
        yield line(f"{name}, two dice, not told", (r.untold for r in two))
    for r in reads:
        if "wrong" in (r.told, r.untold):
            shown = f"{r.photo.path.name} shows {' '.join(r.photo.values) or 'no dice'}"
            yield f"wrong: {shown}: told {r.told}, not told {r.untold}"
    yield f"median {statistics.median(r.ms for r in reads):.0f} ms, number not told"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--held", default="", help="sources held out of training")
    parser.add_argument("--empty", type=Path, nargs="*", default=(), help="photos without dice")
    parser.add_argument("--weights", type=Path, help="others than those shipped")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args(arguments)
    cv2.setNumThreads(given.threads)
    reader = reader_with(given.weights) if given.weights else NetReader()
    reads = list(measured(reader, labelled(given.folder)))
    print("\n".join(table(reads, frozenset(given.held.split(",")))))
    empty = [photo for folder in given.empty for photo in without(folder)]
    if empty:
        reads = list(measured(reader, empty))
        print(line("no dice, two told", (r.told for r in reads)))
        print(line("no dice, not told", (r.untold for r in reads)))
    return 0


def reader_with(weights: Path) -> NetReader:
    """Return a reader with the nets and the weighing of a folder."""
    weighing = msgspec.json.decode((weights / "weighing.json").read_bytes(), type=Weighing)
    return NetReader(nets=Nets(weights), weighing=weighing)


if __name__ == "__main__":
    sys.exit(main())
