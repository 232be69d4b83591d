"""Score the tag reader on a folder of labelled frames.

    python -m tests.benchmarks.tags.measure FOLDER [--without zxing --without zbar]

FOLDER holds pictures, `labels.csv` and `codebook.csv`. A tag counts that is ours and more than
97 % visible. Found: returned at its place's frame; false: a returned tag that is not in the frame;
foreign: a tag of another set that was returned as ours.
"""

import argparse
import csv
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

import msgspec

from cards_qr.decoders import Decoders, installed
from cards_qr.keyring import load_keyring
from cards_qr.tag_reader import TagReader
from companion.vision.pictures import still

VISIBLE = 0.97


class Tally(msgspec.Struct):
    """What was counted for one level of difficulty."""

    wanted: int = 0
    found: int = 0
    false: int = 0
    foreign: int = 0
    ms: list[float] = msgspec.field(default_factory=list)

    @property
    def wrong(self) -> int:
        """What must never be above 0."""
        return self.false + self.foreign

    @property
    def median_ms(self) -> float:
        """The time of the middle frame."""
        return median(self.ms)

    def line(self, level: str) -> str:
        """Say it in one line of the table."""
        return (
            f"{level:8} {self.found:4} of {self.wanted:4}   false {self.false}   "
            f"foreign {self.foreign}   {self.median_ms:6.0f} ms median {max(self.ms):6.0f} most"
        )


def measure(folder: Path, decoders: Decoders) -> dict[str, Tally]:
    """Return the tallies by level, and of all."""
    reader = TagReader(load_keyring(folder / "codebook.csv"), decoders=decoders)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for file, rows in _labels(folder).items():
        pixels = still(folder / file)
        start = time.perf_counter()
        got = {tag.text for tag in reader.read(pixels) if tag.valid}
        ms = 1000 * (time.perf_counter() - start)
        ours = {row["payload"] for row in rows if row["kind"] and row["foreign"] == "0"}
        others = {row["payload"] for row in rows if row["kind"] and row["foreign"] == "1"}
        wanted = {row["payload"] for row in rows if row["payload"] in ours and _visible(row)}
        for tally in (tallies[rows[0]["level"]], tallies["all"]):
            tally.wanted += len(wanted)
            tally.found += len(wanted & got)
            tally.false += len(got - ours - others)
            tally.foreign += len(got & others)
            tally.ms.append(ms)
    return tallies


def _visible(row: dict[str, str]) -> bool:
    return float(row["visible_fraction"]) > VISIBLE


def _labels(folder: Path) -> dict[str, list[dict[str, str]]]:
    frames: dict[str, list[dict[str, str]]] = defaultdict(list)
    with (folder / "labels.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            frames[row["file"]].append(row)
    return frames


def main() -> int:
    """Print the table; 1 if anything false or foreign was accepted."""
    parser = argparse.ArgumentParser(description="Score the tag reader on labelled frames.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--without", action="append", choices=("zxing", "zbar"), default=[])
    args = parser.parse_args()
    there = installed()
    decoders = Decoders(
        None if "zxing" in args.without else there.zxing,
        None if "zbar" in args.without else there.zbar,
    )
    tallies = measure(args.folder, decoders)
    for level, tally in tallies.items():
        print(tally.line(level))
    return int(tallies["all"].wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
