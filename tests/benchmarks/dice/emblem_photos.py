"""Read dice of real photos by looks at their faces, as if pips or digits were any prints.

`python -m tests.benchmarks.dice.emblem_photos FOLDER [FOLDER ...] --draws 5`

Of each source three looks at each face are drawn by chance, from photos that then take no part; its
other photos are read by these looks, the number of dice told. Digit dice are read likewise, each
photo by the looks of all others of its die; and the photos of the other digit die are read by them:
there nothing is right.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.vision.dice import NetReader
from companion.vision.emblem_reader import VALUES, EmblemReader, Value
from companion.vision.frame import Pixels
from companion.vision.pictures import decoded
from companion.vision.readings import DiceReading, DieReading, Foot
from companion.vision.taught_die import SideLook, TaughtDie, cut_out
from tests.benchmarks.dice.labels import HERE, NO_OPINION, OTHER, Row, source_of

SOURCES = ("autoy", "damian", "krajzys", "matteo")
"""Each has dice of one kind, seen by one camera, and many photos."""
LOOKS, MOST, PHOTOS = 3, 5, 40
"""Looks at a face; dice in a photo that is read; photos of a source that are read at most."""

DIGITS: Mapping[str, Mapping[Value, str]] = {
    "green": {
        1: "001 002 003 004 026 036 037 038 071 076",
        5: "011 012 013 014 033 034 048 049",
        6: "018 019 020 055 056",
        4: "058 064 080",
    },
    "red": {4: "008 009 010 023 030 031 032 044 045 046 047 072", 1: "051 052", 2: "067 068"},
}
"""Photos `ferwardo_m*.jpg` of two digit dice, by what the upper face shows; said by eye."""


class Photo(NamedTuple):
    """A photo and the finds in it."""

    pixels: Pixels
    bodies: tuple[DieReading, ...]
    values: tuple[int, ...]  # ascending


class Found:
    """Finds what was found before."""

    def __init__(self, photo: Photo) -> None:
        self._photo = photo

    def read(
        self,
        pixels: Pixels,  # noqa: ARG002  # as the interface has it
        *,
        dice: int | None = None,  # noqa: ARG002
        edge: float | None = None,  # noqa: ARG002
        foot: Foot | None = None,  # noqa: ARG002
        above: bool = False,  # noqa: ARG002
    ) -> DiceReading:
        """Return nothing: nets have no say."""
        return DiceReading("none", (), 0.0)

    def bodies(self, pixels: Pixels, *, edge: float | None = None) -> tuple[DieReading, ...]:  # noqa: ARG002  # as the interface has it
        """Return the finds."""
        return self._photo.bodies


def outcome(photo: Photo, looks: Sequence[SideLook[Value]]) -> str:
    """Return what comes of one photo, read by these looks."""
    reader = EmblemReader(Found(photo), lambda: [TaughtDie(looks)])
    reading = reader.read(photo.pixels, dice=len(photo.values))
    if reading.verdict != "sure":
        return "asked"
    return "right" if reading.values == photo.values else "wrong"


def of_pips(folders: Sequence[Path], source: str, draws: int) -> Counter[str]:
    """Return the outcomes of one source's photos, read by looks at its faces."""
    random = np.random.default_rng(7)
    placed = dict(_placed(folders, source))
    few = [path for path, rows in placed.items() if len(rows) <= MOST]
    judged = [few[n] for n in random.permutation(len(few))[:PHOTOS]]
    photos = {path: _photo(path, [row[0] for row in placed[path]]) for path in judged}
    counted = Counter[str]()
    for _ in range(draws):
        looks, shown = _drawn(placed, random)
        counted.update(outcome(photo, looks) for path, photo in photos.items() if path not in shown)
    return counted


def _drawn(
    placed: Mapping[Path, Sequence[Row]], random: np.random.Generator
) -> tuple[list[SideLook[Value]], set[Path]]:
    """Return looks drawn by chance, and the photos that they are of."""
    by_value = defaultdict[int, list[tuple[Path, Row]]](list)
    for path, rows in placed.items():
        for row in rows:
            by_value[row[0]].append((path, row))
    looks, shown = list[SideLook[Value]](), set[Path]()
    for value in VALUES:
        for n in random.permutation(len(by_value[value]))[:LOOKS]:
            path, (_, x, y, edge) = by_value[value][n]
            looks.append(SideLook(value, cut_out(_read(path), (x, y), edge)))
            shown.add(path)
    return looks, shown


def _placed(folders: Sequence[Path], source: str) -> Iterator[tuple[Path, Sequence[Row]]]:
    """Yield the photos of a source with where their dice lie, if all of them can be read."""
    for name in ("places.json", "places-more.json"):
        for file, rows in json.loads((HERE / name).read_text()).items():
            path = next((one / file for one in folders if (one / file).exists()), None)
            readable = rows and not any(row[0] in (NO_OPINION, OTHER) for row in rows)
            if path is not None and readable and source_of(file) == source:
                yield path, rows


def of_digits(folder: Path) -> Iterator[tuple[str, Counter[str]]]:
    """Yield the outcomes of photos of each digit die, and of strangers read by its looks."""
    photos = {
        die: [
            (value, _photo(folder / f"ferwardo_m{number}.jpg", [value]))
            for value, numbers in faces.items()
            for number in numbers.split()
        ]
        for die, faces in DIGITS.items()
    }
    looks = {
        die: [
            SideLook(value, cut_out(one.pixels, one.bodies[0].centre, one.bodies[0].edge))
            for value, one in those
            if one.bodies
        ]
        for die, those in photos.items()
    }
    for die, those in photos.items():
        there = [(value, one) for value, one in those if one.bodies]
        counted = Counter({"asked": len(those) - len(there)})
        for n, (_, one) in enumerate(there):
            counted[outcome(one, looks[die][:n] + looks[die][n + 1 :])] += 1
        yield f"digits, {die}", counted
        for other in photos.keys() - {die}:
            strangers = Counter[str]()
            for _, one in photos[other]:
                strangers["asked" if outcome(one, looks[die]) == "asked" else "wrong"] += 1
            yield f"digits, {other} by looks at {die}", strangers


def _photo(path: Path, values: Sequence[int]) -> Photo:
    pixels = _read(path)
    return Photo(pixels, READER.bodies(pixels), tuple(sorted(values)))


def _read(path: Path) -> Pixels:
    return decoded(path.read_bytes())


READER = NetReader()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts of each source."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="of labelled photos")
    parser.add_argument("--draws", type=int, default=5, help="of looks, for each source")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    for source in SOURCES:
        _tell(source, of_pips(given.folders, source, given.draws))
    for folder in given.folders:
        if (folder / "ferwardo_m001.jpg").exists():
            for name, counted in of_digits(folder):
                _tell(name, counted)
    return 0


def _tell(name: str, counted: Counter[str]) -> None:
    print(name, *(f"{n} {counted[n]}" for n in ("right", "asked", "wrong")), sep=", ", flush=True)


if __name__ == "__main__":
    sys.exit(main())
