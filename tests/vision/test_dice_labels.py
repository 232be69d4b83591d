"""Where the dice of the photos lie, as the reader is trained and measured with it."""

import csv
import itertools
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from companion.vision.detection import Find
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.pips import AGAIN, SECOND, VIEWS, moved, views
from tests.benchmarks.dice import labels

PICTURES = Path(__file__).parent / "pictures" / "dice"
OF_SIZES = frozenset({"epan", "krajzys", "nell", "rune"})
"""Sources with assorted dice, or with photos from far down, where near dice look larger."""
PLACES = labels.readable()


def rows() -> list[tuple[str, str]]:
    with (PICTURES / "labels.csv").open(newline="") as file:
        return [(row["file"], row["values"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("file", "values"), rows())
def test_the_places_show_the_labelled_values(file: str, values: str) -> None:
    assert Counter(values.split()) == Counter(str(value) for value, *_ in PLACES[file])


@pytest.fixture(scope="module")
def nets() -> Nets:
    return Nets()


@pytest.mark.parametrize("file", [file for file, _ in rows()])
def test_a_die_lies_at_its_place_as_large_as_noted(nets: Nets, file: str) -> None:
    """Both readers, laid on the place, see a die there: to a fifth of its edge and of its size."""
    pixels = still(PICTURES / file)
    for _, x, y, edge in PLACES[file]:
        find = Find(x, y, edge, 1.0, 1.0)
        first = moved(find, views(nets, pixels, [find], VIEWS)[0])
        second = moved(find, views(nets, pixels, [find], AGAIN, SECOND)[0])
        seen = np.mean([(f.x, f.y, math.log2(f.edge / edge)) for f in (first, second)], axis=0)
        assert math.hypot(seen[0] - x, seen[1] - y) < 0.2 * edge
        assert abs(seen[2]) < 0.25


def test_no_two_faces_lie_on_one_another() -> None:
    pairs = ((f, a, b) for f, dice in PLACES.items() for a, b in itertools.combinations(dice, 2))
    assert [f for f, a, b in pairs if math.dist(a[1:3], b[1:3]) < 0.8 * min(a[3], b[3])] == []


def test_dice_of_one_set_are_about_as_large_as_one_another() -> None:
    edges = {file: [edge for *_, edge in dice] for file, dice in PLACES.items()}
    above = {f: e for f, e in edges.items() if e and labels.source_of(f) not in OF_SIZES}
    assert [file for file, e in above.items() if max(e) > 1.68 * min(e)] == []


def test_every_source_has_its_fold() -> None:
    assert {labels.source_of(file) for file in PLACES} <= labels.folds().keys()


def test_prefixes_of_one_source_are_in_one_fold() -> None:
    assert {labels.source_of(f"{name}_m001.jpg") for name in ("rune", "runepxl", "runenum")} == {
        "rune"
    }
