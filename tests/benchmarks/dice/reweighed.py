"""Fit the weighing anew and count what it reads: in seconds, for no net is run.

`python -m tests.benchmarks.dice.reweighed OUT/seen.json --photos FOLDER --empty FOLDER`

For trying what a change of `fitting`, `rule` or of how a picture's evidence is summed up does. As
in `crossed` each photo is weighed by a fit on the other folds. What `crossed` counts may differ by
a photo or two: there a find that is hardly a die is looked at less.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.vision.scoring import Weighing
from companion.vision.verdict import Known, ReadingLimits, judged
from tests.benchmarks.dice import labels
from tests.benchmarks.dice.crossed import Looked
from tests.benchmarks.dice.fitting import KNOWN, Seen, fitted, limits, reweighed
from tests.benchmarks.dice.labels import OUTCOMES, outcome
from tests.benchmarks.dice.report import TOLD


def counted(seen: Sequence[Seen], known: Known) -> tuple[Counter[str], list[str]]:
    """Return how many photos with dice are read how, and the files that are wrongly sure."""
    fold_of, places = labels.folds(), labels.places()
    counts: Counter[str] = Counter()
    wrong = []
    for fold in sorted(set(fold_of.values())):
        rest = [s for s in seen if fold_of[s.photo.source] != fold]
        weighing = fitted(rest, places)
        bounds = limits(rest, weighing)
        for one in seen:
            if fold_of[one.photo.source] == fold and (said := _said(one, known, weighing, bounds)):
                counts[said] += bool(one.photo.values)
                wrong += [one.photo.path.name] if said == "wrong" else []
    return counts, wrong


def _said(one: Seen, known: Known, weighing: Weighing, bounds: ReadingLimits) -> str | None:
    faces = one.sized if known == "sized" else one.faces
    if faces is None:
        return None
    dice = None if known == "untold" else len(one.photo.values) or 2
    again = [reweighed(face, weighing) for face in faces]
    reading = judged(again, dice, bounds, weighing, sized=known == "sized")
    return outcome(reading, one.photo.values)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each of what may be known."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("seen", type=Path, help="what `crossed` wrote")
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--empty", type=Path, nargs="*", default=())
    given = parser.parse_args(arguments)
    photos = labels.labelled(given.photos)
    photos += [photo for folder in given.empty for photo in labels.without(folder)]
    by_file = {photo.path.name: photo for photo in photos}
    looked = msgspec.json.decode(given.seen.read_bytes(), type=list[Looked])
    seen = [Seen(by_file[one.file], one.faces, one.sized) for one in looked]
    for known in KNOWN:
        counts, wrong = counted(seen, known)
        cells = ", ".join(f"{counts[o]} {o}" for o in OUTCOMES)
        print(f"{TOLD[known]}: {cells}; wrong: {' '.join(wrong) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
