"""A journal in one SQLite file; only here is SQL.

Write-ahead log with full sync: one sync a command. `psow=0` keeps a torn sector from touching
records that were acknowledged before. There is exactly one writing connection (SQLite before
3.51.3 can lose commits when two write and checkpoint at once); everybody else opens read-only.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from companion.errors import JournalError
from companion.files import words_of, write_whole
from companion.game.events import AnyEvent
from companion.journal import codec
from companion.journal.disk_faults import is_full, telling
from companion.journal.mark import Mark, marked, shortened
from companion.journal.record import FIRST_DIGEST, Cause, Record, digest_of
from companion.journal.store import CommitError, Draft
from companion.systems import sync_folder

SUFFIX = ".journal"
LOG, INDEX = "-wal", "-shm"
"""What SQLite lays beside a journal: the write-ahead log and where to find what in it."""
FRESH = "-fresh"
"""What all of a journal was written to anew, until it takes the journal's place."""

_APPLICATION = 0x4D4F4E4A  # "MONJ", so that `file` and we know our own
_LAYOUT = 1  # of the table; the records carry a version of their own

UPGRADES: Mapping[int, tuple[str, ...]] = {}
"""From a layout of the table to the next: the statements of one step."""

SAFE = ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=256")
"""What makes a commit survive the plug; NORMAL loses commits that were acknowledged."""

SCHEMA = (
    f"PRAGMA application_id={_APPLICATION}",
    f"PRAGMA user_version={_LAYOUT}",
    (
        "CREATE TABLE record"
        " (seq INTEGER PRIMARY KEY, body BLOB NOT NULL, digest TEXT NOT NULL) STRICT"
    ),
)

_INSERT = "INSERT INTO record (seq, body, digest) VALUES "
_ROW = "(?, ?, ?)"


_DIGEST = re.compile("[0-9a-f]{64}")


