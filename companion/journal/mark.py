"""How many records of a game somebody was told of, in a small file beside its journal.

No chain shows a missing tail: where a write-ahead log is cut or a bit of it flips, the journal just
ends earlier, and is sound.
"""

import os
from pathlib import Path

from companion.errors import JournalError
from companion.files import write_whole
from companion.systems import BINARY, sync_folder, write_first

MARK = "-mark"
"""What the file's name ends with, after the journal's."""

_WRITTEN = b"%020d\n"
"""Always as long, so that it lies in one block and the file's size never changes."""


class Mark:
    """The mark of a journal that is written.

    Args:
        journal: its file.
    """

    def __init__(self, journal: Path) -> None:
        self._path, self._file = place_of(journal), -1

    def set(self, records: int) -> None:
        """Note a number of records, and return when it is on disk.

        Raises:
            OSError: the disk does not keep it.
        """
        if self._file < 0:
            self._file = os.open(self._path, os.O_WRONLY | os.O_CREAT | BINARY, 0o600)
            sync_folder(self._path.parent)
        write_first(self._file, _WRITTEN % records)

    def close(self) -> None:
        """Close the file; twice does no harm."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1


def note(journal: Path, records: int) -> None:
    """Note a number of records of a journal that nobody writes.

    Raises:
        OSError: it cannot be written.
    """
    write_whole(place_of(journal), _WRITTEN % records, mode=0o600)


def place_of(journal: Path) -> Path:
    """Return where the mark of a journal lies."""
    return journal.with_name(journal.name + MARK)


def marked(journal: Path) -> int:
    """Return how many records a journal had; 0 if that was never noted or cannot be read."""
    try:
        return int(place_of(journal).read_bytes())
    except (OSError, ValueError):
        return 0


def shortened(journal: Path, left: int, there: int) -> JournalError | None:
    """Return what is wrong with a journal of which *left* of *there* records are left, if it is."""
    if left >= there:
        return None
    return JournalError(code="records-lost", where=str(journal), left=left, there=there)
