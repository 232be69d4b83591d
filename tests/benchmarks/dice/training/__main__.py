"""Train the dice reader anew, from labelled photos to weights and honest figures: one command.

`python -m tests.benchmarks.dice.training OUT --photos FOLDER --empty FOLDER`

Renders dice, takes finder and readers that know rendered dice alone (those kept in `start`, or with
`--first` trained anew; the second reader then begins with what it knows of everyday pictures),
collects what the first two mistake on the photos, then trains all three on with photos: once for
each fold of sources without that fold, once with everything. Reads every photo with the nets that
have not seen its source. Each step stays in OUT, and is left out where its files are there already.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.benchmarks.dice.labels import folds

HERE = "tests.benchmarks.dice"
NETS = ("reader", "finder", "second")
KEPT = Path(__file__).parent / "start"
"""Nets that have seen rendered dice alone, and no photo."""
PATCHES = 3000
"""Patches of one renderer's run."""
SEEDS, ODD = (1, 2, 3, 4, 5), (6, 7, 8)
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
    out, empty = given.out, ["--empty", *given.empty]
    rendered, odd, start = (out / name for name in ("rendered", "odd", "start"))
    mined = out / "mined.json"
    _together(given.jobs, [*_renderings(rendered, SEEDS, 0.0), *_renderings(odd, ODD, 0.8)])
    base = ["--rendered", rendered, odd]
    _together(
        given.jobs,
        (
            [
                *("training.train", net, start, *base, "--rate", FIRST_RATES[net]),
                *("--minutes", minutes, *(() if minutes else ("--start", KEPT / f"{net}.npz"))),
            ]
            for net, minutes in zip(NETS, given.first, strict=True)
            if not (start / f"{net}.done").exists()
        ),
    )
    if not mined.exists():
        nets = ["--nets", start, "--photos", given.photos]
        _together(1, [["training.mine", mined, *nets, *empty]])
    real = [*base, "--photos", given.photos, "--mined", mined, *empty]
    _together(
        given.jobs,
        (
            [
                *("training.train", net, out / (fold or "weights"), *real),
                *("--start", start / f"{net}.npz", "--rate", RATES[net], "--real", REAL[net]),
                *("--leave", fold, "--minutes", minutes),
            ]
            for fold in ("", *sorted(set(folds().values())))
            for net, minutes in zip(NETS, given.then, strict=True)
            if not (out / (fold or "weights") / f"{net}.done").exists()
        ),
    )
    _together(1, [["crossed", out, "--nets", out, "--photos", given.photos, *empty]])
    shutil.copy(out / "weighing.json", out / "weights" / "weighing.json")
    return 0


def _renderings(folder: Path, seeds: Iterable[int], odd: float) -> Iterable[Step]:
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        file = folder / f"{seed}.npz"
        if not file.exists():
            yield ["training.render", file, "--count", PATCHES, "--seed", seed, "--odd", odd]


def _together(jobs: int, steps: Iterable[Step]) -> None:
    """Run steps, so many side by side, one process each.

    Raises:
        SystemExit: one of them failed.
    """
    running: list[subprocess.Popen[bytes]] = []
    for step in steps:
        if len(running) == jobs and running.pop(0).wait():
            raise SystemExit(1)
        command = [sys.executable, "-m", f"{HERE}.{step[0]}", *map(str, step[1:])]
        running.append(subprocess.Popen(command))
    statuses = [process.wait() for process in running]
    if any(statuses):
        raise SystemExit(1)


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path, required=True, help="labelled photos of dice")
    parser.add_argument("--empty", type=Path, nargs="+", required=True, help="without dice")
    for name, default, what in (
        (
            "--first",
            (0.0, 0.0, 0.0),
            "minutes on rendered dice for reader, finder, second; 0: kept",
        ),
        ("--then", (9.0, 6.0, 9.0), "minutes with photos, for reader, finder, second reader"),
    ):
        count = len(default)
        parser.add_argument(name, type=float, nargs=count, default=default, help=what)
    parser.add_argument("--jobs", type=int, default=2, help="so many processes, one core each")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
