"""What is in a journal, looked at without changing it."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import JournalError
from companion.journal import codec
from companion.journal.disk_faults import telling
from companion.journal.games import Glance
from companion.journal.mark import marked, shortened
from companion.journal.record import Record
from companion.journal.sqlite import connected, insist_on, walked


def audit_journal(path: Path) -> tuple[list[Record], list[JournalError]]:
    """Read a journal without changing it; return its sound records and all that is damaged.

    Raises:
        JournalError: there is no such file.
    """
    insist_on(path)
    there = marked(path)  # before: the game may go on meanwhile
    records, damages = _audited(partial(connected, path, "ro"), path)
    lost = None if damages else shortened(path, len(records), there)
    return records, [*damages, *filter(None, [lost])]


def audit_copy(content: bytes, name: str) -> tuple[list[Record], list[JournalError]]:
    """Read the bytes of a journal likewise, as `copy_of` returned them; nothing is written."""
    return _audited(partial(_in_memory, content), Path(name))


def _audited(
    opened: Callable[[], sqlite3.Connection], path: Path
) -> tuple[list[Record], list[JournalError]]:
    records: list[Record] = []
    damages: list[JournalError] = []
    try:
        with telling(path):
            connection = opened()
            try:
                for found in walked(connection, path):
                    if isinstance(found, Record):
                        records.append(found)
                    else:
                        damages.append(found)
            finally:
                connection.close()
    except JournalError as error:
        damages.append(error)
    return records, damages


def glance_at(path: Path) -> Glance | None:
    """Return the first and the last record, of which only the form is checked; None: no record.

    Raises:
        JournalError: there is no such file, or one of the two cannot be read.
    """
    insist_on(path)
    ends = "SELECT body, digest FROM record WHERE seq IN (SELECT {}(seq) FROM record)"
    with telling(path):
        connection = connected(path, "ro")
        try:
            rows = [connection.execute(ends.format(end)).fetchone() for end in ("min", "max")]
        finally:
            connection.close()
    found = [codec.read(*row) for row in rows if row]
    return Glance(found[0], found[-1]) if found else None


class Row(NamedTuple):
    """A record as it is stored."""

    seq: int
    digest: str
    body: bytes


def rows_after(path: Path, seq: int, most: int) -> tuple[Row, ...]:
    """Return the rows after number *seq*, oldest first and *most* of them; nothing is checked.

    Args:
        path: the journal; somebody may write it meanwhile.
        seq: 0: from the first on.
        most: of them, so many at most.

    Raises:
        JournalError: there is no such file, it cannot be read, or a value has lost its type.
    """
    insist_on(path)
    asked = "SELECT seq, digest, body FROM record WHERE seq > ? ORDER BY seq LIMIT ?"
    rows = tuple(Row(*row) for row in _asked(path, asked, (seq, most)))
    for row in rows:
        if not isinstance(row.digest, str) or not isinstance(row.body, bytes):
            detail = f"record {row.seq}: a value of it is none"
            raise JournalError(code="journal-damaged", where=str(path), detail=detail)
    return rows


def last_number(path: Path) -> int:
    """Return the number of the last record, as the journal tells it; 0 if there is none.

    Raises:
        JournalError: there is no such file, or it cannot be read.
    """
    insist_on(path)
    return sum(int(last or 0) for (last,) in _asked(path, "SELECT max(seq) FROM record", ()))


def _asked(path: Path, what: str, values: tuple[int, ...]) -> list[Any]:
    """Return what a journal answers; of one that is just being made, nothing."""
    with telling(path):
        connection = connected(path, "ro")
        try:
            made = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            return connection.execute(what, values).fetchall() if made else []
        finally:
            connection.close()


def is_damaged(path: Path) -> bool:
    """Tell whether a journal is there no more, or is so damaged that only a copy helps."""
    if not path.is_file():
        return True
    return any(
        damage.code in ("journal-damaged", "records-lost") for damage in audit_journal(path)[1]
    )


def _in_memory(content: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        # In memory there is no write-ahead log: the two bytes of the format say so.
        # https://www.sqlite.org/fileformat2.html#file_format_version_numbers
        connection.deserialize(content[:18] + b"\x01\x01" + content[20:])
        connection.execute("PRAGMA trusted_schema=0")
    except sqlite3.Error:
        connection.close()
        raise
    return connection
