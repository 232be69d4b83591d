"""What the dice nets are trained on, as far as it can be held without the library that trains."""

from importlib import resources
from itertools import combinations

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from companion.vision.runtimes import session
from tests.benchmarks.dice.training.__main__ import KEPT, NETS
from tests.benchmarks.dice.training.grounds import MOST_THINGS, SIZE, drawn
from tests.benchmarks.dice.training.pads import without_pads
from tests.benchmarks.dice.training.solids import FACES, SOLIDS, TABLE, Solid

MARCHED = 3.6**0.5
"""Half edges from a body's middle within which the ray-marcher looks for its surface."""
LARGEST = 1.15
"""How much larger than its table a solid is drawn, at most."""


def corners(solid: Solid) -> np.ndarray:
    """Return the points where three planes of a solid meet and no other cuts them off."""
    found = []
    for three in combinations(range(len(solid.normals)), 3):
        normals = solid.normals[list(three)]
        if abs(np.linalg.det(normals)) > 1e-6:
            point = np.linalg.solve(normals, solid.offsets[list(three)])
            if (solid.normals @ point <= solid.offsets + 1e-9).all():
                found.append(point)
    return np.array(found)


@pytest.mark.parametrize("solid", SOLIDS)
def test_a_solid_lies_whole_within_what_is_marched(solid: Solid) -> None:
    assert np.allclose(np.linalg.norm(solid.normals, axis=1), 1.0)
    assert np.linalg.norm(corners(solid), axis=1).max() * LARGEST < MARCHED


@pytest.mark.parametrize("solid", SOLIDS)
def test_every_face_of_a_solid_is_there(solid: Solid) -> None:
    points = corners(solid)
    on = np.isclose(points @ solid.normals.T, solid.offsets, atol=1e-6)
    for face in range(len(solid.normals)):
        assert len(np.unique(points[on[:, face]].round(6), axis=0)) >= 3


def test_the_table_holds_each_face_and_none_besides() -> None:
    assert [len(solid.normals) for solid in SOLIDS] == FACES.tolist()
    for row, count in zip(TABLE, FACES, strict=True):
        assert (row[count:, 3] == 99.0).all()
        across, along = row[:count, 4:7], row[:count, 7:10]
        assert np.allclose((across * along).sum(1), 0.0, atol=1e-5)
        assert np.allclose((across * row[:count, :3]).sum(1), 0.0, atol=1e-5)


def test_drawn_things_are_where_they_are_said_to_be() -> None:
    apart = []
    for seed in range(40):
        picture, things = drawn(np.random.default_rng(seed))
        assert picture.shape == (SIZE, SIZE, 3)
        assert things.shape == (MOST_THINGS, 3)
        y, x = np.mgrid[0:SIZE, 0:SIZE]
        for left, top, half in things[things[:, 2] > 0]:
            gap = np.hypot(x - left, y - top)
            inside, around = gap < 0.6 * half, (gap > 1.6 * half) & (gap < 2.2 * half)
            if inside.any() and around.any():
                kinds = (picture[where].astype(float) for where in (inside, around))
                middle, beyond = (kind.mean(0) for kind in kinds)
                apart.append(float(np.abs(middle - beyond).max()))
    assert len(apart) > 40
    assert float(np.median(apart)) > 25.0


@pytest.mark.parametrize("name", NETS)
def test_the_nets_to_begin_with_are_kept_whole(name: str) -> None:
    with np.load(KEPT / f"{name}.npz") as parts:
        arrays = {key: parts[key] for key in parts.files}
    assert all(np.isfinite(array).all() for array in arrays.values())
    assert {array.dtype for array in arrays.values() if array.ndim > 1} == {np.dtype("float16")}
    assert any(array.ndim == 1 and array.dtype == np.float32 for array in arrays.values())


def padded() -> bytes:
    """Return a net as PyTorch writes it: a step that pads, its widths reckoned, a convolution."""
    filters = np.random.default_rng(1).random((2, 3, 3, 3), np.float32)
    steps = [
        helper.make_node("Cast", ["wide"], ["widths"], to=TensorProto.INT64),
        helper.make_node("Pad", ["picture", "widths", ""], ["padded"], mode="constant"),
        helper.make_node("Conv", ["padded", "filters"], ["scores"], strides=[2, 2], pads=[0] * 4),
    ]
    graph = helper.make_graph(
        steps,
        "net",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, ["n", 3, 8, 8])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, None)],
        [
            numpy_helper.from_array(filters, "filters"),
            numpy_helper.from_array(np.array([0, 0, 0, 1, 0, 0, 1, 0], np.float64), "wide"),
        ],
    )
    net = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    return bytes(net.SerializeToString())


def kinds_in(model: bytes) -> set[str]:
    return {step.op_type for step in onnx.load_from_string(model).graph.node}


def test_a_net_is_written_with_its_borders_in_the_convolutions() -> None:
    before, after = padded(), without_pads(padded())
    assert kinds_in(after) == {"Conv"}
    picture = np.random.default_rng(2).random((2, 3, 8, 8), np.float32)
    said = [session(model).run(["scores"], {"picture": picture})[0] for model in (before, after)]
    assert said[0].shape == (2, 2, 4, 4)
    np.testing.assert_array_equal(*said)


@pytest.mark.parametrize("net", ["finder", "reader", "second"])
def test_no_net_that_ships_pads_in_a_step_of_its_own(net: str) -> None:
    file = resources.files("companion.vision") / "weights" / f"{net}.onnx"
    assert "Pad" not in kinds_in(file.read_bytes())
