"""Tells which of the known tags lies there, from one pixel per module on.

An ordinary decoder asks what a symbol says; this reader only asks which of about a hundred known
matrices it is, and so needs half the pixels and no finder pattern. It never guesses: a symbol that
is like no known tag, or like two, stays unknown.
"""

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from cards_qr.alignment import Freedom, align
from cards_qr.candidates import (
    LARGEST,
    NOMINAL_SIDE,
    SMALLEST,
    Grey,
    Level,
    Quads,
    candidates,
    in_whole,
    outside,
    pyramid,
    separate,
)
from cards_qr.likeness import judged
from cards_qr.liveliness import lively_squares, middle_side, shapes_of
from cards_qr.patches import (
    WINDOW,
    Floats,
    Matrices,
    from_quads,
    levelled_near,
    levelled_patches,
    rescaled,
    sampled,
    to_quads,
)
from cards_qr.tag import Tag
from cards_qr.templates import Templates, templates_of

Corners = tuple[tuple[float, float], ...]
"""Four corners (x, y) in pixels, clockwise from the symbol's own top left, no quiet zone."""

FEWEST_PX_PER_MODULE = 0.8
"""Below it, noise on a dark cloth can look like a tag: the camera is too high."""

_SURE = 5.4
"""Deviations above chance from which a tag counts: one in thirty million symbols is so like it."""

_PLAIN_FROM, _PLAINLY = 1.5, 5.8
"""Where so many pixels show a module, true tags stand far higher: more is asked, for nothing."""

_FITTED = 0.3  # deviations that laying a symbol over the very tag it is judged by gives any symbol

_FITTED_ODDS = 0.7  # the same where the odds are asked: eight free parameters, half a nat each

_SIDE_ERROR = 1.3  # by which a side that is told may be wrong
_LEAD = 1.5  # deviations by which the best tag must beat the second
_DOUBTFUL = 2.8  # from here on a last alignment to the whole tag may still lift it
_ALMOST = 3.6  # from here on the odds are asked: of a hundred other symbols one or two come so far
_BEST_TO_TRY = 2
_CERTAIN, _PER_SIGMA = 0.70, 0.30  # the score at `_SURE`, and what each deviation more adds

# What true symbols in rendered frames never fell below (0.19, 0.42, 0.65), less some room.
_LEAST_ALIKE = (0.12, 0.30, 0.42)  # any turn; after two steps; after all of them
_SOFT = 0.5  # modules by which the finer picture is blurred before symbols are laid over it
_ROUNDS = 2  # in which symbols without an outline are looked for
_NEXT_TURN = 0.1  # a second turn is tried if it is nearly as alike as the first

_NOWHERE: Quads = np.zeros((0, 4, 2))

_ANY_TURN: tuple[Freedom, ...] = (6, 6, 6)
_COARSE: tuple[Freedom, ...] = (6, 6)
_MIDDLE: tuple[Freedom, ...] = (6, 8, 8)
_FINE: tuple[Freedom, ...] = (8, 8, 8)
_WHOLE: tuple[Freedom, ...] = (8, 8, 8, 8)

_QUARTER = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
_TURNS = np.array([np.linalg.matrix_power(_QUARTER, n) for n in range(4)])


class Sighting(msgspec.Struct, frozen=True):
    """A symbol that was seen, and which tag it is: None if it is none that is known."""

    tag: Tag | None
    corners: Corners
    score: float  # how sure the best tag is, known or not: it counts from 0.70 on; at most 0.99
    version: int  # of the symbol, as far as its shape tells
    px_per_module: float


class Reading(msgspec.Struct, frozen=True):
    """What was seen in a picture."""

    sightings: tuple[Sighting, ...]
    squares: Quads  # all that was looked at: dark squares, mostly print, perhaps other codes


def certainty(sigmas: float) -> float:
    """Return the score of a tag that stands so many deviations above chance: 0 to 0.99."""
    return float(np.clip(_CERTAIN + (sigmas - _SURE) * _PER_SIGMA, 0, 0.99))


