"""Whole cards to be cut out: both sides of the paper for deeds and piles, one for seats."""

from collections.abc import Callable, Sequence
from functools import partial

from cards_qr.printing.faces import FigureRow, PrintedSide
from cards_qr.printing.formats import LabelGrid, Paper, free_grid
from cards_qr.printing.frame import FOOT, HEAD, MARGIN, frame
from cards_qr.printing.ink import BLACK, GREY, HOTEL, HOUSE, PALE, ink, on
from cards_qr.printing.sheet import Sheet
from cards_qr.printing.stickers import BAR_GAP, BAR_MM, draw_symbol
from cards_qr.printing.typography import BOLD, LEADING, fitted
from cards_qr.printing.words import Words
from companion.errors import SheetError

CUT_MM = 3.0
"""Between a tag and the cut: home printers lay the second side off by one or two."""

SMALLEST_CARD_MM, LARGEST_CARD_MM = 40.0, 140.0

_BAND = 13.0  # height of the band with the name
_GAP = 5.0
_ROW = 4.6  # height of a row of figures, at most
_LEAST_ROW = 2.4
_HOUSE = 2.0

Box = tuple[float, float, float, float]
"""Left, lower edge, width, height in millimetres."""


def card_sheets(
    cards: Sequence[tuple[PrintedSide, PrintedSide]],
    paper: Paper,
    card: tuple[float, float],
    *,
    size: float,
    title: str,
    words: Words,
) -> tuple[bytes, int]:
    """Return cards with both sides as a PDF, every second page a back, and the number of pages.

    Columns of the backs are mirrored, so that they lie behind their fronts when the paper is
    turned over at its long edge.

    Args:
        cards: front and back of each.
        paper: the blank sheet.
        card: width and height of a card in millimetres.
        size: of a tag with its quiet zone, millimetres.
        title: above each sheet.
        words: of the edition's language.

    Raises:
        SheetError: the cards do not fit on the paper, or their tags on the cards.
    """
    grid = card_grid(paper, card, size)
    sheet = Sheet(title, paper)
    sheet.duplex()
    frames = [partial(_frame, title, name, words) for name in (words.front, words.back)]
    return _printed(sheet, cards, grid, frames, partial(draw_card, size=size))


def seat_sheets(
    faces: Sequence[PrintedSide],
    paper: Paper,
    card: tuple[float, float],
    *,
    size: float,
    title: str,
    words: Words,
) -> tuple[bytes, int]:
    """Return cards for the seats as a PDF, printed on one side, and the number of pages.

    Args and errors as of `card_sheets`.
    """
    grid = card_grid(paper, card, size)
    cards = [(face,) for face in faces]
    draw = partial(_draw_seat, size=size)
    frame_of = partial(_frame, title, "", words, told=words.lay_seats)
    return _printed(Sheet(title, paper), cards, grid, [frame_of], draw)


def _printed(
    sheet: Sheet,
    cards: Sequence[Sequence[PrintedSide]],
    grid: LabelGrid,
    frames: Sequence[Callable[[Sheet, str], None]],
    draw: Callable[[Sheet, PrintedSide, Box], None],
) -> tuple[bytes, int]:
    """Print cards with as many sides as there are frames, and return the number of pages too.

    Args:
        sheet: still empty.
        cards: the sides of each.
        grid: where they lie; the second side lies behind the first.
        frames: draw what stands around the pages of each side, told which sheet of how many it is.
        draw: draws one side into a box.
    """
    leaves = [cards[n : n + grid.count] for n in range(0, len(cards), grid.count)]
    for number, leaf in enumerate(leaves, 1):
        for side, around in enumerate(frames):
            sheet.page()
            around(sheet, f"{number}/{len(leaves)}")
            if len(frames) > 1:
                crosses(sheet)
            for place, faces in enumerate(leaf):
                where = grid.behind(place) if side else place
                box = (*grid.corner(where), grid.width, grid.height)
                sheet.cut_marks(*box)
                draw(sheet, faces[side], box)
    return sheet.content(), len(frames) * len(leaves)


def _frame(  # noqa: PLR0917 - the first three are bound
    title: str, side: str, words: Words, sheet: Sheet, number: str, told: str = ""
) -> None:
    frame(sheet, f"{title} · {number} {side}".rstrip(), words, told)


def card_grid(paper: Paper, card: tuple[float, float], size: float) -> LabelGrid:
    """Return where cards lie on a sheet.

    Raises:
        SheetError: a card is too small, too large, or too small for its tag.
    """
    if not all(SMALLEST_CARD_MM <= side <= LARGEST_CARD_MM for side in card):
        raise SheetError(
            f"a card of {card[0]:g} x {card[1]:g} mm cannot be printed",
            mend=f"both sides {SMALLEST_CARD_MM:g} to {LARGEST_CARD_MM:g} mm, as 57x88",
        )
    if size + 2 * CUT_MM > card[0] or 1.2 * size + 2 * CUT_MM > card[1]:
        raise SheetError(
            f"a tag of {size:g} mm leaves no room on a card of {card[0]:g} x {card[1]:g} mm",
            mend="a smaller --size or a larger --card",
        )
    return free_grid(paper, card, gap=_GAP, margin=MARGIN, head=HEAD, foot=FOOT)


