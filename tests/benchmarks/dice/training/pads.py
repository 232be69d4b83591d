"""Nets written without `Pad`: each such step becomes a border of the convolution after it.

`python -m tests.benchmarks.dice.training.pads FILE.onnx ...` does so to files.

PyTorch writes `nnf.pad` as a step of its own, its widths reckoned by a dozen others. onnxruntime
then takes the numbers out of its own order before each convolution and puts them back after it,
which takes as long as the convolutions. A border of noughts is the same numbers to the last bit.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from companion.vision.runtimes import session


def without_pads(model: bytes) -> bytes:
    """Return a net that computes the same, with the borders of its convolutions in themselves.

    Args:
        model: an ONNX file; before convolutions `Pad` pads with noughts.
    """
    net = onnx.load_from_string(model)
    graph = net.graph
    pads = {step.output[0]: step for step in graph.node if step.op_type == "Pad"}
    widths = _reckoned(net, [pad.input[1] for pad in pads.values()])
    for step in graph.node:
        if step.op_type == "Conv" and (pad := pads.get(step.input[0])):
            (border,) = (a for a in step.attribute if a.name == "pads")
            _, _, top, left, _, _, bottom, right = widths[pad.input[1]]
            around = (top, left, bottom, right)
            border.ints[:] = [n + m for n, m in zip(border.ints, around, strict=True)]
            step.input[0] = pad.input[0]
    _drop_unused(graph)
    return bytes(net.SerializeToString())


def _reckoned(net: onnx.ModelProto, names: list[str]) -> dict[str, list[int]]:
    """Return numbers that a net reckons, and that hang on no picture's contents."""
    asked = onnx.ModelProto()
    asked.CopyFrom(net)
    told = [helper.make_tensor_value_info(name, TensorProto.INT64, None) for name in set(names)]
    _keep(asked.graph.output, told)
    (picture,) = asked.graph.input
    shape = [side.dim_value or 1 for side in picture.type.tensor_type.shape.dim]
    seen = {picture.name: np.zeros(shape, np.float32)}
    asks = [one.name for one in told]
    values = session(asked.SerializeToString()).run(asks, seen) if asks else []
    return {name: list(map(int, value)) for name, value in zip(asks, values, strict=True)}


def _drop_unused(graph: onnx.GraphProto) -> None:
    used, steps = {one.name for one in graph.output}, []
    for step in reversed(graph.node):
        if used.intersection(step.output):
            used.update(step.input)
            steps.append(step)
    _keep(graph.node, steps[::-1])
    _keep(graph.initializer, [part for part in graph.initializer if part.name in used])


def _keep(parts: Any, kept: list[Any]) -> None:  # onnx's lists are typed by nobody
    del parts[:]
    parts.extend(kept)


def main(files: Sequence[str]) -> int:
    """Write each file anew, in place."""
    for path in map(Path, files):
        path.write_bytes(without_pads(path.read_bytes()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
