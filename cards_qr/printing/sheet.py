"""One PDF being drawn: pages, rectangles, words and codes, in millimetres from the lower left."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from cards_qr.printing.formats import Paper
from cards_qr.printing.ink import BLACK, GREY, Ink
from cards_qr.printing.typography import ASCENT, LEADING, PLAIN, FittedText, fitted, register
from cards_qr.symbol import Modules

HAIRLINE = 0.15  # thickness of a cut mark, millimetres
MM = 72 / 25.4  # points


class Sheet:
    """A PDF whose unit is the millimetre.

    Two sheets with the same content have the same bytes: no date, no chance. Viewers are asked to
    print it neither larger nor smaller.

    Args:
        title: of the document.
        paper: of all pages.
    """

    def __init__(self, title: str, paper: Paper) -> None:
        from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415  # 9 MB, to print alone

        register()
        self.paper, self.pages = paper, 0
        self._bytes = BytesIO()
        size = (paper.width * MM, paper.height * MM)
        self._canvas = Canvas(self._bytes, pagesize=size, invariant=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("companion")
        self._canvas.setViewerPreference("PrintScaling", "None")

    def page(self) -> None:
        """Begin the next page."""
        if self.pages:
            self._canvas.showPage()
        self.pages += 1
        self._canvas.scale(MM, MM)

    def duplex(self) -> None:
        """Ask for both sides of the paper, turned over at the long edge."""
        self._canvas.setViewerPreference("Duplex", "DuplexFlipLongEdge")

    def content(self) -> bytes:
        """Return the file; nothing can be drawn afterwards."""
        self._canvas.save()
        return self._bytes.getvalue()

    @contextmanager
    def window(
        self, box: tuple[float, float, float, float], *, shift: tuple[float, float]
    ) -> Iterator[None]:
        """Draw only inside a box (left, lower edge, width, height), everything shifted."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(*box)
        self._canvas.clipPath(path, stroke=0, fill=0)
        self._canvas.translate(*shift)
        yield
        self._canvas.restoreState()

    # ---- shapes

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Ink | None = None,
        stroke: Ink | None = None,
        line: float = HAIRLINE,
    ) -> None:
        """Draw a rectangle with its lower left corner at (x, y)."""
        if fill is not None:
            self._canvas.setFillColorRGB(*fill)
        if stroke is not None:
            self._canvas.setStrokeColorRGB(*stroke)
            self._canvas.setLineWidth(line)
        self._canvas.rect(x, y, width, height, fill=fill is not None, stroke=stroke is not None)

    def boxes(self, boxes: Iterable[tuple[float, float, float, float]], *, fill: Ink) -> None:
        """Fill rectangles (left, lower edge, width, height) as one path: no hairline between."""
        path = self._canvas.beginPath()
        for box in boxes:
            path.rect(*box)
        self._canvas.setFillColorRGB(*fill)
        self._canvas.drawPath(path, fill=1, stroke=0)

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        ink: Ink = BLACK,
        line: float = HAIRLINE,
    ) -> None:
        """Draw a line."""
        self._canvas.setStrokeColorRGB(*ink)
        self._canvas.setLineWidth(line)
        self._canvas.line(*start, *end)

    def symbol(self, dark: Modules, x: float, y: float, module: float) -> None:
        """Draw modules, the first row on top, their lower left corner at (x, y).

        The dark modules of a row that touch are one rectangle, and all together are one path: no
        hairline can show between them.
        """
        runs = (
            (x + start * module, y + row * module, (end - start) * module, module)
            for row, modules in enumerate(dark[::-1])
            for start, end in _runs(modules)
        )
        self.boxes(runs, fill=BLACK)

    # ---- words

    def words(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: float,
        face: str = PLAIN,
        ink: Ink = BLACK,
        align: float = 0.0,
    ) -> None:
        """Write one line; its foot at (x, y) is its left end, or with *align* 0.5 its middle."""
        self._canvas.setFillColorRGB(*ink)
        self._canvas.setFont(face, size)
        width = self._canvas.stringWidth(text, face, size)
        self._canvas.drawString(x - align * width, y, text)

    def lines(
        self,
        lines: FittedText,
        x: float,
        top: float,
        *,
        face: str = PLAIN,
        ink: Ink = BLACK,
        align: float = 0.0,
    ) -> None:
        """Write lines below *top*."""
        for number, line in enumerate(lines.lines):
            foot = top - (number * LEADING + ASCENT) * lines.size
            self.words(line, x, foot, size=lines.size, face=face, ink=ink, align=align)

    def paragraph(
        self, text: str, box: tuple[float, float, float, float], *, size: float, align: float = 0.0
    ) -> None:
        """Write text into a box (left, top, width, height), smaller if it must be."""
        left, top, width, height = box
        lines = fitted(text, width, height, largest=size, smallest=min(size, 1.6))
        self.lines(lines, left + align * width, top, align=align)

    # ---- marks

    def cut_marks(
        self, x: float, y: float, width: float, height: float, *, gap: float = 0.4, arm: float = 1.4
    ) -> None:
        """Draw short lines outside the corners of what is cut out."""
        for corner, outward in ((x, -1), (x + width, 1)):
            for edge, beyond in ((y, -1), (y + height, 1)):
                near, far = corner + outward * gap, corner + outward * (gap + arm)
                self.line((near, edge), (far, edge), ink=GREY)
                near, far = edge + beyond * gap, edge + beyond * (gap + arm)
                self.line((corner, near), (corner, far), ink=GREY)

    def cross(self, x: float, y: float, *, arm: float = 3.0) -> None:
        """Draw a cross to lay two sides or sheets over each other."""
        self.line((x - arm, y), (x + arm, y))
        self.line((x, y - arm), (x, y + arm))

    def ruler(self, x: float, y: float, *, millimetres: int = 100, upright: bool = False) -> None:
        """Draw a ruler, numbered every ten millimetres, to be laid beside a real one."""

        def place(along: float, out: float) -> tuple[float, float]:
            return (x - out, y + along) if upright else (x + along, y + out)

        self.line(place(0, 0), place(millimetres, 0))
        for tick in range(millimetres + 1):
            length = 3.0 if tick % 10 == 0 else 2.2 if tick % 5 == 0 else 1.4
            self.line(place(tick, 0), place(tick, length))
        for tick in range(0, millimetres + 1, 10):
            left, foot = place(tick, 3.4)
            lower = foot - 0.7 if upright else foot
            self.words(str(tick), left, lower, size=2.0, align=1.0 if upright else 0.5)


def _runs(row: NDArray[np.bool_]) -> Iterable[tuple[int, int]]:
    """Return where dark modules of a row begin and end that touch."""
    edges = np.flatnonzero(np.diff(np.pad(row, 1).astype(np.int8)))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]
