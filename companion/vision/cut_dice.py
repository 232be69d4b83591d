"""Dice that the border of the picture cuts: what is left of one may show another value, or none.

The border is the picture's, or that of the tray which was cut out of it.
"""

import statistics
from collections.abc import Sequence

import cv2
import numpy as np

from companion.vision.detection import Find, look_around
from companion.vision.frame import Pixels
from companion.vision.nets import Nets
from companion.vision.pips import AGAIN, GLANCE, SECOND, views
from companion.vision.readings import DieReading

WHOLE = 0.5
"""Edges from a face's middle to the border, at least, where all of the face is in the picture."""
MIRRORED = 1.2
"""Edges of the picture that are laid mirrored around it."""
AT_BORDER = 0.4
"""Edges from the border to the middle of what part and mirrored part make together, at most."""
GROUND = 0.05
"""Both readers take that for the ground with at most this probability."""


def are_cut(dice: Sequence[DieReading], size: Sequence[int]) -> bool:
    """Return whether an upper face reaches over the border of a picture of height and width."""
    height, width = size[:2]
    return any(
        min(x, y, width - x, height - y) < WHOLE * die.edge
        for die in dice
        for x, y in (die.centre,)
    )


def lies_cut(nets: Nets, pixels: Pixels, dice: Sequence[DieReading]) -> bool:
    """Return whether beside *dice* one more lies across the border, of which a part is in sight.

    Half a die looks like nothing that the nets know. With its mirror image it looks like a die
    again, of no matter what value (reflection padding), in the middle of what was the border.
    """
    edge = statistics.median(die.edge for die in dice)
    rim = round(MIRRORED * edge)
    around = cv2.copyMakeBorder(pixels, rim, rim, rim, rim, cv2.BORDER_REFLECT)
    large = np.asarray(around, np.uint8)
    height, width = pixels.shape[:2]

    def is_at_border(find: Find) -> bool:
        x, y = find.x - rim, find.y - rim
        gap: float = min(x, y, width - x, height - y)
        return abs(gap) < AT_BORDER * find.edge

    finds = [find for find in look_around(nets, large, edge) if is_at_border(find)]
    first, second = views(nets, large, finds, GLANCE), views(nets, large, finds, AGAIN[:1], SECOND)
    return any(
        float(max(one.kinds[0, 0], other.kinds[0, 0])) <= GROUND
        for one, other in zip(first, second, strict=True)
    )
