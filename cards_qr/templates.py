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
_CHECKSUM, _FORGED = 6, 24  # characters at the end of every profile's text; how many to draw
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
        """Return (tags, telling modules) for each level of error correction."""
        groups = []
        for level in sorted({tag.level for tag in self.tags}):
            members = [n for n, tag in enumerate(self.tags) if tag.level == level]
            telling = _telling([self.tags[n] for n in members])
            groups.append((np.array(members, np.intp), telling))
        return groups


def _telling(tags: list[Tag]) -> NDArray[np.intp]:
    """Return the modules that differ between tags when all are drawn with one mask.

    Half of a symbol with a URL is the same in every tag, forged ones included, and must not
    count. Other checksums are drawn too, so that a register of one tag has its telling modules.
    """
    first = tags[0]
    forged = [f"{first.text[:-_CHECKSUM]}{n * 7919:0{_CHECKSUM}}" for n in range(_FORGED)]
    texts = [*(tag.text for tag in tags), *forged]
    drawn = np.array([modules(text, first.version, first.level, 0) for text in texts])
    return np.flatnonzero((drawn != drawn[0]).any(axis=0))


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
