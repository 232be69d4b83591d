"""Let trained nets place the labelled dice, and collect what they take for dice and is none.

`python -m tests.benchmarks.dice.training.place OUT.json --weights F --photos F --empty F`

For the next training. A place is taken only where the nets find what the labels say: nobody's
eye is replaced. Boxes around whole dice seen from the side become places of upper faces; photos
without boxes get places at all.
"""

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.vision.dice import NetReader
from companion.vision.finds import Find, look_everywhere
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.rule import Face
from tests.benchmarks.dice.training import photos

SURE = 0.8
"""Score from which on a face of the labelled value moves a box."""
LIKELY = 0.35
"""Probability of the labelled value from which on a face is taken where there is no box."""
MOST = 40
"""Places without dice kept per photo, the strongest."""

Place = tuple[float, float, float]


def corrected(rows: Sequence[photos.Row], faces: Sequence[Face]) -> list[photos.Row]:
    """Return the rows, each moved to the face of its value that was surely read there."""
    better = []
    for value, x, y, edge in rows:
        near = [
            f
            for f in faces
            if f.score >= SURE
            and f.pips == value
            and np.hypot(f.find.x - x, f.find.y - y) < 0.45 * edge
            and 0.6 < f.find.edge / edge < 1.6
        ]
        face = max(near, key=lambda f: f.score, default=None)
        better.append(
            (value, face.find.x, face.find.y, face.find.edge) if face else (value, x, y, edge)
        )
    return better


def dealt(values: Sequence[int], faces: Sequence[Face]) -> list[photos.Row]:
    """Deal the labelled values out to the faces; nothing if one of them finds no likely face."""
    free = sorted(faces, key=lambda f: -f.score)
    rows: list[photos.Row] = []
    for value in sorted(values, key=Counter(values).__getitem__):
        fits = [f for f in free if f.faces[value - 1] >= LIKELY and f.find.foreground > 0.8]
        if not fits:
            return []
        face = max(fits, key=lambda f: f.faces[value - 1])
        free.remove(face)
        rows.append((value, face.find.x, face.find.y, face.find.edge))
    edges = [row[3] for row in rows]
    return rows if max(edges) < 1.5 * min(edges) else []


def around_pips(boxes: Sequence[Sequence[float]], faces: Sequence[Face]) -> list[photos.Row]:
    """Return rows for boxes that hold only the pips: their middle, and an edge as found near."""
    rows: list[photos.Row] = []
    for value, x, y, w, h in boxes:
        edges = [
            f.find.edge
            for f in faces
            if f.find.foreground > 0.8
            and np.hypot(f.find.x - x, f.find.y - y) < 0.3 * f.find.edge
            and f.find.edge > 0.9 * max(w, h)
        ]
        if not edges:
            return []
        rows.append((int(value), x, y, float(np.median(edges))))
    return rows


def without_die(finds: Sequence[Find], rows: Sequence[photos.Row]) -> list[Place]:
    """Return the finds where no die of about that size is labelled."""
    return [
        (f.x, f.y, f.edge)
        for f in finds
        if not any(
            np.hypot(x - f.x, y - f.y) < 0.55 * edge and 0.55 < f.edge / edge < 1.8
            for _, x, y, edge in rows
        )
    ][:MOST]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write places of dice and of ground to OUT."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--empty", type=Path, required=True)
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    nets = Nets(given.weights)
    reader = NetReader(nets=nets)
    dice: dict[str, list[photos.Row]] = {}
    ground: dict[str, list[Place]] = {}
    for name, values, rows, boxes in _labelled(given.photos):
        pixels = still(given.photos / name)
        faces = reader.faces(pixels)
        if rows:
            placed = corrected(rows, faces) if boxes else list(rows)
        else:
            placed = around_pips(boxes, faces) if boxes else dealt(values, faces)
        if placed:
            dice[name] = placed
            ground[name] = _mistaken(nets, pixels, faces, placed)
    for path in sorted(given.empty.glob("*.jpg")):
        pixels = still(path)
        ground[path.name] = _mistaken(nets, pixels, reader.faces(pixels), [])
    given.out.write_text(json.dumps({"dice": dice, "ground": ground}))
    print(len(dice), "photos placed,", sum(map(len, ground.values())), "places without a die")
    return 0


def _mistaken(
    nets: Nets, pixels: Pixels, faces: Sequence[Face], rows: Sequence[photos.Row]
) -> list[Place]:
    seen = [face.find for face in faces]
    return without_die([*seen, *look_everywhere(nets, pixels)], rows)


def _labelled(
    folder: Path,
) -> list[tuple[str, list[int], tuple[photos.Row, ...], list[list[float]]]]:
    boxes = json.loads((folder / "boxes.json").read_text())
    found = json.loads((folder / "positions.json").read_text())
    with (folder / "labels.csv").open(newline="") as file:
        labels = [(r["file"], r["values"].split()) for r in csv.DictReader(file)]
    return [
        (
            name,
            [int(v) for v in values],
            photos.rows_of(photos.source_of(name), found.get(name), boxes.get(name)),
            [] if name in found else boxes.get(name, []),
        )
        for name, values in labels
        if values and "?" not in values
    ]


if __name__ == "__main__":
    sys.exit(main())
