"""A die that leans: no flat die has its outline, and its upper face where it was read."""

import math
import statistics
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose import Array, CameraPose
from companion.vision.frame import Pixels
from companion.vision.readings import DiceReading, DieReading

Floats = NDArray[np.float32]

LEANS = 0.015
"""Misfit, see `misfits`, that the best flat die hardly ever has where a die lies flat.

From straight above; aslant more is seen of it, and more of that is left unexplained.
"""
USUALLY = 4.0
"""Times the usual misfit at this table: there a flat die explains so little."""
MOST = 0.2
"""No table's dice may have a larger misfit and lie flat: outlines that are hidden are no habit."""

_FEWEST = 6  # misfits from which on there is a usual one
_UNLIKE = (7.0, 18.0)  # grey levels by which what came is neither the ground nor its shadow
_NOISE = 3.0  # times what the plain ground is unlike itself: between those two
_OF_A_DIE = 5.0  # grey levels by which a shadow is less like the die's own colour in the dark
_SPECK = 3  # pixels; what came in smaller spots is noise
_PIPS = 0.2  # edges; ground in smaller spots is a pip of the ground's colour
_SHADE = (0.2, 1.1)  # parts of the ground's light that a shadow leaves
_SCALE = 32.0  # pixels of a die's edge in which outlines are compared
_AROUND, _NEAR = 2.2, 1.45  # edges around a die that are cut out, and that are compared
_SHORTER = 1 / 3  # power of the steepness by which a face seen aslant is read too small
_SIZES = (0.8, 1.1)  # of the edge that was read, which is rather too large than too small
_BARE = 0.5  # what ground inside an outline weighs beside a die outside of it
_EXACT = 0.015  # edges by which the reader's place of a face may be off
_KNOWN = 0.95  # part of an outline below which the bare tray was seen, or it says nothing
_SEEN, _HIDDEN = 0.4, 0.62  # parts of an outline seen to be a die: it says nothing, says too little
_TURNS = np.radians(np.arange(0, 90, 10))
_STEPS = ((1.5, 5.0, 1.0), (0.7, 2.5, 0.5), (0.3, 1.0, 0.16))  # millimetres, degrees, millimetres


def _hull(flat: float) -> Array:
    """Return the corners of a die, in half edges, whose faces are flat in a part of each."""
    faces = product(product((-1.0, 1.0), repeat=3), range(3))
    return np.array([np.where(np.arange(3) == axis, 1.0, flat) * signs for signs, axis in faces])


_ROUND, _SHARP = _hull(0.7), _hull(0.95)
"""Dice are rounded more or less: what only the sharp one covers is neither ground nor die."""

Flat = tuple[float, float, float, float]
"""A die that lies flat: x and y of its middle (mm), its turn (radians), its edge (mm)."""


class Leaning:
    """Tells which dice lean, at a table whose plane and bare tray are known.

    What came to the tray is explained by a die that lies flat and has its upper face where the
    reader saw it. Of a die that leans a side is seen that the camera's angle does not explain:
    either the outline or the face is left unexplained.
    """

    def __init__(self) -> None:
        self._usual: deque[float] = deque(maxlen=24)

    def among(
        self, reading: DiceReading, pixels: Pixels, bare: Floats, stand: CameraPose
    ) -> tuple[DieReading, ...]:
        """Return the dice of a reading that lean.

        Args:
            reading: of `pixels`.
            pixels: the tray.
            bare: the same without dice, in the same light.
            stand: where the camera stands.
        """
        others = () if reading.speed is None else (reading.speed,)
        found = misfits(reading.dice, pixels, bare, stand, others)
        if reading.verdict == "sure":  # else its places may be wrong
            self._usual += [misfit for misfit in found if misfit is not None]
        known = len(self._usual) >= _FEWEST
        usual = min(MOST, USUALLY * statistics.median(self._usual)) if known else 0.0
        dice = zip(reading.dice, found, strict=True)
        return tuple(
            die
            for die, misfit in dice
            if misfit is not None and misfit > max(usual, _limit(die, stand))
        )


