"""A journal of an older layout is brought up to date whole, or stays as it was.

There is one layout yet, so these tests make up the next.
"""

from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal import sqlite
from companion.journal.sqlite import create_journal, open_journal
from tests.support.table import some_cause, some_events

NEXT = sqlite._LAYOUT + 1
STEP = (
    "ALTER TABLE record ADD COLUMN note TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX by_digest ON record (digest)",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal of the present layout, which counts as old in these tests."""
    journal = create_journal(tmp_path / "0001-x.journal")
    for number in range(5):
        journal.append(some_events(number), cause=some_cause(f"id-{number}"), command={})
    journal.close()
    return journal.path


def layout_of(path: Path) -> int:
    connection = sqlite.connected(path, "ro")
    layout = sqlite._number(connection, "user_version")
    connection.close()
    return layout


@pytest.fixture
def newer(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the companion be one of the next layout."""
    monkeypatch.setattr(sqlite, "_LAYOUT", NEXT)
    monkeypatch.setattr(sqlite, "UPGRADES", {NEXT - 1: STEP})
    return path


def test_an_older_layout_is_brought_up_to_date_and_goes_on(newer: Path) -> None:
    before = open_journal(newer, read_only=True)
    before.close()
    assert layout_of(newer) == NEXT - 1  # whoever only looks changes nothing
    journal = open_journal(newer)
    journal.append(some_events(9), cause=some_cause(), command={})
    journal.close()
    assert layout_of(newer) == NEXT
    after = open_journal(newer)
    assert after.records[:5] == before.records
    assert len(after.records) == 6
    after.close()


def test_a_step_that_fails_leaves_the_older_layout(
    newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "UPGRADES", {NEXT - 1: (*STEP, "CREATE TABLE record (x)")})
    with pytest.raises(JournalError, match="already exists"):
        open_journal(newer)
    monkeypatch.setattr(sqlite, "_LAYOUT", NEXT - 1)
    journal = open_journal(newer)
    assert len(journal.records) == 5
    journal.close()
    assert layout_of(newer) == NEXT - 1


def test_a_layout_that_never_was_is_said(newer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "UPGRADES", {})
    with pytest.raises(JournalError, match="never was a layout"):
        open_journal(newer)


@pytest.mark.parametrize("made", range(2))
def test_a_journal_whose_making_was_cut_short_is_empty_in_any_layout(
    tmp_path: Path, made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "0001-x.journal"
    connection = sqlite.connected(path, "rwc")
    for statement in sqlite.SCHEMA[:made]:
        connection.execute(statement)
    connection.close()
    monkeypatch.setattr(sqlite, "_LAYOUT", NEXT)
    monkeypatch.setattr(sqlite, "UPGRADES", {})
    journal = open_journal(path)
    assert journal.records == []
    journal.close()
