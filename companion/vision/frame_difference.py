"""Frame difference: what a frame looks like, reduced, and whether something has moved in it.

Frames are reduced to a few thousand cells and each cell is compared with the brightness around
it, so that light may come, go or drift. A cell has changed when it leaves the range of its
neighbours in the reference: a die that rolls leaves it, a camera that trembles does not.
The figures were chosen on real clips.
"""

import math
from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels

Cells = NDArray[np.float32]
"""Rows x columns of brightness relative to the surroundings; 0 where all is alike."""

Mask = NDArray[np.bool_]

Compared = Literal["same", "relit", "nudged", "moved"]
"""Nudged: the whole picture has moved a little, as when somebody bumps the table."""

LONGEST_SIDE = 320  # cells
FEWEST_CELLS = 4  # fewer changed cells are noise
LEAST_CHANGE = 0.09  # of a cell's relative brightness
NOISIEST = 0.06  # standard deviation of a cell up to which noise is believed to be noise
LARGEST_SHIFT = 8.0  # cells; more is no bump

RESTLESS_S = 5.0  # seconds over which it is counted how often a cell changes
RESTLESS, CALMED = 0.15, 0.03  # share of frames from which on, and up to which, a cell is restless
RESTLESS_PART = 0.25  # of the zone; more is a hand that fidgets, not a lamp that blinks

_DARK = 12.0  # grey levels added to the light, so that the dark is not all noise
_SWITCHED = 0.08  # natural logarithm of the brightness's ratio
_NEIGHBOURS, _CLUMP, _AROUND = (np.ones((side, side), np.uint8) for side in (3, 2, 9))
_BLOCKS = 6  # each way, for asking whether there is texture all over


class FrameLook(msgspec.Struct, frozen=True):
    """What one frame looks like."""

    cells: Cells
    light: Cells  # the brightness around each cell, in grey levels
    repeated: bool = False  # whether it is the frame before once more

    def followed_by(self, later: "FrameLook", share: float) -> "FrameLook":
        """Return a background that has moved towards *later*; *share* 1 is most of the way."""
        weight = 1.0 - math.exp(-max(share, 0.0))
        cells = cv2.addWeighted(self.cells, 1 - weight, later.cells, weight, 0)
        return FrameLook(np.asarray(cells, np.float32), later.light)


