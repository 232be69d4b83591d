"""Train the dice reader anew, from labelled photos to two ONNX files: one command.

`python -m tests.benchmarks.dice.training OUT --photos FOLDER --empty FOLDER`

Renders patches, trains both nets, lets them place the dice and collect their mistakes, trains
them again. Each step stays in OUT, and is left out where its files are there already.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

HERE = "tests.benchmarks.dice.training"
NETS = ("reader", "finder")
PATCHES = 4000
"""Patches of one renderer's run."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do all the steps that are not done yet."""
    given = _parsed(arguments)
    folders = {n: given.out / n for n in ("rendered", "tables", "first", "second")}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    _tables(given, folders["tables"])
    _render(folders, given.runs)
    common = ["--photos", given.photos, "--empty", given.empty]
    learn = [*common, "--rendered", folders["rendered"], "--leave", given.leave]
    first, second, places = folders["first"], folders["second"], given.out / "placed.json"
    _together(
        ["train", net, first, *learn, "--minutes", given.minutes[0]]
        for net in NETS
        if not (first / f"{net}.onnx").exists()
    )
    if not places.exists():
        _together([["place", places, "--weights", first, *common]])
    again = ["--placed", places, "--seed", 2]
    _together(
        [
            "train",
            net,
            second,
            *learn,
            "--minutes",
            given.minutes[1],
            *again,
            "--start",
            first / f"{net}.pt",
        ]
        for net in NETS
    )
    return 0


def _tables(given: argparse.Namespace, tables: Path) -> None:
    """Link the photos without dice that rendered dice may lie on: none of a source held out."""
    for photo in given.empty.glob("*.jpg"):
        link = tables / photo.name
        if photo.name.partition("_")[0] not in given.leave.split(",") and not link.exists():
            link.symlink_to(photo.resolve())


def _render(folders: dict[str, Path], runs: int) -> None:
    wanted = {seed: folders["rendered"] / f"{seed}.npz" for seed in range(11, 11 + runs)}
    missing = [(seed, file) for seed, file in wanted.items() if not file.exists()]
    for pair in (missing[i : i + 2] for i in range(0, len(missing), 2)):
        _together(
            ["render", file, "--count", PATCHES, "--seed", seed, "--tables", folders["tables"]]
            for seed, file in pair
        )


def _together(steps: Iterable[Sequence[object]]) -> None:
    """Run steps side by side, one process each.

    Raises:
        SystemExit: one of them failed.
    """
    begun = [
        subprocess.Popen([sys.executable, "-m", f"{HERE}.{step[0]}", *map(str, step[1:])])
        for step in steps
    ]
    statuses = [process.wait() for process in begun]
    if any(statuses):
        raise SystemExit(1)


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path, required=True, help="labelled photos of dice")
    parser.add_argument("--empty", type=Path, required=True, help="photos without dice")
    parser.add_argument("--leave", default="", help="sources held out, with commas between")
    parser.add_argument("--runs", type=int, default=7, help=f"times {PATCHES} patches")
    parser.add_argument("--minutes", type=float, nargs=2, default=(30.0, 30.0))
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
