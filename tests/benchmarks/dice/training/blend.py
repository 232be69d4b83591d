"""Blend nets that have seen photos with those they began as.

`python -m tests.benchmarks.dice.training.blend OUT --start FOLDER --nets FOLDER --part 0.7`

On photos unlike those of the training, weights between both may read better than either
(Wortsman et al., 2022, https://arxiv.org/abs/2109.01903). PART is what the trained nets count.
Writes OUT/FOLD/NAME.onnx for each fold of nets, and OUT/weights.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import torch

from tests.benchmarks.dice.training import models
from tests.benchmarks.dice.training.train import NETS, SIDES


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the blended nets of all folds."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, required=True, help="NAME.npz of rendered dice alone")
    parser.add_argument("--nets", type=Path, required=True, help="FOLD/NAME.npz")
    parser.add_argument("--part", type=float, default=0.7)
    given = parser.parse_args(arguments)
    for name, made in NETS.items():
        first, last = made(), made()
        models.take_up(first, given.start / f"{name}.npz")
        for file in sorted(given.nets.glob(f"*/{name}.npz")):
            models.take_up(last, file)
            folder = given.out / file.parent.name
            folder.mkdir(parents=True, exist_ok=True)
            example = torch.zeros(1, 3, SIDES[name], SIDES[name])
            models.write_onnx(
                models.between(first, last, given.part), folder / f"{name}.onnx", example
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
