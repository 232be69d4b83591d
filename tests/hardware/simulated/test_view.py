import numpy as np
import pytest

from hardware.simulated.view import view_over


def test_a_ray_through_a_places_pixel_meets_that_place() -> None:
    view = view_over((100, 50), width=200, height=100, px_per_mm=0.5, tilt=8, roll=2)
    place = np.array([120.0, 60.0, 5.0])
    x, y = view.project(place[None])[0]
    ray = view.rays(round(x), round(y), 1, 1, 1)[:, 0]
    towards = place - view.place
    assert ray @ towards / np.linalg.norm(towards) == pytest.approx(1.0, abs=1e-5)


def test_the_mats_matrix_and_the_projection_agree() -> None:
    view = view_over((100, 50), width=200, height=100, px_per_mm=0.5, tilt=8, roll=2)
    mapped = view.from_mat() @ (30.0, 70.0, 1.0)
    assert mapped[:2] / mapped[2] == pytest.approx(view.project(np.array([[30.0, 70.0, 0.0]]))[0])


def test_far_is_up_and_right_is_right() -> None:
    view = view_over((0, 0), width=200, height=100, px_per_mm=0.5)
    origin, right, far = view.project(np.array([[0, 0, 0], [10, 0, 0], [0, 10, 0]]))
    assert right[0] > origin[0]
    assert far[1] < origin[1]
    assert view.px_per_mm((0, 0, 0)) == pytest.approx(0.5)
