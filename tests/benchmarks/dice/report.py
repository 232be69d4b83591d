"""Tables of what was read on photos: by kind of photo, by source, by confidence, by value.

`python -m tests.benchmarks.dice.report [EVIDENCE.gz] [--fit 1 4 --judge 2 3]`
"""

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from companion.throws.binomial import bounds
from companion.vision.pictures import still
from companion.vision.verdict import Known
from tests.benchmarks.dice import blobs
from tests.benchmarks.dice.fitting import FACES, KNOWN, LIKE_DICE, die_at
from tests.benchmarks.dice.judging import TOLD, Read, judged_reads
from tests.benchmarks.dice.labels import NO_OPINION, OUTCOMES, fits, folds, places

BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0001)


def kinds(reads: Sequence[Read]) -> dict[str, list[Read]]:
    """Return the parts of the photos that goals speak of."""
    with_dice = [r for r in reads if r.seen.values]
    above = [r for r in with_dice if r.seen.view == "overhead"]
    return {
        "all with dice": with_dice,
        "from above": above,
        "from above, at most three dice": [r for r in above if len(r.seen.values) <= 3],
        "two dice": [r for r in with_dice if len(r.seen.values) == 2],
        "from the side": [r for r in with_dice if r.seen.view == "oblique"],
        "without dice": [r for r in reads if not r.seen.values],
    }


def outcomes(reads: Iterable[Read]) -> Iterable[str]:
    """Yield the lines of the table by kind of photo."""
    reads = list(reads)
    yield "| photos | known | right | wrong | unsure | none | right, 95 % | wrong, 95 % |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, part in kinds(reads).items():
        for known in KNOWN:
            said = [said for r in part if (said := r.outcome(known))]
            if said:
                yield _outcome_line(f"{name}: {len(said)}", TOLD[known], said)


def by_source(reads: Sequence[Read]) -> Iterable[str]:
    """Yield the lines of the table by source, number told."""
    fold_of = folds()
    sources: dict[str, list[Read]] = {}
    for r in reads:
        sources.setdefault(r.seen.source, []).append(r)
    yield "| source, fold | photos | dice | right | wrong | unsure | none | right, 95 % |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for source, part in sorted(sources.items(), key=lambda item: -len(item[1])):
        counts = Counter(r.outcome("told") for r in part)
        low, high = bounds(counts["right"], len(part))
        cells = " | ".join(str(counts[o]) for o in OUTCOMES)
        dice = sum(len(r.seen.values) for r in part)
        span = f"{low:.0%} to {high:.0%}" if dice else ""
        yield f"| {source}, {fold_of[source]} | {len(part)} | {dice} | {cells} | {span} |"


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
    found = [
        (face, die_at(face, where.get(r.seen.file, [])))
        for r in reads
        if (not r.seen.values or r.seen.file in where) and r.seen.source not in LIKE_DICE
        for face in r.faces() or ()
    ]
    return [(face.score, value == face.pips) for face, value in found if value != NO_OPINION]


def of_pictures(reads: Iterable[Read], known: Known) -> list[tuple[float, bool]]:
    """Return confidence and rightness of every reading with so much known."""
    said = [(r.reading(known), r.seen.values) for r in reads]
    return [(made.confidence, fits(made.values, shown)) for made, shown in said if made]


def confusion(reads: Iterable[Read]) -> Iterable[str]:
    """Yield what labelled dice were taken for: the likeliest value of the find on each."""
    where, counts = places(), Counter[tuple[int, int]]()
    for r in reads:
        for row in where.get(r.seen.file, ()):
            on = [f for f in r.faces() or () if die_at(f, [row]) is not None]
            best = max(on, key=lambda f: f.there, default=None)
            counts[row[0], best.pips if best and best.there > 0.5 else 0] += 1
    yield "| shown \\ read | 1 | 2 | 3 | 4 | 5 | 6 | not found |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for shown in FACES:
        cells = " | ".join(str(counts[shown, read]) for read in (1, 2, 3, 4, 5, 6, 0))
        yield f"| {shown} | {cells} |"


def compared(reads: Sequence[Read], folders: Sequence[Path]) -> Iterable[str]:
    """Yield what the usual recipe makes of the same photos; it never asks."""
    files = {path.name: path for folder in folders for path in folder.glob("*.jpg")}
    for name, part in kinds(reads).items():
        said = [(blobs.read(still(files[r.seen.file])), r.seen.values) for r in part]
        right = sum(fits(values, shown) for values, shown in said)
        yield f"| {name}: {len(part)} | {right} | {len(part) - right} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--photos", type=Path, nargs="*", default=(), help="for the usual recipe")
    reads, given = judged_reads(parser, arguments)
    parts = [outcomes(reads), by_source(reads), reliability(of_dice(reads))]
    parts += [reliability(of_pictures(reads, known)) for known in ("told", "sized")]
    parts.append(confusion(reads))
    if given.photos:
        parts.append(compared(reads, given.photos))
    for part in parts:
        print("\n".join(part), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