class SqliteJournal:
    """See `companion.journal.store.Journal`. Built by `create_journal` and `open_journal`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, records: list[Record]) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = connection
        self._records = records
        self._mark, self._file = Mark(path), _file_at(path)
        self._ids = {r.cause.command_id: r.seq for r in records if r.cause.command_id}

    @property
    def name(self) -> str:
        """The file's name without its suffix."""
        return self.path.name.removesuffix(SUFFIX)

    @property
    def records(self) -> Sequence[Record]:
        """All records, oldest first."""
        return self._records

    @property
    def is_in_place(self) -> bool:
        """Whether its file still lies where it was opened: nobody has moved or deleted it."""
        return _file_at(self.path) == self._file

    def append(
        self, events: tuple[AnyEvent, ...], *, cause: Cause, command: Mapping[str, Any]
    ) -> Record:
        """Store one record and return it when it is on disk.

        Raises:
            CommitError: it failed with an unknown outcome; the journal is closed.
        """
        return self.append_all([Draft(events, cause, command)])[0]

    def append_all(self, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        """Store records that belong together, all or none, and return them when they are on disk.

        Raises:
            CommitError: it failed with an unknown outcome, for all of them; the journal is closed.
        """
        rows, records = [], []
        seq, before = len(self._records), _last_digest(self._records)
        for draft in drafts:
            seq += 1
            body = codec.written(seq, draft.events, draft.cause, draft.command)
            before = digest_of(before, body)
            rows.append((seq, body, before))
            records.append(codec.read(body, before))  # as it will be after a restart
        self._commit(rows, records)
        return tuple(records)

    def adopt(self, stored: Sequence[tuple[str, bytes]]) -> None:
        """Store records that were written elsewhere, byte for byte, all or none.

        Args:
            stored: of each its digest and its bytes; they follow the last one that is here.

        Raises:
            JournalError: one does not follow the one before, or cannot be read.
            CommitError: it failed with an unknown outcome; the journal is closed.
        """
        rows, records = [], []
        before = _last_digest(self._records)
        for seq, (digest, body) in enumerate(stored, len(self._records) + 1):
            row = (seq, body, digest)
            found = codec.checked(row, before, str(self.path))
            if isinstance(found, JournalError):
                raise found
            rows.append(row)
            records.append(found)
            before = digest
        self._commit(rows, records)

    def _commit(self, rows: Sequence[tuple[int, bytes, str]], records: Sequence[Record]) -> None:
        """Have rows on disk, and know the records that they are."""
        if self._connection is None:
            raise CommitError("the journal is closed", where=str(self.path), disk_full=False)
        if not rows:
            return
        if not self.is_in_place:  # SQLite would write on, into what nobody finds or has deleted
            self.close()
            raise CommitError("it was moved or deleted", where=str(self.path), disk_full=False)
        try:
            # One statement is one transaction: it returns after the write-ahead log is synced.
            # SQLite takes 32,766 values in one: far more records than a game has.
            statement = _INSERT + ", ".join([_ROW] * len(rows))
            self._connection.execute(statement, [value for row in rows for value in row])
            self._mark.set(rows[-1][0])
        except (sqlite3.Error, OSError) as error:
            self._let_go()
            full = is_full(error, self.path)
            raise CommitError(words_of(error), where=str(self.path), disk_full=full) from error
        for record in records:
            self._records.append(record)
            if record.cause.command_id:
                self._ids[record.cause.command_id] = record.seq

    def seq_of(self, command_id: str) -> int | None:
        """Return the number of the record that a command with this id caused, or None."""
        return self._ids.get(command_id)

    def _let_go(self) -> None:
        """Close the file after a failed commit, whose log is not to be believed.

        SQLite would write it into the file when its last connection is closed; so another looks on.
        """
        with suppress(sqlite3.Error), closing(connected(self.path, "ro")) as onlooker:
            _number(onlooker, "schema_version")
            self.close()
        self.close()

    def mark(self) -> None:
        """Note how many records there are.

        Raises:
            OSError: the disk does not keep it; the journal is closed.
        """
        try:
            self._mark.set(len(self._records))
        except OSError:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; twice does no harm."""
        self._mark.close()
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):  # all that matters is synced already
                connection.close()


def create_journal(path: Path) -> SqliteJournal:
    """Make a new, empty journal.

    Raises:
        JournalError: the file cannot be made, or is there already.
    """
    if path.exists():
        raise JournalError(code="journal-there", where=str(path))
    with telling(path):
        connection = connected(path, "rwc")
        try:
            for statement in SCHEMA:
                connection.execute(statement)
        except sqlite3.Error:
            connection.close()
            raise
    return SqliteJournal(path, connection, [])


def open_journal(
    path: Path, *, read_only: bool = False, shortened_too: bool = False
) -> SqliteJournal:
    """Open a journal and read all of it, checking the chain.

    What a crash or a power cut left in the write-ahead log is taken up to the last whole record.

    Raises:
        JournalError: there is no such file, it is none of ours, or a record is damaged; or, to
            write it, the disk does not keep what was written last, or has lost records, and it is
            not to be opened *shortened_too*.
    """
    insist_on(path)
    there = 0 if read_only or shortened_too else marked(path)
    with telling(path):
        if not read_only:
            _written_anew(path)
        connection = connected(path, "ro" if read_only else "rw")
        try:
            if not read_only:
                upgrade(connection)
            records = []
            for found in walked(connection, path):
                if isinstance(found, JournalError):
                    raise found
                records.append(found)
            if lost := shortened(path, len(records), there):
                raise lost
        except (sqlite3.Error, JournalError):
            connection.close()  # an open connection would falsify the next opening
            raise
        journal = SqliteJournal(path, connection, records)
        if not read_only and marked(path) != len(records):
            journal.mark()
    return journal


def _written_anew(path: Path) -> None:
    """Have all that a journal's log holds in a file that is synced, and let go of the log.

    A log is left behind by a crash and by a failed sync, after which the system takes for written
    what it did not write: what is read there, and all that would follow, may be gone with the
    power. (What PostgreSQL learned of `fsync`: https://wiki.postgresql.org/wiki/Fsync_Errors.)
    Pulled at any step, the plug leaves the old file with its log, or the fresh one whole.

    Raises:
        OSError, sqlite3.Error: the disk does not keep it; all is as it was.
    """
    fresh, log = _beside(path, FRESH), _beside(path, LOG)
    if not fresh.exists():
        if not log.exists() or not log.stat().st_size:
            return
        write_whole(fresh, copy_of(path))
    sync_folder(path.parent)  # once more: the last time may have failed after the name was given
    for beside in (LOG, INDEX):
        _beside(path, beside).unlink(missing_ok=True)  # it would be taken for the fresh file's
    sync_folder(path.parent)
    fresh.replace(path)
    sync_folder(path.parent)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def copy_of(path: Path) -> bytes:
    """Return a journal as it stands now, as the bytes of a file; a writer may go on meanwhile.

    Raises:
        JournalError: there is no such file, or it cannot be read.
    """
    insist_on(path)
    with telling(path):
        connection = connected(path, "ro")
        try:
            return connection.serialize()  # in one read transaction, the log included
        finally:
            connection.close()


def _file_at(path: Path) -> tuple[int, int] | None:
    """Return what tells the file at a path from every other, whatever it is called."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def insist_on(path: Path) -> None:
    """Make sure that there is such a file.

    Raises:
        JournalError: there is none.
    """
    if not path.is_file():
        raise JournalError(code="journal-gone", where=str(path))


def address(path: Path, mode: Literal["ro", "rw", "rwc"]) -> str:
    """Return how SQLite is told to open a journal."""
    return f"file:{quote(str(path.absolute()))}?mode={mode}&psow=0"


def upgrade(connection: sqlite3.Connection) -> None:
    """Bring the table of an older companion up to the present layout; all of it or nothing.

    The rows stay as they are, and so do their digests: what a record says is brought up to date
    where it is read (`companion.journal.codec`). Readers need no upgrade, for `seq`, `body` and
    `digest` are in every layout.

    Raises:
        JournalError: there never was such a layout.
    """
    layout = _number(connection, "user_version")
    ours = _number(connection, "application_id") == _APPLICATION
    if not ours or not 0 < layout < _LAYOUT:  # 0: its making was cut short
        return
    if missing := [step for step in range(layout, _LAYOUT) if step not in UPGRADES]:
        raise JournalError(code="journal-damaged", detail=f"there never was a layout {missing[0]}")
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(layout, _LAYOUT):
            for statement in UPGRADES[step]:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={_LAYOUT}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def connected(path: Path, mode: Literal["ro", "rw", "rwc"]) -> sqlite3.Connection:
    """Open a journal: to read, to write, or to write it for the first time.

    Raises:
        sqlite3.Error: it cannot be opened, or cannot be written safely.
    """
    fresh = _beside(path, FRESH)
    connection = sqlite3.connect(
        address(fresh if mode == "ro" and fresh.is_file() else path, mode),
        uri=True,
        isolation_level=None,
        check_same_thread=False,  # opened where the table starts, used by its one writer
    )
    try:
        connection.execute("PRAGMA trusted_schema=0")
        for pragma in SAFE if mode != "ro" else ():
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def walked(connection: sqlite3.Connection, path: Path) -> Iterator[Record | JournalError]:
    """Yield each record, or what is wrong with it; then go on as far as the chain can be held."""
    if _number(connection, "application_id") != _APPLICATION:
        if _number(connection, "schema_version"):
            yield JournalError(code="journal-foreign", where=str(path))
        return  # else the plug was pulled while it was made: a game without a record
    if _number(connection, "user_version") > _LAYOUT:
        yield JournalError(code="journal-newer", where=str(path))
        return
    if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        return  # likewise
    before, expected = FIRST_DIGEST, 1
    for row in connection.execute("SELECT seq, body, digest FROM record ORDER BY seq"):
        if row[0] != expected:
            yield codec.damage(f"it is missing, record {row[0]} follows", str(path), expected)
        yield codec.checked(row, before, str(path))
        if not _DIGEST.fullmatch(str(row[2])):
            return
        before, expected = row[2], row[0] + 1


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _last_digest(records: Sequence[Record]) -> str:
    return records[-1].digest if records else FIRST_DIGEST
