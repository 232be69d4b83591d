"""A real PostgreSQL for tests, a fresh database in it for each, and records to send."""

import atexit
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import pairwise
from pathlib import Path

import psycopg
from psycopg.errors import DuplicateDatabase

from companion.game.events import GameBegan
from companion.hub.database import Database
from companion.hub.hub import Hub
from companion.hub.postgres import PostgreSQL
from companion.journal.codec import written
from companion.journal.record import FIRST_DIGEST, Cause, digest_of
from companion.shipping.wire import HubHead, Joined, Parcel, RecordBatch
from companion.words import RuleKey
from tests.support.processes import LIMIT_S
from tests.support.waiting import soon

CLUB = "Chess & Co."
BEGAN = GameBegan(
    because=RuleKey("play/start"),
    edition="us-classic",
    variants=(),
    house={},
    players=("Ann", "Bob"),
    first_roll=False,
)
CAUSE = Cause(role="banker", origin="banker", wall=1e9, mono=0.0, boot="test")
TEMPLATE = "club"
"""The database of each PostgreSQL that others are copied from: to migrate one takes a fifth of a
second."""
AUTHORITY = "-----BEGIN CERTIFICATE-----\n"


@contextmanager
def cluster(*, synced: bool = True) -> Iterator[PostgreSQL]:
    """Give a PostgreSQL that runs; it lies where also another user may walk.

    *synced*: what it kept would survive a power cut, which most tests do not show.
    """
    folder = _folder()
    copy = ["cp", "--archive", str(_made() / "data"), str(folder)]
    subprocess.run(copy, check=True, timeout=LIMIT_S)
    if not synced:
        with (folder / "data/postgresql.conf").open("a") as settings:
            settings.write("fsync = off\nfull_page_writes = off\n")
    server = PostgreSQL(folder)
    try:
        server.start()
        yield server
    finally:
        server.kill()  # to end in good order takes seconds: all is synced once more
        soon(lambda: not _gone(folder).exists())


@cache
def _made() -> Path:
    """Return where one lies that was made and stopped: to make one anew takes a second of syncs."""
    folder = _folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    server = PostgreSQL(folder)
    server.start()
    server.stop()
    return folder


def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="club-", dir="/tmp"))


def _gone(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)  # its last processes may still write
    return folder


def fresh_address(server: PostgreSQL) -> str:
    """Return the address of a database that nobody has used, with the tables of a hub."""
    template = _address(server, TEMPLATE)
    with suppress(DuplicateDatabase):
        _create(server, TEMPLATE)
        with closing(Database(template)) as database:
            database.migrate()
    return _create(server, f"club_{secrets.token_hex(6)}", TEMPLATE)


def empty_address(server: PostgreSQL) -> str:
    """Return the address of a database in which there is nothing."""
    return _create(server, f"club_{secrets.token_hex(6)}")


def _create(server: PostgreSQL, name: str, template: str = "template1") -> str:
    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute(f"create database {name} template {template}".encode())
    return _address(server, name)


def _address(server: PostgreSQL, name: str) -> str:
    return server.address.replace("/postgres?", f"/{name}?")


@contextmanager
def hub_at(address: str) -> Iterator[Hub]:
    """Give a hub on a database, which is migrated."""
    database = Database(address)
    try:
        database.migrate()
        yield Hub.on(database, lambda: AUTHORITY, CLUB)
    finally:
        database.close()


def empty(hub: Hub) -> None:
    """Take away all that a hub keeps, but the number of its last migration."""
    with hub.database.transaction() as cursor:
        rows = cursor.execute(
            "select tablename from pg_tables where schemaname = 'public'"
            " and tablename <> 'migration'"
        ).fetchall()
        tables = ", ".join(name for (name,) in rows)
        cursor.execute(f"truncate {tables} restart identity".encode())


def chain(count: int, *, told: str = "record", after: Sequence[Parcel] = ()) -> tuple[Parcel, ...]:
    """Return so many records that follow each other, and those before them."""
    before = after[-1].digest if after else FIRST_DIGEST
    made: list[Parcel] = []
    for number in range(len(after) + 1, len(after) + count + 1):
        events = () if number > 1 else (BEGAN,)
        body = written(number, events, CAUSE, {"told": told})
        before = digest_of(before, body)
        made.append(Parcel(before, body))
    return tuple(made)


def batch(parcels: Sequence[Parcel], after: int = 0, until: int | None = None) -> RecordBatch:
    """Return the records of a chain after a number, as a table sends them."""
    before = parcels[after - 1].digest if after else FIRST_DIGEST
    return RecordBatch(epoch=1, after=after, before=before, parcels=tuple(parcels[after:until]))


def is_whole(parcels: Sequence[Parcel]) -> bool:
    """Return whether records are a chain from the first on."""
    digests = [FIRST_DIGEST, *(parcel.digest for parcel in parcels)]
    return all(
        digest_of(before, parcel.body) == digest
        for (before, digest), parcel in zip(pairwise(digests), parcels, strict=True)
    )


def joined(hub: Hub, name: str = "Table 7") -> tuple[int, str]:
    """Add a table and let it join; return its number and its token."""
    code = hub.tables.add(name)
    assert isinstance(code, str)
    answer = hub.tables.join(code, "box")
    assert isinstance(answer, Joined)
    table = hub.tables.of(answer.token)
    assert table is not None
    return table.id, answer.token


def leased(hub: Hub, parcels: Sequence[Parcel], table: int) -> str:
    """Give a table the lease of the game that begins with these records; return the game."""
    game = parcels[0].digest
    assert isinstance(hub.records.lease(game, table, "0001-us-classic", "us-classic"), HubHead)
    return game