class CodebookReader:
    """Finds known tags in a picture.

    Args:
        tags: all that may lie there, revoked ones too.
    """

    def __init__(self, tags: tuple[Tag, ...]) -> None:
        versions = sorted({tag.version for tag in tags})
        self._templates = [templates_of(tuple(t for t in tags if t.version == v)) for v in versions]

    def read(self, grey: Grey, *, side: float | None = None, known: Quads | None = None) -> Reading:
        """Return the symbols in a picture, known tags and others.

        Args:
            grey: height x width bytes.
            side: of a symbol without quiet zone in pixels, where the table's scale is known;
                an error of a quarter does no harm.
            known: places (number x 4 x 2) that are read already and are left out.
        """
        if not grey.size:
            return Reading((), _NOWHERE)
        found: list[Sighting] = []
        dark = [_NOWHERE]
        slanted: list[tuple[_View, Quads]] = []
        levels = pyramid(grey)
        for i, level in enumerate(levels):
            part = 1.0 if side is None else side / level.scale / NOMINAL_SIDE
            if part >= LARGEST * _SIDE_ERROR:
                continue
            there = candidates(level)
            quads = outside(in_whole(there.squares, level.scale), _places(found, known))
            dark.append(quads)
            if part <= SMALLEST / _SIDE_ERROR:
                continue  # codes of others may be larger than ours
            others = in_whole(there.slanted, level.scale)
            view = _View(
                level, levels[max(i - 1, 0)], np.concatenate([quads, others]), NOMINAL_SIDE
            )
            slanted.append((view, others))
            found += self._read(view, quads, found, known)
        for view, quads in slanted:  # dearer, for most of them are no symbols: only what is left
            found += self._read(view, quads, found, known)
        for _ in range(_ROUNDS):  # what is found tells how its neighbours look
            more = self._overlooked(levels, side, _places(found, known))
            found += more
            if not more:
                break
        return Reading(_best_of_each(found, known), np.concatenate(dark))

    def _overlooked(
        self, levels: tuple[Level, ...], side: float | None, read: Quads
    ) -> list[Sighting]:
        """Return known tags that show no outline, of about the shape of those that are *read*."""
        shapes = shapes_of(read, NOMINAL_SIDE if side is None else side)
        size = middle_side(shapes)
        near = _nearest(levels, size)
        level, finer = levels[near], levels[max(near - 1, 0)]
        seen: list[Sighting] = []
        for templates in self._templates:
            quads = lively_squares(level, shapes, read, templates.turns)
            view = _View(level, finer, quads, size / level.scale)
            seen += _Look(templates, view).read_turned(quads)
        return seen

    def _read(
        self, view: "_View", quads: Quads, found: list[Sighting], known: Quads | None
    ) -> list[Sighting]:
        """Return what lies at *quads*, outside what is read already."""
        seen: list[Sighting] = []
        for templates in self._templates:
            free = outside(quads, _places([*found, *seen], known))
            seen += _Look(templates, view).read(free)
        return seen

    def again(self, grey: Grey, known: Sequence[tuple[Tag, Corners]]) -> list[Sighting | None]:
        """Return each tag as it lies now, about where it lay; None if it is not seen there.

        All are looked at together, and nowhere else: a hundredth of the work of finding them.
        """
        found: list[Sighting | None] = [None] * len(known)
        if not grey.size:
            return found
        levels = pyramid(grey)
        for templates in self._templates:
            version = templates.tags[0].version
            mine = [n for n, (tag, _) in enumerate(known) if tag.version == version]
            quads = np.array([known[n][1] for n in mine], np.float64).reshape(-1, 4, 2)
            near = np.array([_nearest(levels, _side(quad)) for quad in quads], int)
            for i in np.unique(near):
                nominal = float(np.median([_side(quad) for quad in quads[near == i]]))
                view = _View(
                    levels[i], levels[max(i - 1, 0)], quads[near == i], nominal / levels[i].scale
                )
                seen = _Look(templates, view).again(quads[near == i])
                for n, sighting in zip(np.array(mine)[near == i], seen, strict=True):
                    found[n] = sighting if sighting.tag == known[n][0] else None
        return found


class _View:
    """One level of the pyramid and the next finer one, levelled where symbols may lie."""

    def __init__(self, level: Level, finer: Level, quads: Quads, nominal: float) -> None:
        self.level, self.finer = level, finer
        window = WINDOW * nominal / 21  # in pixels of the level
        self.smooth = _levelled_near(level, round(window), quads)
        # The grid is laid as of symbols blurred by a good half of a module, and slips on sharper
        # ones: their edges say where a module ends, not which way to go.
        times = level.scale / finer.scale
        soft = _SOFT * window / WINDOW * times if times > 1 else 0.0
        self.sharp = _levelled_near(finer, round(window * times), quads, soft)


