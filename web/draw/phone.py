"""A phone's screen as drawn: what stands on it one below the other, and what is to be tapped."""

from typing import Literal, TypeAlias

import msgspec

WIDTH, HEIGHT = 96, 168
MARGIN, TOP, GAP = 12, 30, 7

Kind: TypeAlias = Literal["sign", "line", "short", "button", "link", "row", "switch", "page"]
"""What stands there: a warning sign, words, a button, words to tap, a line of the settings, one
with a switch, a page as it is wanted."""

_HEIGHTS = {"sign": 30, "button": 15, "link": 6, "row": 16, "switch": 16, "page": 96}
_WORDS = 4


class ScreenPart(msgspec.Struct, frozen=True):
    """One thing on a screen, in units of the drawing."""

    kind: Kind
    x: int
    y: int
    width: int
    height: int
    is_tapped: bool = False


class Screen(msgspec.Struct, frozen=True):
    """A screen, from top to bottom."""

    parts: tuple[ScreenPart, ...]
    width: int = WIDTH
    height: int = HEIGHT


def screen(*kinds: Kind, tap: int | None = None) -> Screen:
    """Return a screen with these things on it; *tap*: which of them a finger taps."""
    parts, y = list[ScreenPart](), TOP
    for n, kind in enumerate(kinds):
        height, whole = _HEIGHTS.get(kind, _WORDS), WIDTH - 2 * MARGIN
        width = {"short": whole * 3 // 5, "sign": 34, "link": whole // 2}.get(kind, whole)
        parts.append(ScreenPart(kind, MARGIN, y, width, height, n == tap))
        y += height + GAP
    return Screen(tuple(parts))
