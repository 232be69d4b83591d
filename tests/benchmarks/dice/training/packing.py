"""Pack photos for training: all in one file, none larger than the nets look at.

`python -m tests.benchmarks.dice.training.packing OUT --photos F [F ...] --empty F [F ...]`

Dice are brought to an edge of at most `EDGE` pixels, photos without dice to `LONGEST`.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from tests.benchmarks.dice import labels
from tests.benchmarks.dice.labels import NO_OPINION, Row
from tests.benchmarks.dice.training.photos import Packed

EDGE = 52.0
"""Pixels of a die's edge: the second reader's, and a little for views that are taken larger."""
LONGEST = 800
"""Pixels along a photo without dice."""
QUALITY = 84


def packed(photos: Iterable[labels.Labelled]) -> Iterator[Packed]:
    """Yield the photos whose dice all have places, and those without dice."""
    places = labels.places()
    for photo in photos:
        rows = places.get(photo.path.name)
        if rows is None and photo.values:
            continue
        pixels = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        if pixels is None:
            raise FileNotFoundError(photo.path)
        scale = min(1.0, _scale(rows or (), max(pixels.shape[:2])))
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        _, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        dice = tuple((v, x * scale, y * scale, edge * scale) for v, x, y, edge in rows or ())
        yield Packed(photo.path.name, coded.tobytes(), dice)


def _scale(rows: Sequence[Row], longest: int) -> float:
    edges = [edge for value, _, _, edge in rows if value != NO_OPINION]
    return EDGE / float(np.median(edges)) if edges else LONGEST / longest


def main(arguments: Sequence[str] | None = None) -> int:
    """Write OUT."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--photos", type=Path, nargs="+", required=True, help="labelled photos")
    parser.add_argument("--empty", type=Path, nargs="*", default=(), help="without dice")
    given = parser.parse_args(arguments)
    photos = [photo for folder in given.photos for photo in labels.labelled(folder)]
    photos += [photo for folder in given.empty for photo in labels.without(folder)]
    all_of = list(packed(photos))
    coded = msgspec.msgpack.encode(all_of)
    given.out.write_bytes(coded)
    dice = sum(value != NO_OPINION for photo in all_of for value, *_ in photo.dice)
    print(f"{len(all_of)} photos, {dice} dice and other bodies, {len(coded) / 2**20:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
