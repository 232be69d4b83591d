"""Samples for the two nets: rendered dice, real ones, and ground.

Classes of the reader: 0 background, 1 to 6, 7 a die without a value (`OTHER`), 8 background or
other (`EITHER`, only as a target). The finder knows 0 ground, 1 upper face, 2 other, 3 either;
-1 is no opinion.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from companion.vision.nets import LOOKED_FOR, STRIDE
from companion.vision.pips import FIRST, Cut
from tests.benchmarks.dice.labels import NO_OPINION, OTHER, Row
from tests.benchmarks.dice.training import layers
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

PATCH = 64
"""Pixels along the finder's samples."""
EITHER = OTHER + 1
SIZED = (10.0, 22.0)
"""Edges, in pixels, that the finder shall see; the looks at several scales overlap so."""
BLURRED = (7.0, 32.0)
"""Edges between these and `SIZED` are left to chance; smaller or larger dice are ground."""
DRAWN_THINGS, SIDES = 0.1, 0.1
"""Parts of the rendered samples: things drawn on a ground, side faces."""
_CELLS = {OTHER: 2, EITHER: 3, NO_OPINION: -1}
_WEIGHTS = {OTHER: 0.3, NO_OPINION: 0.0}
_NO_DICE = np.zeros((0, 4), np.float32)
Ints = NDArray[np.int64]
Place = tuple[float, float, float]
"""x, y, edge in pixels of a photo."""


class Source:
    """Everything that samples are drawn from.

    Args:
        rendered: layers of rendered dice.
        photos: real photos with dice; none: all that is drawn is rendered.
        empty: real photos without dice.
        mined: file -> places that a net took for dice, and that are none.
        real: part of the samples that is real.
        cut: what the reader's samples are like.
    """

    def __init__(
        self,
        rendered: layers.Layers,
        photos: Sequence[Photo],
        empty: Sequence[Photo],
        mined: Mapping[str, Sequence[Place]],
        real: float,
        *,
        cut: Cut = FIRST,
    ) -> None:
        self.rendered, self.photos, self.empty, self.real = rendered, photos, empty, real
        self.cut = cut
        pictures = (*photos, *empty)
        self.mined = [(photo, row) for photo in pictures for row in mined.get(photo.name, ())]
        # A source with many photos must not drown the others: weight by its square root.
        counts: dict[str, int] = {}
        for photo in photos:
            counts[photo.source] = counts.get(photo.source, 0) + 1
        weights = np.array([counts[p.source] ** -0.5 * len(p.dice) ** 0.35 for p in photos])
        self.reached = np.cumsum(weights / max(weights.sum(), 1e-9))
        alike = [e.source for e in empty]
        weights = np.array([alike.count(source) ** -0.5 for source in alike])
        self.reached_empty = np.cumsum(weights / max(weights.sum(), 1e-9))

    def photo(self, rng: Generator) -> Photo:
        """Return a real photo with dice."""
        return self.photos[_chosen_of(rng, self.reached)]

    def table(self, rng: Generator) -> Photo:
        """Return a real photo: what is not a die at the looked-for size is ground."""
        if not self.empty or rng.random() < 0.5:
            return self.photo(rng)
        return self.empty[_chosen_of(rng, self.reached_empty)]


def _any_die(rng: Generator, photo: Photo) -> int:
    """Return which row of a photo: a body without pips seldom, what nobody can read never."""
    weights = [_WEIGHTS.get(int(value), 1.0) for value, *_ in photo.dice]
    return _chosen_of(rng, np.cumsum(weights) / sum(weights))


def _chosen_of(rng: Generator, reached: NDArray[np.float64]) -> int:
    return min(int(np.searchsorted(reached, rng.random())), len(reached) - 1)


def stretched(rng: Generator) -> tuple[float, float]:
    """Return how a view is stretched: not at all mostly; by up to half the other way."""
    if rng.random() < 0.55:
        return 1.0, 0.0
    return float(np.exp(rng.uniform(-0.2, 0.2))), float(rng.uniform(0, np.pi))


