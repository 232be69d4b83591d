"""Count how often dice on a screen or in a print are told from dice that lie there.

`python -m tests.benchmarks.dice.screens FOLDER --empty FOLDER --drawn 400 [--read]`

Draws the photos of a folder as phones, tablets and prints show them, lying on the photos without
dice or held in a hand, and as the floors of trays and as sheets on which real dice lie; then asks
of the photos themselves. Without `--read` the dice are where the labels have them, and every photo
counts: more is asked than by a reader, who asks only of what is sure. With it everything is read as
it ships, the number of dice told, and what would have been sure is counted.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.pictures import still
from companion.vision.readings import DieReading
from companion.vision.screens import is_pictured
from tests.benchmarks.dice.labels import labelled, readable, without
from tests.benchmarks.dice.shown import FLOORS, Kind, Place, drawn

KINDS: tuple[Kind, ...] = (
    *("phone", "tablet", "phone", "print", "phone"),
    *("tray", "phone", "sheet", "tablet", "tray"),
)
"""One after the other."""
MOST = 6
"""Photos with more dice are not drawn: they are seldom read surely when they are smaller."""


class Asked(NamedTuple):
    """One picture in which dice would be read surely, as far as anybody knows."""

    name: str
    group: str
    pictured: bool
    ms: float


def asked(name: str, group: str, pixels: Pixels, dice: Sequence[DieReading]) -> Asked:
    """Return whether dice are taken for a picture of dice."""
    began = time.process_time()
    pictured = is_pictured(pixels, dice)
    return Asked(name, group, pictured, 1000 * (time.process_time() - began))


def of_drawn(
    folder: Path, empty: Sequence[Path], count: int, reader: NetReader | None
) -> Iterator[Asked]:
    """Yield what is drawn, always the same."""
    grounds = [still(photo.path) for place in empty for photo in without(place)]
    lie = {file: dice for file, dice in readable().items() if 0 < len(dice) <= MOST}
    files = sorted(file for file in lie if (folder / file).exists())
    np.random.default_rng(5).shuffle(files)
    for seed in range(count):
        file, kind = files[seed % len(files)], KINDS[seed % len(KINDS)]
        shown = drawn(still(folder / file), lie[file], grounds, seed, kind)
        if shown is None:
            continue
        group = kind if kind in FLOORS else f"{kind}, {'held' if shown.held else 'lying'}"
        if (dice := _read(shown.pixels, shown.dice, reader)) is not None:
            yield asked(f"{seed} {file}", group, shown.pixels, dice)


def of_photos(folder: Path, reader: NetReader | None) -> Iterator[Asked]:
    """Yield the photos of real dice themselves."""
    lie = readable()
    for photo in labelled(folder):
        if there := lie.get(photo.path.name):
            pixels = still(photo.path)
            if (dice := _read(pixels, there, reader)) is not None:
                yield asked(photo.path.name, "photos", pixels, dice)


def _read(
    pixels: Pixels, there: Sequence[Place], reader: NetReader | None
) -> Sequence[DieReading] | None:
    """Return dice that are surely read, or those that are there; None: the reading is not sure."""
    if reader is None:
        return [DieReading(pips, (x, y), edge, 1.0, ()) for pips, x, y, edge in there]
    reading = reader.read(pixels, dice=len(there))
    is_sure = reading.verdict == "sure" or reading.remark == "pictured"
    return reading.dice if is_sure else None


def main(arguments: Sequence[str] | None = None) -> int:
    """Print by group how many are taken for pictures, and name each that is none."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--empty", type=Path, nargs="+", required=True, help="photos without dice")
    parser.add_argument("--drawn", type=int, default=400)
    parser.add_argument("--read", action="store_true", help="only what the shipped reader reads")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    reader = NetReader() if given.read else None
    all_of, pictured = Counter[str](), Counter[str]()
    took = []
    for one in (
        *of_drawn(given.folder, given.empty, given.drawn, reader),
        *of_photos(given.folder, reader),
    ):
        all_of[one.group] += 1
        pictured[one.group] += one.pictured
        took.append(one.ms)
        if one.pictured and one.group in (*FLOORS, "photos"):
            print(f"no picture: {one.group} {one.name}")
    for group, count in sorted(all_of.items()):
        print(f"{group:16}{pictured[group]:5} of {count}")
    print(f"median {np.median(took):.1f} ms of processor time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
