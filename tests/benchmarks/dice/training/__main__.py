"""Train the dice reader anew, from labelled photos to weights and honest figures: one command.

`python -m tests.benchmarks.dice.training OUT --photos FOLDER --empty FOLDER`

Renders dice, trains finder and first reader on them alone, collects their mistakes on the photos,
then trains them on with photos, and the second reader, which begins with what it knows of everyday
pictures: once for each fold of sources without that fold, once with everything. Reads every photo
with the nets that have not seen its source. Each step stays in OUT, and is left out
where its files are there already.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.benchmarks.dice.labels import folds

HERE = "tests.benchmarks.dice"
NETS = ("reader", "finder")
"""Those that begin with rendered dice alone."""
PATCHES = 3000
"""Patches of one renderer's run."""
SEEDS, ODD = (1, 2, 3, 4, 5), (6, 7)
"""One renderer's run each; those of `ODD` are of odd dice, and used with photos only."""
RATE = 1.5e-3
"""Rate at which the training with photos begins; the nets know dice by then."""
RATE_OF_SECOND, REAL_OF_SECOND = 1e-3, 0.65
"""It is not trained for long: it would learn its sources by heart, and be too sure of others."""
Step = Sequence[object]


def main(arguments: Sequence[str] | None = None) -> int:
    """Do all the steps that are not done yet."""
    given = _parsed(arguments)
    out, empty = given.out, ["--empty", *given.empty]
    rendered, odd, start = (out / name for name in ("rendered", "odd", "start"))
    mined = out / "mined.json"
    _together(given.jobs, [*_renderings(rendered, SEEDS, 0.0), *_renderings(odd, ODD, 0.8)])
    base = ["--rendered", rendered]
    _together(
        given.jobs,
        (
            ["training.train", net, start, *base, "--minutes", minutes]
            for net, minutes in zip(NETS, given.first, strict=True)
            if not (start / f"{net}.done").exists()
        ),
    )
    if not mined.exists():
        nets = ["--nets", start, "--photos", given.photos]
        _together(1, [["training.mine", mined, *nets, *empty]])
    real = [*base, odd, "--photos", given.photos, "--mined", mined, *empty]
    begun = {net: ["--start", start / f"{net}.pt", "--rate", RATE] for net in NETS}
    begun["second"] = ["--rate", RATE_OF_SECOND, "--real", REAL_OF_SECOND]
    _together(
        given.jobs,
        (
            [
                *("training.train", net, out / (fold or "weights"), *real, *how),
                *("--leave", fold, "--minutes", minutes),
            ]
            for fold in ("", *sorted(set(folds().values())))
            for (net, how), minutes in zip(begun.items(), given.then, strict=True)
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
        ("--first", (31.0, 19.0), "minutes on rendered dice, for reader and finder"),
        ("--then", (16.0, 8.0, 13.0), "minutes with photos, for reader, finder, second reader"),
    ):
        count = len(default)
        parser.add_argument(name, type=float, nargs=count, default=default, help=what)
    parser.add_argument("--jobs", type=int, default=2, help="so many processes, one core each")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
