"""Collect what nets take for dice and is none, for the training that follows.

`python -m tests.benchmarks.dice.training.mine OUT.json --nets FOLDER --photos F --empty F`
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.vision.detection import Find, coarse_edges, fine_edge, look_for_any
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.pips import GLANCE, moved, views
from tests.benchmarks.dice import labels
from tests.benchmarks.dice.training.photos import Row

MOST = 40
"""Places kept per photo, those that look most like dice."""
Place = tuple[float, float, float]
"""x, y, edge in pixels."""


def mistaken(nets: Nets, pixels: Pixels, rows: Sequence[Row]) -> list[Place]:
    """Return where the nets see dice and none of about that size is labelled."""
    edges = [fine_edge(pixels) or 0.0, *coarse_edges(pixels)]
    finds = look_for_any(nets, pixels, [edge for edge in edges if edge])
    glanced = views(nets, pixels, finds, GLANCE)
    likely: list[tuple[float, Find]] = []
    for find, seen in zip(finds, glanced, strict=True):
        die = float(seen.kinds[0, 1:7].sum())
        # Where the reader saw the die, and where the finder did: both are worth learning.
        likely += [(die, moved(find, seen)), (die * find.foreground, find)]
    likely.sort(key=lambda pair: -pair[0])
    wrong = [(f.x, f.y, f.edge) for _, f in likely if not _is_die(f, rows)]
    return [(round(x, 1), round(y, 1), round(e, 1)) for x, y, e in wrong[:MOST]]


def _is_die(find: Find, rows: Sequence[Row]) -> bool:
    return any(
        np.hypot(x - find.x, y - find.y) < 0.5 * edge and 0.55 < find.edge / edge < 1.8
        for _, x, y, edge in rows
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Write file -> places to OUT."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--nets", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--empty", type=Path, nargs="*", default=())
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    nets, places = Nets(given.nets), labels.places()
    photos = [p for p in labels.labelled(given.photos) if p.path.name in places]
    photos = [p for p in photos if "?" not in p.values]
    photos += [photo for folder in given.empty for photo in labels.without(folder)]
    mined = {
        p.path.name: mistaken(nets, still(p.path), places.get(p.path.name, [])) for p in photos
    }
    given.out.write_text(json.dumps(mined))
    print(sum(map(len, mined.values())), "places without a die")
    return 0


if __name__ == "__main__":
    sys.exit(main())
