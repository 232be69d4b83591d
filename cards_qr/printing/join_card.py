"""The join card: one code for the Wi-Fi, one for the page."""

import numpy as np
import qrcode
from qrcode.constants import ERROR_CORRECT_M

from cards_qr.printing.formats import Paper
from cards_qr.printing.frame import frame
from cards_qr.printing.ink import GREY
from cards_qr.printing.sheet import Sheet
from cards_qr.printing.typography import BOLD, fitted
from cards_qr.printing.words import Words
from companion.errors import SheetError

WIDTH, HEIGHT = 148.0, 105.0
CODE_MM = 56.0
"""Side of a code with its quiet zone."""

_QUIET = 4  # modules; phones are not to guess
_LONGEST_NAME, _SHORTEST_PASSWORD, _LONGEST_PASSWORD = 32, 8, 63


def wifi_text(name: str, password: str) -> str:
    """Return what a phone must read to join a Wi-Fi; without a password it is an open one.

    Raises:
        SheetError: no Wi-Fi can have that name or password.
    """
    if not 1 <= len(name.encode()) <= _LONGEST_NAME:
        raise SheetError(code="wifi-name", most=_LONGEST_NAME)
    if password and not _SHORTEST_PASSWORD <= len(password) <= _LONGEST_PASSWORD:
        raise SheetError(code="wifi-password", least=_SHORTEST_PASSWORD, most=_LONGEST_PASSWORD)
    kind = f"T:WPA;S:{_escaped(name)};P:{_escaped(password)}" if password else (
        f"T:nopass;S:{_escaped(name)}")  # fmt: skip
    return f"WIFI:{kind};;"


def join_sheet(
    paper: Paper, address: str, wifi: tuple[str, str] | None, *, title: str, words: Words
) -> tuple[bytes, int]:
    """Return the join card as a PDF, and its one page.

    Args:
        paper: the blank sheet.
        address: of the page that phones open.
        wifi: its name and password; None: phones are in it already.
        title: above the sheet.
        words: of the edition's language.

    Raises:
        SheetError: the address or the Wi-Fi cannot be right.
    """
    if not address.lower().startswith(("http://", "https://")) or len(address) > 200:
        raise SheetError(f"{address!r} is no address", mend="http://m.local/join, say")
    sheet = Sheet(title, paper)
    sheet.page()
    frame(sheet, title, words)
    x, y = (paper.width - WIDTH) / 2, (paper.height - HEIGHT) / 2
    sheet.box(x, y, WIDTH, HEIGHT, stroke=GREY)
    sheet.cut_marks(x, y, WIDTH, HEIGHT)
    head = fitted(words.join, WIDTH - 12, 14, largest=9, smallest=4, face=BOLD)
    sheet.lines(head, x + WIDTH / 2, y + HEIGHT - 6, face=BOLD, align=0.5)
    codes: list[tuple[str, str, tuple[str, ...]]]
    codes = [(words.page.partition(" ")[2], address, (address,))]
    if wifi:
        name, password = wifi
        secret = (f"{words.password}: {password}",) if password else ()
        codes[0] = (words.page, address, (address,))
        codes.insert(0, (words.wifi, wifi_text(name, password), (name, *secret)))
    step = WIDTH / len(codes)
    for number, (caption, text, told) in enumerate(codes):
        _code(sheet, caption, text, told, (x + (number + 0.5) * step, y))
    return sheet.content(), 1


def _code(
    sheet: Sheet, caption: str, text: str, told: tuple[str, ...], at: tuple[float, float]
) -> None:
    """Draw one code with a line above and lines below; *at*: its middle, the card's lower edge."""
    middle, foot = at
    symbol = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=_QUIET)
    symbol.add_data(text)
    symbol.make(fit=True)
    dark = np.array(symbol.get_matrix(), np.bool_)
    sheet.symbol(dark, middle - CODE_MM / 2, foot + 18, CODE_MM / len(dark))
    lines = fitted(caption, 70, 6, largest=4, smallest=2, face=BOLD)
    sheet.lines(lines, middle, foot + 18 + CODE_MM + 6, face=BOLD, align=0.5)
    top = foot + 18
    for line in told:
        below = fitted(line, 70, 6, largest=3.6, smallest=1.6)
        sheet.lines(below, middle, top, align=0.5)
        top -= below.height


def _escaped(text: str) -> str:
    """Return a name or password as it stands in a Wi-Fi code."""
    return "".join(f"\\{letter}" if letter in '\\;,:"' else letter for letter in text)
