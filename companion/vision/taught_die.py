"""A die with prints of its own, taught by showing each face: nearest of the looks at them.

A look is turned every way at once: unrolled about its middle (a polar transform), a turn is a
shift, and the normalised cross-correlation at all shifts is one Fourier transform. Compared are
lines and edges (a difference of Gaussians): any white print on a red ground is white in the middle.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Generic, Protocol, TypeVar

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from companion.vision.detection import Find
from companion.vision.face_colour import colour_difference, face_colour
from companion.vision.frame import Pixels
from companion.vision.pips import SECOND, crop
from companion.vision.plane import Point
from companion.words import SpeedFace

Counts = TypeVar("Counts", bound=int | str)
"""What a face counts as."""

SAME = 0.8
"""Correlation from which on a face is one of those that were shown."""
NEARER = 0.3
"""Where faces of one die are alike, a look is nearer to 1 than they are to each other: by so much
of what they lack."""
PLAINER = 0.75
"""The likeliest face falls short of 1 by at most this part of what the next one does."""
GAP = 0.04
"""And by so much less at least: two sides that look the same are never told apart."""
OTHER_COLOUR = 24.0
"""Difference of colour from which on it is another die, or the light has changed too much."""

_MIDDLE = SECOND.size / 2
_TURNS, _RINGS = 96, 12  # of a look unrolled
_REACH = 0.46  # edges from a face's middle: what lies farther out may be its side
_SOFT, _COARSE = 1.2, 4.0  # pixels of blur: finer is noise; coarser is light, and any print
_MOVED = (-0.12, -0.06, 0.0, 0.06, 0.12)  # edges by which a face may lie beside its place
_SIZED = (0.92, 1.0, 1.08)

_WEIGHTS = ((np.arange(_RINGS, dtype=np.float32) + np.float32(0.5)) / _RINGS)[None, :, None]
"""An outer ring is longer, and so weighs more."""

_Spectrum = NDArray[np.complexfloating]


class SideLook(msgspec.Struct, Generic[Counts], frozen=True):
    """One face of a die, seen once."""

    face: Counts  # what it counts as
    pixels: Pixels  # as `cut_out` gives them


class TaughtDie(Generic[Counts]):
    """A die whose faces were shown.

    Args:
        looks: at least one.
    """

    def __init__(self, looks: Sequence[SideLook[Counts]]) -> None:
        self._looks = looks
        self._spectra = [_spectra(look.pixels, (0.0,), (1.0,))[0] for look in looks]
        colours = [face_colour(one.pixels, (_MIDDLE, _MIDDLE), SECOND.edge) for one in looks]
        self._colour = np.asarray(np.median(colours, axis=0), np.float32)

    def face(self, pixels: Pixels, centre: Point, edge: float) -> Counts | None:
        """Return what a die shows; None where it is none of what was shown, or that is not plain.

        Args:
            pixels: the picture.
            centre: of its upper face, x and y in pixels, right to an eighth of an edge.
            edge: of the die, in pixels.
        """
        seen = cut_out(pixels, centre, edge)
        if not self.has_colour_of(seen):
            return None
        return plainest(self.likeness(seen), self.same)

    @cached_property
    def same(self) -> float:
        """Correlation from which on a face is one of these: above that of any two of them."""
        seen = [(look.face, self.likeness(look.pixels)) for look in self._looks]
        alike = (like for own, found in seen for face, like in found.items() if face != own)
        most = max(alike, default=-1.0)
        return max(SAME, most + NEARER * (1.0 - most))

    def likeness(self, seen: Pixels) -> dict[Counts, float]:
        """Return, by face, how like the likest look at it a cut is: a correlation, -1 to 1."""
        found: dict[Counts, float] = {}
        for look, like in zip(self._looks, self.correlations(seen), strict=True):
            found[look.face] = max(found.get(look.face, -1.0), like)
        return found

    def correlations(self, seen: Pixels) -> list[float]:
        """Return how like each look a cut is, in their order."""
        tried = _spectra(seen, _MOVED, _SIZED).conj()
        turned = (np.fft.irfft((tried * one).sum(axis=(2, 3)), n=_TURNS) for one in self._spectra)
        return [float(at_each_turn.max()) for at_each_turn in turned]

    def has_colour_of(self, seen: Pixels) -> bool:
        """Return whether a cut shows a die of this colour."""
        colour = face_colour(seen, (_MIDDLE, _MIDDLE), SECOND.edge)
        return colour_difference(colour, self._colour) < OTHER_COLOUR


class ThirdDie(Protocol):
    """The die that a table throws beside the white ones, as far as it was taught."""

    @property
    def watches(self) -> bool:
        """Whether faces of a die are being shown: what comes to the tray is no throw."""
        ...

    @property
    def die(self) -> TaughtDie[SpeedFace] | None:
        """The die, once all its faces were shown."""
        ...


class _Untaught:
    watches, die = False, None


UNTAUGHT: ThirdDie = _Untaught()
"""A speed die of which nothing is known: people say what it shows."""


def plainest(likeness: Mapping[Counts, float], same: float) -> Counts | None:
    """Return the face that is plainly likest, and at least *same*; None where none is."""
    first, *others = sorted(likeness, key=lambda face: -likeness[face])
    off = 1.0 - likeness[first]
    next_off = min((1.0 - likeness[other] for other in others), default=2.0)
    return first if off <= min(1.0 - same, PLAINER * next_off, next_off - GAP) else None


def cut_out(pixels: Pixels, centre: Point, edge: float) -> Pixels:
    """Return a die's surroundings, 96 x 96 x 3 bytes, its edge 44 pixels."""
    return crop(pixels, Find(*centre, edge, 1.0, 1.0), 0.0, 1.0, False, cut=SECOND)[0]  # noqa: FBT003  # a row of VIEWS


def _spectra(seen: Pixels, moved: Sequence[float], sized: Sequence[float]) -> _Spectrum:
    """Return a cut's spectra along the turn, each of length 1: ways x turns x rings x colours."""
    fine, coarse = (cv2.GaussianBlur(seen.astype(np.float32), (0, 0), b) for b in (_SOFT, _COARSE))
    lines = fine - coarse
    unrolled = np.stack(
        [
            cv2.warpPolar(
                lines,
                (_RINGS, _TURNS),
                (_MIDDLE + x * SECOND.edge, _MIDDLE + y * SECOND.edge),
                _REACH * SECOND.edge * size,
                cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS,
            )
            for size, x, y in product(sized, moved, moved)
        ]
    ).astype(np.float32)
    weight = _WEIGHTS.sum() * _TURNS
    mean = (unrolled * _WEIGHTS).sum(axis=(1, 2), keepdims=True) / weight
    plain = (unrolled - mean) * np.sqrt(_WEIGHTS)
    length = np.sqrt((plain**2).sum(axis=(1, 2, 3), keepdims=True))
    return np.fft.rfft(plain / np.maximum(length, 1e-6), axis=1)