def crosses(sheet: Sheet) -> None:
    """Draw the crosses that must meet when both sides are held against the light."""
    width, height = sheet.paper.width, sheet.paper.height
    inset = MARGIN - 2.0
    for x in (inset, width - inset):
        for y in (height * 0.25, height * 0.75):
            sheet.cross(x, y, arm=2.0)


def draw_card(sheet: Sheet, face: PrintedSide, box: Box, size: float) -> None:
    """Draw one side of a card; the tag stands at its lower edge, where a fan still shows it."""
    x, y, width, height = box
    sheet.box(*box, stroke=PALE)
    _band(sheet, face, (x, y + height - _BAND, width, _BAND))
    lower = y + CUT_MM
    if face.tag is not None:
        left = x + (width - size) / 2
        draw_symbol(sheet, face.tag, left, lower, size)
        sheet.box(left, lower + size * (1 + BAR_GAP), size, BAR_MM, fill=face.colour)
        beside = (x + CUT_MM, lower + 3.0, left - x - CUT_MM - 1.0, 3.0)
        sheet.paragraph(face.foot, beside, size=2.0)
        lower += size * (1 + BAR_GAP) + BAR_MM
    room = (x + CUT_MM, lower + 1.0, width - 2 * CUT_MM, y + height - _BAND - lower - 2.0)
    if face.said:
        room = _large(sheet, face.said, room)
    _rows(sheet, face.rows, room)


def _band(sheet: Sheet, face: PrintedSide, box: Box) -> None:
    x, y, width, height = box
    sheet.box(x, y, width, height, fill=face.colour)
    text = face.head or face.name
    name = fitted(text, width - 4.0, height - 2.0, largest=4.4, smallest=1.6, face=BOLD)
    top = y + height / 2 + name.height / 2
    sheet.lines(name, x + width / 2, top, face=BOLD, ink=on(face.colour), align=0.5)


def _large(sheet: Sheet, said: str, box: Box) -> Box:
    """Write what a back says; return the room beneath it."""
    x, y, width, height = box
    lines = fitted(said, width, height / 2, largest=5.0, smallest=1.8, face=BOLD)
    sheet.lines(lines, x + width / 2, y + height, face=BOLD, align=0.5)
    return x, y, width, height - lines.height


def _rows(sheet: Sheet, rows: Sequence[FigureRow], box: Box) -> None:
    x, y, width, height = box
    if not rows:
        return
    step = min(_ROW, height / len(rows))
    if step < _LEAST_ROW:
        raise SheetError("the card is too small for its figures", mend="a larger --card")
    size = step / LEADING * 0.8
    for number, row in enumerate(rows):
        foot = y + height - (number + 0.8) * step
        _mark(sheet, row, x, foot, min(_HOUSE, size))
        label = fitted(row.label, width / 2, step, largest=size, smallest=min(size, 1.6))
        sheet.lines(label, x, foot + 0.93 * label.size)
        value = fitted(row.value, width / 2, step, largest=size, smallest=min(size, 1.6))
        sheet.lines(value, x + width, foot + 0.93 * value.size, align=1.0)
        sheet.line((x, foot - 0.2 * step), (x + width, foot - 0.2 * step), ink=PALE)


def _mark(sheet: Sheet, row: FigureRow, x: float, foot: float, side: float) -> None:
    for house in range(row.houses):
        sheet.box(x + house * 1.4 * side, foot, side, side, fill=ink(HOUSE))
    if row.hotel:
        sheet.box(x, foot, 2.2 * side, side, fill=ink(HOTEL))


def _draw_seat(sheet: Sheet, face: PrintedSide, box: Box, size: float) -> None:
    assert face.tag is not None
    x, y, width, height = box
    sheet.box(*box, stroke=GREY)
    foot = y + (height - size) / 2
    draw_symbol(sheet, face.tag, x + CUT_MM, foot, size)
    left = x + CUT_MM + size * (1 + BAR_GAP) + BAR_MM
    sheet.box(left - BAR_MM, foot, BAR_MM, size, fill=face.colour)
    room = x + width - left - 2 * CUT_MM
    name = fitted(face.name, room, size / 2, largest=9.0, smallest=3.0, face=BOLD)
    sheet.lines(name, left + CUT_MM, foot + size, face=BOLD, ink=BLACK)
    note = fitted(face.foot, room, size / 2, largest=3.2, smallest=1.6)
    sheet.lines(note, left + CUT_MM, foot + note.height)
