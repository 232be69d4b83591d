"""What is printed on the mat."""

import cv2
import numpy as np
import pytest

from calibration.mat import A3, GREYS, MARKER_FAMILY, ZoneMm, draw_mat


def apart(one: ZoneMm, other: ZoneMm) -> bool:
    return (
        one.left + one.width <= other.left + 1e-9
        or other.left + other.width <= one.left + 1e-9
        or one.near + one.depth <= other.near + 1e-9
        or other.near + other.depth <= one.near + 1e-9
    )


def test_the_mats_parts_do_not_overlap() -> None:
    assert A3.ruler is not None
    parts = [A3.tray, A3.scan, *A3.markers.values(), *A3.focus, *A3.greys, A3.ruler]
    for number, one in enumerate(parts):
        assert 0 < one.left < one.left + one.width < A3.width
        assert 0 < one.near < one.near + one.depth < A3.depth
        assert all(apart(one, other) for other in parts[number + 1 :])


def test_what_is_inked_does_not_overlap() -> None:
    """So that whoever draws it may draw it in any order, with soft edges."""
    inked = [inked.zone for inked in A3.inked]
    for number, one in enumerate(inked):
        assert all(apart(one, other) for other in inked[number + 1 :])


def test_two_sheets_of_a4_meet_where_only_the_trays_outline_is_printed() -> None:
    middle = ZoneMm(A3.width / 2 - 5, 0, 10, A3.depth)
    crossing = [inked.zone for inked in A3.inked if not apart(inked.zone, middle)]
    assert len(crossing) == 2
    assert all(zone.width > A3.tray.width for zone in crossing)


@pytest.mark.parametrize("px_per_mm", [2.0, 3.0, 4.1])
def test_its_markers_are_those_of_the_family(px_per_mm: float) -> None:
    family = cv2.aruco.getPredefinedDictionary(MARKER_FAMILY)
    drawn = draw_mat(px_per_mm)
    corners, numbers, _ = cv2.aruco.ArucoDetector(family).detectMarkers(drawn)
    seen = {int(n): quad[0] for n, quad in zip(numbers.ravel(), corners, strict=True)}
    assert sorted(seen) == [0, 1, 2, 3]
    for number, zone in A3.markers.items():
        left, far = zone.corners[0]
        place = np.array([left, A3.depth - far]) * px_per_mm - 0.5
        assert np.abs(seen[number][0] - place).max() < 1.0


def test_half_a_pixel_of_ink_is_half_as_dark() -> None:
    """Edges lie where the millimetres say, at any scale."""
    marker = A3.markers[0]
    for px_per_mm in (1.7, 2.3, 3.0):
        row = round((A3.depth - marker.near - 1.0) * px_per_mm)  # through its black border
        line = draw_mat(px_per_mm)[row, : round((marker.left + marker.width + 3) * px_per_mm), 0]
        black = float((255.0 - line).sum() / 255.0)
        assert black == pytest.approx(marker.width * px_per_mm, abs=0.02)


def test_the_grey_patches_grow_lighter() -> None:
    drawn = draw_mat(2.0)
    seen = []
    for patch in A3.grey_patches:
        x, y = patch.zone.centre
        seen.append(int(drawn[round((A3.depth - y) * 2), round(x * 2), 0]))
    assert seen == [*GREYS, *GREYS]


def test_a_printer_that_shrinks_shrinks_all() -> None:
    small = A3.scaled(0.97)
    assert small.ruler is not None
    assert small.ruler.width == pytest.approx(97.0)
    assert small.markers[2].centre == pytest.approx([0.97 * x for x in A3.markers[2].centre])
    assert len(small.inked) == len(A3.inked)
    assert A3.scaled(1.0) == A3