def finder_batch(rng: Generator, source: Source, size: int) -> tuple[Bytes, Ints, Floats]:
    """Return patches (size x PATCH x PATCH x 3), classes, and way and log2 of size per cell."""
    drawn = [_finder_sample(rng, source) for _ in range(size)]
    targets = [_targets(rows, ground) for _, rows, ground in drawn]
    return (
        np.stack([picture for picture, _, _ in drawn]),
        np.stack([classes for classes, _ in targets]),
        np.stack([ways for _, ways in targets]),
    )


def _finder_sample(rng: Generator, source: Source) -> tuple[Bytes, Floats, int]:
    kind = rng.random()
    if kind >= source.real and rng.random() < DRAWN_THINGS:
        k, view = _thing(rng, source, float(np.exp(rng.uniform(*np.log(SIZED)))))
        return layers.on_ground(source.rendered, k, view, PATCH), _NO_DICE, EITHER
    if kind >= source.real:
        return _rendered_patch(rng, source)
    kind /= source.real
    if kind < 0.55:
        photo = source.photo(rng)
        die = photo.dice[_any_die(rng, photo)]
        edge = float(np.exp(rng.uniform(*np.log(SIZED))))
        away = 0.5 * PATCH / edge
        x, y = (die[k] + die[3] * away * rng.uniform(-1, 1) for k in (1, 2))
        view = View(x, y, edge / die[3], *any_turn(rng), *stretched(rng))
    elif kind < 0.8 and source.mined:
        photo, (x, y, edge) = source.mined[int(rng.integers(len(source.mined)))]
        x, y = (v + edge * rng.uniform(-1, 1) for v in (x, y))
        scale = LOOKED_FOR / edge * float(np.exp(rng.normal(0, 0.15)))
        view = View(x, y, scale, *any_turn(rng), *stretched(rng))
    else:
        photo = source.table(rng)
        view = _anywhere(rng, photo)
    rows = placed(photo, view, PATCH)
    return crop(photo, view, PATCH), rows, EITHER if photo.source in UNLABELLED_DICE else 0


def _thing(rng: Generator, source: Source, edge: float) -> tuple[int, View]:
    """Return the ground and a view of a drawn thing: as large as a die, or as a die's pip."""
    things = source.rendered.things
    k, x, y, half = (float(v) for v in things[int(rng.integers(len(things)))])
    side = 2 * half * float(np.exp(rng.normal(0, 0.15)))
    if rng.random() < 0.35:
        side *= rng.uniform(2.5, 5.0)
    x, y = (v + rng.normal(0, 0.1) * side for v in (x, y))
    scale = min(edge / side, 4.0)  # beyond that all is a blur
    return int(k), View(x, y, scale, *any_turn(rng), *stretched(rng))


def _anywhere(rng: Generator, photo: Photo) -> View:
    height, width = photo.levels[0].shape[:2]
    scale = float(np.exp(rng.uniform(np.log(0.03), np.log(1.4))))
    return View(rng.uniform(0, width), rng.uniform(0, height), scale, *any_turn(rng))


def _rendered_patch(rng: Generator, source: Source) -> tuple[Bytes, Floats, int]:
    i, row = source.rendered.dice[int(rng.integers(len(source.rendered.dice)))]
    labels = source.rendered.labels[i]
    edge = float(np.exp(rng.uniform(*np.log(SIZED))))
    scale = edge / float(labels[row, 3])
    x, y = (float(labels[row, k]) + rng.uniform(-0.5, 0.5) * PATCH / scale for k in (1, 2))
    view = View(x, y, scale, *any_turn(rng), *stretched(rng))
    picture = _laid(rng, source, int(i), view, PATCH, edge)
    there = labels[labels[:, 0] > 0]
    return picture, placed(Photo("", (), tuple(map(tuple, there))), view, PATCH), 0


def _laid(  # noqa: PLR0917 - one call each
    rng: Generator, source: Source, patch: int, view: View, size: int, edge: float
) -> Bytes:
    """Return a view of a rendered patch on a real or drawn ground."""
    ground = _table(rng, source, size) if source.photos and rng.random() < 0.5 else None
    if ground is None:
        ground = layers.drawn_ground(rng, source.rendered, size, edge)
    return layers.crop(rng, source.rendered.patches[patch], view, size, ground)


