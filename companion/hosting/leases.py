"""Which worker holds which table. Only the database's clock counts."""

import secrets

import msgspec

from companion.errors import HubError
from companion.hub.database import Cursor, Database, plain

DEAD_S = 3.0
"""A worker that was not seen for so long is taken for dead."""
BEAT_S = 1.0
"""So often a worker says that it is alive."""

_FORGOTTEN_H = 1

_ALIVE = f"worker.seen > clock_timestamp() - make_interval(secs => {DEAD_S})"
_FOUND = f"""
    select hosted_table.table_id, key, name, worker.id, address
    from hosted_table
    join club_table on club_table.id = table_id and removed is null
    left join worker on worker.id = hosted_table.worker and {_ALIVE}
    where key = %s
"""  # noqa: S608  # ours
_LEAST_BUSY = f"""
    select worker.id, address
    from worker left join hosted_table on worker = worker.id
    where {_ALIVE} and position(':' in address) > 0  -- else it is a hand (`Leases.take`)
    group by worker.id order by count(table_id), worker.id limit 1
"""  # noqa: S608  # ours


class Holder(msgspec.Struct, frozen=True):
    """A hosted table and the worker that goes on with it."""

    table: int
    key: str
    name: str
    worker: int
    address: str


class Leases:
    """Workers that are alive, and what they hold. Every method raises HubError if it cannot ask."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def enter(self, address: str) -> int:
        """Let a worker in, and return its number.

        Who was at this address before is gone, and its tables are free; so are those of workers
        that were not seen for an hour.

        Args:
            address: where it answers, as the router reaches it: `HOST:PORT`.
        """
        with self._database.transaction() as cursor:
            cursor.execute(
                "delete from worker where address = %s"
                " or seen < clock_timestamp() - make_interval(hours => %s)",
                (plain(address, 200), _FORGOTTEN_H),
            )
            rows = cursor.execute(
                "insert into worker (address) values (%s) returning id", (plain(address, 200),)
            ).fetchall()
            return int(rows[0][0])

    def beat(self, worker: int) -> frozenset[int] | None:
        """Say that a worker is alive; return which tables it holds.

        None: it was forgotten, holds nothing, and enters anew.
        """
        with self._database.transaction() as cursor:
            known = cursor.execute(
                "update worker set seen = clock_timestamp() where id = %s", (worker,)
            )
            if not known.rowcount:
                return None
            rows = cursor.execute("select table_id from hosted_table where worker = %s", (worker,))
            return frozenset(table for (table,) in rows)

    def leave(self, worker: int) -> None:
        """Let a worker go; its tables are free."""
        with self._database.transaction() as cursor:
            cursor.execute("delete from worker where id = %s", (worker,))

    def holder(self, key: str) -> Holder | None:
        """Return who holds a table, or None: there is none with this key.

        One that nobody alive holds is given to the worker that holds the fewest.

        Raises:
            HubError: code `no-worker`, if none is alive.
        """
        with self._database.transaction() as cursor:
            row = cursor.execute(_FOUND, (key,)).fetchone()
            if row is not None and row[3] is None:
                # Whatever its last holder still keeps is kept when this lock is given.
                cursor.execute("select from hosted_table where table_id = %s for update", (row[0],))
                row = cursor.execute(_FOUND, (key,)).fetchone()
            if row is None:
                return None
            if row[3] is None:
                row = (*row[:3], *_given(cursor, row[0]))
            return Holder(*row)

    def take(self, table: int) -> int:
        """Take a table from whoever holds it; return the number under which it may be written to.

        Nobody answers for it until this counts as dead. Whoever held it and lives has learned from
        a beat by then that it does no more, so whoever wakes the table reads all of it anew.
        """
        hand = self.enter(f"hand {secrets.token_hex(8)}")
        with self._database.transaction() as cursor:
            cursor.execute(
                "update hosted_table set worker = %s, taken = clock_timestamp()"
                " where table_id = %s",
                (hand, table),
            )
        return hand

    def let_go(self, worker: int, table: int) -> None:
        """Let a table go that a worker holds and nobody uses."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "update hosted_table set worker = null where table_id = %s and worker = %s",
                (table, worker),
            )


def holds(cursor: Cursor, table: int, worker: int) -> bool:
    """Return whether a worker holds a table, which stays so until the transaction ends."""
    held = cursor.execute(
        "select from hosted_table where table_id = %s and worker = %s for share", (table, worker)
    )
    return bool(held.rowcount)


def _given(cursor: Cursor, table: int) -> tuple[int, str]:
    """Give a table to the worker that holds the fewest; return its number and address."""
    chosen = cursor.execute(_LEAST_BUSY).fetchone()
    if chosen is None:
        raise HubError(code="no-worker")
    cursor.execute(
        "update hosted_table set worker = %s, taken = clock_timestamp() where table_id = %s",
        (chosen[0], table),
    )
    return chosen[0], chosen[1]
