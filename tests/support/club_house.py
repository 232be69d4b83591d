"""A club's whole hub, on a real PostgreSQL: it may go away and come back on the same ports."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from companion.club import Club, ClubOptions
from companion.hub.postgres import PostgreSQL
from companion.shipping.join_code import BEYOND, print_of
from companion.shipping.wire import Parcel
from tests.support.clubs import CLUB, cluster, fresh_address
from tests.support.ports import reserved

HOST = "127.0.0.1"


class ClubHouse:
    """A hub with its database.

    Args:
        home: where its authority lies.
        postgres: it runs.
    """

    def __init__(self, home: Path, postgres: PostgreSQL) -> None:
        port = reserved(BEYOND)
        self.postgres = postgres
        self._options = ClubOptions(
            database=fresh_address(postgres),
            home=home,
            name=CLUB,
            host=HOST,
            port=port,
            tls_port=port + BEYOND,
        )
        self.address = f"{HOST}:{port}"
        self._club: Club | None = None

    @property
    def club(self) -> Club:
        """The hub; it runs."""
        assert self._club is not None
        return self._club

    def open(self) -> None:
        """Begin, if it does not run."""
        if self._club is None:
            self._club = Club(self._options)

    def close(self) -> None:
        """End, if it runs."""
        club, self._club = self._club, None
        if club is not None:
            club.stop()

    def new_code(self, table: str) -> str:
        """Return the join code of a table that is added."""
        secret = self.club.hub.tables.add(table)
        assert isinstance(secret, str)
        return f"{secret}-{print_of(self.club.authority)}"

    @property
    def database_address(self) -> str:
        """Where its database is."""
        return self._options.database

    def postgres_connection(self) -> psycopg.Connection[tuple[Any, ...]]:
        """Return a connection to its database."""
        return psycopg.connect(self._options.database)

    def records(self, game: str) -> Sequence[Parcel]:
        """Return what the hub has of a game."""
        found: list[Parcel] = []
        while more := self.club.hub.records.after(game, len(found)):
            found += more
        return found


@contextmanager
def club_house(folder: Path) -> Iterator[ClubHouse]:
    """Yield a hub that is open, on a PostgreSQL of its own."""
    with cluster() as postgres:
        house = ClubHouse(folder, postgres)
        house.open()
        try:
            yield house
        finally:
            house.close()
