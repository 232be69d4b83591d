"""What a limit buys: right, asked and wrong as one limit moves and the others stay.

`python -m tests.benchmarks.dice.risk [EVIDENCE.gz] [--fit 1 4 --judge 2 3]`

A risk-coverage curve (El-Yaniv and Wiener, 2010) for each of: the confidence of a picture, the
score of each die, the likelihood of a die beside them. Photos that show dice, each judged by a
fit on other folds than its own; beside them what the same limit lets through where the number
told is wrong.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from companion.vision.verdict import Known, ReadingLimits
from tests.benchmarks.dice.judging import TOLD, Read, judged_reads

MOVED: dict[str, Sequence[float]] = {
    "picture": (0.9, 0.93, 0.95, 0.96, 0.97, 0.98, 0.985, 0.99, 0.9925),
    "good": (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95),
    "rival": (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.0),
}
"""Limits, and where they are put."""


def at(limits: ReadingLimits, name: str, bound: float, known: Known) -> ReadingLimits:
    """Return limits of which one is put elsewhere."""
    return replace(limits, **{known if name == "picture" else name: bound})


def curve(reads: Sequence[Read], known: Known) -> Iterable[str]:
    """Yield the lines of the table with so much known."""
    yield f"| {TOLD[known]}: limit | at | right | asked | wrong | one less told | one more told |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    shown = [r for r in reads if r.seen.values and r.faces(known) is not None]
    several = [r for r in shown if len(r.seen.values) > 1 and "?" not in r.seen.values]
    for name, bounds in MOVED.items():
        for bound in bounds:
            moved = [r._replace(limits=at(r.limits, name, bound, known)) for r in shown]
            counts = Counter(r.outcome(known) for r in moved)
            again = [r._replace(limits=at(r.limits, name, bound, known)) for r in several]
            less, more = (sum(r.is_fooled(known, n) for r in again) for n in (-1, 1))
            cells = f"{counts['right']} | {counts['unsure'] + counts['none']} | {counts['wrong']}"
            fooled = f"{less} | {more}" if known != "untold" else " | "
            yield f"| {name} | {bound:g} | {cells} | {fooled} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table for each of what may be known."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    reads, _ = judged_reads(parser, arguments)
    for known in TOLD:
        print("\n".join(curve(reads, known)), end="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
