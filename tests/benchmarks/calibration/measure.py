"""How far off the tray's plane is found, on drawn pictures of known cameras, by tilt."""

from collections.abc import Iterator, Mapping

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from calibration.lens_calibration import lens_of
from calibration.mat_detection import MatFound, as_grey, locate
from tests.support.mat_frames import Shot

TILTS = (0, 10, 20, 30, 35, 45)
SIZES = ((640, 480), (1280, 720), (1920, 1080))


class Tally(msgspec.Struct, frozen=True):
    """What came out for one tilt."""

    shots: int
    found: int
    off: NDArray[np.float64]  # millimetres, of every place in every picture


def shots(tilt: float, count: int, seed: int = 0) -> Iterator[Shot]:
    """Yield cameras as people have and hang them: no two alike, the same at every run."""
    random = np.random.default_rng([seed, round(tilt * 10)])
    for number in range(count):
        width, height = SIZES[number % len(SIZES)]
        k1 = float(random.uniform(-0.35, 0.02))
        yield Shot(
            width=width,
            height=height,
            focal=float(random.uniform(0.6, 0.85)),
            k1=k1,
            k2=float(random.uniform(0.1, 0.35)) * -min(k1, 0.0),
            off=(width * float(random.normal(0, 0.006)), width * float(random.normal(0, 0.006))),
            tilt=tilt,
            bearing=float(random.uniform(0, 360)),
            roll=float(random.uniform(-20, 20)),
            fill=float(random.uniform(0.75, 0.97)),
            blur=float(random.uniform(0.5, 1.6)),
            noise=float(random.uniform(1.5, 5.0)),
            light=float(random.uniform(0.35, 0.9)),
            shade=float(random.uniform(0.0, 0.5)),
            seed=number,
        )


def measure(count: int, *, with_lens: bool = True) -> Mapping[float, Tally]:
    """Return the tally of *count* pictures for each tilt.

    Args:
        count: pictures.
        with_lens: lenses bend; without, the same cameras have lenses that do not.
    """
    return {tilt: _tally(tilt, count, with_lens=with_lens) for tilt in TILTS}


def by_poses(cameras: int, poses: int = 6) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how far off places are, each picture by itself and with the lens of all poses.

    Millimetres. Each camera sees the mat from so many sides, tilted by up to 35 degrees; cameras
    that find it from fewer than three do not count.

    Args:
        cameras: how many, a third of each size.
        poses: from how many sides each of them looks.
    """
    alone, together = [np.zeros(0)], [np.zeros(0)]
    for drawn in shots(20, cameras, seed=1):
        random = np.random.default_rng([7, drawn.seed])
        looks = []
        for number in range(poses):
            shot = _from_some_side(drawn, random, number)
            pixels = shot.draw()
            found = locate(pixels)
            if isinstance(found, MatFound):
                looks.append((shot, as_grey(pixels), found))
        told = lens_of([(grey, found) for _, grey, found in looks])
        for shot, grey, found in looks if told else ():
            assert told is not None
            again = locate(grey, lens=told[0])
            assert isinstance(again, MatFound)
            alone.append(_off(shot, found))
            together.append(_off(shot, again))
    return np.concatenate(alone), np.concatenate(together)


def _from_some_side(camera: Shot, random: np.random.Generator, number: int) -> Shot:
    return replace(
        camera,
        tilt=float(random.uniform(0, 35)),
        bearing=float(random.uniform(0, 360)),
        roll=float(random.uniform(-20, 20)),
        fill=float(random.uniform(0.75, 0.97)),
        seed=number,
    )


def _tally(tilt: float, count: int, *, with_lens: bool) -> Tally:
    off, found = [np.zeros(0)], 0
    for drawn in shots(tilt, count):
        shot = drawn if with_lens else replace(drawn, k1=0.0, k2=0.0)
        seen = locate(shot.draw())
        if isinstance(seen, MatFound):
            found += 1
            off.append(_off(shot, seen))
    return Tally(count, found, np.concatenate(off))


def _off(shot: Shot, seen: MatFound) -> NDArray[np.float64]:
    tray = shot.mat.tray
    x = np.linspace(tray.left, tray.left + tray.width, 9)
    y = np.linspace(tray.near, tray.near + tray.depth, 9)
    places = np.array([(a, b) for a in x for b in y])
    away = seen.homography.places(shot.project(places)) - places
    return np.asarray(np.hypot(away[:, 0], away[:, 1]), np.float64)
