"""The bare field, and whether a tag that is not seen is only hidden or was taken away."""

from collections.abc import Sequence

import numpy as np

from cards_qr.codebook import Corners
from companion.vision.change_detection import DIFFERENT, Mask, Thumb, changed, patches, relit

Box = tuple[slice, slice]

_ROOM = 0.5  # sides of a symbol around a tag that belong to its card
_ALIKE = 0.8  # of a place's cells must look bare where it is
_FLAT = 6.0
"""Grey levels by which the cells of a place vary that shows neither a symbol nor an edge."""


class Ground:
    """Remembers how the field looks where nothing lies."""

    def __init__(self) -> None:
        self._bare: Thumb | None = None
        self._known: Mask | None = None

    def forget(self) -> None:
        """Forget it, as when the field lies elsewhere in the picture."""
        self._bare = self._known = None

    def learn(self, now: Thumb, lying: Sequence[Corners]) -> None:
        """Take for bare what lies outside the tags of a look."""
        free = np.ones(now.shape, np.bool_)
        for place in lying:
            free[cells_of(place, now, room=_ROOM)] = False
        if self._bare is None or self._known is None or self._bare.shape != now.shape:
            self._bare, self._known = now, free
            return
        cells = np.where(free[..., None], now.cells, relit(self._bare, now).cells)
        self._bare, self._known = Thumb(cells, now.cell), self._known | free

    def hides(self, place: Corners, seen: Thumb | None, now: Thumb) -> bool:
        """Return whether a tag that is not seen may still lie in its place.

        Args:
            place: where it lay.
            seen: the look in which it was seen last, None where that is forgotten.
            now: this look.
        """
        box = cells_of(place, now)
        if seen is None or seen.shape != now.shape:
            return not (self._is_bare(box, now) or self._is_plain(box, now))
        mask = changed(seen, now)
        if not mask[box].any():
            return True  # all looks as it did when it was seen
        if self._is_bare(box, now):
            return False
        reaching = (patch for patch in patches(mask, now.cell) if patch.at_border)
        is_under_an_arm = any(patch.mask[box].any() for patch in reaching)
        return is_under_an_arm or not self._is_plain(box, now)

    def _is_plain(self, box: Box, now: Thumb) -> bool:
        """Return whether a place shows nothing but the colour that most of the field has."""
        if self._bare is None or self._known is None or not self._known.any():
            return False
        colour = np.median(relit(self._bare, now).cells[self._known], axis=0)
        place = now.cells[box].reshape(-1, 3)
        return bool(
            (place.std(axis=0) <= _FLAT).all()
            and (np.abs(place.mean(axis=0) - colour) <= DIFFERENT).all()
        )

    def _is_bare(self, box: Box, now: Thumb) -> bool:
        if self._bare is None or self._known is None or self._bare.shape != now.shape:
            return False
        alike = ~changed(self._bare, now)[box]
        return bool(self._known[box].all() and alike.mean() >= _ALIKE)


def cells_of(place: Corners, thumb: Thumb, *, room: float = 0.0) -> Box:
    """Return the cells that a tag's box covers, at least one; *room*: sides of it around."""
    corners = np.array(place)
    around = room * np.ptp(corners, axis=0).max()
    last = np.array(thumb.shape)[::-1] - 1
    firsts = np.clip((corners.min(axis=0) - around) // thumb.cell, 0, last).astype(int)
    ends = np.maximum(np.ceil((corners.max(axis=0) + around) / thumb.cell).astype(int), firsts + 1)
    return slice(int(firsts[1]), int(ends[1])), slice(int(firsts[0]), int(ends[0]))
