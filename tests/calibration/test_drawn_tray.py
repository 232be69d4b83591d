"""How a tray lies that is drawn by its corners, and of which somebody says how large it is."""

from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from calibration.drawn_tray import Inside, LyingTray, is_convex, lying, shortest
from calibration.mat import ZoneMm
from calibration.mat_detection import lens_for
from companion.vision.plane import Corners, Lens
from hardware.simulated.view import Pinhole, view_over

SIZE = (1280, 720)
PLAIN = lens_for(SIZE[::-1])
FLOOR = ZoneMm(30.0, 60.0, 300.0, 200.0)
INSIDE = (FLOOR.width, FLOOR.depth)


def camera(tilt: float, focal: float = 1100.0) -> Pinhole:
    """Return a camera 70 cm away that looks at a place beside the tray's middle."""
    return view_over(
        (220.0, 150.0), width=1280, height=720, px_per_mm=focal / 700, tilt=tilt, above=700.0
    )


def seen_by(view: Pinhole, zone: ZoneMm = FLOOR, lens: Lens = PLAIN) -> Corners:
    return corners_of(lens.bent(view.project(np.array([(*place, 0.0) for place in zone.corners]))))


def corners_of(pixels: NDArray[np.float64]) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in pixels)
    return a, b, c, d


def told(corners: Corners, inside: Inside = INSIDE, lens: Lens = PLAIN) -> LyingTray:
    found = lying(corners, inside, lens, SIZE)
    assert found is not None
    return found


def off_mm(found: LyingTray, view: Pinhole, lens: Lens = PLAIN) -> float:
    """Return by how many millimetres places of the tray are off at the most."""
    places = np.array([(x, y) for x in (40.0, 180.0, 320.0) for y in (70.0, 160.0, 250.0)])
    pixels = lens.bent(view.project(np.column_stack([places, np.zeros(len(places))])))
    off = found.plane.places(pixels) - (places - (FLOOR.left, FLOOR.near))
    return float(np.hypot(*off.T).max())


@pytest.mark.parametrize("focal", [1000.0, 1240.0, 1500.0])
@pytest.mark.parametrize("tilt", [0.0, 20.0, 35.0, 45.0])
def test_corners_and_size_tell_scale_and_tilt(tilt: float, focal: float) -> None:
    view = camera(tilt, focal)
    found = told(seen_by(view))
    assert off_mm(found, view) < 4.0
    assert found.tilt == pytest.approx(tilt, abs=4.0)


@pytest.mark.parametrize("tilt", [0.0, 30.0, 45.0])
def test_with_the_lens_that_was_measured_they_tell_it_exactly(tilt: float) -> None:
    lens, view = replace(PLAIN, k1=-0.1, focal=1000.0), camera(tilt, 1000.0)
    found = told(seen_by(view, lens=lens), lens=lens)
    assert off_mm(found, view, lens) < 0.1
    assert found.tilt == pytest.approx(tilt, abs=0.1)


def test_the_drawing_knows_proportions_better_than_who_measured_wrong() -> None:
    (left, far), (right, _), (_, near), _ = told(seen_by(camera(0.0)), (330.0, 200.0)).corners
    assert (right - left) / (far - near) == pytest.approx(1.5, abs=0.05)


def test_dice_at_the_walls_are_in_the_box_whole() -> None:
    view = camera(40.0)
    box = told(seen_by(view)).box
    across, along = FLOOR.width, FLOOR.depth
    for x, y in [(0.0, 0.0), (across, 0.0), (0.0, along), (across, along)]:
        for high in (0.0, 16.0):
            place = (FLOOR.left + x, FLOOR.near + y, high)
            ((column, row),) = view.project(np.array([place]))
            assert box.holds((column, row))


def test_width_and_depth_in_each_others_place_do_not_fit() -> None:
    assert lying(seen_by(camera(10.0)), INSIDE[::-1], PLAIN, SIZE) is None


def test_an_upright_box_is_no_tray_that_a_camera_sees_far_aslant() -> None:
    low, high = np.min(seen_by(camera(45.0)), axis=0), np.max(seen_by(camera(45.0)), axis=0)
    upright = corners_of(np.array([low, (high[0], low[1]), high, (low[0], high[1])]))
    assert lying(upright, INSIDE, PLAIN, SIZE) is None


def shapes() -> Iterator[Corners]:
    """Yield shapes such as nobody draws, each of them convex."""
    random = np.random.default_rng(5)
    while True:
        shape = corners_of(random.uniform((0, 0), SIZE, (4, 2)).round())
        if is_convex(shape) and shortest(shape) >= 24:
            yield shape


def test_whatever_is_drawn_lies_somehow_or_does_not_fit() -> None:
    for _, shape in zip(range(150), shapes(), strict=False):
        found = lying(shape, INSIDE, PLAIN, SIZE)
        if found is not None:
            assert np.isfinite(found.plane.matrix).all()
            assert found.tilt < 90.0


@pytest.mark.parametrize(
    "corners",
    [
        ((0, 0), (100, 0), (0, 100), (100, 100)),  # crossed
        ((0, 0), (100, 0), (20, 20), (0, 100)),  # one points inwards
        ((0, 0), (0, 100), (100, 100), (100, 0)),  # the other way round
        ((0, 0), (50, 0), (100, 0), (50, 80)),  # three on a line
    ],
)
def test_what_is_no_tray_is_not_convex(corners: Corners) -> None:
    assert not is_convex(corners)
