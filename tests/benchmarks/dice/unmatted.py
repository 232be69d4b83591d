"""Throw drawn dice into trays without a mat, under cameras that people hold or stand somewhere.

`python -m tests.benchmarks.dice.unmatted [--throws 60] [--first 0] [SITUATION ...]`

Every frame goes through the watcher as from a real camera. The tray's corners are put by a finger,
some pixels beside, and its size is said. What is wrong is named with the seed of its table.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.drawn_tray import box_around
from calibration.store import Calibration, by_hand
from calibration.tray_rim import tray_rim
from companion.vision.frame import Pixels
from companion.vision.plane import Corners, Lens
from hardware.simulated.table import SimulatedTable
from hardware.simulated.troubles import Befalls
from tests.benchmarks.calibration.rims import NEAR
from tests.benchmarks.dice.table import material
from tests.support.bare_tables import Hung, bare_table, corners_seen
from tests.support.drawn_trays import no_mat
from tests.support.stage import Stage

THROWS_A_TABLE = 6
_FINGER = 0.003  # of the picture's longer side: how far beside a corner is put
_ROLL_S, _MORE_S, _REST_S = 3.0, 4.0, 1.0

Floats: TypeAlias = NDArray[np.float64]
Befall: TypeAlias = Callable[[Pixels, float, float], Pixels]
"""What becomes of a frame: the clock's time, and that since the throw, in seconds."""

Unrest: TypeAlias = Callable[[np.random.Generator], Befall]


class Situation(NamedTuple):
    """How a camera stands, what its lens bends, and what does not keep still."""

    hung: Hung = Hung()
    k1: float = 0.0  # of a lens that nobody has measured
    unrest: Unrest | None = None
    sized: bool = True  # whether it is said how large the tray is
    proposed: bool = False  # whether a proposal of its corners is confirmed, where it is near


def _held(random: np.random.Generator) -> Befall:
    """A hand holds the camera: a tremor of a few pixels, and a slow drift."""
    quick, slow = random.uniform(3.0, 9.0, (3, 3)), random.uniform(0.08, 0.16, (2, 3))
    begun = random.uniform(0, 2 * np.pi, (5, 3))
    far = np.array([(1.4, 1.4, 0.06)] * 3 + [(11.0, 11.0, 0.5)] * 2)  # px, px, degrees

    def held(pixels: Pixels, at: float, _since: float) -> Pixels:
        swings = np.sin(2 * np.pi * np.concatenate([quick, slow]) * at + begun)
        right, down, turn = (far * swings).sum(axis=0)
        height, width = pixels.shape[:2]
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), float(turn), 1.0)
        matrix[:, 2] += (right, down)
        moved = cv2.warpAffine(pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8)

    return held


def _hunting(random: np.random.Generator, channels: Sequence[float]) -> Befall:
    """Gains hunt once something moves, by 20 to 60 in a hundred for 1 to 3 s, and settle.

    Args:
        random: how, each throw otherwise.
        channels: by how much of it blue, green and red are gained.
    """
    seed = int(random.integers(1 << 30))

    def hunted(pixels: Pixels, at: float, since: float) -> Pixels:
        of_the_throw = np.random.default_rng([seed, round(10 * (at - since))])
        far, period, lasts = of_the_throw.uniform((0.2, 1.0, 1.0), (0.6, 2.0, 3.0))
        if since >= lasts:
            return pixels
        swing = np.log1p(far) * np.sin(2 * np.pi * since / period) * (1 - since / lasts)
        return np.asarray(np.clip(pixels * np.exp(swing * np.array(channels)), 0, 255), np.uint8)

    return hunted


SITUATIONS: Mapping[str, Situation] = {
    "plain": Situation(),
    "proposed": Situation(proposed=True),
    "no size said": Situation(sized=False),
    "portrait": Situation(Hung((720, 1280))),
    "4:3": Situation(Hung((960, 720))),
    "wide lens": Situation(Hung(focal=0.7), k1=-0.2),
    "aslant 40 degrees": Situation(Hung(tilt=40.0)),
    "in a hand": Situation(unrest=_held),
    "exposure hunts": Situation(unrest=partial(_hunting, channels=(1.0, 1.0, 1.0))),
    "white balance hunts": Situation(unrest=partial(_hunting, channels=(1.0, 0.0, -1.0))),
}


class Thrown(NamedTuple):
    """A throw, and what was told of it."""

    table: int
    lies: tuple[int, ...]
    told: tuple[tuple[str, tuple[int, ...], str], ...]  # verdict, values, remark

    @property
    def outcome(self) -> str:
        """Right, asked, wrong, or nothing told at all."""
        sure = [values for verdict, values, _ in self.told if verdict == "sure"]
        if sure and sure != [self.lies]:
            return "wrong"
        if sure:
            return "right"
        return "asked" if self.told else "missed"


