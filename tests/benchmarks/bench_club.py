"""What the hub of a club keeps: record by record and in batches, for one table and for many."""

import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier

from companion.hub.hub import Hub
from companion.journal.record import FIRST_DIGEST, digest_of
from companion.shipping.wire import HubHead, Parcel, RecordBatch
from tests.benchmarks.figure import Figure, median_ms
from tests.support.clubs import batch, cluster, fresh_address, hub_at, joined, leased
from tests.support.preload import compiled

BODY = 1_000
"""Bytes of a record, about as many as one of a journal has."""

WRITERS = 8
ROUNDS = 3
"""Each size in turn, so often: machines are shared."""

SIZES = {1: 300, 10: 100, 100: 20, 500: 6}
"""Records of a batch, and so many batches in a round."""

TOGETHER = 100
"""Batches of one record that each of several tables sends."""

GAMES = 1_000

SLOW = Path(__file__).parent / "club" / "slow_syncs.c"


def measure() -> Iterator[Figure]:
    """Keep on the disk of the temporary files, by a PostgreSQL with the settings that it ships."""
    with cluster() as server, hub_at(fresh_address(server)) as hub:
        table, _ = joined(hub)
        yield from _in_batches(hub, table)
        yield from _together(hub, table, "")
        yield from _listed(hub, table)
    with slow_disk(), cluster() as server, hub_at(fresh_address(server)) as hub:
        table, _ = joined(hub)
        yield from _together(hub, table, ", a sync takes 10 ms")


def _in_batches(hub: Hub, table: int) -> Iterator[Figure]:
    took: dict[int, list[float]] = {size: [] for size in SIZES}
    for _ in range(ROUNDS):
        for size, batches in SIZES.items():
            took[size] += sent(hub, table, game_in_batches(size, batches))
    alone = statistics.median(took[1])
    for size, times in took.items():
        middle = statistics.median(times)
        yield Figure(f"records a second, in batches of {size}", size / middle, "/s")
        yield Figure(f"batches of {size}: as many times as one by one", size * alone / middle, "")
        yield Figure(f"a batch of {size}, median", 1000 * middle, "ms")
        yield Figure(f"a batch of {size}, 99 of 100", 1000 * of_a_hundred(times), "ms")


def _together(hub: Hub, table: int, where: str) -> Iterator[Figure]:
    """Let several tables send one record after another at once: commits share a sync."""
    times: dict[int, list[float]] = {1: [], WRITERS: []}
    rates: dict[int, list[float]] = {1: [], WRITERS: []}
    for _ in range(ROUNDS):
        for writers, rate in rates.items():
            took, seconds = at_once(hub, table, writers)
            times[writers] += took
            rate.append(len(took) / seconds)
    for writers, each in times.items():
        of = f"{writers} tables at once{where}" if writers > 1 else f"one table{where}"
        yield Figure(f"commits a second, {of}", statistics.median(rates[writers]), "/s")
        yield Figure(f"a commit, {of}, median", 1000 * statistics.median(each), "ms")
        yield Figure(f"a commit, {of}, 99 of 100", 1000 * of_a_hundred(each), "ms")


def _listed(hub: Hub, table: int) -> Iterator[Figure]:
    for _ in range(GAMES):
        sent(hub, table, game_in_batches(1, 1))
    count = len(hub.records.games())
    yield Figure(f"{count} games listed, median", median_ms(hub.records.games), "ms")


@contextmanager
def slow_disk() -> Iterator[None]:
    """Let what is started meanwhile wait for each sync."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL is another user
        os.environ["LD_PRELOAD"] = str(compiled(SLOW, Path(folder)))
        try:
            yield
        finally:
            del os.environ["LD_PRELOAD"]


def at_once(hub: Hub, table: int, writers: int) -> tuple[list[float], float]:
    """Return what each batch took where so many tables send at once, and all of them, in s."""
    games = [game_in_batches(1, TOGETHER) for _ in range(writers)]
    start = Barrier(writers)

    def write(batches: Sequence[RecordBatch]) -> list[float]:
        start.wait()
        return sent(hub, table, batches)

    with ThreadPoolExecutor(writers) as threads:
        began = time.perf_counter()
        took = [took for times in threads.map(write, games) for took in times]
        return took, time.perf_counter() - began


def sent(hub: Hub, table: int, batches: Sequence[RecordBatch]) -> list[float]:
    """Return what it took to keep each batch of a game, in seconds."""
    took: list[float] = []
    game = leased(hub, batches[0].parcels, table)
    for one in batches:
        began = time.perf_counter()
        head = hub.records.keep(game, table, one)
        took.append(time.perf_counter() - began)
        assert isinstance(head, HubHead)
    return took


def game_in_batches(size: int, count: int) -> list[RecordBatch]:
    """Return a new game, as many batches of so many records."""
    before, parcels = FIRST_DIGEST, list[Parcel]()
    for _ in range(size * count):
        body = random.randbytes(BODY)
        before = digest_of(before, body)
        parcels.append(Parcel(before, body))
    return [batch(parcels, after, after + size) for after in range(0, size * count, size)]


def of_a_hundred(times: Sequence[float]) -> float:
    """Return what 99 of a hundred do not exceed."""
    return sorted(times)[len(times) * 99 // 100]
