"""Tables of what `crossed` read: by kind of photo, by source, by confidence, by value.

`python -m tests.benchmarks.dice.report OUT/reads.json --photos FOLDER --empty FOLDER`
"""

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from companion.throws.binomial import bounds
from companion.vision.pictures import still
from companion.vision.readings import DiceReading
from companion.vision.verdict import Known
from tests.benchmarks.dice import blobs
from tests.benchmarks.dice.crossed import Read, Reads
from tests.benchmarks.dice.fitting import KNOWN, LIKE_DICE, die_at
from tests.benchmarks.dice.labels import OUTCOMES, fits, folds, outcome, places

TOLD: dict[Known, str] = {"told": "number", "untold": "nothing", "sized": "number and size"}
"""What is known, in words."""
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0001)


def kinds(reads: Sequence[Read]) -> dict[str, list[Read]]:
    """Return the parts of the photos that goals speak of."""
    with_dice = [r for r in reads if r.values]
    above = [r for r in with_dice if r.view == "overhead"]
    return {
        "all with dice": with_dice,
        "from above": above,
        "from above, at most three dice": [r for r in above if len(r.values) <= 3],
        "two dice": [r for r in with_dice if len(r.values) == 2],
        "from the side": [r for r in with_dice if r.view == "oblique"],
        "without dice": [r for r in reads if not r.values],
    }


def outcomes(reads: Iterable[Read]) -> Iterable[str]:
    """Yield the lines of the table by kind of photo."""
    reads = list(reads)
    yield "| photos | known | right | wrong | unsure | none | right, 95 % | wrong, 95 % |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, part in kinds(reads).items():
        for known in KNOWN:
            read = [(reading(r, known), r.values) for r in part]
            said = [outcome(made, values) for made, values in read if made]
            if said:
                yield _outcome_line(f"{name}: {len(said)}", TOLD[known], said)


def by_source(reads: Sequence[Read]) -> Iterable[str]:
    """Yield the lines of the table by source, number told."""
    fold_of = folds()
    sources: dict[str, list[Read]] = {}
    for r in reads:
        sources.setdefault(r.file.partition("_")[0], []).append(r)
    yield "| source, fold | photos | dice | right | wrong | unsure | none | right, 95 % |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for source, part in sorted(sources.items(), key=lambda item: -len(item[1])):
        counts = Counter(outcome(r.told, r.values) for r in part)
        low, high = bounds(counts["right"], len(part))
        cells = " | ".join(str(counts[o]) for o in OUTCOMES)
        dice = sum(len(r.values) for r in part)
        span = f"{low:.0%} to {high:.0%}" if dice else ""
        yield f"| {source}, {fold_of[source]} | {len(part)} | {dice} | {cells} | {span} |"


def reading(read: Read, known: Known) -> DiceReading | None:
    """Return what was read with so much known."""
    return {"sized": read.sized, "told": read.told, "untold": read.untold}[known]


def _outcome_line(name: str, number: str, said: Sequence[str]) -> str:
    counts = Counter(said)
    cells = " | ".join(str(counts[o]) for o in OUTCOMES)
    right, wrong = (bounds(counts[o], len(said)) for o in ("right", "wrong"))
    spans = f"{right[0]:.1%} to {right[1]:.1%} | {wrong[0]:.1%} to {wrong[1]:.1%}"
    return f"| {name} | {number} | {cells} | {spans} |"


def reliability(said: Iterable[tuple[float, bool]]) -> Iterable[str]:
    """Yield how many readings of each confidence were right."""
    said = list(said)
    yield "| confidence | readings | right | part right | mean confidence |"
    yield "| --- | --- | --- | --- | --- |"
    for low, high in pairwise(BINS):
        part = [(c, right) for c, right in said if low <= c < high]
        if part:
            right = sum(r for _, r in part)
            mean = statistics.fmean(c for c, _ in part)
            cells = f"{len(part)} | {right} | {right / len(part):.1%} | {mean:.3f}"
            yield f"| {low:g} to {min(high, 1):g} | {cells} |"


def of_dice(reads: Iterable[Read]) -> list[tuple[float, bool]]:
    """Return confidence and rightness of every find, dice or not; dominoes left out."""
    where = places()
    return [
        (face.score, die_at(face, where.get(r.file, [])) == face.pips)
        for r in reads
        if "?" not in r.values and (not r.values or r.file in where)
        if r.file.partition("_")[0] not in LIKE_DICE
        for face in r.faces
    ]


def of_pictures(reads: Iterable[Read], known: Known) -> list[tuple[float, bool]]:
    """Return confidence and rightness of every reading with so much known."""
    said = [(reading(r, known), r.values) for r in reads]
    return [(made.confidence, fits(made.values, shown)) for made, shown in said if made]


def confusion(reads: Iterable[Read]) -> Iterable[str]:
    """Yield what labelled dice were taken for: the likeliest value of the find on each."""
    where, counts = places(), Counter[tuple[int, int]]()
    for r in reads:
        for row in where.get(r.file, ()):
            on = [f for f in r.faces if die_at(f, [row]) is not None]
            best = max(on, key=lambda f: f.there, default=None)
            counts[row[0], best.pips if best and best.there > 0.5 else 0] += 1
    yield "| shown \\ read | 1 | 2 | 3 | 4 | 5 | 6 | not found |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for shown in range(1, 7):
        cells = " | ".join(str(counts[shown, read]) for read in (1, 2, 3, 4, 5, 6, 0))
        yield f"| {shown} | {cells} |"


def compared(reads: Sequence[Read], folders: Sequence[Path]) -> Iterable[str]:
    """Yield what the usual recipe makes of the same photos; it never asks."""
    files = {path.name: path for folder in folders for path in folder.glob("*.jpg")}
    for name, part in kinds(reads).items():
        said = [(blobs.read(still(files[r.file])), r.values) for r in part]
        right = sum(fits(values, shown) for values, shown in said)
        yield f"| {name}: {len(part)} | {right} | {len(part) - right} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("reads", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--empty", type=Path, nargs="*", default=())
    given = parser.parse_args(arguments)
    made = msgspec.json.decode(given.reads.read_bytes(), type=Reads)
    parts = [outcomes(made.reads), by_source(made.reads), reliability(of_dice(made.reads))]
    parts += [reliability(of_pictures(made.reads, known)) for known in ("told", "sized")]
    parts.append(confusion(made.reads))
    if given.photos:
        parts.append(compared(made.reads, [given.photos, *given.empty]))
    for part in parts:
        print("\n".join(part), end="\n\n")
    print(f"median {statistics.median(r.ms for r in made.reads):.0f} ms, number told")
    return 0


if __name__ == "__main__":
    sys.exit(main())
