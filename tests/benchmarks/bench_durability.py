"""What real faults leave: kills, cut and flipped files; and what saving costs the card.

The long run of `tests/durability`: twenty minutes on a busy machine. `make bench ARGS=durability`.
"""

import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path

from companion.game.commands import Claim
from companion.journal.replay import replayed
from companion.journal.sqlite import open_journal
from companion.table.clocks.timing import Timing
from companion.table.table import Table
from tests.benchmarks.figure import Figure, median_ms
from tests.durability.damage import (
    drawn,
    every_byte_of_the_last,
    in_memory,
    near_boundaries,
    sound,
    tried,
)
from tests.durability.kills import Killing
from tests.durability.test_failed_syncs import CUTS, SHARES, ForgetfulDisk, losses, played
from tests.support.player import begin, miss_a_rent, play
from tests.support.voting import ANN

KILLS, KILLS_A_GAME = 2000, 50
FORGETFUL = 300
"""Evenings on a disk whose syncs fail."""
TRANSACTIONS = 3
OFFSETS = 3000
PRESSES = 1000
COMMANDS = 2000
SEED = 2000


def measure() -> Iterator[Figure]:
    """Play and save, kill, damage; on the disk of the temporary files."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _saved(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        yield from _hammered(Path(folder))
    with in_memory() as folder:
        yield from _damaged(folder)
    yield from _forgotten()
    yield from _killed()


def _saved(folder: Path) -> Iterator[Figure]:
    # A typed roll waits on purpose for an earlier press; that is no cost.
    table = Table(folder, timing=Timing(reorder=0.0))
    table.start()
    took: list[float] = []
    game, before = play(table, random.Random(SEED)), _written()
    began = first = time.perf_counter()
    for _ in range(COMMANDS):
        next(game)
        now = time.perf_counter()
        took.append(1000 * (now - began))
        began = now
    written = _written() - before
    path = folder / "games" / f"{table.view.game}.journal"
    table.stop()
    took.sort()
    yield Figure("durable commands a second, one sender", COMMANDS / (began - first), "/s")
    yield Figure("a durable command, median", statistics.median(took), "ms")
    yield Figure("a durable command, 99 of 100", took[len(took) * 99 // 100], "ms")
    yield Figure("written to the card for 100 commands", 100 * written / COMMANDS / 1024, "KiB")

    def opened() -> None:
        journal = open_journal(path, read_only=True)
        replayed(journal.records)
        journal.close()

    yield Figure(f"open a game of {COMMANDS} records", median_ms(opened, times=5), "ms")


def _hammered(folder: Path) -> Iterator[Figure]:
    """Let a button be pressed again and again for a rent that is gone."""
    table = Table(folder, timing=Timing(reorder=0.0))
    table.start()
    begin(table)
    miss_a_rent(table)
    before, records = _written(), len(table.history())

    def press() -> None:
        table.submit(Claim(by=ANN), table.cause("seat", "button", seat=ANN, device="button-0"))

    took = median_ms(press, times=PRESSES)
    more = len(table.history()) - records
    table.stop()
    yield Figure(f"{PRESSES} presses too late: records", more, "")
    yield Figure(
        f"{PRESSES} presses too late: written to the card", (_written() - before) / 1024, "KiB"
    )
    yield Figure("a press too late that is counted, median", took, "ms")


def _written() -> int:
    """Return the bytes that this process has had written to disks, as the kernel counts them."""
    lines = Path(f"/proc/{os.getpid()}/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes:"))


def _damaged(folder: Path) -> Iterator[Figure]:
    (folder / "sound").mkdir()
    whole = sound(folder / "sound", in_file=150, in_log=30)
    sets = {
        f"every byte of the last {TRANSACTIONS} transactions": every_byte_of_the_last(
            whole, TRANSACTIONS
        ),
        "every record's boundary and its neighbours": near_boundaries(whole),
        f"{OFFSETS} drawn places": drawn(whole, count=OFFSETS, seed=SEED),
    }
    for name, damages in sets.items():
        ends = tried(whole, damages, folder)
        for end, count in sorted(ends.items()):
            yield Figure(f"files damaged at {name}: {end}", count, "files")


def _forgotten() -> Iterator[Figure]:
    """Let syncs fail and forget, and cut the power anywhere after."""
    failed = acknowledged = lost = 0
    for evening in range(FORGETFUL):
        with in_memory() as folder:
            chance = random.Random(evening)
            disk = ForgetfulDisk(SHARES[evening % len(SHARES)], chance)
            digests = played(folder / "home", disk, chance)
            lost += len(list(losses(folder, disk, digests)))
            acknowledged += sum(step.kind == "acknowledged" for step in disk.steps)
            failed += disk.failed
    yield Figure("syncs that failed and forgot", failed, "")
    yield Figure("commands acknowledged among them", acknowledged, "")
    yield Figure("power cuts after them", FORGETFUL * CUTS, "")
    yield Figure("of these that cost what was acknowledged", lost, "")


def _killed() -> Iterator[Figure]:
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.support.player"])
    chance, acknowledged, more = random.Random(SEED), 0, 0
    for game in range(KILLS // KILLS_A_GAME):
        with tempfile.TemporaryDirectory() as folder:
            killing = Killing(context, Path(folder), chance)
            for kill in range(KILLS_A_GAME):
                killing.strike(game * KILLS_A_GAME + kill)
            acknowledged += killing.acknowledged
            more += killing.unheard
    yield Figure("kills, after which nothing acknowledged was missing", KILLS, "kills")
    yield Figure("commands acknowledged before them", acknowledged, "")
    yield Figure("saved, but killed before it was said", more, "")
