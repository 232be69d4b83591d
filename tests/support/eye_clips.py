"""Clips for a browser's camera of files, as Chromium takes them: JPEGs one after another."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.vision.frame import Pixels
from hardware.simulated.table import SimulatedTable

RATE = 30  # frames a second at which Chromium plays such a file
STEPS = 2  # frames that show the same: to draw them costs most
EMPTY_S, LONG_S = 2.5, 9.0
QUALITY = 92


class ClipClock:
    """A clock that the clip's frames move."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def throws_in_a_clip(path: Path, *throws: Sequence[int], seed: int = 7) -> Path:
    """Write a clip: an empty tray, then each throw with its rest; return its path."""
    clock = ClipClock()
    table = SimulatedTable(seed, clock=clock)
    with path.open("wb") as file:
        for shown in ((), *throws):
            if shown:
                table.throw(show=list(shown))  # type: ignore[arg-type]  # plain numbers
            lasts = LONG_S / 2 if shown else EMPTY_S
            for _ in range(round(lasts * RATE / STEPS)):
                clock.now += STEPS / RATE
                file.write(coded(table.seen(clock.now)) * STEPS)
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
