"""Samples for the two nets, half rendered and half real.

Classes: 0 background, 1 to 6, 7 a die without a value (`OTHER`), 8 background or other
(`EITHER`, only as a target), -1 no opinion.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tests.benchmarks.dice.training.photos import (
    UNLABELLED_DICE,
    Bytes,
    Floats,
    Photo,
    View,
    any_turn,
    crop,
    placed,
)

PATCH, CROP = 96, 48
STRIDE = 4
EDGE = 26.0
"""Edge of a die in the reader's crop, and the middle of the finder's range, in pixels."""
EITHER = 8
SIZED = (18.0, 43.0)
"""Edges, in pixels, that the finder shall see; the looks at several scales overlap so."""
BLURRED = (12.0, 60.0)
"""Edges between these and `SIZED` are left to chance; smaller or larger dice are ground."""
Ints = NDArray[np.int64]


class Rendered:
    """Patches made by `render`, all in memory."""

    def __init__(self, folder: Path) -> None:
        parts = [np.load(file) for file in sorted(folder.glob("*.npz"))]
        self.patches: Bytes = np.concatenate([part["patches"] for part in parts])
        self.labels: Floats = np.concatenate([part["labels"] for part in parts])
        inside = (self.labels[..., 1:3] > 8) & (self.labels[..., 1:3] < PATCH - 8)
        usable = (self.labels[..., 0] > 0) & inside.all(-1) & (self.labels[..., 3] > 17)
        self.dice = np.argwhere(usable)  # patch, row


class Source:
    """Everything that samples are drawn from.

    Args:
        rendered: patches.
        photos: real photos with dice.
        empty: real photos without dice.
        mined: file -> x, y, edge of places that a net took for dice, and that are none.
    """

    def __init__(
        self,
        rendered: Rendered,
        photos: Sequence[Photo],
        empty: Sequence[Photo],
        mined: Mapping[str, Sequence[tuple[float, float, float]]],
    ) -> None:
        self.rendered, self.photos, self.empty = rendered, photos, empty
        pictures = (*photos, *empty)
        self.mined = [(photo, row) for photo in pictures for row in mined.get(photo.name, ())]
        # A source with many photos must not drown the others: weight by its square root.
        counts: dict[str, int] = {}
        for photo in photos:
            counts[photo.source] = counts.get(photo.source, 0) + 1
        weights = np.array([counts[p.source] ** -0.5 for p in photos])
        self.weights = weights / weights.sum()

    def photo(self, rng: Generator) -> Photo:
        """Return a real photo with dice."""
        return self.photos[int(rng.choice(len(self.photos), p=self.weights))]


def finder_batch(rng: Generator, source: Source, size: int) -> tuple[Bytes, Ints, Floats]:
    """Return patches (size x 96 x 96 x 3), classes and log2(edge / EDGE) per cell."""
    pictures, classes, sizes = [], [], []
    for _ in range(size):
        picture, rows, ground = _finder_sample(rng, source)
        kinds, logs = _targets(rows, ground)
        pictures.append(picture)
        classes.append(kinds)
        sizes.append(logs)
    return np.stack(pictures), np.stack(classes), np.stack(sizes)


def _finder_sample(rng: Generator, source: Source) -> tuple[Bytes, Floats, int]:
    kind = rng.random()
    if kind < 0.40:
        return _rendered_patch(rng, source.rendered)
    if kind < 0.70:
        photo = source.photo(rng)
        die = photo.dice[int(rng.integers(len(photo.dice)))]
        edge = float(np.exp(rng.uniform(np.log(SIZED[0]), np.log(SIZED[1]))))
        away = 0.5 * PATCH / edge
        x, y = (die[k] + die[3] * away * rng.uniform(-1, 1) for k in (1, 2))
        view = View(x, y, edge / die[3], *any_turn(rng))
    elif kind < 0.84 and source.mined:
        photo, (x, y, edge) = source.mined[int(rng.integers(len(source.mined)))]
        x, y = (v + edge * rng.uniform(-1, 1) for v in (x, y))
        view = View(x, y, EDGE / edge * float(np.exp(rng.normal(0, 0.15))), *any_turn(rng))
    else:
        photo = _ground(rng, source)
        view = _anywhere(rng, photo)
    rows = placed(photo, view, PATCH)
    return crop(photo, view, PATCH), rows, EITHER if photo.source in UNLABELLED_DICE else 0


def _ground(rng: Generator, source: Source) -> Photo:
    """Return any photo: what is not a die at the looked-for size is ground."""
    if rng.random() < 0.6:
        return source.photo(rng)
    return source.empty[int(rng.integers(len(source.empty)))]


def _anywhere(rng: Generator, photo: Photo) -> View:
    height, width = photo.levels[0].shape[:2]
    scale = float(np.exp(rng.uniform(np.log(0.05), np.log(1.4))))
    return View(rng.uniform(0, width), rng.uniform(0, height), scale, *any_turn(rng))


def _rendered_patch(rng: Generator, rendered: Rendered) -> tuple[Bytes, Floats, int]:
    i = int(rng.integers(len(rendered.patches)))
    picture, rows = rendered.patches[i], rendered.labels[i]
    rows = rows[rows[:, 0] > 0].copy()
    if rng.random() < 0.5:
        picture, rows[:, 1] = picture[:, ::-1], PATCH - rows[:, 1]
    for _ in range(int(rng.integers(4))):
        picture = np.rot90(picture)
        rows[:, 1], rows[:, 2] = rows[:, 2].copy(), PATCH - rows[:, 1]
    return np.ascontiguousarray(picture), rows, 0


def _targets(rows: Floats, ground: int) -> tuple[Ints, Floats]:
    """Return class and log size per cell: a face's middle counts, the ring around it does not."""
    cells = PATCH // STRIDE
    at = (np.arange(cells) + 0.5) * STRIDE
    classes = np.full((cells, cells), ground, np.int64)
    logs = np.zeros((cells, cells), np.float32)
    rows = rows[(rows[:, 3] > BLURRED[0]) & (rows[:, 3] < BLURRED[1])]
    for _, x, y, edge in rows:
        gap = np.hypot(at[None, :] - x, at[:, None] - y) / edge
        classes[(gap < 0.42) & ((classes == 0) | (classes == EITHER))] = -1
    for kind, x, y, edge in rows:
        gap = np.hypot(at[None, :] - x, at[:, None] - y) / edge
        cut = min(x, y, PATCH - x, PATCH - y) < 0.35 * edge
        near = gap < 0.27
        sized = SIZED[0] * 0.9 < edge < SIZED[1] * 1.1
        classes[near] = -1 if cut or not sized else int(kind)
        logs[near] = np.log2(edge / EDGE)
    return classes, logs


