"""Change the look of a picture: light, colour, contrast, blur, shadow, glare, grain.

All that treats every pixel of a channel alike is one table of 256 entries: the processor is
needed for the nets.
"""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

_LEVELS = np.arange(256, dtype=np.float32) / 255.0


def augmented(rng: Generator, picture: Bytes) -> Floats:
    """Return h x w x 3 bytes as another camera in other light would see them, 0 to 1."""
    if rng.random() < 0.15:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.12:
        picture = np.repeat(picture.mean(2, keepdims=True).astype(np.uint8), 3, 2)
    x = _toned(rng, picture)
    if rng.random() < 0.3:
        x = _softened(rng, x)
    if rng.random() < 0.2:
        x *= 1.0 - rng.uniform(0.2, 0.7) * _shadow(rng, *x.shape[:2])[..., None]
    if rng.random() < 0.1:
        x += rng.uniform(0.0, 1.0) * _glare(rng, *x.shape[:2])[..., None]
    if rng.random() < 0.4:
        grain = rng.standard_normal(x.shape, np.float32)
        x += grain * np.float32(0.08 * rng.random() ** 2.5)
    return np.clip(x, 0.0, 1.0, out=x)


def _toned(rng: Generator, picture: Bytes) -> Floats:
    """Apply exposure, white point, gamma, contrast and negative, one table per channel."""
    gamma, tables = np.exp(0.22 * rng.standard_normal()), []
    gain = np.exp(0.22 * rng.standard_normal() + 0.09 * rng.standard_normal(3))
    contrast = 1.0 if rng.random() < 0.8 else rng.uniform(0.3, 0.8)
    negative = rng.random() < 0.07
    middle = float(picture.mean()) / 255.0
    for channel in range(3):
        levels = 1.0 - _LEVELS if negative else _LEVELS
        levels = np.clip(levels * gain[channel], 0.0, 1.0) ** gamma
        tables.append(middle + (levels - middle) * contrast)
    return np.stack([tables[c][picture[..., c]] for c in range(3)], 2).astype(np.float32)


def _softened(rng: Generator, x: Floats) -> Floats:
    kind = rng.random()
    if kind < 0.55:
        x = np.asarray(cv2.GaussianBlur(x, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    elif kind < 0.75:  # a hand or a die that moved
        length = int(rng.integers(2, 5))
        size = (length, 1) if rng.random() < 0.5 else (1, length)
        x = np.asarray(cv2.blur(x, size), np.float32)
    else:
        x += np.float32(rng.random()) * (x - np.asarray(cv2.blur(x, (3, 3)), np.float32))
    return x


def _axes(height: int, width: int) -> tuple[Floats, Floats]:
    v = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    u = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    return v, u


def _shadow(rng: Generator, height: int, width: int) -> Floats:
    v, u = _axes(height, width)
    turn, hard = rng.uniform(0, 6.283), np.exp(rng.uniform(0.7, 3.5))
    side = u * np.cos(turn) + v * np.sin(turn) - rng.uniform(-0.5, 0.5)
    return np.asarray(np.clip(0.5 + hard * side, 0.0, 1.0), np.float32)


def _glare(rng: Generator, height: int, width: int) -> Floats:
    v, u = _axes(height, width)
    at, spread = rng.uniform(-1, 1, 2), rng.uniform(0.1, 0.5)
    return np.asarray(np.exp(-((u - at[0]) ** 2 + (v - at[1]) ** 2) / spread**2), np.float32)