class _Look:
    """One pass over a view with the templates of one version."""

    def __init__(self, templates: Templates, view: _View) -> None:
        self._templates, self._view = templates, view

    def read(self, quads: Quads) -> list[Sighting]:
        """Return what lies at *quads* (pixels of the whole picture)."""
        if not len(quads):
            return []
        return self._read(self._laid(from_quads(quads)))

    def _read(self, coarse: Matrices) -> list[Sighting]:
        """Return what lies under homographies that are laid roughly (whole)."""
        if not len(coarse):
            return []
        matrices = rescaled(coarse, 1 / self._view.finer.scale)
        shared = self._templates.shared
        matrices, _ = align(self._view.sharp, matrices, shared, _FINE, fine=True)
        seen = self._closer(self._seen(matrices))
        return [self._sighting(seen, number) for number in range(len(seen.matrices))]

    def read_turned(self, quads: Quads) -> list[Sighting]:
        """Return the known tags that lie about at *quads*, whose first corner is about theirs."""
        picture, coarse = self._view.smooth, self._templates.coarse
        matrices = rescaled(from_quads(quads), 1 / self._view.level.scale)
        matrices, alike = align(picture, matrices, coarse, _COARSE, fine=False)
        matrices = _turned(picture, matrices[alike > _LEAST_ALIKE[0]], self._templates)
        return [seen for seen in self._read(self._over_the_grid(matrices)) if seen.tag]

    def again(self, quads: Quads) -> list[Sighting]:
        """Return what lies at *quads*, which are exact but for a slight bump."""
        matrices = rescaled(from_quads(quads), 1 / self._view.finer.scale)
        shared = self._templates.shared
        matrices, _ = align(self._view.sharp, matrices, shared, _FINE, fine=True)
        seen = self._closer(self._seen(matrices))
        return [self._sighting(seen, number) for number in range(len(quads))]

    def _laid(self, matrices: Matrices) -> Matrices:
        """Return the likely ones, laid roughly over the grid, the likeliest first (whole)."""
        any_turn = self._templates.any_turn
        scale, picture = self._view.level.scale, self._view.smooth
        matrices = rescaled(matrices, 1 / scale)
        matrices, alike = align(picture, matrices, any_turn, _ANY_TURN, fine=False)
        matrices = matrices[alike > _LEAST_ALIKE[0]]
        return self._over_the_grid(_turned(picture, matrices, self._templates))

    def _over_the_grid(self, matrices: Matrices) -> Matrices:
        """Return the likely ones of the level's homographies (whole), the likeliest first."""
        scale, picture, shared = self._view.level.scale, self._view.smooth, self._templates.coarse
        for steps, least in zip((_COARSE, _MIDDLE), _LEAST_ALIKE[1:], strict=True):
            matrices, alike = align(picture, matrices, shared, steps, fine=False)
            order = np.argsort(-alike)
            matrices = matrices[order[alike[order] > least]]
        quads = in_whole(to_quads(matrices), scale)
        return from_quads(separate(quads))

    def _seen(self, matrices: Matrices, *, by_odds: bool = False) -> "_Seen":
        """Return what lies under homographies to the finer picture."""
        templates = self._templates
        grey = self._view.finer.grey
        patches = sampled(grey, matrices, templates.scoring, fine=True)
        centres = templates.module_centres(levelled_patches(patches, templates.scoring))
        local = np.array([_side(quad) for quad in to_quads(matrices)]) / templates.side
        scores = templates.odds(centres) if by_odds else templates.scores(centres)
        return _Seen(matrices, scores, local * self._view.finer.scale)

    def _closer(self, seen: "_Seen") -> "_Seen":
        """Return the same after a closer look where that could decide it."""
        order, first = seen.verdict.order, seen.matrices
        doubtful = np.flatnonzero((seen.verdict.sigmas > _DOUBTFUL) & ~seen.clear)
        for rank in range(min(_BEST_TO_TRY, len(self._templates.tags))):
            laid = [self._laid_whole(seen.matrices[n, None], int(order[n, rank])) for n in doubtful]
            if laid:
                closer = self._seen(np.concatenate(laid))
                fitted = _Seen(closer.matrices, closer.scores - _FITTED, closer.sizes)
                seen = seen.bettered(doubtful, fitted)
        tellable = seen.sizes >= FEWEST_PX_PER_MODULE  # no odds make the smaller ones clear
        almost = np.flatnonzero((seen.verdict.sigmas > _ALMOST) & ~seen.clear & tellable)
        return self._by_odds(seen, almost, first) if len(almost) else seen

    def _by_odds(self, seen: "_Seen", almost: NDArray[np.intp], first: Matrices) -> "_Seen":
        """Return the same with the odds of some: as laid by what all symbols share, and closer."""
        closer = self._seen(seen.matrices[almost], by_odds=True)
        fitted = _Seen(closer.matrices, closer.scores - _FITTED_ODDS, closer.sizes)
        seen = seen.bettered(almost, self._seen(first[almost], by_odds=True))
        return seen.bettered(almost, fitted)

    def _laid_whole(self, matrix: Matrices, number: int) -> Matrices:
        """Return a homography laid over every module of a tag."""
        pattern = self._templates.whole_pattern(number)
        return align(self._view.sharp, matrix, pattern, _WHOLE, fine=True)[0]

    def _sighting(self, seen: "_Seen", number: int) -> Sighting:
        quad = in_whole(to_quads(seen.matrices[number, None]), self._view.finer.scale)[0]
        corners = tuple((float(x), float(y)) for x, y in quad)
        best = self._templates.tags[seen.verdict.best[number]]
        return Sighting(
            best if seen.clear[number] else None,
            corners,
            certainty(float(seen.verdict.sigmas[number])),
            best.version,
            float(seen.sizes[number]),
        )


