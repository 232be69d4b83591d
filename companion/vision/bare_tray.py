"""The bare tray, a background model: how it looks with nothing in it, and its prints like dice."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.change_detection import GAIN
from companion.vision.frame import Pixels
from companion.vision.plane import Point
from companion.vision.readings import DiceReader, DieReading

Floats = NDArray[np.float32]

MOST = 12
"""So many prints at most are looked for."""
SAME = 14.0
"""Grey levels in any colour, in the same light, by which what has not changed may differ."""
FEW = 0.02
"""Part of a print's square that may differ more: noise."""
LITTLE = 0.0005
"""Part of the tray that may differ more while nothing lies in it: noise, not the smallest die."""
OTHER = 0.5
"""Part of the tray that has changed from which on it is another tray, or lit otherwise."""
FOLLOWS = 0.1
"""How far the picture goes towards a later one, each time it is followed."""

_SQUARE = 0.6  # edges from a print's middle to the sides of its square
_PAINTED, _AROUND = 0.8, 1.6  # the same, to those of what is painted over, and of its ground
_CLEAR = 1.5  # edges from a die's middle to where the tray is seen again
_STEP = 4  # every so many pixels for asking how all of the tray has changed


class BareTray:
    """Follows what the tray looks like without dice, and overlooks what is printed there.

    What has not changed since the bare tray was seen is no die. A die may have lain there from the
    beginning, though: so who finds too few dice beside the prints must not overlook them.

    Args:
        reader: looks for prints that it would take for dice.
    """

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self._bare: Floats | None = None
        self._prints: tuple[DieReading, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the tray has been seen bare."""
        return self._bare is not None

    def forget(self) -> None:
        """Forget the tray: it is seen elsewhere in the picture now."""
        self._bare, self._prints = None, ()

    def learn(self, pixels: Pixels, edge: float | None) -> None:
        """Take the tray as it is, with no die in it.

        Args:
            pixels: the tray.
            edge: of a die, in pixels, where it is known.
        """
        self._bare = _smooth(pixels)
        self._prints = self._reader.read(pixels, dice=MOST, edge=edge).dice

    def follow(self, pixels: Pixels) -> None:
        """Follow a slow change of light, if nothing lies there that did not lie there before."""
        lit = self._lit(pixels)
        if lit is None:
            return
        now = _smooth(pixels)
        if (np.abs(now - lit).max(axis=2) > SAME).mean() < LITTLE:
            self._bare = np.asarray(cv2.addWeighted(lit, 1 - FOLLOWS, now, FOLLOWS, 0))

    def under(self, pixels: Pixels) -> Floats | None:
        """Return the bare tray in the light of a picture; None where it is not known.

        Nor is it where the light has not changed alike all over, or the camera was moved. Around
        what lay there when the tray was learned, and has changed, it is not a number.
        """
        lit = self._lit(pixels)
        if lit is None:
            return None
        unknown = [one for one in self._prints if not _is_same(one, pixels, lit)]
        for one in unknown:
            lit[_square(one, _CLEAR)] = np.nan
        return lit

    def _lit(self, pixels: Pixels) -> Floats | None:
        """Return the tray as it was learned, a copy, in the light of a picture."""
        if self._bare is None or self._bare.shape != pixels.shape:
            return None
        now = np.asarray(pixels[::_STEP, ::_STEP], np.float32)
        before = self._bare[::_STEP, ::_STEP]
        gain = np.clip(np.median((now + 1.0) / (before + 1.0), axis=(0, 1)), *GAIN)
        other = np.abs(now - before * gain).max(axis=2) > 2 * SAME
        return None if other.mean() > OTHER else np.asarray(self._bare * gain, np.float32)

    def printed(self, pixels: Pixels) -> list[DieReading]:
        """Return what looks like a die and is seen just as it was in the bare tray."""
        lit = self._lit(pixels) if self._prints else None
        if lit is None:
            return []
        return [one for one in self._prints if _is_same(one, pixels, lit)]

    def without(self, pixels: Pixels, printed: Sequence[DieReading]) -> Pixels:
        """Return a picture in which prints are painted over, as far as they are seen there."""
        lit = self._lit(pixels) if printed else None
        if lit is None:
            return pixels
        same = np.abs(_smooth(pixels) - lit).max(axis=2) <= SAME
        picture = pixels.copy()
        for one in printed:
            place = _square(one, _PAINTED)
            around = lit[_square(one, _AROUND)].reshape(-1, 3)
            picture[place][same[place]] = np.median(around, axis=0)
        return picture

    def heal(self, pixels: Pixels, dice: Sequence[DieReading]) -> None:
        """Learn the places where something lay when the tray was learned, and is gone.

        Args:
            pixels: the tray.
            dice: what lies there now.
        """
        lit = self._lit(pixels) if self._prints else None
        if lit is None:
            return
        left = []
        for one in self._prints:
            covered = any(_is_near(one.centre, die.centre, 2 * _CLEAR * die.edge) for die in dice)
            if covered or _is_same(one, pixels, lit):
                left.append(one)
                continue
            place = _square(one, _CLEAR)
            lit[place] = _smooth_at(place, pixels)
        if len(left) < len(self._prints):
            self._bare, self._prints = lit, tuple(left)


def rests_on(dice: Sequence[DieReading], printed: Sequence[DieReading]) -> bool:
    """Return whether one of the dice may be a print."""
    return any(_is_near(die.centre, one.centre, die.edge) for die in dice for one in printed)


def _smooth(pixels: Pixels) -> Floats:
    return np.asarray(cv2.GaussianBlur(pixels, (3, 3), 0.8), np.float32)


def _smooth_at(place: tuple[slice, slice], pixels: Pixels) -> Floats:
    """Return a part of a picture as it is in the whole, made smooth."""
    top, left = (max(0, part.start - 2) for part in place)
    around = _smooth(pixels[top : place[0].stop + 2, left : place[1].stop + 2])
    rows, columns = place
    return around[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]


def _is_same(one: DieReading, pixels: Pixels, lit: Floats) -> bool:
    place = _square(one, _SQUARE)
    unlike = np.abs(_smooth_at(place, pixels) - lit[place]).max(axis=2) > SAME
    return bool(unlike.mean() < FEW) if unlike.size else False


def _square(die: DieReading, edges: float) -> tuple[slice, slice]:
    (x, y), reach = die.centre, edges * die.edge
    left, top = max(0, round(x - reach)), max(0, round(y - reach))
    return np.s_[top : max(top + 1, round(y + reach)), left : max(left + 1, round(x + reach))]


def _is_near(one: Point, other: Point, reach: float) -> bool:
    return float(np.hypot(one[0] - other[0], one[1] - other[1])) < reach
