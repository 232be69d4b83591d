"""Many frames to a few events: something moves, everything lies still again.

Frames are reduced to a few thousand cells and each cell is divided by the brightness around it,
so that light may come, go or drift. A cell has changed when it leaves the range of its
neighbours in the reference: a die that rolls leaves it, a camera that trembles does not.
"""

import math
from collections import deque
from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Frame, Pixels
from companion.vision.plane import Zone

Cells = NDArray[np.float32]
"""Rows x columns of brightness relative to the surroundings; 0 where all is alike."""


class RestSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What counts as motion and as rest; the values were chosen on real clips."""

    still_frames: int = 3  # unchanged frames that make rest, if they also last
    still_s: float = 0.2  # this long
    repeated_s: float = 0.6  # or this long, if all are one frame given again and again
    frozen_s: float | None = 10.0  # one frame given so long is a frozen camera; None: it may be
    longest_side: int = 320  # cells
    fewest_cells: int = 4  # fewer changed cells are noise
    least_change: float = 0.09  # of a cell's relative brightness
    background_s: float = 2.0  # in which the background follows what changes slowly


class MotionBegan(msgspec.Struct, frozen=True):
    """Something moves; exactly one `AtRest` or `NothingMoved` follows."""

    at: float  # time of the first frame with motion


class AtRest(msgspec.Struct, frozen=True):
    """All lies still after a motion."""

    frame: Frame  # the sharpest of the last three
    again: Frame  # another of them, to confirm what was read in the first
    began: float  # when the motion began
    at: float  # time of the frame that proved the rest
    changed: bool  # whether it looks different from before; a hand in passing changes nothing


class NothingMoved(msgspec.Struct, frozen=True):
    """The motion was one bad frame, or ended with the camera: nothing is to be read."""

    began: float
    at: float


class Frozen(msgspec.Struct, frozen=True):
    """The camera gives one and the same frame."""

    since: float
    at: float


class Thawed(msgspec.Struct, frozen=True):
    """A frozen camera gives new frames again."""

    at: float


RestEvent = MotionBegan | AtRest | NothingMoved | Frozen | Thawed


class RestDetector:
    """Watches one zone of a camera's frames.

    Args:
        zone: the part of the picture that is watched; None: all of it.
        settings: thresholds and times.
    """

    def __init__(self, zone: Zone | None = None, settings: RestSettings | None = None) -> None:
        self._zone, self._set = zone, settings or RestSettings()
        self._sight = _Sight(self._set)
        self._background: _Look | None = None
        self._began: float | None = None  # of the motion that goes on
        self._before: _Look | None = None  # the background when it began
        self._moving_frames = 0
        self._run = _Run()
        self._frozen = False
        self._last_at = self._new_at = 0.0

    @property
    def moving(self) -> bool:
        """Whether a motion has begun and not ended."""
        return self._began is not None

    def see(self, frame: Frame) -> tuple[RestEvent, ...]:
        """Take the next frame; return what it proves, in order."""
        look = self._sight.look(_cut(frame.pixels, self._zone))
        if self._background is None:
            self._background, self._last_at, self._new_at = look, frame.at, frame.at
            return ()
        if not look.repeated:
            self._new_at = frame.at
        events = [*self._freeze(frame.at)]
        if self._began is None:
            events += self._idle(frame, look)
        else:
            events += self._moved(frame, look)
        self._last_at = frame.at
        return tuple(events)

    def reset(self) -> tuple[RestEvent, ...]:
        """Forget everything, as after a loss of the camera; ends a motion that goes on."""
        began, self._began, self._background = self._began, None, None
        self._frozen = False
        self._sight = _Sight(self._set)
        return () if began is None else (NothingMoved(began, self._last_at),)

    def _idle(self, frame: Frame, look: "_Look") -> list[RestEvent]:
        assert self._background is not None
        seen = self._sight.compare(self._background, look)
        if seen != "moved":
            # A mean of two places would fit neither: what was nudged or relit starts afresh.
            share = (frame.at - self._last_at) / self._set.background_s if seen == "same" else 99
            self._background = self._background.followed_by(look, share)
            return []
        self._began, self._before, self._moving_frames = frame.at, self._background, 1
        self._run.begin(frame, look)
        return [MotionBegan(frame.at)]

    def _moved(self, frame: Frame, look: "_Look") -> list[RestEvent]:
        assert self._run.reference is not None
        if self._sight.compare(self._run.reference, look) == "moved":
            self._moving_frames += 1
            self._run.begin(frame, look)
            return []
        self._run.add(frame, look)
        if not self._run.proves_rest(frame.at, self._set):
            return []
        return [self._settle(frame.at, look)]

    def _settle(self, at: float, look: "_Look") -> RestEvent:
        began, before = self._began, self._before
        assert began is not None
        assert before is not None
        self._began, self._before, self._background = None, None, look
        changed = self._sight.moved(before, look)
        if self._moving_frames <= 2 and not changed:  # there and back
            return NothingMoved(began, at)
        frame = max(self._run.frames, key=lambda f: _sharpness(_cut(f.pixels, self._zone)))
        again = next(f for f in reversed(self._run.frames) if f is not frame)
        return AtRest(frame=frame, again=again, began=began, at=at, changed=changed)

    def _freeze(self, at: float) -> tuple[RestEvent, ...]:
        limit = self._set.frozen_s
        frozen = limit is not None and at - self._new_at >= limit
        if frozen == self._frozen:
            return ()
        self._frozen = frozen
        return (Frozen(self._new_at, at),) if frozen else (Thawed(at),)


_Part = tuple[slice, slice]
_ALL: _Part = (slice(None), slice(None))

_Compared = Literal["same", "relit", "nudged", "moved"]
"""Nudged: the whole picture has moved a little, as when somebody bumps the table."""


class _Look(msgspec.Struct, frozen=True):
    """What one frame looks like, reduced."""

    cells: Cells
    light: Cells  # the brightness around each cell, in grey levels
    repeated: bool = False  # whether it is the frame before once more

    def followed_by(self, later: "_Look", share: float) -> "_Look":
        """Return a background that has moved towards *later*."""
        weight = 1.0 - math.exp(-max(share, 0.0))
        cells = cv2.addWeighted(self.cells, 1 - weight, later.cells, weight, 0)
        return _Look(np.asarray(cells, np.float32), later.light)


class _Run:
    """Frames that look like the first of them."""

    def __init__(self) -> None:
        self.reference: _Look | None = None
        self.frames: deque[Frame] = deque(maxlen=3)
        self._since, self._still, self._fresh = 0.0, 0, 0

    def begin(self, frame: Frame, look: _Look) -> None:
        self.reference, self._since, self._still, self._fresh = look, frame.at, 0, 0
        self.frames.clear()
        self.frames.append(frame)

    def add(self, frame: Frame, look: _Look) -> None:
        self._still += 1
        self._fresh += not look.repeated
        self.frames.append(frame)

    def proves_rest(self, at: float, wanted: RestSettings) -> bool:
        lasted = wanted.still_s if self._fresh else wanted.repeated_s
        # Half a millisecond: times are sums of frame periods.
        return self._still >= wanted.still_frames and at - self._since >= lasted - 5e-4


class _Sight:
    """Reduces frames, and tells which differ."""

    def __init__(self, settings: RestSettings) -> None:
        self._set = settings
        self._grey: NDArray[np.uint8] | None = None
        self._cells: Cells | None = None
        self._noise, self._looks = 0.0, 0  # of a cell from frame to frame, standard deviation

    def look(self, pixels: Pixels) -> _Look:
        """Return the reduced frame."""
        factor = min(1.0, self._set.longest_side / max(pixels.shape[:2]))
        small = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        repeated = self._grey is not None and np.array_equal(grey, self._grey)
        self._grey = grey
        smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 0.8)
        light = np.asarray(cv2.blur(smooth, (15, 15)), np.float32)
        cells = np.asarray((smooth - light) / (light + _DARK), np.float32)
        if not repeated:
            self._learn_noise(cells)
        return _Look(cells, light, repeated)

    def compare(self, reference: _Look, look: _Look) -> "_Compared":
        """Return what has happened from one frame to the next."""
        if reference.cells.shape != look.cells.shape:
            return "moved"
        changed = self._changed(reference.cells, look.cells)
        if changed < self._set.fewest_cells:
            return "same"
        if _only_light(reference, look, changed):
            return "relit"
        return "moved" if self.moved(reference, look) else "nudged"

    def moved(self, reference: _Look, look: _Look) -> bool:
        """Return whether something lies elsewhere, whatever has become of the light."""
        if reference.cells.shape != look.cells.shape:
            return True
        nudged, inside = _shifted(reference.cells, look.cells)
        return self._changed(nudged, look.cells, inside) >= self._set.fewest_cells

    def _changed(self, reference: Cells, cells: Cells, inside: _Part = _ALL) -> int:
        """Return how many cells, in clumps, are outside their neighbourhood in *reference*."""
        above = cells - cv2.dilate(reference, _NEIGHBOURS)
        below = cv2.erode(reference, _NEIGHBOURS) - cells
        least = max(self._set.least_change, 6 * self._noise)
        mask = (np.maximum(above, below) > least).astype(np.uint8)
        return int(np.count_nonzero(cv2.erode(mask, _CLUMP)[inside]))

    def _learn_noise(self, cells: Cells) -> None:
        if self._cells is not None and self._cells.shape == cells.shape:
            # The median does not see what moves, as long as it is less than half of the zone.
            spread = 1.48 * float(np.median(np.abs(cells - self._cells)))
            self._looks += 1
            self._noise += (spread - self._noise) / min(self._looks, 10)
            self._noise = min(self._noise, _NOISIEST)  # a camera in a hand is no noise
        self._cells = cells


_DARK = 12.0  # grey levels added to the light, so that the dark is not all noise
_NEIGHBOURS = np.ones((3, 3), np.uint8)
_CLUMP = np.ones((2, 2), np.uint8)


def _only_light(reference: _Look, look: _Look, changed: int) -> bool:
    """Return whether the light alone has changed: nearly everywhere, the same way, at once."""
    ratio = np.log((look.light + _DARK) / (reference.light + _DARK))
    way = math.copysign(1.0, float(np.median(ratio)))
    everywhere = float(np.mean(ratio * way > _SWITCHED))
    return everywhere > 0.8 and changed < 0.1 * look.cells.size


_NOISIEST = 0.06  # cells' standard deviation
_SWITCHED = 0.08  # natural logarithm of the brightness's ratio


def _shifted(reference: Cells, cells: Cells) -> tuple[Cells, _Part]:
    """Return *reference* moved as the whole picture has moved since, and where it is known."""
    rows, columns = cells.shape
    # OpenCV is half a cell off where a side is odd, and writes into what it is given.
    even = np.s_[: rows // 2 * 2, : columns // 2 * 2]
    old, new = reference[even].copy(), cells[even].copy()
    (x, y), _ = cv2.phaseCorrelate(old, new, _window(new.shape))
    if not 0.2 < math.hypot(x, y) < 8.0:
        return reference, _ALL
    move = np.array([[1, 0, x], [0, 1, y]], np.float64)
    moved = cv2.warpAffine(reference, move, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
    edge = math.ceil(math.hypot(x, y)) + 1
    return np.asarray(moved, np.float32), np.s_[edge:-edge, edge:-edge]


def _window(shape: tuple[int, ...]) -> Cells:
    return np.asarray(cv2.createHanningWindow((shape[1], shape[0]), cv2.CV_32F), np.float32)


def _cut(pixels: Pixels, zone: Zone | None) -> Pixels:
    part = pixels if zone is None else zone.cut(pixels)
    return part if part.size else pixels


def _sharpness(pixels: Pixels) -> float:
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return float(cv2.Laplacian(half, cv2.CV_32F).var())
