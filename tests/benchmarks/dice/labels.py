"""Labelled photos and how they are dealt into folds."""

import csv
import json
import statistics
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.vision.readings import DiceReading

HERE = Path(__file__).parent
Row = tuple[int, float, float, float]
"""Value, x and y of the upper face, edge of the die; in pixels of the photo."""
NO_OPINION, OTHER = 0, 7
"""Values of a die that nobody can read, or that is not all there; of a body without a value."""
OUTCOMES = ("right", "wrong", "unsure", "none")


class Labelled(NamedTuple):
    """One photo and what it shows."""

    path: Path
    values: tuple[str, ...]  # `?`: a die that nobody can read
    view: str = "overhead"  # or oblique; "" for a photo without dice

    @property
    def source(self) -> str:
        """The source that the name begins with."""
        return source_of(self.path.name)


def source_of(file: str) -> str:
    """Return the source that a photo's name begins with; `rune` has several prefixes."""
    source = file.partition("_")[0]
    return _prefixes().get(source, source)


def labelled(folder: Path) -> list[Labelled]:
    """Return the photos of the folder's `labels.csv` (`file`, `values`, perhaps `view`)."""
    with (folder / "labels.csv").open(newline="") as file:
        return [
            Labelled(folder / r["file"], tuple(r["values"].split()), r.get("view", "overhead"))
            for r in csv.DictReader(file)
        ]


def without(folder: Path) -> list[Labelled]:
    """Return the photos of a folder, none of which shows a die."""
    return [Labelled(path, (), "") for path in sorted(folder.glob("*.jpg"))]


def folds() -> dict[str, str]:
    """Return the fold of each source."""
    return {source: fold for fold, sources in _dealt()["folds"].items() for source in sources}


def _prefixes() -> dict[str, str]:
    return {prefix: source for source, all_of in _dealt()["one"].items() for prefix in all_of}


@cache
def _dealt() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((HERE / "folds.toml").read_text())


def places() -> dict[str, list[Row]]:
    """Return where the dice of each photo lie, and bodies that look like some."""
    return dict(_places())


def readable() -> dict[str, list[Row]]:
    """Return the places of dice with a value alone."""
    places = {f: [row for row in rows if 0 < row[0] < OTHER] for f, rows in _places().items()}
    return {file: rows for file, rows in places.items() if rows}


@cache
def _places() -> dict[str, list[Row]]:
    return {
        file: [(int(v), x, y, e) for v, x, y, e in dice]
        for name in ("places.json", "places-more.json")
        for file, dice in json.loads((HERE / name).read_text()).items()
    }


def edge_of(photo: Labelled) -> float | None:
    """Return the edge of a photo's dice in pixels; None where nobody has measured it."""
    rows = _places().get(photo.path.name, ())
    edges = [edge for value, _, _, edge in rows if 0 < value < OTHER]
    return statistics.median(edges) if edges else None


def outcome(reading: DiceReading, values: Sequence[str]) -> str:
    """Return right, wrong (both: said to be sure), unsure or none.

    A die labelled `?` may be named or left out; only a wrong value of another die is wrong.
    """
    if reading.verdict != "sure":
        return reading.verdict
    return "right" if fits(reading.values, values) else "wrong"


def fits(said: Sequence[int], values: Sequence[str]) -> bool:
    """Return whether values said are those labelled, but for dice labelled `?`."""
    named, known = Counter(map(str, said)), Counter(v for v in values if v != "?")
    spare = len(values) - known.total()
    return not known - named and (named - known).total() <= spare
