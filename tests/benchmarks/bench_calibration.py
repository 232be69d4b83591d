"""The mat: how far off the tray's plane is found, and what a look costs."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from calibration.light import light_of
from calibration.mat_detection import MatFound, locate
from tests.benchmarks.calibration.measure import by_poses
from tests.benchmarks.calibration.measure import measure as by_tilt
from tests.benchmarks.figure import Figure, median_ms
from tests.support.mat_frames import Shot

PICTURES = 9
"""For each tilt, a third of each size."""

CAMERAS = 9
"""That see the mat from six sides, a third of each size."""


def measure() -> Iterator[Figure]:
    """Yield errors by tilt, in micrometres, then times."""
    for tilt, tally in by_tilt(PICTURES).items():
        name = f"mat, {tilt:.0f} degrees"
        yield Figure(f"{name}: found of {tally.shots}", tally.found, "")
        for part, told in ((0.5, "median"), (0.95, "95 %"), (1.0, "worst")):
            yield Figure(f"{name}: {told}", 1000 * float(np.quantile(tally.off, part)), "um")
    for name, off in zip(("alone", "together"), by_poses(CAMERAS), strict=True):
        for part, told in ((0.5, "median"), (0.95, "95 %"), (1.0, "worst")):
            um = 1000 * float(np.quantile(off, part))
            yield Figure(f"mat from six sides, {name}: {told}", um, "um")
    for width, height in ((1280, 720), (1920, 1080)):
        shot = Shot(width=width, height=height, k1=-0.2, tilt=15)
        pixels = shot.draw()
        found = locate(pixels)
        assert isinstance(found, MatFound)
        plane = found.homography
        name = f"{width} x {height}"
        yield Figure(f"{name}: a look", median_ms(partial(locate, pixels)), "ms")
        known = partial(locate, pixels, lens=plane.lens)
        yield Figure(f"{name}: a look with a known lens", median_ms(known), "ms")
        yield Figure(f"{name}: light and focus", median_ms(partial(light_of, pixels, plane)), "ms")
