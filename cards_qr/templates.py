"""What the known tags look like through a lens, and which of their modules tell them apart."""

import functools
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from cards_qr.alignment import PatchPattern, TurnedPattern
from cards_qr.likeness import Likeness, Odds, in_deviations
from cards_qr.patches import PER_MODULE, WINDOW, Floats, PatchGrid, levelled, stacked
from cards_qr.symbol import MASKS, Modules, modules, side_of
from cards_qr.tag import Level, Tag

BLURS = (0.4, 0.65, 0.9, 1.2)
"""Deviations of the blur, in modules, for which templates are kept; all are tried on a symbol.

What a lens out of focus, a movement and a webcam's compression add is not told by the scale.
"""

OVALS = tuple((*axes, turn) for axes in ((1.2, 0.6), (1.4, 0.9)) for turn in (0, 45, 90, 135))
"""Blurs that are no circle: the longer and the shorter deviation, in modules, and degrees.

A movement, and a lens out of focus above a tag that is tilted, blur one way more than the other.
"""

_CHOSEN = 0.1  # deviations that the choice of the best blur gives any symbol (measured)
_MARGIN = WINDOW // 2 + 1  # modules of paper that the levelling of a symbol's edge looks at
_CHECKSUM, _FORGED = 6, 24  # characters at the end of every profile's text; how many to draw
_CHANCE = 512  # symbols that lie nowhere: enough to tell what chance does
_OVAL_REACH = 5  # modules
_ROOM = 24  # samples: what blur and levelling together look around
_PROOF_ROOM = 0.6
"""Deviations by which the checksum's modules may be less alike: a forged tag has but one tag that
it comes near to by more than chance, any other symbol has a hundred."""
_PROOF_NATS = 3.5  # the same in nats, of the odds
_ALIGNING_BLUR = 0.8
_ALIGNING_PAD = 1
_COARSELY = 2  # the first steps take each second sample: 1.5 per module


@functools.lru_cache(maxsize=4)
def templates_of(tags: tuple[Tag, ...]) -> "Templates":
    """Return the templates of tags of one version: made once, for that takes half a second."""
    return Templates(tags)


