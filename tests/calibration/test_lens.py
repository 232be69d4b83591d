"""A lens that bends straight lines, and a plane seen through it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.plane import Homography, Lens

PLANE = ((0.5, 0.02, -130.0), (0.01, -0.5, 340.0), (0.0, 0.0004, 1.0))
lenses = st.builds(
    Lens,
    st.just((639.5, 359.5)),
    st.just(734.0),
    st.floats(-0.14, 0.15),
    st.floats(0.0, 0.06),
)
pixels = st.tuples(st.floats(0, 1279), st.floats(0, 719))


@given(lenses, pixels)
def test_what_is_bent_is_straightened_again(lens: Lens, pixel: tuple[float, float]) -> None:
    at = np.array([pixel])
    assert lens.bent(lens.straight(at)) == pytest.approx(at, abs=1e-4)


@given(lenses, pixels)
def test_a_plane_is_mapped_there_and_back_through_its_lens(
    lens: Lens, pixel: tuple[float, float]
) -> None:
    plane = Homography(PLANE, lens)
    assert plane.to_px(plane.to_mm(pixel)) == pytest.approx(pixel, abs=1e-3)


def test_a_barrel_draws_corners_inwards_and_leaves_the_middle() -> None:
    lens = Lens((639.5, 359.5), 734.0, k1=-0.2)
    corner, middle = lens.bent(np.array([(0.0, 0.0), (639.5, 359.5)]))
    assert corner[0] > 100
    assert middle == pytest.approx([639.5, 359.5])


def test_beyond_the_fold_of_a_lens_nothing_breaks() -> None:
    wide = Lens((639.5, 359.5), 734.0, k1=-0.35)
    assert np.isfinite(wide.straight(np.array([(0.0, 0.0), (-900.0, 2000.0)]))).all()


def test_a_lens_that_bends_nothing_is_none() -> None:
    plain, through = Homography(PLANE), Homography(PLANE, Lens((639.5, 359.5), 734.0))
    assert through.to_mm((20, 30)) == pytest.approx(plain.to_mm((20, 30)))
    assert through.px_per_mm((90, 90)) == pytest.approx(plain.px_per_mm((90, 90)))
