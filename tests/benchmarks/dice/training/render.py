"""Render patches of dice for training; several processes, each with its own chance.

`python -m tests.benchmarks.dice.training.render OUT --count 1000 --seed 1 [--tables FOLDER]`
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.benchmarks.dice.training.grounds import ground
from tests.benchmarks.dice.training.scenes import scene
from tests.benchmarks.dice.training.tracer import trace

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

PATCH = 96
"""Pixels along a patch's side."""
OVER = 2
"""Rays along each side of a pixel."""
ROOM = 5
"""Most dice of a patch; unused rows of labels are zero."""


def patch(rng: Generator, tables: Sequence[Bytes]) -> tuple[Bytes, Floats]:
    """Return a patch, PATCH x PATCH x 3 bytes (RGB), and ROOM x 4 labels: class, x, y, edge."""
    shot = scene(rng, PATCH)
    half_view = PATCH / (2.0 * shot.focal) * float(shot.eye[2])
    reach = 2.2 * max(half_view, 1.0)
    base = ground(rng, tables, reach)
    light = trace(
        PATCH * OVER,
        shot.eye,
        shot.look,
        shot.focal * OVER,
        shot.dice,
        shot.glyphs,
        base,
        reach,
        shot.lights,
        shot.sky,
    )
    labels = np.zeros((ROOM, 4), np.float32)
    labels[: len(shot.labels)] = shot.labels
    small = cv2.resize(light, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    return develop(rng, np.asarray(small, np.float32)), labels


def develop(rng: Generator, light: Floats) -> Bytes:
    """Turn linear light into a photo: exposure, white point, blur, sharpening, grain, JPEG."""
    bright = float(np.percentile(light, 97)) + 1e-3
    white = np.exp(rng.normal(0, 0.08, 3)) * rng.uniform(0.45, 1.15) / bright
    photo = np.asarray(np.clip(light * white, 0, 1) ** (1 / rng.uniform(1.8, 2.6)), np.float32)
    if rng.random() < 0.6:
        photo = np.asarray(cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.3, 1.3)), np.float32)
    if rng.random() < 0.3:
        soft = np.asarray(cv2.GaussianBlur(photo, (0, 0), 1.0), np.float32)
        photo += np.float32(rng.uniform(0.3, 1.2)) * (photo - soft)
    grain = rng.uniform(0, 0.02) if rng.random() < 0.9 else rng.uniform(0.02, 0.07)
    photo += rng.normal(0, grain, photo.shape).astype(np.float32)
    raw = np.asarray(np.clip(photo * 255, 0, 255), np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(45, 95))
        _, coded = cv2.imencode(".jpg", raw, [cv2.IMWRITE_JPEG_QUALITY, quality])
        raw = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return raw


def main(arguments: Sequence[str] | None = None) -> int:
    """Write COUNT patches and their labels to OUT (.npz)."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tables", type=Path, help="a folder of photos without dice")
    given = parser.parse_args(arguments)
    rng = np.random.default_rng(given.seed)
    files = sorted(given.tables.glob("*.jpg")) if given.tables else []
    tables = [np.asarray(cv2.imread(str(f)), np.uint8)[..., ::-1] for f in files]
    made = [patch(rng, tables) for _ in range(given.count)]
    np.savez(
        given.out, patches=np.stack([m[0] for m in made]), labels=np.stack([m[1] for m in made])
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
