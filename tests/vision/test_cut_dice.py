"""A die that the border of the picture cuts is a question, never a value, and never left out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from companion.vision.dice import NetReader
from companion.vision.frame import Pixels
from companion.vision.pictures import still
from tests.support.repository import ROOT

PHOTOS = Path(__file__).parent / "pictures" / "dice"
PARTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
"""Of the die that the border cuts, as much stays in the picture."""
_PLACES = json.loads((ROOT / "tests/benchmarks/dice/places.json").read_text())
FILES = ("damian_62.jpg", "epan_23.jpg", "matteo_valid_valid_33.jpg", "nell_20191208_112659.jpg")
PLACES: dict[str, list[tuple[int, float, float, float]]] = {
    file: [(int(pips), x, y, edge) for pips, x, y, edge in _PLACES[file]] for file in FILES
}


class Cut(NamedTuple):
    """A photo whose border runs through one of its dice."""

    name: str
    pixels: Pixels
    inside: tuple[int, ...]  # values of the dice whose middles are in the picture
    whole: tuple[int, ...]  # and of those of which more than three quarters are


def cuts(file: str) -> Iterator[Cut]:
    """Yield a photo, cut through one of its dice from each side in several places."""
    pixels = still(PHOTOS / file)
    height, width = pixels.shape[:2]
    _, x, y, edge = PLACES[file][0]
    left, top, right, bottom = x - edge / 2, y - edge / 2, x + edge / 2, y + edge / 2
    for part in PARTS:
        for side, box in {
            "left": (right - part * edge, 0, width, height),
            "right": (0, 0, left + part * edge, height),
            "top": (0, bottom - part * edge, width, height),
            "bottom": (0, 0, width, top + part * edge),
        }.items():
            yield _cut(f"{part} in sight, cut from the {side}", pixels, PLACES[file], box)


def _cut(
    name: str,
    pixels: Pixels,
    dice: list[tuple[int, float, float, float]],
    box: tuple[float, float, float, float],
) -> Cut:
    x0, y0, x1, y1 = (round(v) for v in box)
    gaps = [(pips, min(x - x0, y - y0, x1 - x, y1 - y) / edge) for pips, x, y, edge in dice]
    return Cut(
        name,
        np.ascontiguousarray(pixels[y0:y1, x0:x1]),
        tuple(sorted(pips for pips, gap in gaps if gap > 0)),
        tuple(sorted(pips for pips, gap in gaps if gap > 0.25)),
    )


@pytest.fixture(scope="module")
def reader() -> NetReader:
    return NetReader()


@pytest.mark.parametrize("file", FILES)
def test_what_is_sure_of_a_cut_picture_has_no_cut_die(reader: NetReader, file: str) -> None:
    """Sure are at most the dice that are whole, and none whose middle is in sight is left out."""
    wrong = []
    for cut in cuts(file):
        for dice in {None, len(cut.inside) or None}:
            reading = reader.read(cut.pixels, dice=dice)
            fits = reading.values == cut.whole and len(cut.whole) == len(cut.inside)
            if reading.verdict == "sure" and not fits:
                wrong.append((cut.name, dice, reading.values))
    assert wrong == []