class Templates:
    """The tags of one version.

    Args:
        tags: known tags, all of one version; at least one.
    """

    def __init__(self, tags: tuple[Tag, ...]) -> None:
        self.tags = tags
        self.side = side_of(tags[0].version)
        self.scoring = PatchGrid(self.side, _MARGIN)
        self.aligning = PatchGrid(self.side, _ALIGNING_PAD)
        self._symbols = np.array([modules(t.text, t.version, t.level, t.mask) for t in tags])
        self._groups = [self._group(level) for level in sorted({tag.level for tag in tags})]
        looks = _looks(self._symbols, self.aligning, self.scoring, _ALIGNING_BLUR)
        self._looks = looks
        self.shared = _shared_pattern(looks, self.aligning)
        self.coarse = self.shared.thinned(_COARSELY)
        self.any_turn = _any_turn_pattern(self.shared).thinned(_COARSELY)
        self.turns = TurnedPattern(self.shared.thinned(4))
        self._whole: dict[int, PatchPattern] = {}

    def scores(self, centres: Floats) -> NDArray[np.float64]:
        """Return patches x tags: how far above chance each is like each tag, in deviations.

        Args:
            centres: patches x modules, as `module_centres` gives them.
        """
        result = np.zeros((len(centres), len(self.tags)))
        for group in self._groups:
            telling, proving = (
                np.ascontiguousarray(centres[:, some]) for some in (group.telling, group.proving)
            )
            likely = [
                np.minimum(whole.scores(telling), proof.scores(proving) + _PROOF_ROOM)
                for whole, proof in zip(group.whole, group.proof, strict=True)
            ]
            result[:, group.members] = np.max(likely, axis=0) - _CHOSEN
        return result

    def odds(self, centres: Floats) -> NDArray[np.float64]:
        """Return the same by the odds: a stricter question, which tells far more of a blurred tag.

        The first time takes a third of a second, and each patch some milliseconds.
        """
        result = np.zeros((len(centres), len(self.tags)))
        for group, looks in zip(self._groups, self._odds, strict=True):
            likely = [
                np.minimum(
                    whole.nats(centres[:, group.telling]),
                    proof.nats(centres[:, group.proving]) + _PROOF_NATS,
                )
                for whole, proof in looks
            ]
            nats = np.max(likely, axis=0) - np.log(len(likely))
            result[:, group.members] = in_deviations(nats)
        return result

    @functools.cached_property
    def _odds(self) -> list[list[tuple[Odds, Odds]]]:
        """By group, `BLURS` and `OVALS`, of the telling modules and the proving.

        Made when they are first needed: most pictures need none.
        """
        return [
            [group.odds(seen) for seen in (*group.seen, *_through_ovals(group.symbols))]
            for group in self._groups
        ]

    def whole_pattern(self, number: int) -> PatchPattern:
        """Return the pattern of one tag's every module, for a last alignment."""
        if number not in self._whole:
            weights = np.ones(self.aligning.width**2, np.float32)
            self._whole[number] = PatchPattern(self._looks[number], weights, self.aligning)
        return self._whole[number]

    def module_centres(self, patches: Floats) -> Floats:
        """Return patches x modules from patches on the scoring grid."""
        squares = patches.reshape(-1, self.scoring.width, self.scoring.width)
        # A module is the mean of its nine samples: steadier than the centre alone.
        first, last = _MARGIN * PER_MODULE, (_MARGIN + self.side) * PER_MODULE
        inner = squares[:, first:last, first:last]
        split = inner.reshape(-1, self.side, PER_MODULE, self.side, PER_MODULE)
        return np.asarray(split.mean(axis=(2, 4)).reshape(len(squares), -1), np.float32)

    def _group(self, level: Level) -> "_Group":
        members = np.array([n for n, tag in enumerate(self.tags) if tag.level == level], np.intp)
        basis = _basis([self.tags[n] for n in members])
        # Half of a symbol with a URL is the same in every tag, forged ones included, and must
        # not count.
        guessed = np.concatenate([basis[:1], basis[len(members) :]])
        telling, proving = (
            np.flatnonzero((some != some[0]).any(axis=0).ravel()) for some in (basis, guessed)
        )
        chance = _by_chance(basis, self.tags[members[0]])
        both = np.concatenate([self._symbols[members], chance])
        group = _Group(members, both, telling, proving, [], [], [])
        for blur in BLURS:
            seen = self.module_centres(_looks(both, self.scoring, self.scoring, blur))
            group.seen.append(seen)
            known, other = seen[: len(members)], seen[len(members) :]
            group.whole.append(Likeness(known[:, telling], other[:, telling]))
            group.proof.append(Likeness(known[:, proving], other[:, proving]))
        return group


class _Group(NamedTuple):
    """The tags of one level of error correction."""

    members: NDArray[np.intp]  # numbers of the tags
    symbols: Modules  # theirs, then those that lie nowhere
    telling: NDArray[np.intp]  # modules that differ between tags, and between those and forged ones
    proving: NDArray[np.intp]  # those of them that hang on the checksum: all a forged tag lacks
    seen: list[Floats]  # by `BLURS`: symbols x modules
    whole: list[Likeness]  # by `BLURS`, of the telling modules
    proof: list[Likeness]  # of the proving ones

    def odds(self, seen: Floats) -> tuple[Odds, Odds]:
        """Return the odds of the telling modules and of the proving ones, from one of `seen`."""
        known, other = seen[: len(self.members)], seen[len(self.members) :]
        telling, proving = (Odds(known[:, n], other[:, n]) for n in (self.telling, self.proving))
        return telling, proving


def _basis(tags: list[Tag]) -> Modules:
    """Return symbols of the tags, and of others with guessed checksums, all with one mask.

    Others are drawn too, so that a register of one tag has its telling modules.
    """
    first = tags[0]
    guessed = [f"{first.text[:-_CHECKSUM]}{n * 7919:0{_CHECKSUM}}" for n in range(_FORGED)]
    texts = [*(tag.text for tag in tags), *guessed]
    return np.array([modules(text, first.version, first.level, 0) for text in texts])


