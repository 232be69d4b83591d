"""One file a game: whole records, chained, found again."""

import sqlite3
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.record import FIRST_DIGEST, digest_of
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


def test_what_was_appended_is_there_when_it_is_opened_again(path: Path) -> None:
    digests = filled(path, 5)
    journal = open_journal(path)
    assert [record.digest for record in journal.records] == digests
    assert [record.command for record in journal.records] == [{"n": n} for n in range(5)]
    add(journal, 5)
    journal.close()
    journal = open_journal(path)
    assert [record.seq for record in journal.records] == [1, 2, 3, 4, 5, 6]
    journal.close()


def test_nothing_to_append_is_appended_and_the_journal_stays_open(path: Path) -> None:
    journal = create_journal(path)
    assert journal.append_all(()) == ()
    add(journal, 0)
    assert [record.seq for record in journal.records] == [1]
    journal.close()


def test_a_record_is_found_by_its_commands_id_also_later(path: Path) -> None:
    filled(path, 3)
    journal = open_journal(path)
    assert [journal.seq_of(f"id-{n}") for n in (0, 2, 3)] == [1, 3, None]
    journal.close()


def test_each_record_is_chained_to_the_one_before(path: Path) -> None:
    filled(path, 3)
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT body, digest FROM record ORDER BY seq").fetchall()
    connection.close()
    before = FIRST_DIGEST
    for body, digest in rows:
        assert digest == digest_of(before, body)
        before = digest


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


def test_a_closed_journal_takes_nothing(path: Path) -> None:
    journal = create_journal(path)
    journal.close()
    journal.close()
    with pytest.raises(CommitError, match="closed"):
        add(journal, 0)


def test_a_path_may_hold_any_character(tmp_path: Path) -> None:
    folder = tmp_path / "Спиелe 100 % ? & # sieben"
    folder.mkdir()
    assert len(filled(folder / "0001-x.journal", 2)) == 2
    journal = open_journal(folder / "0001-x.journal")
    assert (len(journal.records), journal.name) == (2, "0001-x")
    journal.close()
