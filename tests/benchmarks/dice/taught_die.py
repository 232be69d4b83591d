"""Throw two white dice and a taught speed die on drawn tables: how often right, asked, wrong.

`python -m tests.benchmarks.dice.taught_die --tables 4 --throws 40`

Each table is shown its speed die first, three looks at each side. A throw is right where both white
dice and what the speed die counts as were read without a question.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from hardware.simulated.die import FACES
from tests.support.showing import COUNTS_AS, Shown


def outcomes(seed: int, throws: int) -> Counter[str]:
    """Return how many throws on one table were right, asked about, or wrong."""
    counted = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        shown = Shown(Path(folder), seed)
        shown.teach()
        for number in range(throws):
            side = FACES[number % len(FACES)]
            told = "dice" in shown.throw(speed=side)
            reading = shown.stage.reading
            if not told or reading.verdict != "sure" or reading.face is None:
                counted["asked"] += 1
                continue
            lies = (shown.stage.table.lies.dice, COUNTS_AS[side])
            counted["right" if (reading.values, reading.face) == lies else "wrong"] += 1
    return counted


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts of all tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--throws", type=int, default=40, help="on each table")
    parser.add_argument("--first", type=int, default=1, help="seed of the first table")
    given = parser.parse_args(arguments)
    counted = Counter[str]()
    for seed in range(given.first, given.first + given.tables):
        counted += outcomes(seed, given.throws)
    print(*(f"{name} {counted[name]}" for name in ("right", "asked", "wrong")), sep=", ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
