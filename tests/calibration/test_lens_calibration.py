"""One lens for pictures of the mat from several sides."""

from functools import lru_cache

import numpy as np
import pytest
from msgspec.structs import replace

from calibration.lens_calibration import lens_of
from calibration.mat import A3
from calibration.mat_detection import MatFound, as_grey, locate
from calibration.survey import Survey, survey
from companion.vision.frame import Pixels
from tests.support.mat_frames import Shot

BESIDE = Shot(k1=-0.28, k2=0.06, off=(9.0, -6.0), tilt=4.0)
"""A wide lens that sits a little beside the middle of the picture."""

SIDES = ((4.0, 0.0), (24.0, 60.0), (30.0, 150.0), (20.0, 260.0))


@lru_cache(maxsize=1)
def pictures() -> tuple[tuple[Shot, Pixels], ...]:
    """Return the mat as that camera sees it from four sides."""
    shots = [
        replace(BESIDE, tilt=tilt, bearing=bearing, roll=tilt - 10.0, seed=number)
        for number, (tilt, bearing) in enumerate(SIDES)
    ]
    return tuple((shot, shot.draw()) for shot in shots)


def looks(count: int) -> list[tuple[np.ndarray, MatFound]]:
    found = [(as_grey(pixels), locate(pixels)) for _, pixels in pictures()[:count]]
    return [(grey, look) for grey, look in found if isinstance(look, MatFound)]


def worst(shot: Shot, pixels: Pixels, **how: object) -> float:
    """Return by how many millimetres the tray's corners are off."""
    found = locate(pixels, **how)  # type: ignore[arg-type]
    assert isinstance(found, MatFound)
    corners = np.array(A3.tray.corners)
    return float(np.abs(found.homography.places(shot.project(corners)) - corners).max())


def test_several_sides_tell_centre_and_focal_length() -> None:
    told = lens_of(looks(4))
    assert told is not None
    lens, poses = told
    assert poses == 4
    assert lens.centre == pytest.approx(BESIDE.principal, abs=1.5)
    assert lens.focal == pytest.approx(BESIDE.focal_px, rel=0.01)


def test_with_that_lens_every_picture_is_measured_better() -> None:
    told = lens_of(looks(4))
    assert told is not None
    alone = max(worst(shot, pixels) for shot, pixels in pictures())
    together = max(worst(shot, pixels, lens=told[0]) for shot, pixels in pictures())
    assert together < alone / 2
    assert together < 0.15


def test_one_side_seen_thrice_is_one_side() -> None:
    assert lens_of([*looks(1), *looks(1), *looks(1)]) is None
    assert lens_of(looks(2)) is None


def test_a_lens_that_bends_nothing_is_not_bent() -> None:
    shots = [replace(shot, k1=0.0, k2=0.0, off=(0.0, 0.0)) for shot, _ in pictures()[1:]]
    found = [(as_grey(pixels), locate(pixels)) for pixels in (shot.draw() for shot in shots)]
    told = lens_of([(grey, look) for grey, look in found if isinstance(look, MatFound)])
    assert told is not None
    assert (told[0].k1, told[0].k2) == (0.0, 0.0)
    assert told[0].focal == pytest.approx(BESIDE.focal_px, rel=0.01)


def test_a_survey_of_several_pictures_says_from_how_many_sides() -> None:
    seen = survey([pixels for _, pixels in pictures()])
    assert isinstance(seen, Survey)
    assert seen.poses == 4
    assert seen.pose.measured
    assert seen.found.homography.lens == seen.lens
    assert survey([pictures()[0][1]]).poses == 1  # type: ignore[union-attr]
