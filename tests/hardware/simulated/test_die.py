import cv2
import numpy as np
import pytest

from hardware.simulated.die import (
    FACES,
    LOOKS,
    DiePose,
    Face,
    about,
    draw_die,
    standing_height,
    upright,
)
from hardware.simulated.throw import as_rows
from hardware.simulated.view import view_over

FELT = (60, 90, 40)


def drawn(value: Face, look: str = "white", yaw: float = 0.4) -> np.ndarray:
    """A die of 16 mm seen straight from above at 6 px per mm on green felt."""
    view = view_over((0, 0), width=160, height=160, px_per_mm=6, tilt=0, roll=0)
    picture = np.full((160, 160, 3), FELT, np.uint8)
    turn = about((0, 0, 1), yaw) @ upright(value)
    pose = DiePose((0.0, 0.0, standing_height(turn)), as_rows(turn))
    draw_die(picture, view, pose, LOOKS[look], light=1.0, per_pixel=2)
    return picture


@pytest.mark.parametrize("value", FACES)
@pytest.mark.parametrize("look", sorted(LOOKS))
def test_the_upper_face_shows_as_many_pips_as_it_says(value: Face, look: str) -> None:

    face = drawn(value, look)[44:116, 44:116].astype(float)
    body, pip = np.array(LOOKS[look].body, float), np.array(LOOKS[look].pip, float)
    along = (face - body) @ (pip - body) / ((pip - body) @ (pip - body))
    x, y = np.meshgrid(*[np.arange(72) - 35.5] * 2)
    along[np.hypot(x, y) > 36] = 0
    count, _, stats, _ = cv2.connectedComponentsWithStats((along > 0.5).astype(np.uint8))
    assert sum(stats[i, cv2.CC_STAT_AREA] > 30 for i in range(1, count)) == value


@pytest.mark.parametrize("value", FACES)
def test_upright_turns_a_die_and_does_not_mirror_it(value: Face) -> None:
    turn = upright(value)
    assert np.allclose(turn @ turn.T, np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1.0)


def test_a_die_on_its_face_stands_half_an_edge_high_and_higher_on_its_edge() -> None:
    assert standing_height(np.eye(3)) == pytest.approx(8.0)
    assert standing_height(about((1.0, 0.0, 0.0), np.pi / 4)) > 10.0


def test_a_die_out_of_the_picture_draws_nothing() -> None:
    view = view_over((0, 0), width=80, height=80, px_per_mm=2)
    picture = np.full((80, 80, 3), FELT, np.uint8)
    pose = DiePose((500.0, 0.0, 8.0), as_rows(np.eye(3)))
    box = draw_die(picture, view, pose, LOOKS["red"], light=1.0, per_pixel=1)
    assert box.width == 0
    assert (picture == FELT).all()


def test_a_side_that_is_seen_at_a_grazing_angle_is_drawn_to_the_ground() -> None:
    view = view_over((0, 0), width=400, height=160, px_per_mm=2, tilt=0, roll=0)
    picture = np.full((160, 400, 3), FELT, np.uint8)
    turn = upright(1)
    pose = DiePose((85.0, 0.0, standing_height(turn)), as_rows(turn))
    draw_die(picture, view, pose, LOOKS["white"], light=1.0, per_pixel=2)
    drawn = np.abs(picture[80].astype(int) - FELT).max(axis=1) > 20
    low, high = 85.0 - 8.0, 85.0 + 8.0  # its near side's foot, rounded by 1.6 mm, and its far top
    foot, top = view.project(np.array([(low, 0.0, 1.6), (high, 0.0, 14.4)]))[:, 0]
    assert np.flatnonzero(drawn)[[0, -1]] == pytest.approx([foot, top], abs=1.2)
