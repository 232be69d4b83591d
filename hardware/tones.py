"""Earcons as sound: short tones one after another, as a WAV file in memory."""

import io
import wave
from collections.abc import Sequence
from functools import cache

import numpy as np

RATE = 22050  # samples a second
LOUD = 0.25  # of the largest amplitude
FADE_S = 0.005
"""So long each tone takes to begin and to end: a sudden one clicks."""

Tones = tuple[tuple[int, int], ...]
"""Hz and milliseconds."""


@cache
def wav(tones: Tones) -> bytes:
    """Return tones as a WAV file: one channel, 16 bits."""
    told = io.BytesIO()
    with wave.open(told, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(_samples(tones).tobytes())
    return told.getvalue()


def _samples(tones: Sequence[tuple[int, int]]) -> np.ndarray:
    parts = [np.zeros(0)]
    for pitch, ms in tones:
        at = np.arange(round(RATE * ms / 1000)) / RATE
        fade = np.minimum(1.0, np.minimum(at, at[::-1]) / FADE_S)
        parts.append(LOUD * fade * np.sin(2 * np.pi * pitch * at))
    return np.asarray(np.concatenate(parts) * 32767, "<i2")
