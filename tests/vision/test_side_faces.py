"""Which of the faces that are seen of dice from aslant are their sides."""

import numpy as np
import pytest

from companion.vision.cascade import SeenPlace
from companion.vision.detection import Find
from companion.vision.pips import Views
from companion.vision.plane import Point
from companion.vision.side_faces import without_sides

EDGE = 30.0


def place(x: float, y: float, value: float = 0.9) -> SeenPlace:
    """What may be a face so many edges right and down."""
    kinds = np.full((2, 8), (1 - value) / 2, np.float32)
    kinds[:, 1:7] = value / 6
    views = Views(kinds, np.zeros((2, 3), np.float32))
    return SeenPlace(Find(x * EDGE, y * EDGE, EDGE, 0.9, 0.9), views, None)


def down(_pixel: Point) -> Point:
    return 0.0, 1.0


def left_as(*places: SeenPlace) -> list[int]:
    """Return which of some places are left, by number."""
    upper = without_sides(places, down)
    return [number for number, one in enumerate(places) if any(one is it for it in upper)]


@pytest.mark.parametrize("turned", [-0.4, 0.0, 0.4])
def test_a_side_is_seen_towards_the_camera(turned: float) -> None:
    assert left_as(place(5, 5), place(5 + turned, 5.9)) == [0]
    assert left_as(place(5 + turned, 5.9), place(5, 5)) == [1]


@pytest.mark.parametrize("other", [(6.9, 5.0), (3.1, 5.3), (5.0, 6.4), (5.8, 5.9)])
def test_a_die_that_lies_apart_is_no_side(other: tuple[float, float]) -> None:
    assert left_as(place(5, 5), place(*other)) == [0, 1]


def test_a_side_of_a_die_has_no_side() -> None:
    assert left_as(place(5, 5), place(5, 5.9), place(5, 6.9)) == [0, 2]


def test_what_is_hardly_a_die_has_no_side() -> None:
    assert left_as(place(5, 5, value=0.3), place(5, 5.9)) == [0, 1]


def test_from_straight_above_nothing_is_a_side() -> None:
    places = [place(5, 5), place(5, 5.9)]
    assert len(without_sides(places, lambda _: (0.0, 0.0))) == 2
