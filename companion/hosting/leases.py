"""Which worker holds which table. Only the database's clock counts, and it may jump."""

from typing import NamedTuple

import msgspec

from companion.errors import HubError
from companion.hub.database import Cursor, Database, plain

DEAD_S = 3.0
"""A worker that was not seen for so long is taken for dead."""
BEAT_S = 1.0
"""So often a worker says that it is alive."""
STEADY_S = 2.0
"""Who was heard for less takes no table of a silent one: when the database was away, or its clock
has jumped, all are silent till they were heard again, each within `BEAT_S`."""

_FORGOTTEN_H = 1

_ALIVE = (
    "worker.seen between clock_timestamp() - make_interval(secs => %(dead)s)"
    " and clock_timestamp() + make_interval(secs => %(dead)s)"
)
"""Who was seen in the future was seen before the clock jumped back: it is heard again, or dead."""

_FOUND = f"""
    select hosted_table.table_id, key, name, worker.id, address, nth, hosted_table.worker
    from hosted_table
    join club_table on club_table.id = table_id and removed is null
    left join worker on worker.id = hosted_table.worker and {_ALIVE}
    where key = %(key)s
"""  # noqa: S608  # ours
_LEAST_BUSY = f"""
    select worker.id, address
    from worker left join hosted_table on worker = worker.id
    where {_ALIVE} and since <= clock_timestamp() - make_interval(secs => %(steady)s)
    group by worker.id order by count(table_id), worker.id limit 1
"""  # noqa: S608  # ours
_SHARE = f"""
    select ceil(count(*) / greatest((select count(*) from worker where {_ALIVE}), 1)::float8)::int
    from hosted_table where worker is not null
"""  # noqa: S608  # ours


class Hold(NamedTuple):
    """A table, and which giving of it: so somebody has it, until it is given anew."""

    table: int
    nth: int  # 0: of nobody


class Holder(msgspec.Struct, frozen=True):
    """A hosted table and the worker that goes on with it."""

    table: int
    key: str
    name: str
    worker: int
    address: str
    nth: int

    @property
    def hold(self) -> Hold:
        """What it writes under."""
        return Hold(self.table, self.nth)


class Leases:
    """Workers that are alive, and what they hold. Every method raises HubError if it cannot ask.

    Args:
        database: of the club.
        dead_s: see `DEAD_S`.
    """

    def __init__(self, database: Database, dead_s: float = DEAD_S) -> None:
        self._database, self._dead_s = database, dead_s

    def enter(self, address: str) -> int:
        """Let a worker in, and return its number.

        Who was at this address before is gone, and its tables are free; so are those of workers
        that were not seen for an hour.

        Args:
            address: where it answers, as the router reaches it: `HOST:PORT`.
        """
        with self._database.transaction() as cursor:
            cursor.execute(
                "delete from worker where address = %(address)s"
                " or seen not between clock_timestamp() - make_interval(hours => %(hours)s)"
                " and clock_timestamp() + make_interval(hours => %(hours)s)",
                {"address": plain(address, 200), "hours": _FORGOTTEN_H},
            )
            rows = cursor.execute(
                "insert into worker (address) values (%s) returning id", (plain(address, 200),)
            ).fetchall()
            return int(rows[0][0])

    def beat(self, worker: int) -> frozenset[Hold] | None:
        """Say that a worker is alive; return which tables it holds.

        None: it was forgotten, holds nothing, and enters anew.
        """
        with self._database.transaction() as cursor:
            known = cursor.execute(
                f"update worker set seen = clock_timestamp(),"  # noqa: S608  # ours
                f" since = case when {_ALIVE} then since else clock_timestamp() end"
                " where id = %(worker)s".encode(),
                {"worker": worker, "dead": self._dead_s},
            )
            if not known.rowcount:
                return None
            rows = cursor.execute(
                "select table_id, nth from hosted_table where worker = %s", (worker,)
            )
            return frozenset(Hold(*row) for row in rows)

    def leave(self, worker: int) -> None:
        """Let a worker go; its tables are free."""
        with self._database.transaction() as cursor:
            cursor.execute("delete from worker where id = %s", (worker,))

    def holder(self, key: str) -> Holder | None:
        """Return who holds a table, or None: there is none with this key.

        One that nobody alive holds is given to the worker that holds the fewest.

        Raises:
            HubError: code `no-worker`, if none is alive, or none has been for long enough.
        """
        if not (key.isascii() and key.isalnum()):
            return None  # PostgreSQL knows no NUL, and no key has one
        told = {"key": key, "dead": self._dead_s}
        with self._database.transaction() as cursor:
            row = cursor.execute(_FOUND.encode(), told).fetchone()
            if row is not None and row[3] is None:
                # Whatever its last holder still keeps is kept when this lock is given.
                cursor.execute("select from hosted_table where table_id = %s for update", (row[0],))
                row = cursor.execute(_FOUND.encode(), told).fetchone()
            if row is None:
                return None
            *found, last = row
            if found[3] is None:
                steady_s = 0.0 if last is None else STEADY_S
                found[3:] = self._given(cursor, found[0], steady_s)
            return Holder(*found)

    def surplus(self, worker: int) -> int:
        """Return how many tables a worker holds beyond its share: all are held by the living."""
        with self._database.transaction() as cursor:
            ((share,),) = cursor.execute(_SHARE.encode(), {"dead": self._dead_s}).fetchall()
            ((mine,),) = cursor.execute(
                "select count(*) from hosted_table where worker = %s", (worker,)
            ).fetchall()
            return max(0, int(mine) - int(share))

    def let_go(self, hold: Hold) -> None:
        """Let a table go that a worker holds and nobody uses."""
        with self._database.transaction() as cursor:
            if holds(cursor, hold):
                take(cursor, hold.table)

    def _given(self, cursor: Cursor, table: int, steady_s: float) -> tuple[int, str, int]:
        """Give a table to the worker that holds the fewest; return its number, address, giving."""
        told = {"dead": self._dead_s, "steady": steady_s}
        chosen = cursor.execute(_LEAST_BUSY.encode(), told).fetchone()
        if chosen is None:
            raise HubError(code="no-worker")
        ((nth,),) = cursor.execute(
            "update hosted_table set worker = %s, nth = nth + 1 where table_id = %s returning nth",
            (chosen[0], table),
        ).fetchall()
        return int(chosen[0]), str(chosen[1]), int(nth)


def take(cursor: Cursor, table: int) -> None:
    """Take a table from whoever holds it: who asks for it next has it opened anew.

    What its holder was about to keep is kept before; it learns of it from its next beat, and
    writes nothing until then.
    """
    cursor.execute(
        "update hosted_table set worker = null, nth = nth + 1 where table_id = %s", (table,)
    )


def holds(cursor: Cursor, hold: Hold) -> bool:
    """Return whether a table is still held so, which stays until the transaction ends."""
    held = cursor.execute(
        "select from hosted_table where table_id = %s and nth = %s for share", hold
    )
    return bool(held.rowcount)
