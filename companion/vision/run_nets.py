"""Runs each net once by onnxruntime, in a process that nobody misses if that ends it."""

import numpy as np

from companion.vision.nets import CROP, SECOND_CROP, Nets
from companion.vision.runtimes import by_onnxruntime


def main() -> None:
    """Run them, in the shapes that a throw has."""
    nets = Nets(load=by_onnxruntime)
    nets.find(np.full((160, 160, 3), 128, np.uint8))
    nets.read(np.full((3, CROP, CROP, 3), 128, np.uint8))
    nets.read_again(np.full((2, SECOND_CROP, SECOND_CROP, 3), 128, np.uint8))


if __name__ == "__main__":
    main()
