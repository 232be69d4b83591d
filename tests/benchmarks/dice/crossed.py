"""Read every photo with nets that have not seen its source, and fit how evidence is weighed.

`python -m tests.benchmarks.dice.crossed OUT --nets FOLDER --photos FOLDER --empty FOLDER`

FOLDER of nets holds one folder for each fold of `folds.toml`, with nets trained without that
fold. Writes OUT/reads.json for `report` and `sheet`, OUT/weighing.json for the shipped nets,
which are trained on everything, and OUT/seen.json for `reweighed`.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import msgspec

from companion.vision.dice import NetReader
from companion.vision.nets import Nets
from companion.vision.pictures import still
from companion.vision.readings import DiceReading
from companion.vision.scoring import Face, Weighing
from companion.vision.verdict import ReadingLimits, judged
from tests.benchmarks.dice import labels
from tests.benchmarks.dice.fitting import Seen, fitted, limits
from tests.benchmarks.dice.labels import Labelled


class Read(msgspec.Struct, frozen=True):
    """What was made of one photo by nets and weights that its source had no part in."""

    file: str
    values: tuple[str, ...]
    view: str
    told: DiceReading
    untold: DiceReading
    sized: DiceReading | None  # number and size told; None: nobody has measured the size
    faces: tuple[Face, ...]
    limits: ReadingLimits
    ms: float  # number told; processor time without loading the file
    size: tuple[int, int]  # height, width


class Reads(msgspec.Struct, frozen=True):
    """All photos."""

    weighing: Weighing
    limits: ReadingLimits
    reads: tuple[Read, ...]


class Looked(msgspec.Struct, frozen=True):
    """All finds on one photo, and what speaks for them, by nets that its source had no part in."""

    file: str
    faces: tuple[Face, ...]
    sized: tuple[Face, ...] | None  # the size told; None: nobody has measured it


def crossed(nets: Path, photos: Sequence[Labelled], jobs: int) -> tuple[Reads, list[Looked]]:
    """Return the readings of all photos, each by the nets and the weighing of its fold."""
    fold_of, places = labels.folds(), labels.places()
    names = sorted(set(fold_of.values()))
    parts = [[p for p in photos if fold_of[p.source] == fold] for fold in names]
    folders = [nets / fold for fold in names]
    with ProcessPoolExecutor(jobs) as pool:
        seen = list(pool.map(_seen, folders, parts))
        others = [
            [s for other, part in enumerate(seen) if other != own for s in part]
            for own in range(len(names))
        ]
        weighings = [fitted(rest, places) for rest in others]
        bounds = [limits(rest, w) for rest, w in zip(others, weighings, strict=True)]
        reads = list(pool.map(_reads, folders, parts, weighings, bounds))
    everything = [s for part in seen for s in part]
    weighing = fitted(everything, places)
    together = tuple(read for part in reads for read in part)
    looked = [Looked(s.photo.path.name, s.faces, s.sized) for s in everything]
    return Reads(weighing, limits(everything, weighing), together), looked


def _seen(nets: Path, photos: Sequence[Labelled]) -> list[Seen]:
    cv2.setNumThreads(1)
    reader = NetReader(nets=Nets(nets), thorough=True)
    return [_looked_at(reader, photo) for photo in photos]


def _looked_at(reader: NetReader, photo: Labelled) -> Seen:
    pixels, edge = still(photo.path), labels.edge_of(photo)
    sized = tuple(reader.faces(pixels, edge=edge)) if edge else None
    return Seen(photo, tuple(reader.faces(pixels)), sized)


def _reads(
    nets: Path, photos: Sequence[Labelled], weighing: Weighing, bounds: ReadingLimits
) -> list[Read]:
    cv2.setNumThreads(1)
    reader = NetReader(bounds, Nets(nets), weighing)
    return [_read(reader, photo, weighing, bounds) for photo in photos]


def _read(reader: NetReader, photo: Labelled, weighing: Weighing, bounds: ReadingLimits) -> Read:
    pixels, dice = still(photo.path), len(photo.values) or 2
    start = time.process_time()
    faces = tuple(reader.faces(pixels, dice=dice))
    told = judged(faces, dice, bounds, weighing)
    ms = 1000 * (time.process_time() - start)
    edge = labels.edge_of(photo)
    return Read(
        file=photo.path.name,
        values=photo.values,
        view=photo.view,
        told=told,
        untold=reader.read(pixels),
        sized=reader.read(pixels, dice=dice, edge=edge) if edge else None,
        faces=faces,
        limits=bounds,
        ms=ms,
        size=(pixels.shape[0], pixels.shape[1]),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Read all photos and write OUT/reads.json, OUT/weighing.json and OUT/seen.json."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--nets", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--empty", type=Path, nargs="*", default=())
    parser.add_argument("--jobs", type=int, default=2, help="so many processes, one core each")
    given = parser.parse_args(arguments)
    photos = labels.labelled(given.photos)
    photos += [photo for folder in given.empty for photo in labels.without(folder)]
    made, looked = crossed(given.nets, photos, given.jobs)
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "reads.json").write_bytes(msgspec.json.encode(made))
    (given.out / "seen.json").write_bytes(msgspec.json.encode(looked))
    (given.out / "weighing.json").write_bytes(msgspec.json.encode(made.weighing) + b"\n")
    print(made.weighing, made.limits)
    return 0


if __name__ == "__main__":
    sys.exit(main())
