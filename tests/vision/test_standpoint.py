"""Where the camera stands, known from how it sees the table's plane."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.plane import Homography, Zone
from companion.vision.standpoint import standpoint
from hardware.simulated.view import View, view_over

SIZE = (720, 1280)


def hung(tilt: float, roll: float = 3.0) -> View:
    return view_over((200, 150), width=1280, height=720, px_per_mm=2.1, tilt=tilt, roll=roll)


def plane_of(view: View) -> Homography:
    matrix = np.linalg.inv(view.from_mat())
    return Homography(tuple((float(a), float(b), float(c)) for a, b, c in matrix))


@settings(max_examples=40, deadline=None)
@given(
    tilt=st.floats(2, 40),
    roll=st.floats(-180, 180),
    place=st.tuples(st.floats(50, 350), st.floats(50, 250), st.floats(0, 40)),
)
def test_what_stands_on_the_table_is_seen_where_it_is(
    tilt: float, roll: float, place: tuple[float, float, float]
) -> None:
    view = hung(tilt, roll)
    expected = view.project(np.array([place]))[0]
    stand = standpoint(plane_of(view), SIZE)
    assert stand.project(np.array([place]))[0] == pytest.approx(expected, abs=0.1)
    assert stand.at_height(expected, place[2]) == pytest.approx(place[:2], abs=0.1)


def test_pixels_are_counted_from_the_corner_of_the_part_that_is_seen() -> None:
    whole, part = (standpoint(plane_of(hung(20)), SIZE, z) for z in (None, Zone(300, 100, 9, 9)))
    place = np.array([(150.0, 90.0, 16.0)])
    assert whole.project(place) - part.project(place) == pytest.approx(np.array([[300, 100]]))


def test_from_straight_above_an_ordinary_lens_is_assumed() -> None:
    view = hung(0.0)
    stand = standpoint(plane_of(view), SIZE)
    assert 0.75 * 1280 <= stand.focal <= 1.25 * 1280
    assert stand.px_per_mm((200, 150), 0.0) == pytest.approx(2.1, rel=0.01)