class FrameDifference:
    """Reduces the frames of one zone, in order, and compares them."""

    def __init__(self) -> None:
        self._grey: NDArray[np.uint8] | None = None
        self._before: Cells | None = None
        self._noise, self._looks = 0.0, 0  # of a cell from frame to frame, standard deviation
        self._restless: Cells | None = None  # the share of frames in which each cell changed
        self._ignored: Mask | None = None

    def look(self, pixels: Pixels, passed: float) -> FrameLook:
        """Return the reduced frame, *passed* seconds after the one before."""
        factor = min(1.0, LONGEST_SIDE / max(pixels.shape[:2]))
        # Grey first: to reduce three colours by an uneven factor costs three times as much.
        large = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(large, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        grey = np.asarray(small, np.uint8)
        repeated = self._grey is not None and np.array_equal(grey, self._grey)
        self._grey = grey
        smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8)
        light = np.asarray(cv2.blur(smooth, (15, 15)), np.float32)
        cells = np.asarray((smooth - light) / (light + _DARK), np.float32)
        if self._before is None or self._before.shape != cells.shape:
            self._restless, self._ignored = np.zeros_like(cells), None
        elif not repeated:
            self._learn(self._before, cells, passed)
        self._before = cells
        return FrameLook(cells, light, repeated)

    def compare(self, reference: FrameLook, look: FrameLook) -> Compared:
        """Return what has happened from one frame to a later one."""
        if reference.cells.shape != look.cells.shape:
            return "moved"
        changed = int(np.count_nonzero(self._seen(self._changed(reference.cells, look.cells))))
        if changed < FEWEST_CELLS:
            return "same"
        if _only_light(reference, look, changed):
            return "relit"
        return "moved" if self.moved(reference, look) else "nudged"

    def moved(self, reference: FrameLook, look: FrameLook) -> bool:
        """Return whether something lies elsewhere, whatever has become of the light."""
        if reference.cells.shape != look.cells.shape:
            return True
        nudged, edge = _shifted(reference.cells, look.cells)
        changed = self._seen(self._changed(nudged, look.cells))
        inside = changed[edge : changed.shape[0] - edge, edge : changed.shape[1] - edge]
        return bool(np.count_nonzero(inside) >= FEWEST_CELLS)

    def ignore_restless(self) -> bool:
        """From now on overlook what changes for ever, as a lamp that blinks; whether it is little.

        What has become calm counts again by itself.
        """
        if self._restless is None:
            return False
        mask = (self._restless > RESTLESS).astype(np.uint8)
        around = cv2.dilate(mask, _AROUND).astype(bool)
        if not mask.any() or around.mean() > RESTLESS_PART:
            return False
        self._ignored = around if self._ignored is None else self._ignored | around
        return True

    def _seen(self, changed: Mask) -> Mask:
        return changed if self._ignored is None else changed & ~self._ignored

    def _changed(self, reference: Cells, cells: Cells) -> Mask:
        """Return which cells, in clumps, are outside their neighbourhood in *reference*."""
        above = cells - cv2.dilate(reference, _NEIGHBOURS)
        below = cv2.erode(reference, _NEIGHBOURS) - cells
        least = max(LEAST_CHANGE, 6 * self._noise)
        mask = (np.maximum(above, below) > least).astype(np.uint8)
        return np.asarray(cv2.erode(mask, _CLUMP), np.bool_)

    def _learn(self, before: Cells, cells: Cells, passed: float) -> None:
        # The median does not see what moves, as long as it is less than half of the zone.
        # A quarter of the cells says it as well.
        spread = 1.48 * float(np.median(np.abs(cells[::2, ::2] - before[::2, ::2])))
        self._looks += 1
        noise = self._noise + (spread - self._noise) / min(self._looks, 10)
        self._noise = min(noise, NOISIEST)
        assert self._restless is not None
        weight = np.float32(1.0 - math.exp(-passed / RESTLESS_S))
        self._restless += weight * (self._changed(before, cells) - self._restless)
        if self._ignored is not None:
            still = cv2.dilate((self._restless > CALMED).astype(np.uint8), _AROUND)
            self._ignored &= still.astype(bool)


def _only_light(reference: FrameLook, look: FrameLook, changed: int) -> bool:
    """Return whether the light alone has changed: nearly everywhere, the same way, at once."""
    ratio = np.log((look.light + _DARK) / (reference.light + _DARK))
    way = math.copysign(1.0, float(np.median(ratio)))
    everywhere = float(np.mean(ratio * way > _SWITCHED))
    return everywhere > 0.8 and changed < 0.1 * look.cells.size


def _shifted(reference: Cells, cells: Cells) -> tuple[Cells, int]:
    """Return *reference* moved as the whole picture has moved since, and how wide its edge is.

    Where only a die has texture, it is the die that has moved, and the reference stays.
    """
    rows, columns = cells.shape
    if not _textured(reference):
        return reference, 0
    # OpenCV is half a cell off where a side is odd, and writes into what it is given.
    even = np.s_[: rows // 2 * 2, : columns // 2 * 2]
    old, new = reference[even].copy(), cells[even].copy()
    window = cv2.createHanningWindow((new.shape[1], new.shape[0]), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(old, new, window)
    if not 0.2 < math.hypot(x, y) < LARGEST_SHIFT:
        return reference, 0
    move = np.array([[1, 0, x], [0, 1, y]], np.float64)
    moved = cv2.warpAffine(reference, move, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32), math.ceil(math.hypot(x, y)) + 1


def _textured(cells: Cells) -> bool:
    """Return whether there is something to be seen nearly all over."""
    lively = (np.abs(cells) > LEAST_CHANGE).astype(np.float32)
    blocks = cv2.resize(lively, (_BLOCKS, _BLOCKS), interpolation=cv2.INTER_AREA)
    return bool(np.mean(blocks > 0.01) >= 1 / 3)
