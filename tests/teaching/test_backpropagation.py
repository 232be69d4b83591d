"""The reader that can learn computes what onnxruntime does, and how its weights bear on it."""

import cv2
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from companion.teaching.backpropagation import Network
from companion.teaching.onnx_file import Floats
from companion.vision.nets import CROP, Nets
from companion.vision.runtimes import session

STEP = 1e-3
"""How far weights are moved, all together, to see how the loss follows."""


@pytest.fixture(scope="module")
def model() -> bytes:
    return Nets().shipped


@pytest.fixture(scope="module")
def crops() -> Floats:
    """Return soft spots, as a picture has them: noise would lie on the kink of many a relu."""
    noise = np.random.default_rng(0).random((3, CROP, CROP, 3), np.float32)
    soft = np.stack([cv2.GaussianBlur(crop, (0, 0), 3.0) for crop in noise])
    return np.asarray((soft - 0.5) * 4.0 + 0.5, np.float32).clip(0.0, 1.0)


def by_onnxruntime(model: bytes, crops: Floats) -> Floats:
    net = session(model)
    (scores,) = net.run(["scores"], {"picture": np.ascontiguousarray(crops.transpose(0, 3, 1, 2))})
    return np.asarray(scores, np.float32)


def test_it_computes_what_onnxruntime_computes(model: bytes, crops: Floats) -> None:
    ours = Network(model).forward(crops)["scores"]
    assert np.allclose(by_onnxruntime(model, crops), ours, atol=1e-4)


def test_what_nobody_taught_is_written_as_it_was(model: bytes) -> None:
    assert Network(model).written() == model


def test_what_was_learned_is_read_by_onnxruntime(model: bytes, crops: Floats) -> None:
    net = Network(model)
    net.weights = {name: part * np.float32(0.9) for name, part in net.weights.items()}
    scores = net.forward(crops)["scores"]
    assert np.allclose(by_onnxruntime(net.written(), crops), scores, atol=1e-4)
    assert not np.allclose(by_onnxruntime(model, crops), scores, atol=1e-2)


def test_the_loss_rises_along_its_slope_as_the_slope_says(model: bytes, crops: Floats) -> None:
    """For each part: a step along its slope, and one against it, tell how steep it is."""
    net = Network(model)
    wish = np.random.default_rng(1).standard_normal((len(crops), 11)).astype(np.float32)
    slopes = net.backward(net.forward(crops), {"scores": wish})
    assert slopes.keys() == net.weights.keys()

    def loss() -> float:
        return float(np.vdot(net.forward(crops)["scores"].astype(np.float64), wish))

    for name, slope in slopes.items():
        kept, steep = net.weights[name], float(np.linalg.norm(slope))
        way = np.asarray(slope * (STEP / steep), np.float32)
        net.weights[name] = kept + way
        above = loss()
        net.weights[name] = kept - way
        rise = (above - loss()) / (2 * STEP)
        net.weights[name] = kept
        assert rise == pytest.approx(steep, rel=0.03), name


def a_model(kind: str, **told: object) -> bytes:
    node = helper.make_node(kind, ["picture"], ["scores"])
    node.attribute.extend(helper.make_attribute(name, value) for name, value in told.items())
    shapes = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
        for name in ("picture", "scores")
    ]
    graph = helper.make_graph([node], "small", shapes[:1], shapes[1:])
    return bytes(onnx.ModelProto(graph=graph).SerializeToString())


@pytest.mark.parametrize(
    ("kind", "told", "words"),
    [
        ("Sigmoid", {}, "the kind Sigmoid"),
        ("Conv", {"strides": [1, 2]}, "another kind"),
        ("Conv", {"dilations": [2, 2]}, "another kind"),
        ("Conv", {"group": 3}, "another kind"),
    ],
)
def test_layers_that_cannot_learn_are_named(kind: str, told: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Network(a_model(kind, **told))