def misfits(
    dice: Sequence[DieReading],
    pixels: Pixels,
    bare: Floats,
    stand: CameraPose,
    others: Sequence[DieReading] = (),
) -> list[float | None]:
    """Return what the best flat die leaves unexplained of each die: 0, or hardly more, if it fits.

    It is the sum of what came outside of the flat die's outline, of half of the ground that is
    seen within, both in areas of a face, and of the edges between its upper face and the one that
    was read. It is 1 where a shadow hides too much of the outline, and None where hardly anything
    is seen of it: dice of the tray's own colour, a tray that has changed.
    """
    every = [*dice, *others]
    windows = [_Window(die, pixels, bare, stand) for die in every]
    flats = [window.begin for window in windows]
    near = [
        [k for k, flat in enumerate(flats) if 0 < math.dist(flat[:2], one[:2]) < 3 * one[3]]
        for one in flats
    ]
    for _ in range(2 if any(near) else 1):
        for k, window in enumerate(windows):
            flats[k] = window.fitted(flats[k], [flats[other] for other in near[k]])
    return [
        windows[k].misfit(flats[k], [flats[other] for other in near[k]]) for k in range(len(dice))
    ]


def _limit(die: DieReading, stand: CameraPose) -> float:
    """Return the misfit of a die from which on it leans."""
    return LEANS / stand.steepness(stand.at_height(die.centre, 0.0)) ** 2


