"""Hosted tables, as the organiser adds and removes them: each is a table of the club as well."""

import secrets
from typing import TypeAlias

import msgspec
from psycopg.errors import UniqueViolation

from companion.hub.database import Database, plain
from companion.hub.tables import ALPHABET
from companion.shipping.wire import Refused

LETTERS = 10
"""Of a key: nobody guesses one of so many."""

_ALL = """
    select id, key, name from hosted_table join club_table on id = table_id and removed is null
"""


class HostedTable(msgspec.Struct, frozen=True):
    """A table of the club without a box."""

    id: int
    key: str  # whoever has it is at the table
    name: str


Hosted: TypeAlias = tuple[HostedTable, ...]


class HostedTables:
    """Which there are. Every method raises HubError if PostgreSQL is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, name: str) -> HostedTable | Refused:
        """Add a table, or `name-taken`, if the club has one of this name.

        Args:
            name: of 1 to 40 characters that can be seen.
        """
        key = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))
        with self._database.transaction() as cursor:
            try:
                ((table,),) = cursor.execute(
                    "insert into club_table (name) values (%s) returning id", (plain(name),)
                ).fetchall()
            except UniqueViolation:
                cursor.connection.rollback()
                return Refused("name-taken")
            cursor.execute("insert into hosted_table (table_id, key) values (%s, %s)", (table, key))
        return HostedTable(table, key, plain(name))

    def all(self) -> Hosted:
        """Return all hosted tables, in the order in which they were added."""
        with self._database.transaction() as cursor:
            return tuple(
                HostedTable(*row) for row in cursor.execute(f"{_ALL} order by id".encode())
            )

    def of(self, id: int) -> HostedTable | None:  # noqa: A002  # its name everywhere
        """Return a hosted table; None: it is none, or was removed."""
        with self._database.transaction() as cursor:
            row = cursor.execute(f"{_ALL} where id = %s".encode(), (id,)).fetchone()
            return None if row is None else HostedTable(*row)

    def remove(self, id: int) -> None:  # noqa: A002  # likewise
        """Take a table out of the club, with its phones and settings; its games stay."""
        with self._database.transaction() as cursor:
            cursor.execute(
                "update picture set hosted = false where digest in"
                " (select digest from hosted_picture where table_id = %s and not pruned)",
                (id,),
            )  # they stay with the games
            gone = cursor.execute("delete from hosted_table where table_id = %s", (id,))
            if gone.rowcount:
                cursor.execute("update club_table set removed = now() where id = %s", (id,))
