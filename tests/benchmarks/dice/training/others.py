"""Draw the crops of other dice that are mixed in where a table teaches its own.

`python -m tests.benchmarks.dice.training.others SHEET.jpg --rendered FOLDER...`

Rendered dice alone, in changed light, as the reader would be given them while it is trained: upper
faces, their sides and edges, and bare ground.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.vision.nets import CROP
from tests.benchmarks.dice.training import data, layers
from tests.benchmarks.dice.training.augment import augmented
from tests.benchmarks.dice.training.photos import Bytes

ACROSS = 40
"""Crops in a row of the sheet."""


def sheet(rng: np.random.Generator, rendered: layers.Layers, rows: int) -> Bytes:
    """Return rows x `ACROSS` crops of `CROP` pixels, side by side: blue, green, red."""
    source = data.Source(rendered, [], [], {}, 0.0)
    crops, _, _ = data.reader_batch(rng, source, rows * ACROSS)
    changed = np.stack([augmented(rng, crop) for crop in crops]) * np.float32(255)
    grid = changed.astype(np.uint8).reshape(rows, ACROSS, CROP, CROP, 3)
    whole = grid.transpose(0, 2, 1, 3, 4).reshape(rows * CROP, ACROSS * CROP, 3)
    return np.ascontiguousarray(whole[..., ::-1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Write one sheet."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("sheet", type=Path)
    parser.add_argument("--rendered", type=Path, nargs="+", required=True, help="what render wrote")
    parser.add_argument("--rows", type=int, default=30)
    parser.add_argument("--quality", type=int, default=88, help="of the JPEG")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    drawn = sheet(np.random.default_rng(given.seed), layers.load(given.rendered), given.rows)
    whole, coded = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, given.quality])
    given.sheet.write_bytes(coded.tobytes())
    print(f"{len(coded) / 1e6:.2f} MB")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
