"""What stands around the stickers and cards of a blank sheet: a title, a ruler, a test square."""

from cards_qr.printing.sheet import Sheet
from cards_qr.printing.typography import BOLD, fitted
from cards_qr.printing.words import Words

MARGIN = 8.0
"""Millimetres at each edge that printers may not reach."""

HEAD, FOOT = 8.0, 12.0
"""Kept free for the title above and the ruler below, millimetres."""

GAP = 2.4
"""Between two stickers: room for their cut marks, millimetres."""

RULER_MM, SQUARE_MM = 100, 10


def frame(sheet: Sheet, title: str, words: Words, told: str = "") -> None:
    """Draw title and what to do above, below a ruler of 100 mm and a square of 10 mm."""
    width = sheet.paper.width - 2 * MARGIN
    top = sheet.paper.height - MARGIN
    lines = fitted(title, width, 4.0, largest=3.2, smallest=1.6, face=BOLD)
    sheet.lines(lines, MARGIN, top, face=BOLD)
    if told:
        sheet.lines(fitted(told, width, 3.0, largest=2.4, smallest=1.6), MARGIN, top - 4.0)
    sheet.ruler(MARGIN, MARGIN)
    square = MARGIN + RULER_MM + 6.0
    sheet.box(square, MARGIN, SQUARE_MM, SQUARE_MM, stroke=(0.0, 0.0, 0.0))
    left = square + SQUARE_MM + 4.0
    room = sheet.paper.width - MARGIN - left
    sheet.paragraph(words.full_size, (left, MARGIN + SQUARE_MM, room, SQUARE_MM), size=2.4)
