"""The modules of a tag's QR symbol, with version, level and mask fixed by us.

Programs choose masks differently; a register that names the mask gives the same symbol for ever.
"""

import functools

import numpy as np
from numpy.typing import NDArray
from qrcode import constants
from qrcode.exceptions import DataOverflowError
from qrcode.main import QRCode
from qrcode.util import MODE_ALPHA_NUM, QRData

from cards_qr.tag import Level

Modules = NDArray[np.bool_]
"""Side x side modules without the quiet zone; true is dark."""

MASKS = 8
LARGEST_VERSION = 8
"""Ours are version 1; a codebook's may be larger, but each version costs resolution."""

_LEVELS: dict[Level, int] = {
    "L": constants.ERROR_CORRECT_L,
    "M": constants.ERROR_CORRECT_M,
    "Q": constants.ERROR_CORRECT_Q,
    "H": constants.ERROR_CORRECT_H,
}


def side_of(version: int) -> int:
    """Return the side of a symbol in modules."""
    return 17 + 4 * version


def modules(text: str, version: int, level: Level, mask: int) -> Modules:
    """Return the symbol of an alphanumeric text.

    Raises:
        ValueError: the text is not alphanumeric or too long, or there is no such mask or version.
    """
    if version > LARGEST_VERSION:
        raise ValueError(f"version {version} has too many modules for a camera above a table")
    # A mask turns over the same modules whatever the text, so one drawing serves all eight.
    return _unmasked(text, version, level) ^ _difference(version, level, mask)


@functools.cache
def _unmasked(text: str, version: int, level: Level) -> Modules:
    return _drawn(text, version, level, 0)


@functools.cache
def _difference(version: int, level: Level, mask: int) -> Modules:
    return _drawn("0", version, level, mask) ^ _drawn("0", version, level, 0)


def _drawn(text: str, version: int, level: Level, mask: int) -> Modules:
    code = QRCode(version, _LEVELS[level], border=0, mask_pattern=mask)
    code.add_data(QRData(text, MODE_ALPHA_NUM), optimize=0)
    try:
        code.make(fit=False)
    except DataOverflowError:
        raise ValueError(f"too long for version {version}-{level}") from None
    return np.array(code.modules, np.bool_)


def steady(version: int) -> tuple[Modules, Modules]:
    """Return (where, dark): the modules that every symbol of a version shares, and their colour.

    Finders, separators, timing and, from version 2 on, the alignment pattern.
    """
    side = side_of(version)
    where, dark = np.zeros((2, side, side), np.bool_)
    where[6, :] = where[:, 6] = True
    dark[6, ::2] = dark[::2, 6] = True
    for top, left in ((0, 0), (0, side - 7), (side - 7, 0)):
        near = np.s_[max(top - 1, 0) : top + 8, max(left - 1, 0) : left + 8]
        where[near], dark[near] = True, False
        dark[top : top + 7, left : left + 7] = _rings(7)
    if version > 1:
        corner = np.s_[side - 9 : side - 4, side - 9 : side - 4]
        where[corner], dark[corner] = True, _rings(5)
    return where, dark


def _rings(side: int) -> Modules:
    """Return a finder (7) or an alignment pattern (5): dark, light, dark from outside."""
    edge = np.minimum(np.arange(side), np.arange(side)[::-1])
    ring: Modules = np.minimum.outer(edge, edge) != 1
    return ring
