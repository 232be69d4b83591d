"""The mat on paper: one sheet of A3, two of A4 laid edge to edge, or four pieces cut out."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from calibration.mat import A3, PAPER, Mat, ZoneMm
from cards_qr.printing.formats import Paper
from cards_qr.printing.sheet import Sheet
from cards_qr.printing.typography import BOLD, fitted
from cards_qr.printing.words import Words

_BESIDE_MARKER = 45.0
"""From a field's or sheet's edge to where words stand, millimetres: markers want white around."""


class Piece(msgspec.Struct, frozen=True):
    """The part of the mat that one page shows, in millimetres."""

    paper: Paper
    part: ZoneMm  # of the mat
    left: float  # of the part on the page
    foot: float
    cut: bool  # cut out, or the page is the piece


def mat_sheets(paper: Paper, *, title: str, words: Words, mat: Mat = A3) -> tuple[bytes, int]:
    """Return the mat as a PDF, and how many pages it takes."""
    pieces = list(pieces_of(paper, mat))
    sheet = Sheet(title, pieces[0].paper)
    for n, piece in enumerate(pieces, start=1):
        sheet.page()
        with sheet.window(
            (piece.left, piece.foot, piece.part.width, piece.part.depth),
            shift=(piece.left - piece.part.left, piece.foot - piece.part.near),
        ):
            _draw(sheet, mat, words)
            if len(pieces) > 1:
                _join(sheet, mat, piece, (words.piece_of if piece.cut else words.sheet_of).format(
                    n=n, of=len(pieces)))  # fmt: skip
        if piece.cut:
            sheet.cut_marks(
                piece.left, piece.foot, piece.part.width, piece.part.depth, gap=1, arm=5
            )
    return sheet.content(), len(pieces)


def pieces_of(paper: Paper, mat: Mat = A3) -> Iterator[Piece]:
    """Yield the pages of the mat, from its near left corner, row by row."""
    if _holds(paper.across, mat.width, mat.depth):
        yield Piece(paper.across, ZoneMm(0, 0, mat.width, mat.depth), 0, 0, cut=False)
        return
    whole_sheets = _holds(paper, mat.width / 2, mat.depth)
    rows, sheet = (1, paper) if whole_sheets else (2, paper.across)
    width, depth = mat.width / 2, mat.depth / rows
    left, foot = (sheet.width - width) / 2, (sheet.height - depth) / 2
    for row in range(rows):
        for column in range(2):
            part = ZoneMm(column * width, row * depth, width, depth)
            yield Piece(sheet, part, left, foot, cut=not whole_sheets)


def _holds(paper: Paper, width: float, depth: float) -> bool:
    return paper.width >= width and paper.height >= depth


def _draw(sheet: Sheet, mat: Mat, words: Words) -> None:
    inked = replace(mat, ruler=None).inked  # on paper the ruler has every millimetre, and numbers
    for grey in sorted({place.grey for place in inked}):
        zones = (place.zone for place in inked if place.grey == grey)
        sheet.boxes(map(msgspec.structs.astuple, zones), fill=(grey / PAPER,) * 3)
    if mat.ruler is not None:
        sheet.ruler(mat.ruler.left, mat.ruler.near)
        sheet.words(words.full_size, mat.ruler.left, mat.ruler.near - 4.0, size=2.2)
    for zone, said in ((mat.tray, words.dice_here), (mat.scan, words.deeds_here)):
        left = zone.left + _BESIDE_MARKER
        sheet.words(said, left, zone.near + zone.depth + 2.5, size=4.0, face=BOLD)


def _join(sheet: Sheet, mat: Mat, piece: Piece, said: str) -> None:
    """Say below the fields, or above those of a far piece, how the pieces are laid together."""
    part = piece.part
    width = part.width - _BESIDE_MARKER - 2 * mat.margin
    left = part.left + (_BESIDE_MARKER if part.left == 0 else mat.margin)
    top = mat.tray.near - 1.0 if part.near == 0 else mat.depth - 1.0
    sheet.lines(fitted(said, width, 5.8, largest=2.6, smallest=1.6), left, top)