def _table(rng: Generator, source: Source, size: int) -> Bytes | None:
    """Return a piece of a real table without a die in it, or None where chance hit one."""
    photo = source.table(rng)
    view = _anywhere(rng, photo)
    rows = placed(photo, view, size)
    reach = size / 2 + rows[:, 3]
    if (np.abs(rows[:, 1:3] - size / 2) < reach[:, None]).all(1).any():
        return None
    return crop(photo, view, size)


def _targets(rows: Floats, ground: int) -> tuple[Ints, Floats]:
    """Return class, and way and log size, per cell: a face's middle counts, its ring does not."""
    cells = PATCH // STRIDE
    at = (np.arange(cells) + 0.5) * STRIDE
    classes = np.full((cells, cells), 3 if ground == EITHER else 0, np.int64)
    ways = np.zeros((3, cells, cells), np.float32)
    rows = rows[(rows[:, 3] > BLURRED[0]) & (rows[:, 3] < BLURRED[1])]
    gaps = [np.hypot(at[None, :] - x, at[:, None] - y) for _, x, y, _ in rows]
    for (_, _, _, edge), gap in zip(rows, gaps, strict=True):
        classes[gap < 0.5 * edge] = -1
    for (kind, x, y, edge), gap in zip(rows, gaps, strict=True):
        cut = min(x, y, PATCH - x, PATCH - y) < 0.35 * edge
        near = gap < max(0.29 * edge, 2.9)
        sized = SIZED[0] * 0.9 < edge < SIZED[1] * 1.1
        classes[near] = -1 if cut or not sized else _CELLS.get(int(kind), 1)
        ways[0][near] = ((x - at[None, :]) / LOOKED_FOR + 0 * gap)[near]
        ways[1][near] = ((y - at[:, None]) / LOOKED_FOR + 0 * gap)[near]
        ways[2][near] = np.log2(edge / LOOKED_FOR)
    return classes, ways


def reader_batch(rng: Generator, source: Source, size: int) -> tuple[Bytes, Ints, Floats]:
    """Return crops (size x side x side x 3), their classes, and way and log2 of size."""
    drawn = [_reader_sample(rng, source) for _ in range(size)]
    pictures, classes, ways = zip(*drawn, strict=True)
    return np.stack(pictures), np.array(classes, np.int64), np.array(ways, np.float32)


_Sample = tuple[Bytes, int, Place]
_NOWHERE = (0.0, 0.0, 0.0)


def _reader_sample(rng: Generator, source: Source) -> _Sample:
    if rng.random() >= source.real:
        return _rendered_crop(rng, source)
    chance = rng.random()
    if chance < 0.10:
        return _ground_crop(rng, source)
    if chance < 0.26 and source.mined:
        photo, (x, y, edge) = source.mined[int(rng.integers(len(source.mined)))]
        view = _near(rng, (x, y, edge), source.cut)
        return crop(photo, view, source.cut.size), _nothing(photo), _NOWHERE
    photo = source.photo(rng)
    rows = np.array(photo.dice, np.float32)
    kind, at = _chosen(rng, rows, _any_die(rng, photo))
    view = _near(rng, at, source.cut)
    if kind is None and not _is_clear(at, rows):
        return _reader_sample(rng, source)
    if kind is None:
        return crop(photo, view, source.cut.size), _nothing(photo), _NOWHERE
    return crop(photo, view, source.cut.size), kind[0], _way(view, kind[1], source.cut)


