"""Hosted tables on a real PostgreSQL, and the workers that hold them."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.hosting.committer import Committer
from companion.hosting.games import HostedGames
from companion.hosting.journal import PostgresJournal
from companion.hosting.leases import Hold, Leases
from companion.hosting.tables import HostedTable, HostedTables
from companion.hub.database import Database
from companion.hub.hub import Hub
from companion.journal.store import Journal
from companion.shipping.wire import Parcel
from tests.support.clubs import CLUB, empty
from tests.support.table import some_cause, some_events

DEAD_S = 1200.0
"""A worker that was not seen for so long is taken for dead: the machine may be slow."""


class Worker:
    """A worker that is alive: its number, and its committer."""

    def __init__(self, club: "HostedClub", address: str) -> None:
        self.club, self.address = club, address
        self.id = club.leases.enter(address)
        club.beat(self)
        self.committer = Committer(club.database, self.id)

    def hold(self, table: HostedTable) -> Hold:
        """Return under what this worker holds a table; it is nobody's if it does not."""
        with self.club.database.transaction() as cursor:
            row = cursor.execute(
                "select nth from hosted_table where table_id = %s and worker = %s",
                (table.id, self.id),
            ).fetchone()
        return Hold(table.id, row[0] if row is not None else 0)

    def games(self, table: HostedTable) -> HostedGames:
        """Return the games of a table, whoever holds it."""
        return HostedGames(self.club.database, self.committer, self.hold(table))

    def let_go(self, table: HostedTable) -> None:
        """Let a table go, if this worker holds it."""
        self.club.leases.let_go(self.hold(table))

    def take(self, table: HostedTable) -> HostedGames:
        """Ask for a table that this worker is to be given; return its games."""
        holder = self.club.leases.holder(table.key)
        assert holder is not None
        assert (holder.worker, holder.address) == (self.id, self.address)
        return self.games(table)


class HostedClub:
    """A club with hosted tables.

    Args:
        hub: it is migrated; all that it keeps is taken away.
    """

    def __init__(self, hub: Hub) -> None:
        self.hub, self.database = hub, hub.database
        self.leases, self.tables = Leases(hub.database, DEAD_S), HostedTables(hub.database)
        self._workers: list[Worker] = []

    def table(self, name: str = "Table 7") -> HostedTable:
        """Add a table."""
        added = self.tables.add(name)
        assert isinstance(added, HostedTable)
        return added

    def worker(self, address: str = "127.0.0.1:8101") -> Worker:
        """Let a worker in."""
        self._workers.append(Worker(self, address))
        return self._workers[-1]

    def beat(self, worker: Worker) -> frozenset[int] | None:
        """Let a worker that was heard for long say that it is alive; return what it holds."""
        held = self.leases.beat(worker.id)
        self._moved(worker, "since")
        return None if held is None else frozenset(one.table for one in held)

    def silence(self, worker: Worker) -> None:
        """Let the database have seen a worker too long ago."""
        self._moved(worker, "seen")

    def _moved(self, worker: Worker, what: str) -> None:
        with self.database.transaction() as cursor:
            cursor.execute(
                f"update worker set {what} = clock_timestamp() - make_interval(secs => %s)"
                " where id = %s".encode(),
                (2 * DEAD_S, worker.id),
            )

    def parcels(self, game: str) -> tuple[Parcel, ...]:
        """Return all that the hub has of a game."""
        return self.hub.records.after(game, 0, 100_000)

    def stop(self) -> None:
        """End all committers."""
        for worker in self._workers:
            worker.committer.stop()


@contextmanager
def hosted_on(address: str) -> Iterator[HostedClub]:
    """Give a club on a database that is migrated and emptied."""
    database = Database(address)
    try:
        database.migrate()
        hub = Hub.on(database, str, CLUB)
        empty(hub)
        club = HostedClub(hub)
        yield club
        club.stop()
    finally:
        database.close()


def add(journal: Journal, number: int, *, told: str = "id") -> None:
    """Append one record."""
    journal.append(some_events(number), cause=some_cause(f"{told}-{number}"), command={"n": number})


def begun(games: HostedGames, count: int = 1, *, told: str = "id") -> PostgresJournal:
    """Begin a game of so many records."""
    journal = games.create("x")
    for number in range(count):
        add(journal, number, told=told)
    return journal


def game_of(journal: Journal) -> str:
    """Return which game it is."""
    return journal.records[0].digest
