"""What is printed: a tag drawn with its quiet zone."""

import numpy as np
from numpy.typing import NDArray

from cards_qr.symbol import modules, side_of
from cards_qr.tag import Tag

QUIET_ZONE = 2
"""Modules of white on each side; four read no better, none fails."""

STICKER_MM = 18.0
"""Side of a printed tag with its quiet zone: enough for a camera at 50 to 65 cm and 1920 px."""


STICKER_MODULES = 25
"""Side of such a tag in modules, its quiet zone included: both profiles are of version 1."""


def draw_tag(tag: Tag, px_per_module: int, *, quiet_zone: int = QUIET_ZONE) -> NDArray[np.uint8]:
    """Return a tag in grey, 0 dark and 255 light, its quiet zone included.

    Raises:
        ValueError: the tag's text does not fit its version, level and mask.
    """
    dark = np.pad(modules(tag.text, tag.version, tag.level, tag.mask), quiet_zone)
    grey = np.where(dark, 0, 255).astype(np.uint8)
    return np.kron(grey, np.ones((px_per_module, px_per_module), np.uint8))


def sticker_modules(tag: Tag) -> int:
    """Return the side of a tag in modules, its quiet zone included."""
    return side_of(tag.version) + 2 * QUIET_ZONE