def _rendered_crop(rng: Generator, source: Source) -> _Sample:
    chance, rendered = rng.random(), source.rendered
    if chance < DRAWN_THINGS:
        k, view = _thing(rng, source, source.cut.edge)
        return layers.on_ground(rendered, k, view, source.cut.size), EITHER, _NOWHERE
    i, row = rendered.dice[int(rng.integers(len(rendered.dice)))]
    kind: tuple[int, Place] | None = None
    if chance < DRAWN_THINGS + SIDES:
        i, side = rendered.sides[int(rng.integers(len(rendered.sides)))]
        _, x, y, edge = rendered.labels[i, side].tolist()
        shift = 0.08 * edge
        at = (x + rng.normal(0, shift), y + rng.normal(0, shift), edge)
    rows = rendered.labels[i]
    rows = rows[rows[:, 0] > 0]
    if chance >= DRAWN_THINGS + SIDES:
        kind, at = _chosen(rng, rows, min(int(row), len(rows) - 1))
    view = _near(rng, at, source.cut)
    if kind is None and not _is_clear(at, rows):
        return _rendered_crop(rng, source)
    picture = _laid(rng, source, int(i), view, *source.cut)
    if kind is None:
        return picture, 0, _NOWHERE
    return picture, kind[0], _way(view, kind[1], source.cut)


def _chosen(rng: Generator, rows: Floats, row: int) -> tuple[tuple[int, Place] | None, Place]:
    """Choose a place at or beside a die; return value and place of a die there, and the place."""
    value, x, y, edge = (float(v) for v in rows[row])
    chance = rng.random()
    if chance < 0.16:
        turn, far = rng.uniform(0, 6.283), edge * rng.uniform(0.5, 1.3)
        size = edge * float(np.exp(rng.normal(0, 0.2)))
        return None, (x + far * np.cos(turn), y + far * np.sin(turn), size)
    if chance < 0.22:  # a pip alone, or dice so small that they look like pips
        part = rng.uniform(0.2, 0.45) if rng.random() < 0.6 else float(rng.choice((2.6, 4, 6)))
        part, far = part * rng.uniform(0.9, 1.1), 0.5 * edge * max(1.0, 0.7 * part)
        return None, (x + rng.uniform(-far, far), y + rng.uniform(-far, far), edge * part)
    shift = edge * (0.05 if rng.random() < 0.6 else 0.11)
    return (int(value), (x, y, edge)), (x + rng.normal(0, shift), y + rng.normal(0, shift), edge)


def _near(rng: Generator, at: Place, cut: Cut) -> View:
    """Return a view of a place, the die's edge that of the cut give or take: mostly little."""
    spread = 0.08 if rng.random() < 0.7 else 0.18
    scale = cut.edge / at[2] * float(np.exp(rng.normal(0, spread)))
    return View(at[0], at[1], scale, *any_turn(rng), *stretched(rng))


def _way(view: View, die: Place, cut: Cut) -> Place:
    """Return where a die lies in a view: way from its middle in edges, log2 of its size."""
    x, y = view.matrix(cut.size) @ (die[0], die[1], 1.0)
    size = die[2] * view.scale / cut.edge
    half = cut.size / 2
    return (x - half) / cut.edge, (y - half) / cut.edge, float(np.log2(size))


def _is_clear(at: Place, rows: Floats) -> bool:
    """Return whether no die of about that size lies at a place."""
    near = np.hypot(rows[:, 1] - at[0], rows[:, 2] - at[1]) < 0.48 * rows[:, 3]
    alike = abs(np.log(rows[:, 3] / at[2])) < 0.6
    return not (near & alike).any()


def _nothing(photo: Photo) -> int:
    return EITHER if photo.source in UNLABELLED_DICE else 0


def _ground_crop(rng: Generator, source: Source) -> _Sample:
    photo = source.table(rng)
    view = _anywhere(rng, photo)
    rows = np.array(photo.dice, np.float32).reshape(-1, 4)
    if not _is_clear((view.x, view.y, source.cut.edge / view.scale), rows):
        return _ground_crop(rng, source)
    return crop(photo, view, source.cut.size), _nothing(photo), _NOWHERE


def still(photo: Photo, row: Row, cut: Cut) -> Bytes:
    """Return a die's crop as it lies, for a quick look at what the reader makes of it."""
    return crop(photo, View(row[1], row[2], cut.edge / row[3], 0.0, mirror=False), cut.size)
