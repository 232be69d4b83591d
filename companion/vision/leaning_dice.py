"""A die that leans: its upper face is not where that of a flat die of its outline would be."""

import math
import statistics
from collections import deque
from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose import Array, CameraPose
from companion.vision.frame import Pixels
from companion.vision.readings import DiceReading, DieReading

Floats = NDArray[np.float32]

LEANS = 0.08
"""Edges by which a flat die's upper face is never away from where its outline has it."""
USUALLY = 3.0
"""Times the usual distance at this table: there the outline says so little of the face."""

_FEWEST = 6  # distances from which on there is a usual one
_UNLIKE = 18.0  # grey levels by which what came is neither the ground nor its shadow
_SHADE = (0.2, 1.1)  # parts of the ground's light that a shadow leaves
_SCALE = 32.0  # pixels of a die's edge in which outlines are compared
_AROUND, _NEAR = 2.2, 1.45  # edges around a die that are cut out, and that are compared
_SIZES = (0.8, 1.1)  # of the edge that was read, which is rather too large than too small
_BARE = 0.5  # what ground inside an outline weighs beside a die outside of it
_BELIEVED = 0.1  # what an edge between the faces weighs beside the area of a face: little
_SEEN = 0.4  # part of an outline that must be seen to be a die, or it says nothing
_TURNS = np.radians(np.arange(0, 90, 10))
_STEPS = ((1.5, 5.0, 1.0), (0.7, 2.5, 0.5), (0.3, 1.0, 0.16))  # millimetres, degrees, millimetres

_CUT = 0.9  # of half an edge: where the rounding of edges begins
_HULL = np.array(
    [
        np.where(np.arange(3) == axis, 1.0, _CUT) * signs
        for signs in product((-1.0, 1.0), repeat=3)
        for axis in range(3)
    ]
)  # corners of a die with rounded edges, in half edges

Flat = tuple[float, float, float, float]
"""A die that lies flat: x and y of its middle (mm), its turn (radians), its edge (mm)."""


class Leaning:
    """Tells which dice lean, at a table whose plane and bare tray are known.

    The outline of a die that came to the tray is explained by one that lies flat. Of a die that
    leans a side is seen that the camera's angle does not explain: the flat die that fits its
    outline best has its upper face elsewhere than the reader saw it.
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
        found = face_offsets(reading.dice, pixels, bare, stand, others)
        if reading.verdict == "sure":  # else its places may be wrong
            self._usual += [far for far in found if far is not None]
        known = len(self._usual) >= _FEWEST
        least = max(LEANS, USUALLY * statistics.median(self._usual)) if known else LEANS
        dice = zip(reading.dice, found, strict=True)
        return tuple(die for die, far in dice if far is not None and far > least)


def face_offsets(
    dice: Sequence[DieReading],
    pixels: Pixels,
    bare: Floats,
    stand: CameraPose,
    others: Sequence[DieReading] = (),
) -> list[float | None]:
    """Return, in edges, how far each die's upper face is from where its outline has it.

    None where the outline is not seen: dice of the tray's own colour, a tray that has changed.
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
    return [windows[k].face_offset(flats[k]) for k in range(len(dice))]


