"""A journal as a power cut leaves it, damaged at will, and what becomes of it then."""

import os
import random
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from companion.errors import JournalError
from companion.journal import mark
from companion.journal.sqlite import SqliteJournal, create_journal, open_journal
from tests.support.table import some_cause, some_events

NAME = "0001-x.journal"
FILES = ("", "-wal")
WAL_HEAD, FRAME_HEAD, PAGE = (
    32,
    24,
    4096,
)  # bytes; https://www.sqlite.org/fileformat2.html#walformat

Kind: TypeAlias = Literal["cut", "flip"]
End: TypeAlias = Literal["whole", "last whole record", "says what is damaged"]


class Sound(NamedTuple):
    """The bytes of both files, and the digests of all records in them."""

    files: dict[str, bytes]  # by suffix
    digests: list[str]
    in_file: int  # so many records are in the main file, the others in the log alone
    log_ends: list[int]  # how long the log was after each of those others

    def boundaries(self, suffix: str) -> list[int]:
        """Return where records begin and end in a file; in the log, where its frames do."""
        if suffix:
            return [*range(WAL_HEAD, len(self.files[suffix]) + 1, FRAME_HEAD + PAGE)]
        content, found = self.files[suffix], list[int]()
        for digest in self.digests[: self.in_file]:
            end = content.find(digest.encode()) + len(digest)
            found += [content.rfind(b'{"cause"', 0, end), end - len(digest), end]
        return sorted({place for place in found if place >= 0})


class Damage(NamedTuple):
    """One damage: a file cut off at a byte, or a bit of that byte turned."""

    kind: Kind
    suffix: str
    offset: int
    bit: int = 0


@contextmanager
def in_memory() -> Iterator[Path]:
    """Yield an empty folder where a sync costs nothing, if there is one: no plug is pulled here."""
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=where) as folder:
        yield Path(folder)


def sound(folder: Path, *, in_file: int, in_log: int) -> Sound:
    """Write a journal of which *in_log* records are not yet in the main file."""
    journal = create_journal(folder / NAME)
    _fill(journal, in_file)
    journal.close()  # moves everything from the log into the main file
    journal = open_journal(folder / NAME)
    log_ends = []
    for _ in range(in_log):
        _fill(journal, 1)
        log_ends.append((folder / f"{NAME}-wal").stat().st_size)
    files = {suffix: (folder / f"{NAME}{suffix}").read_bytes() for suffix in FILES}
    journal.close()
    return Sound(files, [record.digest for record in journal.records], in_file, log_ends)


def near_boundaries(whole: Sound) -> Iterator[Damage]:
    """Yield a cut and a turned bit at each record's boundary and the bytes beside it."""
    for suffix in FILES:
        boundaries = whole.boundaries(suffix)
        places = {place + beside for place in boundaries for beside in (-1, 0, 1)}
        yield from _at(whole, suffix, sorted(places))


def drawn(whole: Sound, *, count: int, seed: int) -> Iterator[Damage]:
    """Yield a cut and a turned bit at *count* places drawn from both files."""
    chance = random.Random(seed)
    for _ in range(count):
        suffix = chance.choice(FILES)
        yield from _at(whole, suffix, [chance.randrange(len(whole.files[suffix]))])


def every_byte_of_the_last(whole: Sound, transactions: int) -> Iterator[Damage]:
    """Yield a cut and a turned bit at every byte of the log's last transactions."""
    yield from _at(
        whole, "-wal", range(whole.log_ends[-transactions - 1], len(whole.files["-wal"]))
    )


def tried(
    whole: Sound, damages: Iterable[Damage], folder: Path, *, marked: bool = False
) -> Counter[End]:
    """Return how often each end was met; each damage is done to a fresh copy in *folder*.

    *marked*: with the mark that the journal had (`companion.journal.mark`).

    Raises:
        AssertionError: a damage ended otherwise; it is named.
    """
    ends: Counter[End] = Counter()
    for damage in damages:
        path = _damaged(whole, damage, folder)
        mark.note(path, len(whole.digests) if marked else 0)
        try:
            kept = _opened(path)
        except JournalError as error:
            told = str(error)
            assert NAME in told, (damage, told)
            assert "\n" not in told, (damage, told)
            ends["says what is damaged"] += 1
            continue
        assert kept == whole.digests[: len(kept)], (damage, "other records")
        assert len(kept) >= _least(whole, damage), (damage, len(kept), "of", len(whole.digests))
        ends["whole" if kept == whole.digests else "last whole record"] += 1
    return ends


def _least(whole: Sound, damage: Damage) -> int:
    """Return how many records must be left when nothing is said of a damage.

    A missing tail of the log shows in no chain, and a main file cut down to less than a page is
    what remains of one that was just being made; all else must be whole.
    """
    if damage.suffix:
        return whole.in_file
    return 0 if damage.kind == "cut" and damage.offset < PAGE else len(whole.digests)


def _at(whole: Sound, suffix: str, places: Iterable[int]) -> Iterator[Damage]:
    for place in places:
        if 0 <= place < len(whole.files[suffix]):
            yield Damage("cut", suffix, place)
            yield Damage("flip", suffix, place, place % 8)


def _damaged(whole: Sound, damage: Damage, folder: Path) -> Path:
    for suffix, content in whole.files.items():
        bad = bytearray(content)
        if suffix == damage.suffix and damage.kind == "cut":
            del bad[damage.offset :]
        elif suffix == damage.suffix:
            bad[damage.offset] ^= 1 << damage.bit
        (folder / f"{NAME}{suffix}").write_bytes(bad)
    (folder / f"{NAME}-shm").unlink(missing_ok=True)
    return folder / NAME


def _opened(path: Path) -> list[str]:
    journal = open_journal(path)
    digests = [record.digest for record in journal.records]
    journal.close()  # an open connection would falsify the next opening
    return digests


def _fill(journal: SqliteJournal, count: int) -> None:
    start = len(journal.records)
    for number in range(start, start + count):
        journal.append(some_events(number), cause=some_cause(f"id-{number}"), command={})
