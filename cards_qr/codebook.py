"""Tells which of the known tags lies there, from one pixel per module on.

An ordinary decoder asks what a symbol says; this reader only asks which of about a hundred known
matrices it is, and so needs half the pixels and no finder pattern. It never guesses: a symbol that
is like no known tag, or like two, stays unknown.
"""

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.align import Freedom, align
from cards_qr.candidates import (
    NOMINAL_SIDE,
    Grey,
    Level,
    Quads,
    in_whole,
    pyramid,
    separate,
    squares,
)
from cards_qr.patches import (
    WINDOW,
    Floats,
    Matrices,
    from_quads,
    levelled,
    levelled_patches,
    rescaled,
    sampled,
    to_quads,
)
from cards_qr.tag import Tag
from cards_qr.templates import Templates, expected_blur

Corners = tuple[tuple[float, float], ...]
"""Four corners (x, y) in pixels, clockwise from the symbol's own top left, no quiet zone."""

FEWEST_PX_PER_MODULE = 0.8
"""Below it, noise on a dark cloth can look like a tag: the camera is too high."""

_LEAD = 0.15  # by which the best tag must beat the second
_DOUBTFUL = 0.45  # from this score on a last alignment to the whole tag may still lift it
_BEST_TO_TRY = 2

# What true symbols in rendered frames never fell below (0.19, 0.42, 0.65), less some room.
_LEAST_ALIKE = (0.12, 0.30, 0.42)  # any turn; after two steps; after all of them
_NEXT_TURN = 0.1  # a second turn is tried if it is nearly as alike as the first

_ANY_TURN: tuple[Freedom, ...] = (6, 6, 6)
_COARSE: tuple[Freedom, ...] = (6, 6)
_MIDDLE: tuple[Freedom, ...] = (6, 8, 8)
_FINE: tuple[Freedom, ...] = (8, 8, 8)
_WHOLE: tuple[Freedom, ...] = (8, 8, 8, 8)


class Sighting(msgspec.Struct, frozen=True):
    """A symbol that was seen, and which tag it is: None if it is none that is known."""

    tag: Tag | None
    corners: Corners
    score: float  # of the best tag, known or not: -1 to 1
    version: int  # of the symbol, as far as its shape tells
    px_per_module: float


def least_score(px_per_module: float) -> float:
    """Return the score from which a tag counts at that scale; above 1 if none does."""
    if px_per_module < FEWEST_PX_PER_MODULE:
        return 2.0
    if px_per_module < 1.0:
        return 0.80
    return 0.75 if px_per_module < 1.5 else 0.70


class CodebookReader:
    """Finds known tags in a picture.

    Args:
        tags: all that may lie there, revoked ones too.
    """

    def __init__(self, tags: tuple[Tag, ...]) -> None:
        versions = sorted({tag.version for tag in tags})
        self._templates = [Templates(tuple(t for t in tags if t.version == v)) for v in versions]

    def read(
        self, grey: Grey, *, side: float | None = None, known: Quads | None = None
    ) -> tuple[Sighting, ...]:
        """Return the symbols in a picture, known tags and others.

        Args:
            grey: height x width bytes.
            side: of a symbol without quiet zone in pixels, where the table's scale is known;
                an error of a quarter does no harm.
            known: places (number x 4 x 2) that are read already and are left out.
        """
        if not grey.size:
            return ()
        levels = pyramid(grey)
        near = _nearest(levels, side)
        nominal = NOMINAL_SIDE if side is None else side / levels[near].scale
        chosen = range(len(levels)) if side is None else (near,)
        quads = {i: separate(squares(levels[i], nominal)) for i in chosen}
        found: list[Sighting] = []
        for templates in self._templates:
            for i in chosen:
                taken = _places(found, known)
                places = _outside(in_whole(quads[i], levels[i].scale), taken)
                finer = levels[max(i - 1, 0)]
                found += _Look(templates, levels[i], finer).read(places)
        return _best_of_each(found, known)


