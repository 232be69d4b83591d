"""Whatever a power cut leaves of the files, every acknowledged record is in it.

A file system of our own notes each write and each sync (`tests/durability/power.py`).
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest

from companion.journal import sqlite
from companion.journal.sqlite import SAFE, SCHEMA, SqliteJournal, address, open_journal
from companion.journal.store import Draft
from tests.durability.power import NotingSystem, Step, write_left
from tests.support.table import some_cause, some_events

RECORDS = 150  # enough for the log to be written back into the main file
STATES = 250
BATCHES = 20
UPGRADED = 20  # records of a journal that is brought up to the next layout
NAME = "0001-x.journal"


def noted(folder: Path, name: str, safe: tuple[str, ...]) -> tuple[list[Step], list[str]]:
    """Write a journal; return what happened to its files, and the digests of its records."""
    system = NotingSystem(name)
    flags = apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection: Any = apsw.Connection(address(folder / NAME, "rwc"), vfs=name, flags=flags)
    for pragma in safe:
        connection.execute(f"PRAGMA {pragma}")
    for statement in SCHEMA:
        connection.execute(statement)
    system.steps.append(Step("ready"))
    journal = SqliteJournal(folder / NAME, connection, [])
    for number in range(RECORDS):
        journal.append(some_events(number), cause=some_cause(), command={})
        system.steps.append(Step("acknowledged"))
    steps = list(system.steps)
    journal.close()
    system.unregister()
    return steps, [record.digest for record in journal.records]


def upgraded(folder: Path, name: str) -> tuple[list[Step], list[str]]:
    """Bring a journal up to the next layout; return what happened to its files, and its digests."""
    system = NotingSystem(name)
    flags = apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection: Any = apsw.Connection(address(folder / NAME, "rwc"), vfs=name, flags=flags)
    for statement in (*(f"PRAGMA {pragma}" for pragma in SAFE), *SCHEMA):
        connection.execute(statement)
    journal = SqliteJournal(folder / NAME, connection, [])
    for number in range(UPGRADED):
        journal.append(some_events(number), cause=some_cause(), command={})
    system.steps.append(Step("ready"))
    sqlite.upgrade(connection)
    steps = list(system.steps)
    journal.close()
    system.unregister()
    return steps, [record.digest for record in journal.records]


def in_batches(folder: Path, name: str) -> tuple[list[Step], list[range]]:
    """Write several records at once; return what happened, and the numbers of each batch."""
    system = NotingSystem(name)
    flags = apsw.SQLITE_OPEN_URI | apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection: Any = apsw.Connection(address(folder / NAME, "rwc"), vfs=name, flags=flags)
    for statement in (*(f"PRAGMA {pragma}" for pragma in SAFE), *SCHEMA):
        connection.execute(statement)
    system.steps.append(Step("ready"))
    journal, batches = SqliteJournal(folder / NAME, connection, []), []
    for number in range(BATCHES):
        drafts = [Draft(some_events(n), some_cause(), {}) for n in range(1 + 7 * number % 40)]
        batches.append(range(len(journal.records), len(journal.records) + len(drafts)))
        journal.append_all(drafts)
        system.steps.append(Step("acknowledged"))
    steps = list(system.steps)
    journal.close()
    system.unregister()
    return steps, batches


def losses(folder: Path, steps: list[Step], digests: list[str]) -> Iterator[str]:
    """Cut the power at many places; yield what is wrong with what is left."""
    first = next(place for place, step in enumerate(steps) if step.kind == "ready")
    for state in range(STATES):
        chance = random.Random(state)
        steps_done = steps[: chance.randint(first + 1, len(steps))]
        path = folder / str(state) / NAME
        write_left(steps_done, path.parent, chance)
        acknowledged = sum(step.kind == "acknowledged" for step in steps_done)
        journal = open_journal(path)
        kept = [record.digest for record in journal.records]
        journal.close()
        if kept != digests[: len(kept)] or not acknowledged <= len(kept) <= acknowledged + 1:
            yield f"state {state}: {acknowledged} acknowledged, {len(kept)} kept"


def test_no_power_cut_loses_an_acknowledged_record(tmp_path: Path) -> None:
    steps, digests = noted(tmp_path, "noting-full", SAFE)
    assert list(losses(tmp_path, steps, digests)) == []


def test_what_belongs_together_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    steps, batches = in_batches(tmp_path, "noting-batches")
    ready = next(place for place, step in enumerate(steps) if step.kind == "ready")
    ends = [0, *(batch.stop for batch in batches)]
    found = set()
    for state in range(STATES // 2):
        chance = random.Random(state)
        steps_done = steps[: chance.randint(ready + 1, len(steps))]
        path = tmp_path / str(state) / NAME
        write_left(steps_done, path.parent, chance)
        acknowledged = sum(step.kind == "acknowledged" for step in steps_done)
        journal = open_journal(path)
        assert len(journal.records) in ends[acknowledged : acknowledged + 2], state
        found.add(len(journal.records))
        journal.close()
    assert len(found) > BATCHES // 2


def test_a_power_cut_while_a_journal_is_brought_up_to_date_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "before"
    folder.mkdir()
    monkeypatch.setattr(sqlite, "_LAYOUT", 2)
    monkeypatch.setattr(sqlite, "UPGRADES", {1: ("ALTER TABLE record ADD COLUMN note TEXT",)})
    steps, digests = upgraded(folder, "noting-upgrade")
    ready = next(place for place, step in enumerate(steps) if step.kind == "ready")
    layouts = set()
    for state in range(STATES // 2):
        chance = random.Random(state)
        path = tmp_path / str(state) / NAME
        write_left(steps[: chance.randint(ready + 1, len(steps))], path.parent, chance)
        reader = sqlite.connected(path, "ro")
        layouts.add(sqlite._number(reader, "user_version"))
        reader.close()
        journal = open_journal(path)
        assert [record.digest for record in journal.records] == digests, state
        journal.close()
    assert layouts == {1, 2}


@pytest.mark.parametrize("careless", ["synchronous=NORMAL", "synchronous=OFF"])
def test_with_less_care_records_are_lost(tmp_path: Path, careless: str) -> None:
    """Shows that the test above can fail."""
    safe = tuple(careless if pragma.startswith("synchronous") else pragma for pragma in SAFE)
    steps, digests = noted(tmp_path, f"noting-{careless[-3:]}", safe)
    assert "acknowledged" in next(losses(tmp_path, steps, digests), "nothing is lost")
