"""What SQLite and the disk find wrong with a journal, in our words, with the mend."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import ErrorCode, JournalError
from companion.files import words_of

_ROOM = 1 << 20  # bytes: with less the disk counts as full, whatever SQLite calls the error


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


def _code_of(error: sqlite3.Error | OSError, path: Path) -> ErrorCode:
    if is_full(error, path):
        return "no-room"
    if isinstance(error, OSError) or getattr(error, "sqlite_errorcode", 0) & 0xFF in (
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
    ):
        return "disk-fails"
    return "journal-damaged"


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Say in our words, with the mend, what SQLite finds wrong with a journal.

    Raises:
        JournalError: it found something.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        code = _code_of(error, path)
        raise JournalError(code=code, where=str(path), detail=words_of(error)) from error