class _Scene:
    """One table in one situation, under a watcher."""

    def __init__(self, seed: int, situation: Situation) -> None:
        random = np.random.default_rng([seed, 31])
        hung = situation.hung._replace(roll=float(random.uniform(-12, 12)))
        look = material(seed)[1]
        self._stage = Stage(
            lay=lambda ticks: bare_table(seed, hung, look=look, clock=ticks), find=no_mat
        )
        lens = _barrel(hung.size, situation.k1) if situation.k1 else None
        self._warp = _warp(lens, hung.size) if lens else None
        self._unrest = situation.unrest and situation.unrest(random)
        self._thrown = 0.0
        corners = _put(self._stage.table, hung, lens, random)
        if situation.proposed:
            corners = _confirmed(self._stage.camera.read().pixels, corners)
        drawn = _drawn(self._stage.table, hung, corners, sized=situation.sized)
        self._stage.watcher.field.draw(drawn)
        self._see(2.0)

    def throw(self) -> Thrown:
        """Throw two dice and wait for what is told of them."""
        stage, told = self._stage, self._stage.told
        told.readings.clear()
        stage.table.throw(2)
        self._thrown = stage.ticks.now
        self._see(_ROLL_S)
        if not told.readings:
            self._see(_MORE_S)
        self._see(_REST_S)
        return Thrown(0, stage.table.lies.dice, tuple(
            (r.verdict, r.values, r.remark or "") for r in told.readings))  # fmt: skip

    def _see(self, seconds: float) -> None:
        self._stage.see(seconds, self._befalls)

    @property
    def _befalls(self) -> Befalls:
        def befalls(pixels: Pixels) -> Pixels:
            now = self._stage.ticks.now
            if self._unrest:
                pixels = self._unrest(pixels, now, now - self._thrown)
            if self._warp is not None:
                bent = cv2.remap(pixels, *self._warp, cv2.INTER_LINEAR)
                pixels = np.asarray(bent, np.uint8)
            return pixels

        return befalls


def _barrel(size: tuple[int, int], k1: float) -> Lens:
    centre = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    return Lens(centre, float(np.hypot(*size)) / 2, k1)


def _warp(lens: Lens, size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return where each pixel that a lens shows comes from."""
    x, y = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    there = lens.straight(np.column_stack([x.ravel(), y.ravel()]).astype(np.float64))
    return tuple(there[:, axis].reshape(x.shape).astype(np.float32) for axis in (0, 1))  # type: ignore[return-value]


def _put(
    table: SimulatedTable, hung: Hung, lens: Lens | None, random: np.random.Generator
) -> Floats:
    """Return the corners of a tray as a finger puts them, near their places."""
    corners = corners_seen(table)
    if lens is not None:
        corners = lens.bent(corners)
    beside: Floats = corners + random.normal(0, _FINGER * max(hung.size), corners.shape)
    return np.clip(beside, 0, np.array(hung.size))


def _confirmed(pixels: Pixels, corners: Floats) -> Floats:
    """Return the corners that are proposed, in the same order, if they are near."""
    found = tray_rim(pixels)
    turned = [np.roll(np.array(found), -n, axis=0) for n in range(4)] if found else []
    near = NEAR * pixels.shape[1]
    return next((one for one in turned if np.hypot(*(one - corners).T).max() < near), corners)


def _drawn(table: SimulatedTable, hung: Hung, corners: Floats, *, sized: bool) -> Calibration:
    """Return what is kept of a tray with such corners."""
    a, b, c, d = ((round(float(x)), round(float(y))) for x, y in corners)
    tray: Corners = (a, b, c, d)
    scan = box_around(np.array([(2.0, 2.0), (60.0, 60.0)]), hung.size)
    floor = table._tray
    inside = (round(floor.width), round(floor.depth)) if sized else None
    return by_hand("sim", hung.size, tray=tray, scan=scan, inside=inside)


def thrown(situation: Situation, throws: int, first: int = 0) -> Iterator[Thrown]:
    """Yield throws on as many tables as it takes, always the same."""
    for number in range(throws):
        seed = first + number // THROWS_A_TABLE
        if number % THROWS_A_TABLE == 0:
            scene = _Scene(seed, situation)
        yield scene.throw()._replace(table=seed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print by situation how many were right, asked, wrong, missed, and each that was not right."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("situations", nargs="*", metavar="SITUATION", help=", ".join(SITUATIONS))
    parser.add_argument("--throws", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    for name in given.situations or SITUATIONS:
        counts: Counter[str] = Counter()
        for throw in thrown(SITUATIONS[name], given.throws, given.first):
            counts[throw.outcome] += 1
            if throw.outcome != "right":
                print(f"{throw.outcome}: table {throw.table}: lies {throw.lies}: {throw.told}")
        print(name, dict(counts), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
