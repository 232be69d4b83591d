"""The three trained nets, and what they are asked; what they are and reach: `weights/README.md`."""

from copy import copy
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.runtime_trial import usable
from companion.vision.runtimes import Floats, Load, Net
from companion.vision.taught_reader import digest_of

STRIDE = 4
"""Pixels of the picture per cell of the finder's answer."""
LOOKED_FOR = 14.0
"""Edge of a die, in pixels, at which the finder sees best."""
CROP = 48
"""Pixels along the reader's crop."""
EDGE = 26.0
"""Edge of a die, in pixels, at which the reader sees best."""
SECOND_CROP = 96
"""Pixels along the second reader's crop."""
SECOND_EDGE = 44.0
"""Edge of a die, in pixels, at which the second reader sees best."""
AT_ONCE = 4
"""Crops that the second reader sees at once."""
KINDS = 8
"""Ground, the values 1 to 6, a die without a value."""


class Looked(NamedTuple):
    """What the finder makes of a picture: h x w each, a cell covers `STRIDE` x `STRIDE` pixels."""

    there: Floats  # probability that a die's upper side lies here
    upper: Floats  # probability that, if so, it has a value
    x: Floats  # where its middle is, in pixels of the picture
    y: Floats
    edge: Floats  # of the die, in pixels of the picture


class Nets:
    """Finder and two readers; loaded at first use.

    Args:
        weights: a folder with `finder.onnx`, `reader.onnx`, `second.onnx`; None: the shipped ones.
        load: loads a net; None: what is usable on this machine.
    """

    def __init__(self, weights: Traversable | None = None, load: Load | None = None) -> None:
        self._load = load
        self._weights = weights or resources.files("companion.vision") / "weights"
        self._taught: bytes | None = None

    def with_reader(self, model: bytes | None) -> "Nets":
        """Return the same nets with a table's own reader; None: with the shipped one."""
        others = copy(self)
        others._taught = model  # noqa: SLF001  # one of us
        others.__dict__.pop("_reader", None)
        return others

    def find(self, pixels: Pixels) -> Looked:
        """Look for dice with an edge of about `LOOKED_FOR` pixels.

        Args:
            pixels: height x width x 3 bytes, blue, green, red; any size from 16 x 16 on.
        """
        bottom, right = (-n % STRIDE for n in pixels.shape[:2])
        edge = cv2.BORDER_REPLICATE
        whole = np.asarray(cv2.copyMakeBorder(pixels, 0, bottom, 0, right, edge), np.uint8)
        scores = _run(self._finder, whole[None])[0]
        kinds = softmax(scores[:3], axis=0)
        there = 1.0 - kinds[0]
        rows, columns = np.indices(there.shape, np.float32)
        return Looked(
            there,
            kinds[1] / (there + 1e-6),
            (columns + 0.5) * STRIDE + scores[3] * LOOKED_FOR,
            (rows + 0.5) * STRIDE + scores[4] * LOOKED_FOR,
            LOOKED_FOR * np.exp2(scores[5].clip(-2.0, 2.0)),
        )

    def read(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Name the faces in the middle of crops, and say how far from the middle they lie.

        Args:
            crops: n x CROP x CROP x 3 bytes, blue, green, red; the die's edge is about `EDGE`.

        Returns:
            n x `KINDS` probabilities; n x 3: the way from the crop's middle to the die's, x and
            y in edges, and log2 of its edge over `EDGE`.
        """
        return _told(_run(self._reader, crops))

    def read_again(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Do the same with the second reader, which was taught otherwise and sees more.

        Args:
            crops: n x SECOND_CROP x SECOND_CROP x 3 bytes; the die's edge is about `SECOND_EDGE`.
        """
        # All at once they do not fit into the processor's cache, and take a third longer.
        parts = [crops[k : k + AT_ONCE] for k in range(0, len(crops), AT_ONCE)]
        return _told(np.concatenate([_run(self._second, part) for part in parts]))

    @property
    def are_taught(self) -> bool:
        """Whether the first reader is a table's own."""
        return self._taught is not None

    @cached_property
    def digest(self) -> str:
        """By which name what a table taught knows the shipped reader."""
        return digest_of(self.shipped)

    @property
    def shipped(self) -> bytes:
        """The file of the shipped reader."""
        return (self._weights / "reader.onnx").read_bytes()

    @cached_property
    def _finder(self) -> Net:
        return self._shipped_session("finder")

    @cached_property
    def _reader(self) -> Net:
        return self._loaded(self._taught) if self._taught else self._shipped_session("reader")

    @cached_property
    def _second(self) -> Net:
        return self._shipped_session("second")

    def _shipped_session(self, net: str) -> Net:
        with resources.as_file(self._weights / f"{net}.onnx") as file:
            return self._loaded(file)

    def _loaded(self, model: bytes | Path) -> Net:
        return (self._load or usable().load)(model)


def softmax(scores: Floats, axis: int) -> Floats:
    """Return probabilities for scores along *axis*."""
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return np.asarray(powers / powers.sum(axis=axis, keepdims=True), np.float32)


def _run(net: Net, pictures: NDArray[np.uint8]) -> Floats:
    """Return the scores for pictures: n x height x width x 3 bytes, blue, green, red."""
    planes = np.ascontiguousarray(pictures[..., ::-1].transpose(0, 3, 1, 2), np.float32)
    planes /= np.float32(255.0)  # a copy takes longer than the division
    return net(planes)


def _told(scores: Floats) -> tuple[Floats, Floats]:
    return softmax(scores[:, :KINDS], axis=1), scores[:, KINDS:].clip(-1.0, 1.0)
