"""A cut or flipped file opens at its last whole record, or says exactly what is damaged."""

import random
import shutil
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.sqlite import SqliteJournal, create_journal, open_journal
from tests.support.table import some_cause, some_events

IN_FILE, IN_WAL = 150, 30  # records
NAME = "0001-x.journal"
SAMPLES = 60


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """Return a journal as a power cut leaves it, and the digests of its records."""
    folder = tmp_path_factory.mktemp("sound")
    journal = create_journal(folder / NAME)
    _fill(journal, IN_FILE)
    journal.close()  # moves everything from the log into the main file
    journal = open_journal(folder / NAME)
    _fill(journal, IN_WAL)
    copy = tmp_path_factory.mktemp("cut")
    for suffix in ("", "-wal"):
        shutil.copy(folder / f"{NAME}{suffix}", copy / f"{NAME}{suffix}")
    journal.close()
    return copy, [record.digest for record in journal.records]


def test_the_sound_copy_opens_whole(sound: tuple[Path, list[str]], tmp_path: Path) -> None:
    folder, digests = sound
    assert _opened(_copied(folder, tmp_path)) == digests


@pytest.mark.parametrize("sample", range(SAMPLES))
def test_a_cut_log_opens_at_its_last_whole_record(
    sound: tuple[Path, list[str]], tmp_path: Path, sample: int
) -> None:
    folder, digests = sound
    path = _copied(folder, tmp_path)
    wal = path.with_name(f"{NAME}-wal")
    length = _offset(wal, sample, "cut")
    with wal.open("r+b") as file:
        file.truncate(length)
    kept = _opened(path)
    assert kept == digests[: len(kept)]
    assert len(kept) >= IN_FILE


@pytest.mark.parametrize("sample", range(SAMPLES))
def test_a_flipped_log_opens_at_its_last_whole_record(
    sound: tuple[Path, list[str]], tmp_path: Path, sample: int
) -> None:
    folder, digests = sound
    path = _copied(folder, tmp_path)
    _flip(path.with_name(f"{NAME}-wal"), sample)
    kept = _opened(path)
    assert kept == digests[: len(kept)]
    assert len(kept) >= IN_FILE


@pytest.mark.parametrize("sample", range(SAMPLES))
@pytest.mark.parametrize("damage", ["flip", "cut"])
def test_a_damaged_main_file_opens_whole_or_says_what_is_damaged(
    sound: tuple[Path, list[str]], tmp_path: Path, sample: int, damage: str
) -> None:
    folder, digests = sound
    path = _copied(folder, tmp_path)
    length = _offset(path, sample, "cut")
    if damage == "flip":
        _flip(path, sample)
    else:
        with path.open("r+b") as file:
            file.truncate(length)
    try:
        kept = _opened(path)
    except JournalError as error:
        told = str(error)
    else:
        # Either the damage hit nothing that holds a record, or the log had a newer copy of it.
        # A file without even a first page is what remains of one that was just being made.
        assert kept == digests or (damage == "cut" and length < 512 and kept == [])
        told = NAME
    assert NAME in told
    assert "\n" not in told


def _fill(journal: SqliteJournal, count: int) -> None:
    start = len(journal.records)
    for number in range(start, start + count):
        journal.append(some_events(number), cause=some_cause(f"id-{number}"), command={})


def _copied(folder: Path, to: Path) -> Path:
    for suffix in ("", "-wal"):
        shutil.copy(folder / f"{NAME}{suffix}", to / f"{NAME}{suffix}")
    return to / NAME


def _opened(path: Path) -> list[str]:
    journal = open_journal(path)
    digests = [record.digest for record in journal.records]
    journal.close()  # an open connection would falsify the next opening
    return digests


def _offset(path: Path, sample: int, salt: str) -> int:
    """Return an offset in the file; the samples are spread evenly, the rest is chance."""
    size = path.stat().st_size
    start = size * sample // SAMPLES
    return start + random.Random(f"{salt}{sample}").randrange(max(1, size // SAMPLES))


def _flip(path: Path, sample: int) -> None:
    offset = _offset(path, sample, "flip")
    content = bytearray(path.read_bytes())
    content[offset] ^= 1 << random.Random(sample).randrange(8)
    path.write_bytes(content)
