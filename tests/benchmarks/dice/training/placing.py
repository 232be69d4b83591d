"""Place upper faces inside boxes that were drawn around dice: where a reader sees the label there.

`python -m tests.benchmarks.dice.training.placing FOLDER OUT.json`

FOLDER holds photos and `boxes.json` (file -> rows of label, x, y of the middle, width, height;
`?`: a die that nobody can read, `o`: a body without pips). Each reader looks from several
beginnings; where none shows it the label, the face lies where other dice of the photo, else of the
source, have theirs in their boxes. OUT gets rows of value, x, y, edge as in `places.json`: 7 stands
for a body without a value, 0 for a die of which nothing is to be learned.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.vision.detection import Find
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.pips import AGAIN, SECOND, VIEWS, moved, views
from tests.benchmarks.dice.labels import NO_OPINION, OTHER, Row, source_of

AROUND = frozenset({"nell", "epan", "rune", "bartek", "baylor", "ferwardo", "fcant"})
"""Sources whose boxes hold the whole body, its sides too."""
PIPS = frozenset({"matteo"})
"""Sources whose boxes hold the pips of the upper face alone."""
SHOWN = 0.5
"""A place from which both readers see the label with this probability is the face's."""
UP = (0.0, 0.2)
"""Heights of a box by which the beginnings lie above its middle."""
PARTS = {True: (0.6, 0.75, 0.9), False: (1.15, 1.4, 1.7)}
"""Edges to begin with, in sides of a box: around a body; around pips."""
PARTS_OF_ONE = (2.6, 3.4, 4.4)
"""The same for the box around a single pip."""
BODY = 0.75
"""Edge of a body without a value, in sides of its box."""
NEAREST = 0.8
"""Upper faces of dice that touch are at least this part of an edge apart."""
_FEWEST = 3


class Box(NamedTuple):
    """A box around a die, in pixels."""

    label: str
    x: float
    y: float
    width: float
    height: float

    @property
    def side(self) -> float:
        """The side of a square as large."""
        return math.sqrt(self.width * self.height)


Offset = tuple[float, float, float]
"""Where a face lies in its box: x and y from the middle and its edge, in sides of the box."""


def seen_in(nets: Nets, pixels: Pixels, box: Box, source: str) -> Offset | None:
    """Return where both readers see the label of a box; None: nowhere."""
    value = int(box.label)
    parts = PARTS[source not in PIPS] if value > 1 or source not in PIPS else PARTS_OF_ONE
    ups = UP if source in AROUND else (0.0,)
    begun = [
        Find(box.x, box.y - up * box.height, part * box.side, 1.0, 1.0)
        for up, part in product(ups, parts)
    ]
    found: list[tuple[float, Find]] = []
    for _ in range(2):  # from where the first look moved each to
        looked = views(nets, pixels, begun, VIEWS[:3])
        begun = [moved(find, seen) for find, seen in zip(begun, looked, strict=True)]
    again = views(nets, pixels, begun, AGAIN[:1], SECOND)
    for find, first, second in zip(begun, looked, again, strict=True):
        sure = min(float(seen.kinds[:, value].mean()) for seen in (first, second))
        offset = _offset(find, box)
        if max(abs(offset[0]), abs(offset[1])) < 0.5 * max(1.0, parts[0]):
            found.append((sure, find))
    sure, best = max(found, default=(0.0, None), key=lambda pair: pair[0])
    return _offset(best, box) if best and sure >= SHOWN else None


def _offset(find: Find, box: Box) -> Offset:
    side = box.side
    return (find.x - box.x) / side, (find.y - box.y) / side, find.edge / side


def placed(
    boxes: Sequence[Box], offsets: Sequence[Offset | None], usual: Offset | None
) -> list[Row]:
    """Return a row for each box; *usual*: where the source's dice have their faces, if known."""
    seen = [offset for offset in offsets if offset]
    here = _median(seen) if len(seen) >= _FEWEST else usual
    rows = [_row(box, offset or here) for box, offset in zip(boxes, offsets, strict=True)]
    doubted = {row for pair in combinations(rows, 2) if _overlap(*pair) for row in pair}
    return [(NO_OPINION, *row[1:]) if row in doubted else row for row in rows]


def _overlap(one: Row, other: Row) -> bool:
    """Return whether two faces lie nearer than dice can: one of them is wrongly placed."""
    return all(0 < row[0] < OTHER for row in (one, other)) and (
        math.dist(one[1:3], other[1:3]) < NEAREST * min(one[3], other[3])
    )


def _row(box: Box, offset: Offset | None) -> Row:
    if box.label == "o":
        return (OTHER, box.x, box.y, round(BODY * box.side, 1))
    if box.label == "?" or offset is None:
        return (NO_OPINION, box.x, box.y, round(BODY * box.side, 1))
    x, y, edge = (part * box.side for part in offset)
    return (int(box.label), round(box.x + x, 1), round(box.y + y, 1), round(edge, 1))


def _median(offsets: Iterable[Offset]) -> Offset:
    x, y, edge = np.median(np.array(list(offsets)), axis=0).tolist()
    return x, y, edge


def main(arguments: Sequence[str] | None = None) -> int:
    """Write file -> places to OUT."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    nets = Nets()
    rows = json.loads((given.folder / "boxes.json").read_text())
    files = {file: [Box(str(v), *at) for v, *at in boxes] for file, boxes in rows.items()}
    seen: dict[str, list[Offset | None]] = {}
    for file, boxes in files.items():
        pixels, source = still(given.folder / file), source_of(file)
        is_square = source not in AROUND | PIPS
        seen[file] = [
            None
            if not box.label.isdigit()
            else (0.0, 0.0, 1.0)
            if is_square
            else seen_in(nets, pixels, box, source)
            for box in boxes
        ]
    usual: dict[str, Offset] = {}
    for source in {source_of(file) for file in files}:
        offsets = [o for f, found in seen.items() if source_of(f) == source for o in found if o]
        if offsets:
            usual[source] = _median(offsets)
    out = {f: placed(boxes, seen[f], usual.get(source_of(f))) for f, boxes in files.items()}
    lines = ",\n".join(f" {json.dumps(f)}: {json.dumps(dice)}" for f, dice in sorted(out.items()))
    given.out.write_text("{\n" + lines + "\n}\n")
    for source in sorted(usual):
        mine = [f for f in files if source_of(f) == source]
        readable = sum(box.label.isdigit() for f in mine for box in files[f])
        found = sum(offset is not None for f in mine for offset in seen[f])
        print(f"{source}: the label is seen on {found} of {readable} dice, {usual[source]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
