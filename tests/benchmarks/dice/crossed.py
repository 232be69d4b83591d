"""Look at every photo with nets that have not seen its source.

`python -m tests.benchmarks.dice.crossed OUT.gz --nets FOLDER --photos FOLDER --empty FOLDER`

FOLDER of nets holds one folder for each fold of `folds.toml`, with nets trained without that
fold. Writes the evidence of all photos to OUT, for `judging` and `report`; what one fold's nets saw
stays beside those nets, and is not looked at again.
"""

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2

from companion.vision.dice import NetReader
from companion.vision.nets import Nets
from companion.vision.pictures import still
from tests.benchmarks.dice import evidence, labels
from tests.benchmarks.dice.evidence import Evidence, row_of
from tests.benchmarks.dice.labels import Labelled

SEEN = "seen.gz"
"""Beside a fold's nets: what they saw."""


def looked_at(nets: Path, photos: Sequence[Labelled]) -> list[Evidence]:
    """Return the evidence on photos, by the nets of a folder."""
    file = nets / SEEN
    if not file.exists():
        cv2.setNumThreads(1)
        reader = NetReader(nets=Nets(nets), thorough=True)
        evidence.write(file, [_looked_at(reader, photo) for photo in photos])
    return evidence.load(file)


def _looked_at(reader: NetReader, photo: Labelled) -> Evidence:
    pixels, edge = still(photo.path), labels.edge_of(photo)
    sized = tuple(map(row_of, reader.faces(pixels, edge=edge))) if edge else None
    told = tuple(map(row_of, reader.faces(pixels)))
    size = (pixels.shape[0], pixels.shape[1])
    return Evidence(photo.path.name, photo.values, photo.view, size, told, sized)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the evidence of all photos."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--nets", type=Path, required=True)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--empty", type=Path, nargs="*", default=())
    parser.add_argument("--folds", nargs="*", help="only these")
    parser.add_argument("--jobs", type=int, default=2, help="so many processes, one core each")
    given = parser.parse_args(arguments)
    photos = [photo for folder in given.photos for photo in labels.labelled(folder)]
    photos += [photo for folder in given.empty for photo in labels.without(folder)]
    fold_of = labels.folds()
    names = given.folds or sorted(set(fold_of.values()))
    parts = [[p for p in photos if fold_of[p.source] == fold] for fold in names]
    with ProcessPoolExecutor(given.jobs) as pool:
        seen = list(pool.map(looked_at, map(given.nets.__truediv__, names), parts))
    evidence.write(given.out, [one for part in seen for one in part])
    return 0


if __name__ == "__main__":
    sys.exit(main())
