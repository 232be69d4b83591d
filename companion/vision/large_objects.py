"""A die that lies on something, or is a picture of one: far more has come to the tray than dice."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Pixels
from companion.vision.readings import DieReading

Floats = NDArray[np.float32]

ROOM = 5.0
"""A die with its shadow covers less than so many squares of its edge."""

_UNLIKE = 18.0  # grey levels by which what came differs from the tray
_CELLS = 8.0  # of the picture that is compared, per edge of a die
_GAP = 3  # cells across which parts of one thing are joined


def dice_on_large_objects(
    dice: Sequence[DieReading], pixels: Pixels, bare: Floats, others: int = 0
) -> tuple[DieReading, ...]:
    """Return the dice that lie on, or in, a thing too large for dice: a phone, a deed, a book.

    Args:
        dice: what was read.
        pixels: the tray.
        bare: the same with nothing in it, in the same light; not a number where nobody knows.
        others: further dice that may lie among these.
    """
    if not dice:
        return ()
    edge = float(np.median([die.edge for die in dice]))
    scale = min(1.0, _CELLS / edge)
    came = np.nan_to_num(np.abs(pixels - bare).max(axis=2)) > _UNLIKE
    small = cv2.resize(came.astype(np.float32), None, fx=scale, fy=scale, interpolation=3)
    joined = cv2.morphologyEx(
        (small > 0.5).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((2 * _GAP + 1,) * 2, np.uint8)
    )
    # A thing is all that lies inside its outline: a screen may show the tray's own cloth.
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros_like(joined), outlines, -1, 1, cv2.FILLED)
    _, things, about, _ = cv2.connectedComponentsWithStats(filled)
    on = [_thing_at(die, np.asarray(things, np.int32), scale) for die in dice]
    least = ROOM * (edge * scale) ** 2
    return tuple(
        die
        for die, thing in zip(dice, on, strict=True)
        if thing and about[thing, cv2.CC_STAT_AREA] > least * (on.count(thing) + others)
    )


def _thing_at(die: DieReading, things: NDArray[np.int32], scale: float) -> int:
    """Return the number of the thing in which a die's middle lies; 0 in none."""
    x, y = (
        min(int(at * scale), size - 1)
        for at, size in zip(die.centre, things.shape[::-1], strict=True)
    )
    return int(things[y, x])
