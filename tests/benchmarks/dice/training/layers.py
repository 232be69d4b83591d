"""Rendered dice on any ground: layers are laid on a drawn or real table as a sample is drawn."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.benchmarks.dice.training.grounds import EDGE as GROUND_EDGE
from tests.benchmarks.dice.training.photos import Bytes, Floats, View
from tests.benchmarks.dice.training.render import BRIGHTEST, PATCH

_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)


class Layers(NamedTuple):
    """What `render` wrote, all in memory."""

    patches: Bytes  # n x PATCH x PATCH x 4
    labels: Floats  # n x ROOM x 4: class, x, y, edge; class 0: nothing, below: a side
    grounds: Bytes
    dice: NDArray[np.int64]  # patch, row of each die or solid
    sides: NDArray[np.int64]  # patch, row of each side face
    things: Floats  # ground, x, y, half its side of each drawn thing


def load(folders: Sequence[Path]) -> Layers:
    """Return the patches of all files in *folders*."""
    parts = [np.load(file) for folder in folders for file in sorted(folder.glob("*.npz"))]
    patches, labels, grounds, things = (
        np.concatenate([part[name] for part in parts])
        for name in ("patches", "labels", "grounds", "things")
    )
    inside = ((labels[..., 1:3] > 6) & (labels[..., 1:3] < PATCH - 6)).all(-1)
    at = np.argwhere(things[..., 2] > 0)
    laid = np.column_stack([at[:, 0], things[at[:, 0], at[:, 1]]]).astype(np.float32)
    dice, sides = ((labels[..., 0] > 0) & inside, (labels[..., 0] < 0) & inside)
    return Layers(patches, labels, grounds, np.argwhere(dice), np.argwhere(sides), laid)


def crop(rng: Generator, layers: Bytes, view: View, size: int, ground: Bytes) -> Bytes:
    """Return a view of rendered dice on a ground as size x size x 3 bytes.

    Args:
        rng: chance, for the exposure.
        layers: one patch.
        view: of the patch.
        size: pixels along the side.
        ground: size x size x 3 bytes.
    """
    matrix, flags = view.matrix(size), cv2.INTER_LINEAR
    if view.scale < 0.62:
        layers = np.asarray(cv2.resize(layers, None, fx=0.5, fy=0.5, interpolation=3), np.uint8)
        matrix[:, :2] *= 2
    edge = cv2.BORDER_REPLICATE
    seen = cv2.warpAffine(layers, matrix, (size, size), flags=flags, borderMode=edge)
    roots = seen.astype(np.float32) / np.float32(255.0 / BRIGHTEST**0.5)
    light = roots * roots
    whole = light[..., :3] + light[..., 3:] * _LINEAR[ground]
    bright = float(whole.mean() + 1.6 * whole.std()) + 1e-3
    white = np.exp(rng.normal(0, 0.06, 3)) * rng.uniform(0.45, 1.15) / bright
    photo = np.clip(whole * white.astype(np.float32), 0.0, 1.0) ** np.float32(
        rng.uniform(0.4, 0.55)
    )
    return (photo * np.float32(255)).astype(np.uint8)


def drawn_ground(rng: Generator, layers: Layers, size: int, edge: float) -> Bytes:
    """Return a view of a drawn ground for dice of *edge* pixels, size x size x 3 bytes."""
    k = int(rng.integers(len(layers.grounds)))
    scale = edge / GROUND_EDGE * float(np.exp(rng.uniform(-0.6, 0.5)))
    x, y = rng.uniform(0, layers.grounds.shape[1], 2)
    return on_ground(layers, k, View(x, y, scale, rng.uniform(0, 6.283), mirror=False), size)


def on_ground(layers: Layers, k: int, view: View, size: int) -> Bytes:
    """Return a view of a drawn ground, size x size x 3 bytes; beyond its border it is mirrored."""
    whole, matrix = layers.grounds[k], view.matrix(size)
    if view.scale < 0.62:
        whole = np.asarray(cv2.resize(whole, None, fx=0.5, fy=0.5, interpolation=3), np.uint8)
        matrix[:, :2] *= 2
    edge_mode = cv2.BORDER_REFLECT
    return np.asarray(cv2.warpAffine(whole, matrix, (size, size), borderMode=edge_mode), np.uint8)
