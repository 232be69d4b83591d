"""Collect what nets take for dice and is none, for the training that follows.

`python -m tests.benchmarks.dice.training.mine OUT.json --nets FOLDER --pack FILE`
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.vision.detection import Find, coarse_edges, fine_edge, look_for_any
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pips import GLANCE, moved, views
from tests.benchmarks.dice.labels import Row
from tests.benchmarks.dice.training.photos import Packed, load, opened

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
    parser.add_argument("--pack", type=Path, required=True, help="what packing wrote")
    parser.add_argument("--most", type=int, default=60, help="photos of a source, evenly taken")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    nets, by_source = Nets(given.nets), defaultdict[str, list[Packed]](list)
    for photo in load(given.pack):
        by_source[photo.source].append(photo)
    taken = [p for all_of in by_source.values() for p in all_of[:: -(-len(all_of) // given.most)]]
    mined = {
        p.name: mistaken(nets, np.ascontiguousarray(opened(p).levels[0][..., ::-1]), p.dice)
        for p in taken
    }
    given.out.write_text(json.dumps(mined))
    print(sum(map(len, mined.values())), "places without a die")
    return 0


if __name__ == "__main__":
    sys.exit(main())
