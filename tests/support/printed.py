"""Printed sheets as a renderer draws them, and what can be measured there."""

from collections.abc import Sequence

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from cards_qr.decoders import Decoded, installed
from hardware.simulated.view import view_over

Grey = NDArray[np.uint8]

MM_PER_INCH = 25.4
POINTS_PER_MM = 72 / MM_PER_INCH

CAMERA_MM, CAMERA_PX, FOCAL_PX = 600.0, (1920, 1080), 1478.0
"""A camera of 66 degrees at the height that is recommended."""


class Printed:
    """A PDF.

    Args:
        content: the file.
    """

    def __init__(self, content: bytes) -> None:
        self._document = pypdfium2.PdfDocument(content)

    def __len__(self) -> int:
        return len(self._document)

    def size(self, page: int = 0) -> tuple[float, float]:
        """Return width and height of a page in millimetres."""
        width, height = self._document[page].get_size()
        return width / POINTS_PER_MM, height / POINTS_PER_MM

    def grey(self, dpi: float, page: int = 0) -> Grey:
        """Return a page as a printer of so many dots per inch lays it down."""
        drawn = self._document[page].render(scale=dpi / 72, grayscale=True)
        return np.asarray(drawn.to_numpy(), np.uint8).squeeze()

    def colour(self, dpi: float, page: int = 0) -> Grey:
        """Return the same in red, green and blue, height x width x 3."""
        drawn = self._document[page].render(scale=dpi / 72, rev_byteorder=True)
        return np.asarray(drawn.to_numpy(), np.uint8)[..., :3]

    def text(self, page: int = 0) -> str:
        """Return all words of a page, without any space: names are broken into lines."""
        return "".join(self._document[page].get_textpage().get_text_bounded().split())

    def words_at(self, page: int = 0) -> list[tuple[float, float, float, float]]:
        """Return left, lower, right and upper edge of every piece of text, in millimetres."""
        words = self._document[page].get_textpage()
        k = 1 / POINTS_PER_MM
        rects = (words.get_rect(n) for n in range(words.count_rects()))
        return [(a * k, b * k, c * k, d * k) for a, b, c, d in rects]


def code_in(
    grey: Grey, dpi: float, box: tuple[float, float, float, float], page_mm: float
) -> Decoded | None:
    """Return the one code in a box of a page, as a decoder that knows nothing of ours reads it.

    Args:
        grey: the page.
        dpi: of it.
        box: left, lower edge, width and height in millimetres from the page's lower left.
        page_mm: height of the page.
    """
    left, foot, width, height = box
    dot = MM_PER_INCH / dpi
    top, start = max(round((page_mm - foot - height) / dot), 0), max(round(left / dot), 0)
    part = grey[top : round((page_mm - foot) / dot), start : round((left + width) / dot)]
    found = codes_on(np.ascontiguousarray(part))
    assert len(found) < 2
    if not found:
        return None
    a, b, c, d = ((x + start, y + top) for x, y in found[0].corners)
    return Decoded(found[0].text, (a, b, c, d))


def codes_on(grey: Grey) -> tuple[Decoded, ...]:
    """Return the codes of a picture that has no more than a few."""
    decoder = installed().zbar
    assert decoder is not None, "set-up installs zbar"
    return decoder.decode(grey)


def symbol_mm(grey: Grey, code: Decoded, dpi: float) -> tuple[float, float, float, float]:
    """Return left, top, width and height of an upright symbol, to a fraction of a dot.

    Edges are where the ink of the outermost row and column of modules begins: a dot that is half
    covered is half dark.
    """
    corners = np.array(code.corners)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    module = (right - left + bottom - top) / 2 / 21
    first = round(top + 0.5 * module), round(left + 0.5 * module)
    row = 1.0 - grey[first[0]] / 255  # through the upper finders
    column = 1.0 - grey[:, first[1]] / 255  # through the left ones
    start, end = _start(row, left, module), _end(row, right, module)
    upper, lower = _start(column, top, module), _end(column, bottom, module)
    scale = MM_PER_INCH / dpi
    return start * scale, upper * scale, (end - start) * scale, (lower - upper) * scale


def _start(ink: NDArray[np.float64], near: float, module: float) -> float:
    """Return where ink begins: so much of the window's end is covered."""
    low, high = round(near - module), round(near + 2 * module)
    return high - float(ink[low:high].sum())


def _end(ink: NDArray[np.float64], near: float, module: float) -> float:
    low, high = round(near - 2 * module), round(near + module)
    return low + float(ink[low:high].sum())


def photographed(
    paper: Grey,
    dpi: float,
    *,
    middle_mm: tuple[float, float],
    tilt: float = 6.0,
    roll: float = 3.0,
    scale: float = 1.0,
    blur: float = 0.6,
    noise: float = 3.0,
    seed: int = 1,
) -> Grey:
    """Return what a camera 60 cm above a sheet on a table sees.

    Args:
        paper: the printed sheet.
        dpi: of *paper*.
        middle_mm: the place of the sheet under the camera, from its lower left corner.
        tilt: degrees from straight down.
        roll: degrees by which the picture is turned.
        scale: by which the printer has enlarged the sheet.
        blur: of the lens, pixels.
        noise: of the sensor, grey levels.
        seed: of the noise.
    """
    width, height = CAMERA_PX
    view = view_over(
        middle_mm,
        width=width,
        height=height,
        px_per_mm=FOCAL_PX / CAMERA_MM,
        tilt=tilt,
        roll=roll,
        above=CAMERA_MM,
    )
    dot = MM_PER_INCH / dpi * scale
    tall = len(paper) * dot
    to_mm = np.array([[dot, 0, dot / 2], [0, -dot, tall - dot / 2], [0, 0, 1]])
    finer = np.array([[3, 0, 1.0], [0, 3, 1.0], [0, 0, 1.0]])
    matrix = finer @ view.from_mat() @ to_mm
    lit = (40 + paper.astype(np.float32) * (190 / 255)).astype(np.uint8)
    large = cv2.warpPerspective(lit, matrix, (3 * width, 3 * height), borderValue=(95,))
    seen = cv2.resize(large, CAMERA_PX, interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(seed).normal(0, noise, seen.shape)
    grainy = np.clip(cv2.GaussianBlur(seen, (0, 0), blur) + grain, 0, 255)
    return np.asarray(grainy, np.uint8)


def joined(pieces: Sequence[Grey], columns: int) -> Grey:
    """Return pictures laid edge to edge, from the near left, row by row."""
    rows = [np.hstack(pieces[n : n + columns]) for n in range(0, len(pieces), columns)]
    return np.vstack(rows[::-1])