class _Window:
    """The surroundings of one die: what came, and what is seen to be the ground."""

    def __init__(self, die: DieReading, pixels: Pixels, bare: Floats, stand: CameraPose) -> None:
        self._stand = stand
        place = stand.at_height(die.centre, 0.0)
        edge = die.edge / stand.px_per_mm(place, 0.0)
        slant = stand.steepness(place) ** _SHORTER
        self._face = stand.at_height(die.centre, edge)
        self.begin: Flat = (*self._face, 0.0, edge)
        self._sizes = _SIZES[0] * edge, _SIZES[1] * edge / slant
        reach = _AROUND * die.edge
        x, y = die.centre
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        box = np.s_[top : int(y + reach) + 1, left : int(x + reach) + 1]
        self._scale = min(1.0, _SCALE / die.edge)
        self._area = (die.edge * self._scale) ** 2
        self._corner = np.array([left, top])
        now, before = (self._reduced(np.asarray(p[box], np.float32)) for p in (pixels, bare))
        at, edge = (np.array([x, y]) - self._corner) * self._scale, die.edge * self._scale
        came, ground = _parted(now, before, _colour(now, at, edge), edge)
        rows, columns = np.indices(now.shape[:2])
        close = np.hypot(columns - at[0], rows - at[1]) < _NEAR * edge
        self._came, self._ground = came & close, ground & close
        self._known = np.isfinite(before).all(axis=2).astype(np.uint8)

    def fitted(self, flat: Flat, others: Sequence[Flat]) -> Flat:
        """Return the flat die that explains best what came, beside other dice."""
        free = self._beside(others)
        if flat == self.begin:
            turned: list[Flat] = [(*flat[:2], float(turn), flat[3]) for turn in _TURNS]
            flat = min(turned, key=lambda one: self._unexplained(one, free))
        for length, turn, size in _STEPS:
            flat = self._climbed(flat, free, (length, length, math.radians(turn), size))
        return flat

    def misfit(self, flat: Flat, others: Sequence[Flat]) -> float | None:
        """Return what a flat die leaves unexplained beside others; see `misfits`."""
        covered = self._covered(flat)
        area = max(1, cv2.countNonZero(covered))
        if cv2.countNonZero(covered & self._known) < _KNOWN * area:
            return None
        seen = cv2.countNonZero(self._came & covered) / area
        if seen < _HIDDEN:
            return None if seen < _SEEN else 1.0
        return self._unexplained(flat, self._beside(others))

    def _beside(self, others: Sequence[Flat]) -> Pixels:
        """Return 1 where something came that other dice do not cover."""
        free: Pixels = self._came.copy()
        for other in others:
            free[self._covered(other) > 0] = 0
        return free

    def _climbed(self, flat: Flat, free: Pixels, steps: Flat) -> Flat:
        """Return the best flat die that steps of one length lead to."""
        best, before = self._unexplained(flat, free), None
        while flat != before:
            before = flat
            for step in _ways(flat[2], steps):
                x, y, turn, edge = (part + more for part, more in zip(flat, step, strict=True))
                if not self._sizes[0] <= edge <= self._sizes[1]:
                    continue
                cost = self._unexplained((x, y, turn, edge), free)
                if cost < best:
                    best, flat = cost, (x, y, turn, edge)
        return flat

    def _unexplained(self, flat: Flat, free: Pixels) -> float:
        inside = cv2.countNonZero(self._ground & self._covered(flat, _ROUND))
        outside = cv2.countNonZero(free & (1 - self._covered(flat)))
        off = math.dist(flat[:2], self._face) / flat[3]
        return (outside + _BARE * inside) / self._area + max(0.0, off - _EXACT)

    def _covered(self, flat: Flat, hull: Array = _SHARP) -> Pixels:
        """Return 1 where a flat die is seen."""
        x, y, turn, edge = flat
        cos, sin = math.cos(turn), math.sin(turn)
        axes = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
        corners: Array = (hull @ axes + (0.0, 0.0, 1.0)) * edge / 2 + (x, y, 0.0)
        places = (self._stand.project(corners) - self._corner) * self._scale
        outline = cv2.convexHull(places.astype(np.float32))
        mask = np.zeros(self._came.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(outline * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        return mask

    def _reduced(self, part: Floats) -> Floats:
        smooth = cv2.GaussianBlur(part, (3, 3), 0.8)
        if self._scale < 1.0:
            scale = self._scale
            smooth = cv2.resize(smooth, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(smooth, np.float32)


def _ways(turn: float, steps: Flat) -> Iterator[Flat]:
    """Yield steps each way: in one number, or to another edge while one side stays in its place."""
    across, along, turned, larger = steps
    for way in (1, -1):
        yield way * across, 0.0, 0.0, 0.0
        yield 0.0, way * along, 0.0, 0.0
        yield 0.0, 0.0, way * turned, 0.0
        yield 0.0, 0.0, 0.0, way * larger
        for side in range(4):
            angle, half = turn + side * math.pi / 2, way * larger / 2
            yield half * math.cos(angle), half * math.sin(angle), 0.0, way * larger


def _colour(now: Floats, at: Array, edge: float) -> Floats:
    """Return the colour of a die by its face: of most of it, for pips are less."""
    (x, y), reach = at, 0.35 * edge
    face = now[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) :]
    return np.median(face[:, : 2 * int(reach) + 1].reshape(-1, 3), axis=0).astype(np.float32)


def _parted(now: Floats, bare: Floats, die: Floats, edge: float) -> tuple[Pixels, Pixels]:
    """Return 1 where something came, and 1 where the ground is seen.

    A shadow is ground only where it is plainly no part of the die that lies in the dark.

    Args:
        now: the picture.
        bare: the same without dice.
        die: its colour.
        edge: of a die, in pixels.
    """
    left = (now * bare).sum(axis=2) / np.maximum((bare * bare).sum(axis=2), 1.0)
    unlike = np.abs(now - bare * np.clip(left, *_SHADE)[..., None]).max(axis=2)
    plain = unlike[(unlike < _UNLIKE[1]) & (np.abs(left - 1.0) < 0.1)]
    noise = float(np.percentile(plain, 95)) if plain.size else _UNLIKE[1]
    limit = float(np.clip(_NOISE * noise, *_UNLIKE))
    came = _without_spots((unlike > limit).astype(np.uint8), _SPECK)
    lit = (now @ die) / max(float(die @ die), 1.0)
    not_die = np.abs(now - lit[..., None] * die).max(axis=2)
    shadow = (unlike < limit / 2) & (not_die > 2 * unlike + _OF_A_DIE)
    bright = np.abs(now - bare).max(axis=2) < 0.7 * _UNLIKE[1]
    ground = ((shadow | bright) & (came == 0)).astype(np.uint8)
    return came, _without_spots(ground, 2 * round(_PIPS * edge / 2) + 1)


def _without_spots(mask: Pixels, size: int) -> Pixels:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel), np.uint8)
