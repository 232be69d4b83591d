"""Read a throw from a clip: find where it comes to rest, then read there, twice."""

import math
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.vision.frame import Frame, Pixels
from companion.vision.pictures import clip
from companion.vision.readings import DiceReader, DiceReading
from companion.vision.runtimes import Floats

SPAN_S = 0.1
"""Frames so far apart are compared: compressed clips repeat frames while things move."""
CHANGED = 14
"""A pixel has changed when its grey differs by more than this."""
MOVING = 0.004
"""The picture moves while more than this part of it changes."""
SHORTEST_S = 0.2
"""A rest is at least so long."""
FARTHEST = 4.0
"""Pixels that a hand-held camera drifts in `SPAN_S`, at the size in which pictures are compared."""
SMALL = 240
"""Long side, in pixels, of the pictures that are compared."""


def read_clip(reader: DiceReader, path: Path, *, dice: int | None = None) -> DiceReading:
    """Return what lies in the clip's last rest that shows dice.

    A reading is sure only if two frames of the rest are surely read alike. Without such a rest
    the last frame is a guess.

    Raises:
        PictureError: the file cannot be read.
    """
    for first, end in reversed(rests(clip(path))):
        wanted = {first + (end - first) * part // 4 for part in (2, 3)}
        pictures = [frame.pixels for frame in clip(path) if frame.number in wanted]
        reading = _agreed([reader.read(pixels, dice=dice) for pixels in pictures])
        if reading.verdict != "none":
            return reading
    (final,) = deque(clip(path), maxlen=1)
    guess = reader.read(final.pixels, dice=dice)
    return guess if guess.verdict == "none" else msgspec.structs.replace(guess, verdict="unsure")


def rests(frames: Iterator[Frame]) -> list[tuple[int, int]]:
    """Return first and last frame number of every stretch in which nothing moves."""
    stretches: list[tuple[int, int]] = []
    start: Frame | None = None
    for frame, moves in _motion(frames):
        if moves:
            start = None
            continue
        start = start or frame
        if frame.at - start.at >= SHORTEST_S:
            if stretches and stretches[-1][0] == start.number:
                stretches.pop()
            stretches.append((start.number, frame.number))
    return stretches


def _motion(frames: Iterator[Frame]) -> Iterator[tuple[Frame, bool]]:
    """Yield each frame and whether it differs from the one `SPAN_S` before."""
    before: deque[tuple[float, Floats]] = deque()
    for frame in frames:
        grey = _small(frame.pixels)
        while len(before) > 1 and before[1][0] <= frame.at - SPAN_S + 1e-6:
            before.popleft()
        if before:
            yield frame, _changed(before[0][1], grey) > MOVING
        before.append((frame.at, grey))


def _changed(before: Floats, now: Floats) -> float:
    """Return the part of a picture that changed, but for the drift of a camera held in a hand."""
    (x, y), _ = cv2.phaseCorrelate(before, now)
    if math.hypot(x, y) > FARTHEST:
        x, y = 0.0, 0.0
    height, width = now.shape
    drift = np.array([[1.0, 0.0, x], [0.0, 1.0, y]])
    moved = cv2.warpAffine(before, drift, (width, height), borderMode=cv2.BORDER_REPLICATE)
    rim = math.ceil(FARTHEST)
    return float((np.abs(now - moved) > CHANGED)[rim:-rim, rim:-rim].mean())


def _small(pixels: Pixels) -> Floats:
    scale = SMALL / max(pixels.shape[:2])
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    reduced = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(reduced, (5, 5), 1.2), np.float32)


def _agreed(readings: Sequence[DiceReading]) -> DiceReading:
    """Return the surest reading; it stays sure only if all say the same."""
    best = max(readings, key=lambda r: r.confidence)
    alike = all(r.verdict == "sure" and r.values == best.values for r in readings)
    if alike or best.verdict == "none":
        return best
    return msgspec.structs.replace(best, verdict="unsure")
