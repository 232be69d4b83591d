"""What we read of an ONNX file is what the `onnx` library reads, and nobody needs it to teach."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from companion.teaching.onnx_file import OnnxFile
from companion.vision.nets import Nets
from tests.support.processes import python


@pytest.fixture(scope="module")
def reader() -> bytes:
    return Nets().shipped


def test_layers_and_weights_are_those_that_onnx_reads(reader: bytes) -> None:
    ours, graph = OnnxFile(reader), onnx.load_from_string(reader).graph
    assert ours.input == graph.input[0].name
    assert [(n.op_type, n.name, (*n.input,), (*n.output,)) for n in graph.node] == [
        (node.kind, node.name, node.inputs, node.outputs) for node in ours.nodes
    ]
    for node, theirs in zip(ours.nodes, graph.node, strict=True):
        told = {a.name: helper.get_attribute_value(a) for a in theirs.attribute}
        assert node.attributes == {
            name: tuple(value) if isinstance(value, list) else (value,)
            for name, value in told.items()
        }
    assert ours.weights.keys() == {part.name for part in graph.initializer}
    for part in graph.initializer:
        np.testing.assert_array_equal(ours.weights[part.name], numpy_helper.to_array(part))


def test_other_weights_are_those_that_onnx_reads(reader: bytes) -> None:
    file = OnnxFile(reader)
    other = {name: part + np.float32(1.0) for name, part in file.weights.items()}
    for part in onnx.load_from_string(file.with_weights(other)).graph.initializer:
        np.testing.assert_array_equal(other[part.name], numpy_helper.to_array(part))


def with_weights(kind: int) -> bytes:
    """Return a file whose one weight is of a kind."""
    part = helper.make_tensor("part", kind, [2], [1.0, 2.0])
    shapes = [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in ("in", "out")]
    graph = helper.make_graph([], "small", shapes[:1], shapes[1:], [part])
    return bytes(onnx.ModelProto(graph=graph).SerializeToString())


@pytest.mark.parametrize("kind", [TensorProto.DOUBLE, TensorProto.FLOAT])
def test_weights_that_are_kept_otherwise_are_named(kind: int) -> None:
    """Doubles; and floats that do not lie in the file as plain bytes."""
    with pytest.raises(ValueError, match="part is not of plain 32 bits"):
        OnnxFile(with_weights(kind))


@pytest.mark.parametrize("damage", [b"", b"no net at all", b"\x3a\x05\x0a\x01\x00\x07\x07"])
def test_what_is_no_such_file_is_said(damage: bytes) -> None:
    with pytest.raises(ValueError, match="damaged, or no ONNX file"):
        OnnxFile(damage)


def test_a_file_that_was_cut_is_said(reader: bytes) -> None:
    with pytest.raises(ValueError, match=r"damaged, or no ONNX file|plain 32 bits"):
        OnnxFile(reader[: len(reader) // 2])


LEARN = """
import sys
sys.modules["onnx"] = None  # as where it is not installed
import numpy as np
from companion.teaching.batches import Lesson
from companion.teaching.training import trained
from companion.vision.nets import Nets
from companion.vision.readings import ShownDie

lesson = Lesson(np.full((120, 160, 3), 90, np.uint8), (ShownDie(80.0, 60.0, 26.0, 5),))
nets = Nets()
taught = trained(nets, [lesson], steps=1)
print(taught.fits(nets.digest) and taught.model != nets.shipped)
print(nets.with_reader(taught.model).read(np.zeros((1, 48, 48, 3), np.uint8))[0].shape)
"""


def test_dice_are_taught_without_the_library() -> None:
    assert python("-c", LEARN, check=True).stdout.split("\n")[:2] == ["True", "(1, 8)"]
