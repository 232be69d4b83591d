"""What SQLite and the disk find wrong with a journal, in our words, with the mend."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import ErrorCode, JournalError

COPY_HELPS = "take a backup back"

_ROOM = 1 << 20  # bytes: with less the disk counts as full, whatever SQLite calls the error


def words_of(error: sqlite3.Error | OSError) -> str:
    """Return what SQLite or the disk says, without a number."""
    return str(error.strerror) if isinstance(error, OSError) else str(error)


def is_full(error: sqlite3.Error | OSError, path: Path) -> bool:
    """Tell whether a journal fails for lack of room."""
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
        return True
    if getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
        return True
    try:
        return shutil.disk_usage(path.parent).free < _ROOM
    except OSError:
        return False


def _mend_for(error: sqlite3.Error | OSError, path: Path) -> tuple[str, ErrorCode]:
    if is_full(error, path):
        return "make room on the disk", "no-room"
    if isinstance(error, OSError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in (
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
    ):
        return "check the disk or memory card", "disk-fails"
    return COPY_HELPS, "journal-damaged"


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Say in our words, with the mend, what SQLite finds wrong with a journal.

    Raises:
        JournalError: it found something.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        words, (mend, code) = f"cannot be used: {words_of(error)}", _mend_for(error, path)
        raise JournalError(words, where=str(path), mend=mend, code=code) from error
