"""Teach the reader the dice of single sources, and count what that gains on their other photos.

`python -m tests.benchmarks.dice.teaching FOLDER --sources A,B [--weights FOLDER] [--pull 0.02,0.1]`

FOLDER holds photos, `labels.csv`, `boxes.json` and `positions.json` as for the training. Of each
source the first half teaches and the other half tries it, then the other way round. What it shows
is worth something only for weights that have not seen these sources.
"""

import argparse
import csv
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cv2
from msgspec.structs import replace

from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.taught import Trial
from companion.vision.teach import PULL, Lesson, ShownDie, taught, tried

FEWEST = 4
"""Photos that a source needs: two to teach, two to try."""
BOX = 1.2
"""A box around a whole die seen a little from the side is so much larger than the die's edge."""


def lessons(folder: Path, sources: frozenset[str]) -> Mapping[str, Sequence[Lesson]]:
    """Return the photos of which every die has a place, by source."""
    boxes, positions = (
        json.loads((folder / name).read_text()) for name in ("boxes.json", "positions.json")
    )
    found: dict[str, list[Lesson]] = defaultdict(list)
    with (folder / "labels.csv").open(newline="") as file:
        rows = [(row["file"], row["values"].split()) for row in csv.DictReader(file)]
    for name, values in rows:
        source = name.split("_")[0]
        if source not in sources or "?" in values:
            continue
        placed = [ShownDie(x, y, edge, int(v)) for v, x, y, edge in positions.get(name, ())]
        placed = placed or [
            ShownDie(x, y, (w * h) ** 0.5 / BOX, int(v)) for v, x, y, w, h in boxes.get(name, ())
        ]
        if placed and len(placed) == len(values):
            found[source].append(Lesson(still(folder / name), tuple(placed)))
    return {source: some for source, some in found.items() if len(some) >= FEWEST}


def halves(nets: Nets, some: Sequence[Lesson], pull: float) -> Iterator[tuple[Trial, Trial]]:
    """Yield before and after: the first half teaches, then the other."""
    middle = len(some) // 2
    for teach, attempt in ((some[:middle], some[middle:]), (some[middle:], some[:middle])):
        # Photos are taken from any height: their own size of dice counts, not that of others.
        anywhere = replace(taught(nets, teach, pull=pull), picture=(1, 1_000_000), unlike=1.3)
        learned = tried(nets, anywhere, attempt)
        yield learned.before, learned.after


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line per source and pull, and their sum."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sources", required=True, help="sources that the weights have not seen")
    parser.add_argument("--weights", type=Path, help="a folder with finder.onnx and reader.onnx")
    parser.add_argument("--pull", default=str(PULL), help="numbers with commas between")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    nets = Nets(given.weights)
    known = lessons(given.folder, frozenset(given.sources.split(",")))
    for pull in map(float, given.pull.split(",")):
        total = [Trial(), Trial()]
        for source, some in sorted(known.items()):
            before, after = (
                sum(side, Trial()) for side in zip(*halves(nets, some, pull), strict=True)
            )
            total = [total[0] + before, total[1] + after]
            print(_line(f"{source}, pull {pull}", before, after), flush=True)
        print(_line(f"all, pull {pull}", *total), flush=True)
    return 0


def _line(name: str, *trials: Trial) -> str:
    parts = (f"sure {t.sure:4} asked {t.asked:4} wrong {t.wrong:3}" for t in trials)
    return f"{name:24}" + "   ->   ".join(parts)


if __name__ == "__main__":
    sys.exit(main())
