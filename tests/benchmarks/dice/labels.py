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
OUTCOMES = ("right", "wrong", "unsure", "none")


class Labelled(NamedTuple):
    """One photo and what it shows."""

    path: Path
    values: tuple[str, ...]  # `?`: a die that nobody can read
    view: str = "overhead"  # or oblique; "" for a photo without dice

    @property
    def source(self) -> str:
        """The source that the name begins with."""
        return self.path.name.partition("_")[0]


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
    dealt = tomllib.loads((HERE / "folds.toml").read_text())["folds"]
    return {source: fold for fold, sources in dealt.items() for source in sources}


def places() -> dict[str, list[tuple[int, float, float, float]]]:
    """Return where the dice of each photo lie: value, x, y of the upper face, edge; in pixels."""
    return dict(_places())


@cache
def _places() -> dict[str, list[tuple[int, float, float, float]]]:
    rows = json.loads((HERE / "places.json").read_text())
    return {file: [(int(v), x, y, e) for v, x, y, e in dice] for file, dice in rows.items()}


def edge_of(photo: Labelled) -> float | None:
    """Return the edge of a photo's dice in pixels; None where nobody has measured it."""
    edges = [edge for _, _, _, edge in _places().get(photo.path.name, ())]
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