def reader_batch(rng: Generator, source: Source, size: int) -> tuple[Bytes, Ints]:
    """Return crops (size x 48 x 48 x 3) and their classes."""
    pictures, classes = [], []
    for _ in range(size):
        picture, kind = _reader_sample(rng, source)
        pictures.append(picture)
        classes.append(kind)
    return np.stack(pictures), np.array(classes, np.int64)


def _reader_sample(rng: Generator, source: Source) -> tuple[Bytes, int]:
    kind = rng.random()
    if kind < 0.08:
        return _ground_crop(rng, source)
    if kind < 0.20 and source.mined:
        photo, (x, y, edge) = source.mined[int(rng.integers(len(source.mined)))]
        return _cut(rng, photo, (x, y, edge)), _nothing(photo)
    if rng.random() < 0.5:
        i, row = source.rendered.dice[int(rng.integers(len(source.rendered.dice)))]
        photo = Photo("", (source.rendered.patches[i],), ())
        rows = source.rendered.labels[i]
        value, x, y, edge = rows[row]
    else:
        photo = source.photo(rng)
        rows = np.array(photo.dice, np.float32)
        value, x, y, edge = rows[int(rng.integers(len(rows)))]
    chance = rng.random()
    if chance < 0.18:
        turn, far = rng.uniform(0, 6.283), edge * rng.uniform(0.5, 1.3)
        at = (x + far * np.cos(turn), y + far * np.sin(turn), edge * np.exp(rng.normal(0, 0.2)))
        return _unless_die(rng, photo, at, rows) or _reader_sample(rng, source)
    if chance < 0.24:  # a pip alone, or dice so small that they look like pips
        wrong = rng.uniform(0.2, 0.45) if rng.random() < 0.5 else float(rng.choice((3, 5, 8)))
        wrong, far = wrong * rng.uniform(0.8, 1.2), 0.5 * edge * max(1.0, 0.7 * wrong)
        at = (x + rng.uniform(-far, far), y + rng.uniform(-far, far), edge * wrong)
        return _cut(rng, photo, at), _nothing(photo)
    shift = edge * 0.05
    return _cut(rng, photo, (x + rng.normal(0, shift), y + rng.normal(0, shift), edge)), int(value)


def _unless_die(
    rng: Generator, photo: Photo, at: tuple[float, float, float], rows: Floats
) -> tuple[Bytes, int] | None:
    """Return a crop of ground, or None if a die of that size lies there."""
    real = rows[rows[:, 0] > 0]
    near = np.hypot(real[:, 1] - at[0], real[:, 2] - at[1]) < 0.48 * real[:, 3]
    alike = abs(np.log(real[:, 3] / at[2])) < 0.6
    return None if (near & alike).any() else (_cut(rng, photo, at), _nothing(photo))


def _nothing(photo: Photo) -> int:
    return EITHER if photo.source in UNLABELLED_DICE else 0


def _ground_crop(rng: Generator, source: Source) -> tuple[Bytes, int]:
    photo = _ground(rng, source)
    view = _anywhere(rng, photo)
    rows = np.array(photo.dice, np.float32).reshape(-1, 4)
    at = (view.x, view.y, EDGE / view.scale)
    return _unless_die(rng, photo, at, rows) or _ground_crop(rng, source)


def _cut(rng: Generator, photo: Photo, at: tuple[float, float, float]) -> Bytes:
    x, y, edge = at
    turn, mirror = any_turn(rng)
    scale = EDGE / edge * float(np.exp(rng.normal(0, 0.09)))
    return crop(photo, View(x, y, scale, turn, mirror), CROP)


def still(photo: Photo, row: tuple[int, float, float, float]) -> Bytes:
    """Return a die's crop as it lies, for a quick look at what the reader makes of it."""
    return crop(photo, View(row[1], row[2], EDGE / row[3], 0.0, mirror=False), CROP)
