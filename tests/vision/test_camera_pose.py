"""Where the camera stands, known from how it sees the table's plane."""

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.camera_pose import camera_pose, pose_by_gravity
from companion.vision.plane import Homography, Lens, Zone
from hardware.simulated.view import Pinhole, view_over

SIZE = (720, 1280)
A_SQUARE_MM = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def hung(tilt: float, roll: float = 3.0) -> Pinhole:
    return view_over((200, 150), width=1280, height=720, px_per_mm=2.1, tilt=tilt, roll=roll)


def plane_of(view: Pinhole) -> Homography:
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
    stand = camera_pose(plane_of(view), SIZE)
    assert stand.project(np.array([place]))[0] == pytest.approx(expected, abs=0.1)
    assert stand.at_height(expected, place[2]) == pytest.approx(place[:2], abs=0.1)


def test_pixels_are_counted_from_the_corner_of_the_part_that_is_seen() -> None:
    whole, part = (camera_pose(plane_of(hung(20)), SIZE, z) for z in (None, Zone(300, 100, 9, 9)))
    place = np.array([(150.0, 90.0, 16.0)])
    assert whole.project(place) - part.project(place) == pytest.approx(np.array([[300, 100]]))


@settings(max_examples=25, deadline=None)
@given(
    k1=st.floats(-0.12, 0.03),
    place=st.tuples(st.floats(100, 300), st.floats(80, 220), st.floats(0, 40)),
)
def test_through_a_lens_that_bends_all_is_seen_where_it_is(
    k1: float, place: tuple[float, float, float]
) -> None:
    view, lens = hung(20), Lens((639.5, 359.5), 734.0, k1)
    expected = lens.bent(view.project(np.array([place])))[0]
    part = Zone(300, 100, 9, 9)
    stand = camera_pose(msgspec.structs.replace(plane_of(view), lens=lens), SIZE, part)
    assert stand.project(np.array([place]))[0] == pytest.approx(expected - (300, 100), abs=0.1)
    seen = (expected[0] - 300, expected[1] - 100)
    assert stand.at_height(seen, place[2]) == pytest.approx(place[:2], abs=0.1)
    around = place + A_SQUARE_MM
    here, right, away = stand.project(around)
    area = abs(np.linalg.det([right - here, away - here]))
    leaning = plain_area(view, place)
    assert stand.px_per_mm(place[:2], place[2]) == pytest.approx(
        np.sqrt(area / leaning) * view.px_per_mm(place), rel=0.02
    )


def plain_area(view: Pinhole, place: tuple[float, float, float]) -> float:
    """Return the pixels of a square millimetre of the plane without a lens."""
    here, right, away = view.project(place + A_SQUARE_MM)
    return float(abs(np.linalg.det([right - here, away - here])))


def test_a_focal_length_that_was_measured_is_not_guessed() -> None:
    view = hung(0.0)
    lens = Lens((639.5, 359.5), 734.0, focal=view.focal)
    stand = camera_pose(msgspec.structs.replace(plane_of(view), lens=lens), SIZE)
    assert stand.focal == view.focal
    expected = view.project(np.array([(60.0, 80.0, 30.0)]))
    assert stand.project(np.array([(60.0, 80.0, 30.0)])) == pytest.approx(expected, abs=0.1)


def test_from_straight_above_an_ordinary_lens_is_assumed() -> None:
    view = hung(0.0)
    stand = camera_pose(plane_of(view), SIZE)
    assert 0.75 * 1280 <= stand.focal <= 1.25 * 1280
    assert stand.px_per_mm((200, 150), 0.0) == pytest.approx(2.1, rel=0.01)


def test_a_camera_that_hangs_upright_has_the_same_lens() -> None:
    view = view_over((200, 150), width=720, height=1280, px_per_mm=2.1, tilt=25.0)
    expected = view.project(np.array([(150.0, 90.0, 16.0)]))
    stand = camera_pose(plane_of(view), (1280, 720))
    assert stand.project(np.array([(150.0, 90.0, 16.0)])) == pytest.approx(expected, abs=0.1)


@settings(max_examples=40, deadline=None)
@given(
    tilt=st.floats(0, 60),
    roll=st.floats(-180, 180),
    edge_mm=st.sampled_from([12.0, 16.0, 19.0]),
    place=st.tuples(st.floats(100, 300), st.floats(80, 220)),
)
def test_gravity_and_one_die_say_where_the_camera_stands(
    tilt: float, roll: float, edge_mm: float, place: tuple[float, float]
) -> None:
    view = hung(tilt, roll)
    down = np.asarray(view.turn) @ (0.0, 0.0, -9.81)
    upper = (*place, edge_mm)
    x, y = view.project(np.array([upper]))[0]
    die = ((float(x), float(y)), edge_mm * view.px_per_mm(upper))
    stand = pose_by_gravity(tuple(down), view.focal, die, SIZE, edge_mm=edge_mm)
    # Its world is turned about the vertical and begins below the camera: heights are the same,
    # and so are distances.
    assert (-stand.shift @ stand.turn)[2] == pytest.approx(view.place[2])
    seen = view.project(np.array([(150.0, 120.0, 0.0), (230.0, 180.0, 30.0)]))
    low, high = (stand.at_height(pixel, z) for pixel, z in zip(seen, (0.0, 30.0), strict=True))
    assert np.hypot(high[0] - low[0], high[1] - low[1]) == pytest.approx(100.0)
    assert stand.project(np.array([(*high, 30.0)]))[0] == pytest.approx(seen[1])


@pytest.mark.parametrize("gravity", [(0.0, 9.81, 0.0), (0.0, 0.0, -9.81)])
def test_a_camera_that_does_not_look_down_sees_no_upper_face(
    gravity: tuple[float, float, float],
) -> None:
    with pytest.raises(ValueError, match="from below"):
        pose_by_gravity(gravity, 900.0, ((640.0, 360.0), 32.0), SIZE)


@pytest.mark.parametrize("tilt", [0.0, 20.0, 50.0])
def test_what_the_camera_looks_at_is_seen_at_its_tilt(tilt: float) -> None:
    stand = camera_pose(plane_of(hung(tilt)), SIZE)
    assert stand.steepness((200, 150)) == pytest.approx(np.cos(np.radians(tilt)), abs=1e-3)