class _Look:
    """One pass over one level of the pyramid with the templates of one version."""

    def __init__(self, templates: Templates, level: Level, finer: Level) -> None:
        self._templates, self._level, self._finer = templates, level, finer

    def read(self, quads: Quads) -> list[Sighting]:
        """Return what lies at *quads* (pixels of the whole picture)."""
        if not len(quads):
            return []
        coarse = self._laid(from_quads(quads))
        if not len(coarse):
            return []
        matrices = rescaled(coarse, 1 / self._finer.scale)
        sharp = levelled(self._finer.grey, _window(self._finer, self._level))
        matrices, _ = align(sharp, matrices, self._templates.shared, _FINE, fine=True)
        scores, sizes = self._scores(matrices)
        sightings = []
        for matrix, score, size in zip(matrices, scores, sizes, strict=True):
            sightings.append(self._judged(matrix, score, size, sharp))
        return sightings

    def _laid(self, matrices: Matrices) -> Matrices:
        """Return the likely ones, laid roughly over the grid, the likeliest first (whole)."""
        shared, any_turn = self._templates.coarse, self._templates.any_turn
        scale = self._level.scale
        picture = levelled(self._level.grey, _window(self._level, self._level))
        matrices = rescaled(matrices, 1 / scale)
        matrices, alike = align(picture, matrices, any_turn, _ANY_TURN, fine=False)
        matrices = matrices[alike > _LEAST_ALIKE[0]]
        matrices = _turned(picture, matrices, self._templates)
        for steps, least in zip((_COARSE, _MIDDLE), _LEAST_ALIKE[1:], strict=True):
            matrices, alike = align(picture, matrices, shared, steps, fine=False)
            order = np.argsort(-alike)
            matrices = matrices[order[alike[order] > least]]
        quads = in_whole(to_quads(matrices), scale)
        return from_quads(separate(quads))

    def _scores(self, matrices: Matrices) -> tuple[list[Floats], list[float]]:
        """Return the scores against every tag, and the pixels per module in the whole picture."""
        templates = self._templates
        patches = sampled(self._finer.grey, matrices, templates.scoring, fine=True)
        centres = templates.module_centres(levelled_patches(patches, templates.scoring))
        local = [_side(quad) / templates.side for quad in to_quads(matrices)]
        scores = [
            templates.scores(centre[None], expected_blur(size))[0]
            for centre, size in zip(centres, local, strict=True)
        ]
        return scores, [size * self._finer.scale for size in local]

    def _judged(self, matrix: Matrices, score: Floats, size: float, sharp: Floats) -> Sighting:
        """Return what a symbol is, after a closer look where that could decide it."""
        number, best = _clear(score)
        if best < least_score(size) and float(score.max()) > _DOUBTFUL:
            for candidate in np.argsort(-score)[:_BEST_TO_TRY]:
                pattern = self._templates.whole_pattern(int(candidate))
                closer, _ = align(sharp, matrix[None], pattern, _WHOLE, fine=True)
                scores, sizes = self._scores(closer)
                if _clear(scores[0])[1] > best:
                    matrix, size, score = closer[0], sizes[0], scores[0]
                    number, best = _clear(score)
        quad = in_whole(to_quads(matrix[None]), self._finer.scale)[0]
        corners = tuple((float(x), float(y)) for x, y in quad)
        tag = self._templates.tags[number] if best >= least_score(size) else None
        version = self._templates.tags[0].version
        return Sighting(tag, corners, float(score.max()), version, size)


def _clear(scores: Floats) -> tuple[int, float]:
    """Return the best tag's number and its score; -1 as score if the second is too near."""
    order = np.argsort(-scores)
    first = float(scores[order[0]])
    second = float(scores[order[1]]) if len(scores) > 1 else 0.0
    return int(order[0]), first if first - second >= _LEAD else -1.0


def _turned(picture: Floats, matrices: Matrices, templates: Templates) -> Matrices:
    """Return each symbol in the turn that fits best, and in the next if it fits nearly as well."""
    quarter = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
    turns = np.array([np.linalg.matrix_power(quarter, n) for n in range(4)])
    pattern = templates.coarse
    every: Matrices = (matrices[:, None] @ turns).reshape(-1, 3, 3)
    if not len(every):
        return every
    alike = pattern.alike(sampled(picture, every, pattern.grid, fine=False)).reshape(-1, 4)
    ranked = np.argsort(np.argsort(-alike, axis=1), axis=1)
    near = alike > alike.max(axis=1, keepdims=True) - _NEXT_TURN
    return np.asarray(every[((ranked == 0) | (near & (ranked == 1))).ravel()])


def _nearest(levels: tuple[Level, ...], side: float | None) -> int:
    """Return the level at which a symbol of that side is nearest to the nominal one."""
    if side is None:
        return 0
    return int(np.argmin([abs(np.log(side / level.scale / NOMINAL_SIDE)) for level in levels]))


def _window(picture: Level, found_on: Level) -> int:
    """Return the levelling window, in pixels of *picture*, for symbols found on a level."""
    return round(WINDOW * NOMINAL_SIDE / 21 * found_on.scale / picture.scale)


def _side(quad: NDArray[np.float64]) -> float:
    return float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))


def _places(found: list[Sighting], known: Quads | None) -> Quads:
    tags = [sighting.corners for sighting in found if sighting.tag]
    read = np.array(tags, np.float64).reshape(-1, 4, 2)
    return read if known is None else np.concatenate([read, known], dtype=np.float64)


def _outside(quads: Quads, taken: Quads) -> Quads:
    """Return the quads whose middle lies in none of *taken*."""
    shapes = [quad.astype(np.float32) for quad in taken]
    free = [
        all(cv2.pointPolygonTest(s, (float(x), float(y)), measureDist=False) < 0 for s in shapes)
        for x, y in quads.mean(axis=1)
    ]
    return quads[np.array(free, bool)] if len(quads) else quads


def _best_of_each(found: list[Sighting], known: Quads | None) -> tuple[Sighting, ...]:
    """Return one sighting per place: the surest, known tags before unknown symbols."""
    found = sorted(found, key=lambda s: (s.tag is None, -s.score))
    kept: list[Sighting] = []
    taken = np.zeros((0, 4, 2)) if known is None else known
    for sighting in found:
        quad = np.array([sighting.corners])
        if len(_outside(quad, taken)):  # alignment may have slid off to a neighbour
            kept.append(sighting)
            taken = np.concatenate([taken, quad])
    return tuple(kept)
