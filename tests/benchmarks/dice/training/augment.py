"""Change the look of a picture: light, colour, contrast, blur, shadow, glare, grain, coding.

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
    if rng.random() < 0.35:
        x = _softened(rng, x)
    if rng.random() < 0.2:
        x *= 1.0 - rng.uniform(0.2, 0.7) * _shadow(rng, *x.shape[:2])[..., None]
    if rng.random() < 0.12:
        x += rng.uniform(0.0, 1.0) * _glare(rng, *x.shape[:2])[..., None]
    if rng.random() < 0.4:
        x += _grain(rng, x.shape)
    if rng.random() < 0.03:
        x[rng.random(x.shape[:2]) < rng.uniform(0.0, 0.03)] = float(rng.random() < 0.5)
    x = np.clip(x, 0.0, 1.0, out=x)
    if rng.random() < 0.2:
        x = _coded(rng, x)
    return x


def _toned(rng: Generator, picture: Bytes) -> Floats:
    """Apply exposure, white point, gamma, contrast and negative, one table per channel."""
    gamma = np.exp(0.25 * rng.standard_normal())
    gain = np.exp(0.25 * rng.standard_normal() + 0.1 * rng.standard_normal(3))
    contrast = 1.0 if rng.random() < 0.75 else rng.uniform(0.3, 0.8)
    levels = 1.0 - _LEVELS if rng.random() < 0.06 else _LEVELS
    middle = float(picture[::4, ::4].mean()) / 255.0
    table = np.clip(levels[:, None] * gain, 0.0, 1.0) ** gamma
    table = (middle + (table - middle) * contrast).astype(np.float32)
    return np.asarray(cv2.LUT(np.ascontiguousarray(picture), table[None]), np.float32)


def _softened(rng: Generator, x: Floats) -> Floats:
    kind = rng.random()
    if kind < 0.5:
        x = np.asarray(cv2.GaussianBlur(x, (0, 0), rng.uniform(0.4, 1.5)), np.float32)
    elif kind < 0.65:  # a hand or a die that moved
        length = int(rng.integers(2, 5))
        size = (length, 1) if rng.random() < 0.5 else (1, length)
        x = np.asarray(cv2.blur(x, size), np.float32)
    elif kind < 0.8:  # a small picture, enlarged
        part = rng.uniform(0.4, 0.8)
        small = cv2.resize(x, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        x = np.asarray(cv2.resize(small, x.shape[1::-1]), np.float32)
    else:
        x += np.float32(1.5 * rng.random()) * (x - np.asarray(cv2.blur(x, (3, 3)), np.float32))
    return x


def _grain(rng: Generator, shape: tuple[int, ...]) -> Floats:
    grain = rng.standard_normal(shape, np.float32)
    if rng.random() < 0.3:
        grain = np.asarray(cv2.blur(grain, (2, 2)), np.float32)
    return np.asarray(grain * np.float32(0.08 * rng.random() ** 2.5), np.float32)


def _coded(rng: Generator, x: Floats) -> Floats:
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 92))]
    _, coded = cv2.imencode(".jpg", (x * 255).astype(np.uint8), quality)
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.float32) / np.float32(255)


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
