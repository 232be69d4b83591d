"""The reader as layers that can learn: what they compute, how each number bears on it, the file.

onnxruntime reads quicker, but cannot learn; this knows the few kinds of layers that the reader is
made of. What lies between them is n x height x width x channels, so that a convolution is one
product of two matrices.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.teaching.onnx_file import Floats, Node, OnnxFile

Values: TypeAlias = dict[str, Floats]
"""By name: what layers make of crops, weights, or how a loss rises with either."""

KINDS = frozenset({"Conv", "Relu", "Add", "Flatten"})


class Layer(NamedTuple):
    """One step."""

    kind: str  # one of KINDS
    inputs: tuple[str, ...]  # of a convolution: what it sees, its weights, its bias
    output: str
    stride: int
    pad: int


class Network:
    """A net of convolutions with ways past them.

    Args:
        model: an ONNX file with weights of 32 bits.

    Raises:
        ValueError: a layer is of a kind that cannot learn here.
    """

    def __init__(self, model: bytes) -> None:
        self._file = OnnxFile(model)
        self._input = self._file.input
        self.layers = tuple(map(_layer, self._file.nodes))
        self.weights: Values = {name: _inwards(part) for name, part in self._file.weights.items()}
        """Of convolutions: height x width x inputs x outputs; biases: outputs."""

    def forward(self, crops: Floats) -> Values:
        """Return what every layer makes of crops (n x height x width x 3: RGB, 0 to 1)."""
        values = {self._input: crops}
        for layer in self.layers:
            seen = values[layer.inputs[0]]
            match layer.kind:
                case "Conv":
                    weights, bias = (self.weights[name] for name in layer.inputs[1:])
                    made = _convolved(seen, weights, layer) + bias
                case "Relu":
                    made = np.maximum(seen, np.float32(0.0))
                case "Add":
                    made = seen + values[layer.inputs[1]]
                case _:
                    made = seen.reshape(len(seen), -1)
            values[layer.output] = made
        return values

    def backward(self, values: Values, rises: Mapping[str, Floats]) -> Values:
        """Return how a loss rises with each weight that bears on it.

        Args:
            values: what `forward` returned.
            rises: how the loss rises with what some layers make, by name.
        """
        back, slopes = dict(rises), Values()
        for layer in reversed(self.layers):
            rise = back.pop(layer.output, None)
            if rise is None:
                continue
            seen = layer.inputs[0]
            match layer.kind:
                case "Conv":
                    _, named, bias = layer.inputs
                    slopes[bias] = rise.sum((0, 1, 2))
                    slopes[named] = _slope(values[seen], rise, self.weights[named], layer)
                    if seen != self._input:
                        passed = _passed(rise, self.weights[named], values[seen].shape, layer)
                        _add(back, seen, passed)
                case "Relu":
                    _add(back, seen, rise * (values[layer.output] > 0.0))
                case "Add":
                    for name in layer.inputs:
                        _add(back, name, rise)
                case _:
                    _add(back, seen, rise.reshape(values[seen].shape))
        return slopes

    def written(self) -> bytes:
        """Return the file with the weights as they are now."""
        return self._file.with_weights(
            {name: _outwards(part) for name, part in self.weights.items()}
        )


def _layer(node: Node) -> Layer:
    if node.kind not in KINDS:
        raise ValueError(f"a layer of the kind {node.kind} cannot learn")
    told = node.attributes
    alike = [told.get("strides", (1,)), told.get("pads", (0,))]
    plain = set(told.get("dilations", (1,))) == {1} and told.get("group", (1,)) == (1,)
    if not plain or any(len(set(numbers)) != 1 for numbers in alike):
        raise ValueError(f"the convolution {node.name} is of another kind than can learn")
    stride, pad = (numbers[0] for numbers in alike)
    return Layer(node.kind, node.inputs, node.outputs[0], stride, pad)


def _inwards(weights: Floats) -> Floats:
    """Turn the file's order of weights (outputs x inputs x height x width) into that used here."""
    kept = weights.transpose(2, 3, 1, 0) if weights.ndim == 4 else weights
    return np.array(kept, np.float32, order="C")


def _outwards(weights: Floats) -> Floats:
    kept = weights.transpose(3, 2, 0, 1) if weights.ndim == 4 else weights
    return np.ascontiguousarray(kept)


def _add(back: Values, name: str, rise: Floats) -> None:
    back[name] = back[name] + rise if name in back else rise


def _padded(shape: tuple[int, ...], pad: int) -> Floats:
    count, height, width, channels = shape
    return np.zeros((count, height + 2 * pad, width + 2 * pad, channels), np.float32)


def _window(size: int, at: int, stride: int, count: int) -> slice:
    """Return which rows (or columns) of a picture place *at* of the kernel sees."""
    assert at < size
    return slice(at, at + stride * (count - 1) + 1, stride)


def _patches(seen: Floats, size: int, layer: Layer) -> Floats:
    """Return what the kernel sees at each place: n x down x across x size x size x channels."""
    wide, pad, stride = _padded(seen.shape, layer.pad), layer.pad, layer.stride
    height, width = seen.shape[1:3]
    wide[:, pad : pad + height, pad : pad + width] = seen
    down, across = ((side + 2 * pad - size) // stride + 1 for side in (height, width))
    patches = np.empty((len(seen), down, across, size, size, seen.shape[3]), np.float32)
    for y, x in np.ndindex(size, size):
        rows, columns = _window(size, y, stride, down), _window(size, x, stride, across)
        patches[:, :, :, y, x] = wide[:, rows, columns]
    return patches


def _convolved(seen: Floats, weights: Floats, layer: Layer) -> Floats:
    patches = _patches(seen, len(weights), layer)
    outputs = weights.shape[-1]
    made = patches.reshape(-1, weights.size // outputs) @ weights.reshape(-1, outputs)
    return made.reshape(*patches.shape[:3], outputs)


def _slope(seen: Floats, rise: Floats, weights: Floats, layer: Layer) -> Floats:
    """Return how the loss rises with the weights of a convolution."""
    outputs = weights.shape[-1]
    patches = _patches(seen, len(weights), layer).reshape(-1, weights.size // outputs)
    return (patches.T @ rise.reshape(-1, outputs)).reshape(weights.shape)


def _passed(rise: Floats, weights: Floats, shape: tuple[int, ...], layer: Layer) -> Floats:
    """Return how the loss rises with what a convolution has seen."""
    size, outputs, pad, stride = len(weights), weights.shape[-1], layer.pad, layer.stride
    count, down, across, _ = rise.shape
    parts = (rise.reshape(-1, outputs) @ weights.reshape(-1, outputs).T).reshape(
        count, down, across, size, size, -1
    )
    wide = _padded(shape, pad)
    for y, x in np.ndindex(size, size):
        rows, columns = _window(size, y, stride, down), _window(size, x, stride, across)
        wide[:, rows, columns] += parts[:, :, :, y, x]
    return wide[:, pad : pad + shape[1], pad : pad + shape[2]]
