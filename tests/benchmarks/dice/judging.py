"""Judge photos from their evidence: in seconds, for no net is run.

`python -m tests.benchmarks.dice.judging [EVIDENCE.gz] [--fit 1 4 --judge 2 3]`

Each photo is weighed by a fit on the other folds than its own, or those of the folds to judge by a
fit on the folds to fit. Prints what is read how with so much known, and the controls: the number
told is one less, or one more, than dice lie there; none lie there. What the table would read may
differ by a photo or two: there small dice are not looked for where large ones explain the picture.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.vision.cut_dice import are_cut
from companion.vision.readings import DiceReading
from companion.vision.scoring import Face, Weighing
from companion.vision.verdict import Known, ReadingLimits, judged
from tests.benchmarks.dice import evidence, labels
from tests.benchmarks.dice.evidence import Evidence
from tests.benchmarks.dice.fitting import KNOWN, faces_of, fitted, limits, number_of
from tests.benchmarks.dice.labels import OUTCOMES, outcome

TOLD: dict[Known, str] = {"told": "number", "untold": "nothing", "sized": "number and size"}
"""What is known, in words."""


class Read(NamedTuple):
    """What was made of one photo by a weighing and limits that its source had no part in."""

    seen: Evidence
    weighing: Weighing
    limits: ReadingLimits

    def reading(self, known: Known, more: int = 0) -> DiceReading | None:
        """Return the reading with so much known; None: the size is not.

        Args:
            known: what is told.
            more: how many dice more are told than lie there.
        """
        faces = self.faces(known)
        if faces is None:
            return None
        dice = number_of(self.seen, known)
        told = None if dice is None else dice + more
        made = judged(faces, told, self.limits, self.weighing, sized=known == "sized")
        is_cut = made.verdict == "sure" and are_cut(made.dice, self.seen.size)
        return replace(made, verdict="unsure") if is_cut else made

    def faces(self, known: Known = "told") -> list[Face] | None:
        """Return the finds."""
        return faces_of(self.seen, self.weighing, known)

    def outcome(self, known: Known) -> str | None:
        """Return right, wrong (both: said to be sure), unsure or none."""
        made = self.reading(known)
        return None if made is None else outcome(made, self.seen.values)

    def is_fooled(self, known: Known, more: int) -> bool:
        """Return whether a wrong number is believed."""
        made = self.reading(known, more)
        return made is not None and made.verdict == "sure"


def judged_by(fit: Sequence[Evidence], judge: Iterable[Evidence]) -> list[Read]:
    """Return the readings of photos by a fit on others."""
    weighing = fitted(fit)
    bounds = limits(fit, weighing)
    return [Read(one, weighing, bounds) for one in judge]


def crossed(seen: Sequence[Evidence]) -> list[Read]:
    """Return the readings of all photos, those of each fold by a fit on the others."""
    fold_of = labels.folds()
    names = sorted({fold_of[one.source] for one in seen})
    return [
        read
        for name in names
        for read in judged_by(
            evidence.of_folds(seen, set(names) - {name}), evidence.of_folds(seen, [name])
        )
    ]


def lines(reads: Sequence[Read]) -> Iterable[str]:
    """Yield a line for each of what may be known, and for each control."""
    with_dice = [r for r in reads if r.seen.values]
    without = [r for r in reads if not r.seen.values]
    for known in KNOWN:
        counts = Counter(r.outcome(known) for r in with_dice)
        cells = ", ".join(f"{counts[o]} {o}" for o in OUTCOMES)
        wrong = [r.seen.file for r in with_dice if r.outcome(known) == "wrong"]
        yield f"{TOLD[known]}: {cells}; wrong: {' '.join(wrong) or 'none'}"
    several = [r for r in with_dice if len(r.seen.values) > 1 and "?" not in r.seen.values]
    for name, part, more in (
        ("one less told", several, -1),
        ("one more told", several, 1),
        ("no dice, two told", without, 0),
        ("no dice, one told", without, -1),
    ):
        fooled = [r.seen.file for r in part if r.is_fooled("told", more)]
        yield f"{name}: {len(fooled)} of {len(part)} sure; {' '.join(fooled[:12])}"


def judged_reads(
    parser: argparse.ArgumentParser, arguments: Sequence[str] | None
) -> tuple[list[Read], argparse.Namespace]:
    """Return the readings that a command's arguments ask for, and its other arguments."""
    parser.add_argument("seen", type=Path, nargs="?", default=evidence.KEPT, help="evidence")
    parser.add_argument("--fit", nargs="+", help="folds; all but a photo's own")
    parser.add_argument("--judge", nargs="+", default=(), help="folds")
    given = parser.parse_args(arguments)
    seen = evidence.load(given.seen)
    if not given.fit:
        return crossed(seen), given
    fit, judge = (evidence.of_folds(seen, names) for names in (given.fit, given.judge))
    return judged_by(fit, judge), given


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the lines, the weighing and the limits."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--weighing", type=Path, help="write what all of the evidence says here")
    reads, given = judged_reads(parser, arguments)
    print("\n".join(lines(reads)))
    if given.weighing:
        seen = [read.seen for read in reads]
        weighing = fitted(seen)
        given.weighing.write_bytes(msgspec.json.encode(weighing) + b"\n")
        print(limits(seen, weighing))
    return 0


if __name__ == "__main__":
    sys.exit(main())
