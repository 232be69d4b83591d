"""Exposure and white balance of a Pi's camera: held once the light stands, until it changes.

Left to themselves they follow every hand and sleeve, and all the picture changes with them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from companion.vision.frame import Pixels

STANDS_S = 1.5
"""So long exposure and white balance must not have changed before they are held."""
STILL = 0.05
"""By so much of themselves they may change meanwhile."""
HELD_S = 1.0
"""After so long what is held is seen in the pictures."""
CHANGED, CHANGED_S = 1.25, 3.0
"""The light has changed when half of the picture is brighter or darker by so much, for so long."""

LET_GO: Mapping[str, Any] = {"AeEnable": True, "AwbEnable": True}

_EVERY = 16  # pixels: so coarsely is the brightness of a picture looked at
_DARK = 8.0  # grey levels, so that noise in the dark is no change


class Exposure:
    """Says what to set, frame by frame."""

    def __init__(self) -> None:
        self._before: tuple[float, ...] = ()  # exposure, red, blue, as they were at `_since`
        self._since = 0.0
        self._held_at: float | None = None
        self._level: float | None = None  # the brightness of the pictures when it was held
        self._changed_at: float | None = None

    @property
    def follows(self) -> bool:
        """Whether exposure and white balance follow the light, and are to be held in the end."""
        return self._held_at is None and bool(self._before)

    def see(self, metadata: Mapping[str, Any], pixels: Pixels, at: float) -> Mapping[str, Any]:
        """Return the controls to set after a frame of *at*, in seconds; mostly none."""
        if self._held_at is None:
            return self._follow(metadata, at)
        if at - self._held_at < HELD_S:
            return {}
        return self._watch(level_of(pixels), at)

    def _follow(self, metadata: Mapping[str, Any], at: float) -> Mapping[str, Any]:
        try:
            time_us, gain = metadata["ExposureTime"], metadata["AnalogueGain"]
            red, blue = metadata["ColourGains"]
        except KeyError:
            return {}  # it does not say: then it goes on by itself
        now = (time_us * gain, red, blue)
        if not self._before or not _alike(now, self._before):
            self._before, self._since = now, at
        if at - self._since < STANDS_S:
            return {}
        self._held_at, self._level, self._changed_at = at, None, None
        return {
            "AeEnable": False,
            "ExposureTime": time_us,
            "AnalogueGain": gain,
            "AwbEnable": False,
            "ColourGains": (red, blue),
        }

    def _watch(self, level: float, at: float) -> Mapping[str, Any]:
        if self._level is None:
            self._level = level
        if 1 / CHANGED < level / self._level < CHANGED:
            self._changed_at = None
        elif self._changed_at is None:
            self._changed_at = at
        elif at - self._changed_at >= CHANGED_S:
            self._held_at, self._before = None, ()
            return LET_GO
        return {}


def level_of(pixels: Pixels) -> float:
    """Return how bright a picture is: the median, for hands cover less than half of it."""
    return float(np.median(pixels[::_EVERY, ::_EVERY])) + _DARK


def _alike(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= STILL * abs(b) for a, b in zip(one, other, strict=True))
