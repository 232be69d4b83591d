"""What the known tags look like through a lens, and which of their modules tell them apart."""

import cv2
import numpy as np
from numpy.typing import NDArray

from cards_qr.align import Pattern
from cards_qr.patches import PER_MODULE, WINDOW, Floats, Grid, levelled, unit
from cards_qr.symbol import Modules, modules, side_of
from cards_qr.tag import Tag

BLURS = (0.35, 0.5, 0.7, 0.9)
"""Deviations of the blur, in modules, for which templates are kept."""

_LENS, _PIXEL = 0.25, 0.62  # the blur in modules: of the lens, and of a pixel per px per module
_MARGIN = WINDOW // 2 + 1  # modules of paper that the levelling of a symbol's edge looks at
_ALIGNING_BLUR = 0.6
_ALIGNING_PAD = 1
_COARSELY = 2  # the first steps take each second sample: 1.5 per module


def expected_blur(px_per_module: float) -> int:
    """Return the index in `BLURS` for symbols of that scale."""
    blur = float(np.hypot(_LENS, _PIXEL / px_per_module))
    return int(np.argmin([abs(blur - known) for known in BLURS]))


class Templates:
    """The tags of one version.

    Args:
        tags: known tags, all of one version; at least one.
    """

    def __init__(self, tags: tuple[Tag, ...]) -> None:
        self.tags = tags
        self.side = side_of(tags[0].version)
        self.scoring = Grid(self.side, _MARGIN)
        self.aligning = Grid(self.side, _ALIGNING_PAD)
        self._symbols = np.array([modules(t.text, t.version, t.level, t.mask) for t in tags])
        self._telling = self._groups()
        self._values = [self._centres(blur) for blur in BLURS]
        looks = np.array([self._look(symbol, self.aligning) for symbol in self._symbols])
        self.shared = _shared_pattern(looks, self.aligning)
        self.coarse = self.shared.thinned(_COARSELY)
        self.any_turn = _any_turn_pattern(self.shared).thinned(_COARSELY)

    def scores(self, centres: Floats, blur: int) -> Floats:
        """Return patches x tags: correlation over the telling modules, -1 to 1.

        Args:
            centres: patches x modules, as `module_centres` gives them.
            blur: index in `BLURS`.
        """
        result = np.zeros((len(centres), len(self.tags)), np.float32)
        for members, telling in self._telling:
            seen = unit(centres[:, telling], np.ones(len(telling), np.float32))
            known = self._values[blur][np.ix_(members, telling)]
            known = unit(known, np.ones(len(telling), np.float32))
            result[:, members] = seen @ known.T / len(telling)
        return result

    def whole_pattern(self, number: int) -> Pattern:
        """Return the pattern of one tag's every module, for a last alignment."""
        grid = self.aligning
        return Pattern(
            self._look(self._symbols[number], grid), np.ones(grid.width**2, np.float32), grid
        )

    def module_centres(self, patches: Floats) -> Floats:
        """Return patches x modules from patches on the scoring grid."""
        squares = patches.reshape(-1, self.scoring.width, self.scoring.width)
        # A module is the mean of its nine samples: steadier than the centre alone.
        first, last = _MARGIN * PER_MODULE, (_MARGIN + self.side) * PER_MODULE
        inner = squares[:, first:last, first:last]
        split = inner.reshape(-1, self.side, PER_MODULE, self.side, PER_MODULE)
        return np.asarray(split.mean(axis=(2, 4)).reshape(len(squares), -1), np.float32)

    def _centres(self, blur: float) -> Floats:
        looks = np.array([_levelled_symbol(s, self.scoring, blur).ravel() for s in self._symbols])
        return self.module_centres(looks)

    def _look(self, symbol: Modules, grid: Grid) -> Floats:
        """Return a symbol as the aligner meets it, on a grid within the scoring grid."""
        cut = (self.scoring.pad - grid.pad) * PER_MODULE
        whole = _levelled_symbol(symbol, self.scoring, _ALIGNING_BLUR)
        return whole[cut : cut + grid.width, cut : cut + grid.width].ravel()

    def _groups(self) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Return (tags, telling modules) for each level and prefix.

        Half of a symbol with a URL is the same in every tag, forged ones included; only modules
        that differ between tags drawn with one and the same mask may count.
        """
        kinds: dict[tuple[str, str], list[int]] = {}
        for number, tag in enumerate(self.tags):
            kinds.setdefault((tag.level, tag.text[:-10]), []).append(number)
        by_level: dict[str, list[int]] = {}
        for (level, _), members in kinds.items():
            by_level.setdefault(level, []).extend(members)
        groups = []
        for members in by_level.values():
            drawn = np.array([self._unmasked(self.tags[m]) for m in members])
            differs = (drawn != drawn[0]).any(axis=0).ravel()
            telling = np.flatnonzero(differs if differs.any() else np.ones_like(differs))
            groups.append((np.array(members, np.intp), telling))
        return groups

    @staticmethod
    def _unmasked(tag: Tag) -> Modules:
        return modules(tag.text, tag.version, tag.level, 0)


def _levelled_symbol(symbol: Modules, grid: Grid, blur: float) -> Floats:
    """Return a symbol on white paper, blurred by *blur* modules and levelled, on *grid*."""
    paper = np.where(np.pad(symbol, grid.pad), 40, 215).astype(np.float32)
    drawn = np.kron(paper, np.ones((PER_MODULE, PER_MODULE), np.float32))
    soft = cv2.GaussianBlur(drawn, (0, 0), blur * PER_MODULE, borderType=cv2.BORDER_REPLICATE)
    return levelled(np.asarray(soft, np.float32), WINDOW * PER_MODULE)


def _shared_pattern(looks: Floats, grid: Grid) -> Pattern:
    """Return what all tags have in common; what differs between them counts little."""
    spread = looks.var(axis=0)
    return Pattern(looks.mean(axis=0), np.asarray(1 / (1 + 8 * spread), np.float32), grid)


def _any_turn_pattern(pattern: Pattern) -> Pattern:
    """Return what is common to the pattern's four turns."""
    width = pattern.grid.width

    def turns(flat: Floats) -> Floats:
        square = flat.reshape(width, width)
        return np.array([np.rot90(square, n).ravel() for n in range(4)], np.float32)

    values, weights = turns(pattern.values), turns(pattern.weights)
    spread = values.var(axis=0)
    together = np.asarray(weights.mean(axis=0) / (1 + 4 * spread), np.float32)
    return Pattern(values.mean(axis=0), together, pattern.grid)
