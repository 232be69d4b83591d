"""Type on sheets: one face with Latin, Greek and Cyrillic letters, and words made to fit."""

from functools import cache
from importlib.resources import files
from itertools import count
from typing import Any

import msgspec

PLAIN, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
LEADING = 1.16  # height of a line, in sizes of type
ASCENT = 0.93  # of it above the foot of the letters
ELLIPSIS = "…"
_UNKNOWN = "□"
_STEP = 0.96  # by which type that does not fit is made smaller


class FittedText(msgspec.Struct, frozen=True):
    """Text as it fits: its lines, and the size of its type in millimetres."""

    lines: tuple[str, ...]
    size: float

    @property
    def height(self) -> float:
        """How tall all lines are together, in millimetres."""
        return len(self.lines) * self.size * LEADING


@cache
def register() -> None:
    """Make the faces known to the library that draws; it keeps them itself."""
    from reportlab.pdfbase.pdfmetrics import registerFont  # noqa: PLC0415  # 9 MB, to print alone
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415  # likewise

    for name in (PLAIN, BOLD):
        with files("cards_qr.printing").joinpath("fonts", f"{name}.ttf").open("rb") as file:
            registerFont(TTFont(name, file))


def width_of(text: str, size: float, face: str = PLAIN) -> float:
    """Return how wide *text* is, in the unit of *size*."""
    from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415  # likewise

    register()
    return float(stringWidth(text, face, size))


def printable(text: str) -> str:
    """Return *text* with a box in place of each letter that the face has not."""
    from reportlab.pdfbase.pdfmetrics import getFont  # noqa: PLC0415  # likewise

    register()
    font: Any = getFont(PLAIN)  # a TTFont, which knows its letters
    known = font.face.charToGlyph
    return "".join(
        letter if ord(letter) in known else _UNKNOWN for letter in " ".join(text.split())
    )


def fitted(
    text: str,
    width: float,
    height: float,
    *,
    largest: float,
    smallest: float,
    face: str = PLAIN,
) -> FittedText:
    """Return *text* as large as it can stand in a box; what never fits ends in an ellipsis.

    Args:
        text: one or more words.
        width: of the box, millimetres.
        height: likewise.
        largest: size of type to begin with, millimetres.
        smallest: below this nobody can read it.
        face: `PLAIN` or `BOLD`.
    """
    words = printable(text).split()
    for step in count():
        size = max(largest * _STEP**step, smallest)
        last = size == smallest
        lines = _wrapped(words, width, size, face, breaking=last)
        if lines is not None and len(lines) * size * LEADING <= height + 1e-6:
            return FittedText(tuple(lines), size)
        if last:
            most = max(1, int((height + 1e-6) / (size * LEADING)))
            return FittedText(tuple(_shortened(lines or [], most, width, size, face)), size)
    raise AssertionError  # the loop above always returns


def _wrapped(
    words: list[str], width: float, size: float, face: str, *, breaking: bool
) -> list[str] | None:
    """Return the words in lines; None if one is wider than a line and may not be broken."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, face) <= width:
            lines[-1] = longer
        elif width_of(word, size, face) <= width:
            lines.append(word)
        elif breaking:
            lines.extend(_pieces(word, width, size, face))
        else:
            return None
    return lines


def _pieces(word: str, width: float, size: float, face: str) -> list[str]:
    """Return a word cut wherever a line is full."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter, size, face) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _shortened(lines: list[str], most: int, width: float, size: float, face: str) -> list[str]:
    """Return the first lines; the last of them ends in an ellipsis if there were more."""
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and width_of(last + ELLIPSIS, size, face) > width:
        last = last[:-1]
    return [*lines[: most - 1], last.rstrip() + ELLIPSIS]
