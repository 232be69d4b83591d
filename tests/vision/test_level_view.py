"""A picture seen aslant, as from straight above: what lies where in it, and back."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.camera_pose import Array, CameraPose, camera_pose
from companion.vision.level_view import LevelView
from companion.vision.plane import Homography, Zone
from companion.vision.readings import DieReading
from hardware.simulated.view import Pinhole, view_over

EDGE_MM = 16.0
SIZE = (720, 1280)
PART = Zone(200, 60, 900, 620)
CORNERS = ((60.0, 250.0), (300.0, 250.0), (300.0, 50.0), (60.0, 50.0))

TILTS = st.floats(20, 50)
ROLLS = st.floats(-180, 180)
PLACES = st.tuples(st.floats(90, 270), st.floats(80, 220))


def hung(tilt: float, roll: float) -> Pinhole:
    return view_over((180, 150), width=1280, height=720, px_per_mm=2.1, tilt=tilt, roll=roll)


def stand_of(view: Pinhole) -> CameraPose:
    matrix = np.linalg.inv(view.from_mat())
    plane = Homography(tuple((float(a), float(b), float(c)) for a, b, c in matrix))
    return camera_pose(plane, SIZE, PART)


def seen_from_above(level: LevelView, view: Pinhole, place: tuple[float, ...]) -> Array:
    """Return where a level view shows a place of the world: the middle of a dot drawn there."""
    picture = np.zeros((*SIZE, 3), np.uint8)
    x, y = view.project(np.array([place]))[0]
    at, white = (round(16 * x), round(16 * y)), (255, 255, 255)
    # With a jagged edge its middle alone is half a pixel off.
    cv2.circle(picture, at, 16 * 5, white, -1, cv2.LINE_AA, shift=4)
    seen = level.seen(PART.cut(picture))[..., 0].astype(float)
    rows, columns = np.indices(seen.shape)
    assert seen.sum() > 0
    middle: Array = np.array([(columns * seen).sum(), (rows * seen).sum()]) / seen.sum()
    return middle


@settings(max_examples=20, deadline=None)
@given(tilt=TILTS, roll=ROLLS, place=PLACES, mirrored=st.booleans())
def test_upper_faces_have_one_size_and_lie_as_on_the_table(
    tilt: float, roll: float, place: tuple[float, float], *, mirrored: bool
) -> None:
    view = hung(tilt, roll)
    level = LevelView(stand_of(view), CORNERS, EDGE_MM, mirrored=mirrored)
    x, y = place
    here, right, away = (
        seen_from_above(level, view, (*at, EDGE_MM))
        for at in (place, (x + EDGE_MM, y), (x, y + EDGE_MM))
    )
    across = -level.edge if mirrored else level.edge
    assert right - here == pytest.approx([across, 0.0], abs=0.5)
    assert away - here == pytest.approx([0.0, -level.edge], abs=0.5)


@settings(max_examples=20, deadline=None)
@given(tilt=TILTS, roll=ROLLS, place=PLACES, mirrored=st.booleans())
def test_a_die_stands_where_its_foot_is_seen(
    tilt: float, roll: float, place: tuple[float, float], *, mirrored: bool
) -> None:
    view = hung(tilt, roll)
    level = LevelView(stand_of(view), CORNERS, EDGE_MM, mirrored=mirrored)
    upper, lower = (seen_from_above(level, view, (*place, z)) for z in (EDGE_MM, 0.0))
    expected = (lower - upper) / level.edge
    assert level.foot((float(upper[0]), float(upper[1]))) == pytest.approx(expected, abs=0.03)


@settings(max_examples=20, deadline=None)
@given(tilt=TILTS, roll=ROLLS, place=PLACES, scale=st.sampled_from([0.8, 1.0]))
def test_a_die_that_was_read_lies_where_the_camera_sees_it(
    tilt: float, roll: float, place: tuple[float, float], scale: float
) -> None:
    view = hung(tilt, roll)
    level = LevelView(stand_of(view), CORNERS, EDGE_MM, scale=scale)
    x, y = seen_from_above(level, view, (*place, EDGE_MM))
    die = level.back(DieReading(3, (float(x), float(y)), level.edge, 0.9, (1 / 6,) * 6))
    expected = view.project(np.array([(*place, EDGE_MM)]))[0] - (PART.left, PART.top)
    assert die.centre == pytest.approx(expected, abs=0.6)
    assert die.edge == pytest.approx(EDGE_MM * view.px_per_mm((*place, EDGE_MM)), rel=0.02)
