"""The two trained nets, run by OpenCV; what they are and what they reach: `weights/README.md`."""

from copy import copy
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.taught import Layer, digest_of

Floats = NDArray[np.float32]

STRIDE = 4
"""Pixels of the picture per cell of the finder's answer."""
CROP = 48
"""Pixels along the reader's crop."""
EDGE = 26.0
"""Edge of a die, in pixels, at which both nets see best."""


class Nets:
    """Finder and reader; loaded at first use, one instance per thread.

    Args:
        weights: a folder with `finder.onnx` and `reader.onnx`; None: the shipped ones.
    """

    def __init__(self, weights: Traversable | None = None) -> None:
        self._weights = weights or resources.files("companion.vision") / "weights"
        self._layer: Layer | None = None

    def with_layer(self, layer: Layer | None) -> "Nets":
        """Return the same nets with what a table taught the reader."""
        others = copy(self)
        others._layer = layer  # noqa: SLF001  # one of us
        return others

    def find(self, pixels: Pixels) -> tuple[Floats, Floats]:
        """Look for dice with an edge of about `EDGE` pixels.

        Args:
            pixels: height x width x 3 bytes, blue, green, red; any size from 16 x 16 on.

        Returns:
            Probabilities, 8 x h x w: ground, the values 1 to 6, a die without a value; and the
            edge of the die in pixels, h x w. A cell covers `STRIDE` x `STRIDE` pixels.
        """
        bottom, right = (-n % STRIDE for n in pixels.shape[:2])
        whole = cv2.copyMakeBorder(pixels, 0, bottom, 0, right, cv2.BORDER_REPLICATE)
        self._finder.setInput(cv2.dnn.blobFromImage(whole, 1 / 255.0, swapRB=True))
        scores = np.asarray(self._finder.forward(), np.float32)[0]
        return softmax(scores[:8], axis=0), EDGE * np.exp2(scores[8].clip(-3.0, 3.0))

    def read(self, crops: NDArray[np.uint8]) -> Floats:
        """Name the faces in the middle of crops.

        Args:
            crops: n x CROP x CROP x 3 bytes, blue, green, red; the die's edge is `EDGE`.

        Returns:
            n x 8 probabilities in the order of `find`.
        """
        scores, features = self.closely(crops)
        if self._layer is not None:
            scores = self._layer.added(scores, features)
        return softmax(scores, axis=1)

    def closely(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Return scores (n x 8, before softmax) and features (n x f) of crops, untaught."""
        blob = np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2), np.float32)
        self._reader.setInput(blob / np.float32(255.0))
        scores, features = self._reader.forward(("scores", "features"))
        flat = np.asarray(features, np.float32).reshape(len(crops), -1)
        return np.asarray(scores, np.float32), flat

    @cached_property
    def digest(self) -> str:
        """By which name what a table taught knows the reader's weights."""
        return digest_of((self._weights / "reader.onnx").read_bytes())

    @cached_property
    def _finder(self) -> cv2.dnn.Net:
        return _loaded(self._weights / "finder.onnx")

    @cached_property
    def _reader(self) -> cv2.dnn.Net:
        return _loaded(self._weights / "reader.onnx")


def softmax(scores: Floats, axis: int) -> Floats:
    """Return probabilities for scores along *axis*."""
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return np.asarray(powers / powers.sum(axis=axis, keepdims=True), np.float32)


def _loaded(file: Traversable) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.frombuffer(file.read_bytes(), np.uint8))
