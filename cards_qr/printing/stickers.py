"""Stickers: a tag, a bar in the group's colour, the name; on blank sheets or on labels."""

from collections.abc import Iterator, Sequence

import msgspec

from cards_qr.printing.faces import PrintedSide
from cards_qr.printing.formats import LabelGrid, Paper, free_grid
from cards_qr.printing.frame import FOOT, GAP, HEAD, MARGIN, frame
from cards_qr.printing.sheet import Sheet
from cards_qr.printing.typography import BOLD, LEADING, FittedText, fitted
from cards_qr.printing.words import Words
from cards_qr.symbol import modules
from cards_qr.tag import Tag
from cards_qr.tag_drawing import QUIET_ZONE, sticker_modules
from companion.errors import SheetError

BAR_MM = 1.6
"""Thickness of the bar in the group's colour."""

BAR_GAP = 0.09
"""Between tag and bar, in sides of the tag: nearer, a camera takes a dark bar for its edge."""

SMALLEST_MM, LARGEST_MM = 8.0, 60.0
"""Sizes of a tag that a camera at 40 cm can still read, and that fit on a card."""

_NAME, _NOTE, _LEAST = 1.9, 1.65, 1.6  # sizes of type, millimetres
_LONG_NAME = 1.15  # of an edition of one's own, rather than to cut it short
_PAD = 0.6
_LEAST_BESIDE = 12.0  # millimetres of width that words need beside a tag
_MOST_BESIDE = 34.0


