"""What hosted tables keep a second: together in one transaction, and each in one of its own."""

import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import NamedTuple

from companion.hosting.committer import HostedBatch, kept
from companion.hosting.games import HostedGames
from companion.journal.record import digest_of
from tests.benchmarks.bench_club import BODY, of_a_hundred, slow_disk
from tests.benchmarks.figure import Figure, median_ms
from tests.support.clubs import cluster, fresh_address
from tests.support.hosting import HostedClub, Worker, begun, game_of, hosted_on

THREADS = (1, 8, 16)
ROUNDS = 3
"""Each way in turn, so often: machines are shared."""
COMMITS = 60
"""Of each thread in a round."""
RECORDS = 500
"""Of a game that is opened, and that goes over to another worker."""


class Way(NamedTuple):
    """A way to keep a batch."""

    name: str
    keep: Callable[[HostedBatch], object]


def measure() -> Iterator[Figure]:
    """Keep on the disk of the temporary files, by a PostgreSQL with the settings that it ships."""
    with cluster() as server, hosted_on(fresh_address(server)) as club:
        yield from _ways(club, "")
        yield from _taken_over(club)
    with slow_disk(), cluster() as server, hosted_on(fresh_address(server)) as club:
        yield from _ways(club, ", a sync takes 10 ms")


def _ways(club: HostedClub, where: str) -> Iterator[Figure]:
    worker = club.worker()

    def alone(batch: HostedBatch) -> None:
        with club.database.transaction() as cursor:
            assert kept(cursor, [batch]) == [None]

    ways = (Way("one by one", alone), Way("in groups", worker.committer.keep))
    for threads in THREADS:
        club.beat(worker)
        rates: dict[str, list[float]] = {way.name: [] for way in ways}
        times: dict[str, list[float]] = {way.name: [] for way in ways}
        for turn in range(ROUNDS):
            for way in ways:
                line = Line(club, worker, f"{way.name} {threads} {turn}", threads)
                took, seconds = line.keep(way.keep)
                rates[way.name].append(len(took) / seconds)
                times[way.name] += took
        of = f"{threads} tables at once{where}" if threads > 1 else f"one table{where}"
        middle = {name: statistics.median(each) for name, each in rates.items()}
        for name, each in times.items():
            yield Figure(f"commits a second, {of}, {name}", middle[name], "/s")
            yield Figure(f"a commit, {of}, {name}, median", 1000 * statistics.median(each), "ms")
            yield Figure(f"a commit, {of}, {name}, 99 of 100", 1000 * of_a_hundred(each), "ms")
        ratio = middle["in groups"] / middle["one by one"]
        yield Figure(f"{of}: in groups as many times as one by one", ratio, "")


class Line:
    """A game at each of several tables, all of one worker.

    Args:
        club: theirs.
        worker: it.
        name: what tables and records are told apart by.
        count: of tables.
    """

    def __init__(self, club: HostedClub, worker: Worker, name: str, count: int) -> None:
        self._batches: list[list[HostedBatch]] = []
        for number in range(count):
            table = club.table(f"{name} {number}")
            journal = begun(worker.take(table), told=table.name)
            game, before = game_of(journal), game_of(journal)
            batches: list[HostedBatch] = []
            for after in range(1, COMMITS + 1):
                body = f"{name} {number} {after}".ljust(BODY).encode()
                digest = digest_of(before, body)
                row = [(digest, body)]
                batches.append(HostedBatch(journal.hold, journal.name, game, 1, before, after, row))
                before = digest
            self._batches.append(batches)

    def keep(self, keep: Callable[[HostedBatch], object]) -> tuple[list[float], float]:
        """Keep all, each table in a thread; return what each took, and all of them, in s."""
        start = Barrier(len(self._batches))

        def write(batches: list[HostedBatch]) -> list[float]:
            took: list[float] = []
            start.wait()
            for batch in batches:
                began = time.perf_counter()
                keep(batch)
                took.append(time.perf_counter() - began)
            return took

        with ThreadPoolExecutor(len(self._batches)) as threads:
            began = time.perf_counter()
            took = [one for times in threads.map(write, self._batches) for one in times]
            return took, time.perf_counter() - began


def _taken_over(club: HostedClub) -> Iterator[Figure]:
    """Let a table go over to another worker: asked for, and its game opened."""
    workers = [club.worker(f"127.0.0.1:{port}") for port in (1, 2)]
    table = club.table("goes to and fro")
    holder = club.leases.holder(table.key)
    assert holder is not None
    (first,) = (one for one in workers if one.id == holder.worker)
    begun(first.games(table), RECORDS, told=table.name)
    asked = median_ms(lambda: club.leases.holder(table.key))
    yield Figure("who holds a table, median", asked, "ms")

    def go_over() -> None:
        now = club.leases.holder(table.key)
        assert now is not None
        for one in workers:
            club.beat(one)
        club.silence(next(one for one in workers if one.id == now.worker))
        then = club.leases.holder(table.key)
        assert then is not None
        (worker,) = (one for one in workers if one.id == then.worker)
        games: HostedGames = worker.games(table)
        assert len(games.open("0001-x").records) == RECORDS

    name = f"a table goes over with a game of {RECORDS} records, median"
    yield Figure(name, median_ms(go_over), "ms")