class _Seen:
    """What lies under homographies: arrays with one value for each.

    Args:
        matrices: to the finer picture.
        scores: matrices x tags, in deviations above chance.
        sizes: pixels per module in the whole picture.
    """

    def __init__(
        self, matrices: Matrices, scores: NDArray[np.float64], sizes: NDArray[np.float64]
    ) -> None:
        self.matrices, self.scores, self.sizes = matrices, scores, sizes
        self.verdict = judged(scores)
        least = np.where(sizes < _PLAIN_FROM, _SURE, _PLAINLY)
        sure = (self.verdict.sigmas >= least) & (self.verdict.lead >= _LEAD)
        self.clear = sure & (sizes >= FEWEST_PX_PER_MODULE)

    def bettered(self, at: NDArray[np.intp], closer: "_Seen") -> "_Seen":
        """Return the same with what a closer look at some of them has made surer."""
        surer = closer.verdict.sigmas > self.verdict.sigmas[at]
        at = at[surer]
        parts = [part.copy() for part in (self.matrices, self.scores, self.sizes)]
        for part, other in zip(parts, (closer.matrices, closer.scores, closer.sizes), strict=True):
            part[at] = other[surer]
        return _Seen(*parts)


def _turned(picture: Floats, matrices: Matrices, templates: Templates) -> Matrices:
    """Return each symbol in the turn that fits best, and in the next if it fits nearly as well."""
    pattern = templates.coarse
    every: Matrices = (matrices[:, None] @ _TURNS).reshape(-1, 3, 3)
    if not len(every):
        return every
    alike = pattern.alike(sampled(picture, every, pattern.grid, fine=False)).reshape(-1, 4)
    ranked = np.argsort(np.argsort(-alike, axis=1), axis=1)
    near = alike > alike.max(axis=1, keepdims=True) - _NEXT_TURN
    return np.asarray(every[((ranked == 0) | (near & (ranked == 1))).ravel()])


def _nearest(levels: tuple[Level, ...], side: float) -> int:
    """Return the coarsest level at which a symbol of that side is not below the nominal one."""
    return int(np.clip(np.log2(side / NOMINAL_SIDE), 0, len(levels) - 1))


def _levelled_near(level: Level, window: int, quads: Quads, soft: float = 0.0) -> Floats:
    """Return a level's picture levelled near *quads* (pixels of the whole picture), else 0."""
    places = (quads + 0.5) / level.scale - 0.5
    return levelled_near(level.grey, window, places, soft)


def _side(quad: NDArray[np.float64]) -> float:
    return float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))


def _places(found: list[Sighting], known: Quads | None) -> Quads:
    tags = [sighting.corners for sighting in found if sighting.tag]
    read = np.array(tags, np.float64).reshape(-1, 4, 2)
    return read if known is None else np.concatenate([read, known], dtype=np.float64)


def _best_of_each(found: list[Sighting], known: Quads | None) -> tuple[Sighting, ...]:
    """Return one sighting per place: the surest, known tags before unknown symbols."""
    found = sorted(found, key=lambda s: (s.tag is None, -s.score))
    kept: list[Sighting] = []
    taken = _NOWHERE if known is None else known
    for sighting in found:
        quad = np.array([sighting.corners])
        if len(outside(quad, taken)):  # alignment may have slid off to a neighbour
            kept.append(sighting)
            taken = np.concatenate([taken, quad])
    return tuple(kept)
