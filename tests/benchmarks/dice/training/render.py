"""Render layers of dice for training, and grounds to lay them on.

`python -m tests.benchmarks.dice.training.render OUT --count 1000 --seed 1`
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.benchmarks.dice.training.grounds import drawn
from tests.benchmarks.dice.training.scenes import scene
from tests.benchmarks.dice.training.tracer import trace

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

PATCH = 128
"""Pixels along a patch's side."""
OVER = 2
"""Rays along each side of a pixel."""
ROOM = 16
"""Most labels of a patch: upper faces first, then sides; unused rows are zero."""
BRIGHTEST = 2.0
"""Linear value that is kept as 255; kept are square roots."""


def patch(rng: Generator, odd: float = 0.0) -> tuple[Bytes, Floats]:
    """Return layers, PATCH x PATCH x 4 bytes, and ROOM x 4 labels: class, x, y, edge.

    The layers are the square roots of what `tracer.trace` returns, over `BRIGHTEST`.
    """
    shot = scene(rng, PATCH, odd=odd)
    light = trace(
        PATCH * OVER,
        shot.eye,
        shot.look,
        shot.focal * OVER,
        shot.dice,
        shot.glyphs,
        shot.lights,
        shot.sky,
    )
    labels = np.zeros((ROOM, 4), np.float32)
    labels[: len(shot.labels)] = shot.labels[:ROOM]
    small = cv2.resize(light, (PATCH, PATCH), interpolation=cv2.INTER_AREA)
    return np.asarray(np.sqrt(np.clip(small / BRIGHTEST, 0.0, 1.0)) * 255, np.uint8), labels


def main(arguments: Sequence[str] | None = None) -> int:
    """Write COUNT patches, their labels and a sixth as many grounds to OUT (.npz)."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--odd", type=float, default=0.0, help="part of the dice; see `scene`")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(given.seed)
    made = [patch(rng, given.odd) for _ in range(given.count)]
    patches, labels = (np.stack(kind) for kind in zip(*made, strict=True))
    pairs = [drawn(rng) for _ in range(given.count // 6)]
    grounds, things = (np.stack(kind) for kind in zip(*pairs, strict=True))
    np.savez(given.out, patches=patches, labels=labels, grounds=grounds, things=things)
    return 0


if __name__ == "__main__":
    sys.exit(main())
