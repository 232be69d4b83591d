"""What hosted tables cost: latency, memory and processor of 10 to 1,000 of them in two workers.

Each table has had 300 records, gets a command every 20 s, and has one page open; fifty of them
have four. The crowd, PostgreSQL and both workers share the machine.
"""

import multiprocessing
import os
import secrets
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from companion.hosting.committer import Committer
from companion.hosting.games import HostedGames
from companion.hosting.leases import Hold, Leases
from companion.hub.database import Database
from companion.hub.lobby import Lobby
from companion.hub.postgres import PostgreSQL
from companion.hub.records import Records
from companion.journal.record import FIRST_DIGEST, digest_of
from companion.shipping.wire import Parcel
from tests.benchmarks.figure import Figure, median_ms
from tests.benchmarks.hosted.crowd import Place, crowd
from tests.support.club_rooms import played
from tests.support.clubs import cluster, fresh_address
from tests.support.workers import RunningWorker, hosted_table, phone_at, pin_of

SIZES = (10, 100, 1000)
BUSY, PHONES = 50, 4
EVERY_S, SECONDS = 20.0, 60.0
RECORDS, GAMES = 300, 5
WORKERS = 2
TICKS = os.sysconf("SC_CLK_TCK")


class Hall(NamedTuple):
    """A club of hosted tables, with its workers."""

    database: str
    places: Sequence[Place]
    workers: Sequence[RunningWorker]


def spent(pid: int) -> float:
    """Return the processor seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def spent_by_database(server: PostgreSQL) -> float:
    """Return those of all of PostgreSQL's processes that are there, and of those that ended."""
    assert server.pid is not None
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    children = (int(fields[13]) + int(fields[14])) / TICKS
    found = [
        int(path.name) for path in Path("/proc").glob("[0-9]*") if _parent_of(path) == server.pid
    ]
    return spent(server.pid) + children + sum(map(spent, found))


