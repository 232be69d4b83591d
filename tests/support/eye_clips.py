"""Clips for a browser's camera of files, as Chromium takes them: JPEGs one after another."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.vision.frame import Pixels
from hardware.simulated.table import SimulatedTable

RATE = 30  # frames a second at which Chromium plays such a file, again and again
STEPS = 2  # frames that show the same: to draw them costs most
EMPTY_S, LASTS_S = 2.5, 4.5
REST_S = 4.0  # of a longer rest only so much is drawn
QUALITY = 92


class ClipClock:
    """A clock that the clip's frames move."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def film(
    *throws: Sequence[int], seed: int = 7, empty_s: float = EMPTY_S, lasts_s: float = LASTS_S
) -> Iterator[Pixels]:
    """Yield frames: an empty tray, then each throw with its rest.

    A throw that lasts longer than anybody draws is only its rest.
    """
    clock = ClipClock()
    table = SimulatedTable(seed, clock=clock)
    for shown in ((), *throws):
        lasts = lasts_s if shown else empty_s
        if shown:
            table.throw(show=list(shown))  # type: ignore[arg-type]  # plain numbers
        if lasts > 2 * LASTS_S:
            clock.now, lasts = clock.now + lasts, REST_S
        for _ in range(round(lasts * RATE / STEPS)):
            clock.now += STEPS / RATE
            pixels = table.seen(clock.now)
            for _ in range(STEPS):
                yield pixels


def throws_in_a_clip(
    path: Path, *throws: Sequence[int], empty_s: float = EMPTY_S, lasts_s: float = LASTS_S
) -> Path:
    """Write such frames as a clip; return its path."""
    return in_a_clip(path, film(*throws, empty_s=empty_s, lasts_s=lasts_s))


def in_a_clip(path: Path, frames: Iterable[Pixels]) -> Path:
    """Write frames as a clip; return its path."""
    written: tuple[Pixels, bytes] | None = None
    with path.open("wb") as file:
        for pixels in frames:
            if written is None or written[0] is not pixels:
                written = (pixels, coded(pixels))
            file.write(written[1])
    return path


def coded(pixels: Pixels) -> bytes:
    """Return a frame of a clip. Chromium takes its levels for those of video, 16 to 235."""
    pale = np.clip(pixels * (219 / 255) + 16, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", pale, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def camera_of(clip: Path) -> tuple[str, ...]:
    """Return what a browser is told when it starts, so that its camera is a clip."""
    return (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={clip}",
    )
