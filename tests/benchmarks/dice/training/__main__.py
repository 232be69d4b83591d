"""Train the dice reader anew, from labelled photos to weights and honest figures: one command.

`python -m tests.benchmarks.dice.training OUT --photos FOLDER [FOLDER ...] --empty FOLDER`

Renders dice, takes finder and readers that know rendered dice alone (those kept in `start`, or with
`--first` trained anew; the second reader then begins with what it knows of everyday pictures),
packs the photos, collects what the first two nets mistake on them, then trains all three on with
photos: once for each fold of sources without that fold, once with everything. Reads every photo
with the nets that have not seen its source. Each step stays in OUT, and is left out where its files
are there already; a training goes in stages, so that a stopped one goes on where it was.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.benchmarks.dice.labels import folds

HERE = "tests.benchmarks.dice"
NETS = ("second", "reader", "finder")
KEPT = Path(__file__).parent / "start"
"""Nets that have seen rendered dice alone, and no photo."""
STAGE = 7.0
"""Minutes of a training's stage."""
AGAIN = 75
"""Exit status of a stage that is to be followed by another."""
PATCHES = 2500
"""Patches of one renderer's run."""
SEEDS, ODD = (1, 2, 3, 4), (6, 7)
"""One renderer's run each; those of `ODD` are of odd dice."""
FIRST_RATES = {"reader": 2.5e-3, "finder": 2.5e-3, "second": 1.5e-3}
RATES = {"reader": 1.5e-3, "finder": 1.5e-3, "second": 1e-3}
"""Rates at which the training on rendered dice begins, and the one with photos: the nets know dice
by then."""
REAL = {"reader": 0.6, "finder": 0.6, "second": 0.65}
"""Part of the samples that are real. No net is trained for long on them: it would learn its sources
by heart, and be too sure of others."""
Step = Sequence[object]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do all the steps that are not done yet."""
    given = _parsed(arguments)
    out, empty, photos = given.out, ["--empty", *given.empty], ["--photos", *given.photos]
    rendered, odd, start = (out / name for name in ("rendered", "odd", "start"))
    mined, pack = out / "mined.json", out / "pack"
    _together(given.jobs, [*_renderings(rendered, SEEDS, 0.0), *_renderings(odd, ODD, 0.8)])
    base = ["--rendered", rendered, odd, "--stage", STAGE]
    _together(
        given.jobs,
        (
            [
                *("training.train", net, start, *base, "--rate", FIRST_RATES[net]),
                *("--steps", steps, *(() if steps else ("--start", KEPT / f"{net}.npz"))),
            ]
            for net, steps in zip(NETS, given.first, strict=True)
            if not (start / f"{net}.done").exists()
        ),
    )
    if not pack.exists():
        _together(1, [["training.packing", pack, *photos, *empty]])
    if not mined.exists():
        _together(1, [["training.mine", mined, "--nets", start, "--pack", pack]])
    real = [*base, "--pack", pack, "--mined", mined]
    _together(
        given.jobs,
        (
            [
                *("training.train", net, out / (fold or "weights"), *real),
                *("--start", start / f"{net}.npz", "--rate", RATES[net], "--real", REAL[net]),
                *("--leave", fold, "--steps", steps),
            ]
            for fold in (*sorted(set(folds().values())), "")
            for net, steps in zip(NETS, given.then, strict=True)
            if not (out / (fold or "weights") / f"{net}.done").exists()
        ),
    )
    seen = out / "evidence.gz"
    _together(1, [["crossed", seen, "--nets", out, *photos, *empty]])
    _together(1, [["judging", seen, "--weighing", out / "weights" / "weighing.json"]])
    return 0


def _renderings(folder: Path, seeds: Iterable[int], odd: float) -> Iterable[Step]:
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        file = folder / f"{seed}.npz"
        if not file.exists():
            yield ["training.render", file, "--count", PATCHES, "--seed", seed, "--odd", odd]


def _together(jobs: int, steps: Iterable[Step]) -> None:
    """Run steps, so many side by side, one process each; one that asks for it is run again.

    Raises:
        SystemExit: one of them failed.
    """
    with ThreadPoolExecutor(jobs) as side_by_side:
        if any(side_by_side.map(_status, steps)):
            raise SystemExit(1)


def _status(step: Step) -> int:
    command = [sys.executable, "-m", f"{HERE}.{step[0]}", *map(str, step[1:])]
    while (status := subprocess.Popen(command).wait()) == AGAIN:
        pass
    return status


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path, nargs="+", required=True, help="labelled photos")
    parser.add_argument("--empty", type=Path, nargs="+", required=True, help="without dice")
    for name, default, what in (
        ("--first", (0, 0, 0), "steps on rendered dice for second reader, reader, finder; 0: kept"),
        ("--then", (900, 3000, 1600), "steps with photos, for second reader, reader, finder"),
    ):
        parser.add_argument(name, type=int, nargs=len(NETS), default=default, help=what)
    parser.add_argument("--jobs", type=int, default=2, help="so many processes, one core each")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
