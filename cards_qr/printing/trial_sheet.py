"""The test sheet: does the printer keep its millimetres, and where does it lay the second side?"""

from cards_qr.printing.formats import LabelGrid, Paper
from cards_qr.printing.frame import MARGIN
from cards_qr.printing.ink import BLACK
from cards_qr.printing.sheet import Sheet
from cards_qr.printing.typography import BOLD
from cards_qr.printing.whole_cards import crosses
from cards_qr.printing.words import Words

SQUARE_MM = 100.0


def trial_sheet(
    paper: Paper, labels: LabelGrid | None, *, title: str, words: Words
) -> tuple[bytes, int]:
    """Return a sheet with a square of 100 mm and crosses on both sides; the outlines of *labels*.

    With labels it has one page, to be held against a sheet of them.
    """
    sheet = Sheet(title, paper)
    sheet.page()
    if labels is not None:
        for place in range(labels.count):
            x, y = labels.corner(place)
            sheet.box(x, y, labels.width, labels.height, stroke=BLACK)
            sheet.words(str(place + 1), x + 1, y + 1, size=2.4)
        return sheet.content(), 1
    sheet.duplex()
    _side(sheet, f"{title}: {words.front}", words)
    sheet.page()
    _side(sheet, f"{title}: {words.back}", words)
    return sheet.content(), 2


def _side(sheet: Sheet, title: str, words: Words) -> None:
    width, height = sheet.paper.width, sheet.paper.height
    crosses(sheet)
    x, y = (width - SQUARE_MM) / 2, (height - SQUARE_MM) / 2
    sheet.box(x, y, SQUARE_MM, SQUARE_MM, stroke=BLACK)
    sheet.ruler(x, y + SQUARE_MM + 4)
    sheet.ruler(x - 4, y, upright=True)
    sheet.cross(width / 2, height / 2, arm=8)
    sheet.words(title, MARGIN + 4, height - MARGIN - 6, size=4, face=BOLD)
    for number, text in enumerate((words.full_size, words.both_sides)):
        top = height - MARGIN - 12 - 8 * number
        sheet.paragraph(text, (MARGIN + 4, top, width - 2 * MARGIN - 8, 8), size=2.8)