def _by_chance(basis: Modules, like: Tag) -> Modules:
    """Return symbols as other texts of the same beginning would have them.

    The code is linear: three of its symbols, one upon the other, are again a symbol of it.
    """
    random = np.random.default_rng(1)
    chosen = random.integers(len(basis), size=(_CHANCE, 3))
    plain = modules(like.text, like.version, like.level, 0)
    masks = [plain ^ modules(like.text, like.version, like.level, n) for n in range(MASKS)]
    masked = np.array(masks)[random.integers(MASKS, size=_CHANCE)]
    mixed: Modules = basis[chosen[:, 0]] ^ basis[chosen[:, 1]] ^ basis[chosen[:, 2]] ^ masked
    return mixed


def _looks(symbols: Modules, grid: PatchGrid, scoring: PatchGrid, blur: float) -> Floats:
    """Return symbols x samples of *grid*, on white paper, blurred by *blur* modules and levelled.

    All are levelled on the wider scoring grid.
    """
    pad = scoring.pad
    paper = np.where(np.pad(symbols, ((0, 0), (pad, pad), (pad, pad))), 40, 215)
    drawn = paper.astype(np.float32).repeat(PER_MODULE, axis=1).repeat(PER_MODULE, axis=2)

    def through_a_lens(tall: Floats) -> Floats:
        soft = cv2.GaussianBlur(tall, (0, 0), blur * PER_MODULE, borderType=cv2.BORDER_REPLICATE)
        return levelled(np.asarray(soft, np.float32), WINDOW * PER_MODULE)

    done = stacked(drawn, _ROOM, through_a_lens)
    cut = (pad - grid.pad) * PER_MODULE
    inner = done[:, cut : cut + grid.width, cut : cut + grid.width]
    return np.ascontiguousarray(inner.reshape(len(symbols), -1))


def _through_ovals(symbols: Modules) -> list[Floats]:
    """Return by `OVALS`: symbols x modules."""
    return [_through_oval(symbols, oval) for oval in OVALS]


def _through_oval(symbols: Modules, oval: tuple[float, float, float]) -> Floats:
    """Return symbols x modules, blurred one way more than the other and levelled.

    One sample per module is enough, as only its mean counts: what the module's own square and that
    mean blur (a twelfth of a module squared, each) is added to the oval.
    """
    longer, shorter, turn = oval
    angle = np.deg2rad(turn)
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    shape = np.linalg.inv(axes.T @ np.diag([longer**2, shorter**2]) @ axes + np.eye(2) / 6)
    steps = np.arange(-_OVAL_REACH, _OVAL_REACH + 1)
    places = np.stack(np.meshgrid(steps, steps), axis=-1)
    weights = np.exp(-np.einsum("...i,ij,...j", places, shape, places) / 2)
    kernel = np.asarray(weights / weights.sum(), np.float32)
    pad = _MARGIN
    paper = np.where(np.pad(symbols, ((0, 0), (pad, pad), (pad, pad))), 40, 215).astype(np.float32)

    def through_a_lens(tall: Floats) -> Floats:
        soft = cv2.filter2D(tall, -1, kernel, borderType=cv2.BORDER_REPLICATE)
        return levelled(np.asarray(soft, np.float32), WINDOW)

    done = stacked(paper, _OVAL_REACH + WINDOW, through_a_lens)
    return np.ascontiguousarray(done[:, pad:-pad, pad:-pad].reshape(len(symbols), -1))


def _shared_pattern(looks: Floats, grid: PatchGrid) -> PatchPattern:
    """Return what all tags have in common; what differs between them counts little."""
    spread = looks.var(axis=0)
    return PatchPattern(looks.mean(axis=0), np.asarray(1 / (1 + 8 * spread), np.float32), grid)


def _any_turn_pattern(pattern: PatchPattern) -> PatchPattern:
    """Return what is common to the pattern's four turns."""
    width = pattern.grid.width

    def turns(flat: Floats) -> Floats:
        square = flat.reshape(width, width)
        return np.array([np.rot90(square, n).ravel() for n in range(4)], np.float32)

    values, weights = turns(pattern.values), turns(pattern.weights)
    spread = values.var(axis=0)
    together = np.asarray(weights.mean(axis=0) / (1 + 4 * spread), np.float32)
    return PatchPattern(values.mean(axis=0), together, pattern.grid)
