"""One file a game: whole records, chained, found again."""

import sqlite3
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.sqlite import SqliteJournal, create_journal, open_journal
from companion.journal.store import CommitError
from tests.support.table import some_cause, some_events


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "0001-x.journal"


def filled(path: Path, count: int) -> list[str]:
    """Write a journal; return the digests of its records."""
    journal = create_journal(path)
    for number in range(count):
        add(journal, number)
    journal.close()
    return [record.digest for record in journal.records]


def add(journal: SqliteJournal, number: int) -> None:
    journal.append(some_events(number), cause=some_cause(f"id-{number}"), command={"n": number})


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


def test_every_commit_is_synced(path: Path) -> None:
    journal = create_journal(path)
    connection = journal._connection
    assert connection is not None
    told = [
        connection.execute(f"PRAGMA {pragma}").fetchone()[0]
        for pragma in ("journal_mode", "synchronous", "wal_autocheckpoint")
    ]
    journal.close()
    assert told == ["wal", 2, 256]  # 2: FULL


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM record WHERE seq = 2", "record 2: it is missing"),
        (
            "UPDATE record SET body = (SELECT body FROM record WHERE seq = 4) WHERE seq = 3",
            "record 3",
        ),
        ("UPDATE record SET digest = upper(digest) WHERE seq = 1", "record 1: it does not match"),
        ("UPDATE record SET body = x'00' WHERE seq = 1", "record 1: it does not match"),
        ("PRAGMA application_id = 5", "no game of the companion's"),
        ("PRAGMA user_version = 99", "Update the companion"),
    ],
)
def test_what_was_tampered_with_is_named(path: Path, statement: str, told: str) -> None:
    filled(path, 8)
    change(path, statement)
    with pytest.raises(JournalError, match=told):
        open_journal(path)


def test_swapped_records_are_noticed(path: Path) -> None:
    filled(path, 4)
    change(path, "UPDATE record SET seq = 99 WHERE seq = 2")
    change(path, "UPDATE record SET seq = 2 WHERE seq = 3")
    change(path, "UPDATE record SET seq = 3 WHERE seq = 99")
    with pytest.raises(JournalError, match="record 2"):
        open_journal(path)


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + bytes(84), b"x" * 9000])
def test_a_file_that_is_none_of_ours_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(JournalError, match=r"0001-x\.journal"):
        open_journal(path)


def test_a_journal_whose_making_was_cut_short_is_empty(path: Path) -> None:
    path.write_bytes(b"")
    journal = open_journal(path)
    assert journal.records == []
    journal.close()


def test_a_missing_journal_is_named(path: Path) -> None:
    with pytest.raises(JournalError, match="no such game"):
        open_journal(path)


def test_a_new_journal_overwrites_none(path: Path) -> None:
    filled(path, 1)
    with pytest.raises(JournalError, match="already"):
        create_journal(path)


def test_a_reader_sees_what_the_writer_wrote_and_cannot_write(path: Path) -> None:
    writer = create_journal(path)
    add(writer, 0)
    reader = open_journal(path, read_only=True)
    assert len(reader.records) == 1
    with pytest.raises(CommitError, match="readonly"):
        add(reader, 1)
    writer.close()


def test_a_path_may_hold_any_character(tmp_path: Path) -> None:
    folder = tmp_path / "Спиелe 100 % ? & # sieben"
    folder.mkdir()
    assert len(filled(folder / "0001-x.journal", 2)) == 2
    journal = open_journal(folder / "0001-x.journal")
    assert (len(journal.records), journal.name) == (2, "0001-x")
    journal.close()