class _Window:
    """The surroundings of one die: what came, and what is seen to be the ground."""

    def __init__(self, die: DieReading, pixels: Pixels, bare: Floats, stand: CameraPose) -> None:
        self._stand = stand
        place = stand.at_height(die.centre, 0.0)
        edge = die.edge / stand.px_per_mm(place, 0.0)
        self._face = stand.at_height(die.centre, edge)
        self.begin: Flat = (*self._face, 0.0, edge)
        self._sizes = tuple(edge * size for size in _SIZES)
        reach = _AROUND * die.edge
        x, y = die.centre
        left, top = max(0, int(x - reach)), max(0, int(y - reach))
        box = np.s_[top : int(y + reach) + 1, left : int(x + reach) + 1]
        self._scale = min(1.0, _SCALE / die.edge)
        self._area = (die.edge * self._scale) ** 2
        self._corner = np.array([left, top])
        now, before = (self._reduced(np.asarray(p[box], np.float32)) for p in (pixels, bare))
        rows, columns = np.indices(now.shape[:2])
        at = (np.array([x, y]) - self._corner) * self._scale
        close = np.hypot(columns - at[0], rows - at[1]) < _NEAR * die.edge * self._scale
        came, ground = _parted(now, before)
        self._came, self._ground = came & close, ground & close

    def fitted(self, flat: Flat, others: Sequence[Flat]) -> Flat:
        """Return the flat die that explains best what came, beside other dice."""
        free = self._came.copy()
        for other in others:
            free[self._covered(other) > 0] = 0
        if flat == self.begin:
            turned: list[Flat] = [(*flat[:2], float(turn), flat[3]) for turn in _TURNS]
            flat = min(turned, key=lambda one: self._unexplained(one, free))
        for length, turn, size in _STEPS:
            flat = self._climbed(flat, free, (length, length, math.radians(turn), size))
        return flat

    def face_offset(self, flat: Flat) -> float | None:
        """Return how far the face that was read is from that of a flat die, in edges."""
        covered = self._covered(flat)
        seen = cv2.countNonZero(self._came & covered) / max(1, cv2.countNonZero(covered))
        return math.dist(flat[:2], self._face) / flat[3] if seen >= _SEEN else None

    def _climbed(self, flat: Flat, free: Pixels, steps: Flat) -> Flat:
        """Return the best flat die that steps of one length lead to."""
        best, before = self._unexplained(flat, free), None
        while flat != before:
            before = flat
            for number, step in product(range(4), (1, -1)):
                tried = list(flat)
                tried[number] += step * steps[number]
                if not self._sizes[0] <= tried[3] <= self._sizes[1]:
                    continue
                one: Flat = (tried[0], tried[1], tried[2], tried[3])
                cost = self._unexplained(one, free)
                if cost < best:
                    best, flat = cost, one
        return flat

    def _unexplained(self, flat: Flat, free: Pixels) -> float:
        covered = self._covered(flat)
        inside = cv2.countNonZero(self._ground & covered)
        # Where shadows hide the outline, the face is where it was read.
        off = _BELIEVED * self._area * math.dist(flat[:2], self._face) / flat[3]
        return cv2.countNonZero(free & (1 - covered)) + _BARE * inside + off

    def _covered(self, flat: Flat) -> Pixels:
        """Return 1 where a flat die is seen."""
        x, y, turn, edge = flat
        cos, sin = math.cos(turn), math.sin(turn)
        axes = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
        corners: Array = (_HULL @ axes + (0.0, 0.0, 1.0)) * edge / 2 + (x, y, 0.0)
        places = (self._stand.project(corners) - self._corner) * self._scale
        hull = cv2.convexHull(places.astype(np.float32))
        mask = np.zeros(self._came.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        return mask

    def _reduced(self, part: Floats) -> Floats:
        smooth = cv2.GaussianBlur(part, (3, 3), 0.8)
        if self._scale < 1.0:
            scale = self._scale
            smooth = cv2.resize(smooth, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(smooth, np.float32)


def _parted(now: Floats, bare: Floats) -> tuple[Pixels, Pixels]:
    """Return 1 where something came, and 1 where the ground is seen; a shadow is neither."""
    left = (now * bare).sum(axis=2) / np.maximum((bare * bare).sum(axis=2), 1.0)
    shaded = bare * np.clip(left, *_SHADE)[..., None]
    came = (np.abs(now - shaded).max(axis=2) > _UNLIKE).astype(np.uint8)
    came = np.asarray(cv2.morphologyEx(came, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    ground = (np.abs(now - bare).max(axis=2) < 0.7 * _UNLIKE) & (came == 0)
    return came, ground.astype(np.uint8)
