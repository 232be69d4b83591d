"""What it costs to save before saying."""

import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.game.commands import Claim
from companion.journal.mark import Mark
from companion.journal.replay import replayed
from companion.journal.sqlite import create_journal, open_journal
from companion.table.clocks.timing import Timing
from companion.table.table import Table
from tests.benchmarks.figure import Figure, median_ms
from tests.support.player import banker, play
from tests.support.table import ANN, some_cause, some_events

COMMITS, COMMANDS = 500, 1000


def measure() -> Iterator[Figure]:
    """Time the journal alone, then the table around it, on the disk of the temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _journal(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        yield from _table(Path(folder))


def _journal(folder: Path) -> Iterator[Figure]:
    journal = create_journal(folder / "0001-x.journal")
    began = time.perf_counter()
    for _ in range(COMMITS):
        journal.append(some_events(7), cause=some_cause(), command={"do": "roll"})
    took = time.perf_counter() - began
    journal.close()
    mark, began = Mark(folder / "0002-x.journal"), time.perf_counter()
    for number in range(COMMITS):
        mark.set(number)
    marking = time.perf_counter() - began
    mark.close()
    yield Figure("commits a second, one after the other, each synced", COMMITS / took, "/s")
    yield Figure("a commit, mean", 1000 * took / COMMITS, "ms")
    yield Figure("of which its mark, synced", 1000 * marking / COMMITS, "ms")


def _table(folder: Path) -> Iterator[Figure]:
    # A typed roll waits on purpose for an earlier press; that is no cost.
    table = Table(folder, timing=Timing(reorder=0.0))
    table.start()
    took: list[float] = []
    game, began = play(table, random.Random(1)), time.perf_counter()
    for _ in range(COMMANDS):
        next(game)
        now = time.perf_counter()
        took.append(1000 * (now - began))
        began = now
    took.sort()
    yield Figure("a command, from the sender and back, median", statistics.median(took), "ms")
    yield Figure("a command, 99 of 100", took[len(took) * 99 // 100], "ms")
    refused_ms = median_ms(lambda: table.submit(Claim(by=ANN), banker(table)))
    yield Figure("a refused command, median", 1000 * refused_ms, "us")
    path = folder / "games" / f"{table.view.game}.journal"
    table.stop()
    yield Figure("a record on disk, mean", path.stat().st_size / COMMANDS / 1024, "KiB")
    yield Figure(f"{COMMANDS} commands, read, checked and replayed", _resume_ms(path), "ms")


def _resume_ms(path: Path) -> float:
    def resume() -> None:
        journal = open_journal(path)
        replayed(journal.records)
        journal.close()

    return median_ms(resume, times=5)