def _parent_of(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def measure() -> Iterator[Figure]:
    """Let each size live for a minute; then kill one of its workers."""
    with tempfile.TemporaryDirectory() as folder:
        games = [played(Path(folder) / str(seed), RECORDS, seed=seed) for seed in range(GAMES)]
    for size in SIZES:
        with cluster() as server, ExitStack() as stack:
            hall = opened(fresh_address(server), size, games, stack)
            empty = sum(worker.memory_kib for worker in hall.workers)
            yield from lived(server, hall, size, empty)
            if size == SIZES[-1]:
                yield from looked_at(hall, size)
            if size != SIZES[0]:
                yield from taken_over(hall, size)


def opened(database: str, size: int, games: Sequence[Sequence[Parcel]], stack: ExitStack) -> Hall:
    """Make a club of so many tables, each with a game of its own, and its workers."""
    reached = Database(database)
    reached.migrate()
    leases = Leases(reached)
    first = _begun(database, stack)
    model, cookie = _model(reached, first)
    made = [hosted_table(reached, f"Table {number + 1}") for number in range(size)]
    here = leases.enter("127.0.0.1:1")
    committer = Committer(reached, here)
    places = []
    for number, table in enumerate(made):
        with reached.transaction() as cursor:
            ((nth,),) = cursor.execute(
                "update hosted_table set worker = %s where table_id = %s returning nth",
                (here, table.id),
            ).fetchall()
            cursor.execute(
                "insert into document select %s, name, content from document"
                " where table_id = %s and name in ('phones.json', 'pin.json')",
                (table.id, model),
            )
        home = HostedGames(reached, committer, Hold(table.id, nth))
        name = home.adopt("us-classic", another(games[number % len(games)]))
        home.note_current(name)
        places.append(Place(table.key, PHONES if number < BUSY else 1, cookie))
    committer.stop()
    leases.leave(here)
    reached.close()
    rest = [_begun(database, stack) for _ in range(WORKERS - 1)]
    return Hall(database, places, (first, *rest))


def _begun(database: str, stack: ExitStack) -> RunningWorker:
    worker = RunningWorker(database)
    stack.callback(worker.kill)
    return worker


def _model(reached: Database, worker: RunningWorker) -> tuple[int, str]:
    """Make a table at which somebody is the banker; return its number, and the banker's cookie."""
    table = hosted_table(reached, "Model")
    phone = phone_at(worker, table)
    phone.get("/join")
    assert phone.post("/banker/pin", {"pin": pin_of(reached, table)}).status == 303
    return table.id, phone.cookie


def another(game: Sequence[Parcel]) -> list[tuple[str, bytes]]:
    """Return the same game as another one: its first record says another time."""
    mark, before, rows = secrets.token_hex(4), FIRST_DIGEST, []
    for number, parcel in enumerate(game):
        body = parcel.body
        if not number:
            body = body.replace(b'"boot":"', f'"boot":"{mark}'.encode(), 1)
        before = digest_of(before, body)
        rows.append((before, body))
    return rows


def lived(server: PostgreSQL, hall: Hall, size: int, empty: float) -> Iterator[Figure]:
    """Let the crowd be there for a while."""
    ours, process = _crowd(hall, SECONDS)
    assert ours.recv() == "open"
    held = sum(worker.memory_kib for worker in hall.workers)
    before = [spent(worker.process.pid) for worker in hall.workers]
    database, began = spent_by_database(server), time.monotonic()
    ours.send("go")
    found = ours.recv()
    took = time.monotonic() - began
    used = sum(spent(w.process.pid) for w in hall.workers) - sum(before)
    database = spent_by_database(server) - database
    process.join()
    of = f"{size} tables: "
    streams = sum(place.phones for place in hall.places)
    yield Figure(of + "pages open", streams, "")
    yield Figure(of + "commands", len(found["commands"]), "")
    yield Figure(of + "commands that failed", found["failed"], "")
    yield Figure(of + "streams that broke", found["reopened"], "")
    yield from quantiles(of + "a command", found["commands"])
    yield from quantiles(of + "from a command to a page with it", found["pages"])
    yield Figure(of + "memory for a table", (held - empty) / size, "KiB")
    yield Figure(of + "processor of the workers", 100 * used / took, "% of a core")
    yield Figure(of + "the same for a table", 1e6 * used / took / size, "us a second")
    yield Figure(of + "processor of PostgreSQL", 100 * database / took, "% of a core")


def looked_at(hall: Hall, size: int) -> Iterator[Figure]:
    """Let a hub look at all of it, for its lobby."""
    reached = Database(hall.database)
    records, of = Records(reached), f"{size} tables: "
    yield Figure(of + "the hub asks what there is", median_ms(records.games), "ms")
    lobby = Lobby(records, lambda: {one.table for one in records.games()})
    began = time.process_time()
    lobby.refresh()
    yield Figure(of + "its first look, processor", time.process_time() - began, "s")
    yield Figure(of + "a look that finds nothing", median_ms(lobby.refresh), "ms")
    reached.close()


def taken_over(hall: Hall, size: int) -> Iterator[Figure]:
    """Kill a worker while all tables are played at, and look when its tables are to be had."""
    ours, process = _crowd(hall, SECONDS)
    assert ours.recv() == "open"
    ours.send("go")
    time.sleep(10.0)
    victim = hall.workers[0]
    victim.kill()
    ours.send(time.monotonic())
    found = ours.recv()
    process.join()
    back = sorted(found["back"].values())
    of = f"{size} tables, a worker killed: "
    yield Figure(of + "tables that lost it", len(back), "")
    yield Figure(of + "commands that failed", found["failed"], "")
    yield Figure(of + "a table is back, p50", statistics.median(back), "s")
    yield Figure(of + "the last of them", max(back), "s")


def _crowd(hall: Hall, seconds: float) -> tuple[Connection, multiprocessing.process.BaseProcess]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    workers = [worker.address for worker in hall.workers]
    process = context.Process(
        target=crowd, args=(hall.places, workers, seconds, EVERY_S, theirs), daemon=True
    )
    process.start()
    theirs.close()
    return ours, process


def quantiles(what: str, found: Sequence[float]) -> Iterator[Figure]:
    """Yield the middle one, and that which one of a hundred exceeds."""
    if found:
        yield Figure(f"{what}, p50", statistics.median(found), "ms")
        yield Figure(f"{what}, p99", sorted(found)[len(found) * 99 // 100], "ms")
