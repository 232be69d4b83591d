"""From what a crop shows back to the picture: turned, mirrored and rescaled views agree."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.vision.detection import Find, look
from companion.vision.frame import Pixels
from companion.vision.nets import CROP, EDGE, LOOKED_FOR, SECOND_EDGE, STRIDE, Looked, Nets
from companion.vision.pips import AGAIN, GLANCE, SECOND, VIEWS, Turned, moved, views
from companion.vision.runtimes import Floats


class DiscNets(Nets):
    """Takes one bright disc for a die; knows where it is, and how large, by its bright pixels."""

    def read(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        kinds = np.tile(np.eye(8, dtype=np.float32)[4], (len(crops), 1))
        return kinds, np.array([_disc(crop) for crop in crops], np.float32)

    def read_again(self, crops: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        kinds = np.tile(np.eye(8, dtype=np.float32)[5], (len(crops), 1))
        return kinds, np.array([_disc(crop, SECOND_EDGE) for crop in crops], np.float32)

    def find(self, pixels: Pixels) -> Looked:
        x, y, size = _disc(pixels)
        shape = (-(-pixels.shape[0] // STRIDE), -(-pixels.shape[1] // STRIDE))
        middle = (x * EDGE + pixels.shape[1] / 2, y * EDGE + pixels.shape[0] / 2)
        rows, columns = np.indices(shape, np.float32)
        gap = np.hypot(
            (columns + 0.5) * STRIDE - middle[0], (rows + 0.5) * STRIDE - middle[1]
        ).astype(np.float32)
        return Looked(
            np.exp(-gap / STRIDE, dtype=np.float32),
            np.ones(shape, np.float32),
            np.full(shape, middle[0], np.float32),
            np.full(shape, middle[1], np.float32),
            np.full(shape, EDGE * 2**size, np.float32),
        )


def _disc(picture: NDArray[np.uint8], edge: float = EDGE) -> tuple[float, float, float]:
    """Return the way to the disc's middle, in edges, and log2 of its diameter over an edge."""
    bright = picture[..., 0] / 255.0
    rows, columns = np.indices(bright.shape)
    area = bright.sum()
    x, y = ((part + 0.5) * bright for part in (columns, rows))
    height, width = bright.shape
    size = np.log2(2 * np.sqrt(area / np.pi) / edge)
    return (x.sum() / area - width / 2) / edge, (y.sum() / area - height / 2) / edge, float(size)


def disc(x: int, y: int, edge: int) -> Pixels:
    picture = np.zeros((200, 260, 3), np.uint8)
    cv2.circle(picture, (x, y), edge // 2, (255, 255, 255), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("turn", [*GLANCE, *VIEWS])
@pytest.mark.parametrize("edge", [20, 60])
def test_every_view_leads_back_to_the_same_place(turn: Turned, edge: int) -> None:
    find = Find(140 + 0.1 * edge, 90 - 0.15 * edge, 1.1 * edge, 1.0, 1.0)
    (seen,) = views(DiscNets(), disc(140, 90, edge), [find], (turn,))
    there = moved(find, seen)
    assert there.x == pytest.approx(140, abs=0.05 * edge)
    assert there.y == pytest.approx(90, abs=0.05 * edge)
    assert there.edge == pytest.approx(edge, rel=0.06)


@pytest.mark.parametrize("turn", AGAIN)
@pytest.mark.parametrize("edge", [20, 60])
def test_the_second_reader_s_views_lead_back_as_well(turn: Turned, edge: int) -> None:
    find = Find(140 + 0.1 * edge, 90 - 0.15 * edge, 1.1 * edge, 1.0, 1.0)
    (seen,) = views(DiscNets(), disc(140, 90, edge), [find], (turn,), SECOND)
    there = moved(find, seen)
    assert int(seen.kinds.argmax()) == 5
    assert (there.x, there.y) == pytest.approx((140, 90), abs=0.05 * edge)
    assert there.edge == pytest.approx(edge, rel=0.06)


def test_all_views_are_of_one_net_run_and_keep_their_order() -> None:
    finds = [Find(140, 90, 30, 1.0, 1.0), Find(146, 90, 30, 1.0, 1.0)]
    first, second = views(DiscNets(), disc(140, 90, 30), finds, VIEWS)
    assert first.kinds.shape == (len(VIEWS), 8)
    assert first.ways[:, 0].mean() == pytest.approx(0.0, abs=0.04)
    assert second.ways[:, 0].mean() == pytest.approx(-6 / 30, abs=0.04)


def test_without_finds_no_net_is_run() -> None:
    assert views(Nets(), disc(140, 90, 30), [], VIEWS) == []


@pytest.mark.parametrize("edge", [28, 56])
def test_a_find_lies_where_the_finder_says_at_any_scale(edge: int) -> None:
    (find,) = look(DiscNets(), disc(140, 90, edge), edge * 0.9)
    assert (find.x, find.y) == pytest.approx((140, 90), abs=0.06 * edge)
    assert find.edge == pytest.approx(edge, rel=0.06)
    assert find.foreground > 0.3


def test_a_crop_shows_a_die_of_the_edge_that_the_reader_wants() -> None:
    find = Find(140, 90, 50, 1.0, 1.0)
    (seen,) = views(DiscNets(), disc(140, 90, 50), [find], GLANCE)
    assert seen.ways[0, 2] == pytest.approx(0.0, abs=0.08)
    assert CROP > EDGE > LOOKED_FOR