class Stock(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on, and how large."""

    paper: Paper
    labels: LabelGrid | None = None
    size: float  # of a tag with its quiet zone, millimetres
    skip: int = 0  # places of the first sheet that are used up already

    def __post_init__(self) -> None:
        if not SMALLEST_MM <= self.size <= LARGEST_MM:
            raise SheetError(
                f"a tag of {self.size:g} mm cannot be used",
                mend=f"{SMALLEST_MM:g} to {LARGEST_MM:g} mm; 18 suits a camera 60 cm above",
            )

    def grid(self, tall: float) -> LabelGrid:
        """Return the places on a sheet; *tall*: of a sticker on a blank sheet, millimetres.

        Raises:
            SheetError: a tag is larger than a label, or more are skipped than there are.
        """
        grid = self.labels or free_grid(
            self.paper, (self.size, tall), gap=GAP, margin=MARGIN, head=HEAD, foot=FOOT
        )
        if min(grid.width, grid.height) < self.size:
            width, height = grid.width, grid.height
            raise SheetError(code="labels-below-tag", size=self.size, width=width, height=height)
        if not 0 <= self.skip < grid.count:
            raise SheetError(
                f"{self.skip} places cannot be skipped",
                mend=f"0 to {grid.count - 1}: a sheet has {grid.count}",
            )
        return grid


def sticker_sheets(
    groups: Sequence[Sequence[PrintedSide]],
    stock: Stock,
    *,
    title: str,
    words: Words,
    told: str,
    lines: int = 2,
) -> tuple[bytes, int]:
    """Return sheets of stickers as a PDF, and how many sheets they are.

    Args:
        groups: what belongs side by side, as front and back of a deed do.
        stock: paper and size.
        title: above each sheet of blank paper.
        words: of the edition's language.
        told: where they are stuck.
        lines: of a name beneath its tag.

    Raises:
        SheetError: they do not fit.
    """
    grid = sticker_grid(stock, lines)
    places = list(_placed(groups, grid, stock.skip))
    pages = 1 + max((place for place, _face in places), default=0) // grid.count
    sheet = Sheet(title, grid.paper)
    for page in range(pages):
        sheet.page()
        if not grid.labels:
            frame(sheet, f"{title} · {page + 1}/{pages}", words, told)
        for place, face in places:
            if place // grid.count == page:
                _draw(sheet, face, grid, place % grid.count, stock.size)
    return sheet.content(), pages


def sticker_grid(stock: Stock, lines: int = 2) -> LabelGrid:
    """Return where stickers lie whose names have so many lines.

    Raises:
        SheetError: they do not fit.
    """
    words = lines * LEADING * _NAME + 1.3 * _NOTE
    return stock.grid(stock.size * (1 + BAR_GAP) + BAR_MM + _PAD + words)


def draw_symbol(sheet: Sheet, tag: Tag, x: float, y: float, size: float) -> None:
    """Draw a tag so that with its quiet zone it fills a square with (x, y) lower left."""
    module = size / sticker_modules(tag)
    dark = modules(tag.text, tag.version, tag.level, tag.mask)
    sheet.symbol(dark, x + QUIET_ZONE * module, y + QUIET_ZONE * module, module)


def _placed(
    groups: Sequence[Sequence[PrintedSide]], grid: LabelGrid, skip: int
) -> Iterator[tuple[int, PrintedSide]]:
    """Yield each face with its place, counted over all sheets; a group stays in one row."""
    place = skip
    for group in groups:
        left = grid.columns - place % grid.columns
        if left < len(group) <= grid.columns:
            place += left
        for face in group:
            yield place, face
            place += 1


def _draw(sheet: Sheet, face: PrintedSide, grid: LabelGrid, place: int, size: float) -> None:
    x, y = grid.corner(place)
    if not grid.labels:
        sheet.cut_marks(x, y, grid.width, grid.height, gap=0.3, arm=(GAP - 0.6) / 2)
        _below(sheet, face, (x, y, grid.width, grid.height), size)
    elif grid.width - size * (1 + BAR_GAP) >= _LEAST_BESIDE + BAR_MM + 2 * _PAD:
        _beside(sheet, face, (x, y, grid.width, grid.height), size)
    else:
        _below(sheet, face, (x, y, grid.width, grid.height), size)


def _below(
    sheet: Sheet, face: PrintedSide, box: tuple[float, float, float, float], size: float
) -> None:
    """Draw the tag, beneath it the bar and the words, as far as there is room for them."""
    x, y, width, height = box
    tag_x, tag_y = x + (width - size) / 2, y + height - size
    _symbol(sheet, face, tag_x, tag_y, size)
    bar = tag_y - BAR_GAP * size - BAR_MM
    if bar < y:
        return
    sheet.box(tag_x, bar, size, BAR_MM, fill=face.colour)
    _words(sheet, face, (tag_x, bar - _PAD / 2, size, bar - y - _PAD), align=0.5)


def _beside(
    sheet: Sheet, face: PrintedSide, box: tuple[float, float, float, float], size: float
) -> None:
    """Draw tag, bar and words from left to right, in the middle of a label."""
    x, y, width, height = box
    taken = size * (1 + BAR_GAP) + BAR_MM + 2 * _PAD
    room = min(width - taken, _MOST_BESIDE)
    left = x + (width - taken - room) / 2
    foot = y + (height - size) / 2
    _symbol(sheet, face, left, foot, size)
    bar = left + size * (1 + BAR_GAP)
    sheet.box(bar, foot, BAR_MM, size, fill=face.colour)
    _words(sheet, face, (bar + BAR_MM + _PAD, foot + size - _PAD, room, size - _PAD))


def _symbol(sheet: Sheet, face: PrintedSide, x: float, y: float, size: float) -> None:
    assert face.tag is not None
    draw_symbol(sheet, face.tag, x, y, size)


def _words(
    sheet: Sheet, face: PrintedSide, box: tuple[float, float, float, float], *, align: float = 0.0
) -> None:
    """Write name, and number and code beneath it, into a box (left, top, width, height)."""
    left, top, width, height = box
    foot = _note(face, width)
    if foot.height > height:
        return
    spare = height - foot.height
    large = max(_NAME, min(3.4, spare / 5)) if align == 0.0 else _NAME
    name = fitted(face.name, width, spare, largest=large, smallest=_LONG_NAME, face=BOLD)
    x = left + align * width
    if name.height <= spare + 1e-6:
        sheet.lines(name, x, top, face=BOLD, align=align)
        top -= name.height
    sheet.lines(foot, x, top, align=align)


def _note(face: PrintedSide, width: float) -> FittedText:
    return fitted(face.foot, width, 2.4 * _NOTE, largest=_NOTE, smallest=_LEAST)
