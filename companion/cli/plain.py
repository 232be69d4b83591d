"""The way out to a terminal: what would steer it stands there to be read, and is not sent.

People's words (names, reasons, what a damaged file holds) reach every command. Escape sequences in
them could hide lines or type for the reader, and marks of direction turn amounts round.
"""

import io
import re
from typing import TextIO

_STEERS = re.compile(
    r"[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)"
    "|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""The same as `companion.words.STEERS`: a program that only shows its help loads no more."""


def shown(text: str) -> str:
    """Return *text* with what would steer a terminal written out, as JSON writes it."""
    return _STEERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class Plain(io.TextIOBase):
    """A stream before another that lets through only what can be read.

    Args:
        stream: the terminal, or whatever stands for it.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write *text* as it can be read."""
        self.stream.write(shown(text))
        return len(text)

    def flush(self) -> None:
        """Have it written; at the end of a program what lies behind may be closed before this."""
        if not self.stream.closed:
            self.stream.flush()

    def isatty(self) -> bool:
        """Return whether a person reads it."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """Return the handle behind it."""
        return self.stream.fileno()


def exact(stream: TextIO) -> TextIO:
    """Return what lies behind a `Plain`: for colours, and for files of data."""
    return stream.stream if isinstance(stream, Plain) else stream
