"""A join code as one SVG path."""

from functools import lru_cache

import msgspec
import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET = 4  # modules of white around the code, as the standard asks


class Code(msgspec.Struct, frozen=True):
    """A QR code: *path* fills its dark modules in a square of *size* x *size*."""

    size: int
    path: str


@lru_cache(maxsize=1024)  # a worker has a code for each of its tables, of 5 KB
def code_of(text: str) -> Code:
    """Return the QR code of *text*, its quiet zone included."""
    symbol = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET)
    symbol.add_data(text)
    symbol.make(fit=True)
    rows = symbol.get_matrix()
    runs = (run for y, row in enumerate(rows) for run in _runs(y, row))
    return Code(len(rows), "".join(runs))


def _runs(y: int, row: list[bool]) -> list[str]:
    """Return one rectangle for each run of dark modules."""
    found, start = [], None
    for x, dark in enumerate([*row, False]):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            found.append(f"M{start} {y}h{x - start}v1h{start - x}z")
            start = None
    return found
