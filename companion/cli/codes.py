"""A QR code in a terminal."""

import sys

import qrcode

_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def drawn(text: str, *, coloured: bool | None = None) -> list[str]:
    """Return the code of *text* in half blocks, a line for two rows.

    *coloured*: dark on light whatever the terminal's colours are; None: if stdout is a terminal.
    """
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    cells = code.get_matrix()
    if len(cells) % 2:
        cells.append([False] * len(cells))
    pairs = zip(cells[::2], cells[1::2], strict=True)
    rows = ("".join(_BLOCKS[a, b] for a, b in zip(*pair, strict=True)) for pair in pairs)
    colours = sys.stdout.isatty() if coloured is None else coloured
    return [f"\033[30;107m{row}\033[0m" if colours else row for row in rows]
