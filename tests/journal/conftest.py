"""Games in a folder and in a club's database: what keeps games keeps them alike."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from companion.hub.postgres import PostgreSQL
from companion.journal.audit import audit_journal
from companion.journal.games import Games
from companion.journal.home import Home
from companion.journal.sqlite import SUFFIX, connected
from tests.support.clubs import cluster, fresh_address
from tests.support.hosting import hosted_on
from tests.support.table import SMALL_RESERVE, some_cause, some_events

Stored: TypeAlias = Sequence[tuple[str, bytes]]


class Kept(NamedTuple):
    """Games of one table, empty at first, and what lies below them."""

    games: Games
    stored: Callable[[str], Stored]
    """Returns of each record of a game its digest and its bytes, as they lie there."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    with cluster(synced=False) as server:
        yield server


@pytest.fixture(scope="session")
def address(postgres: PostgreSQL) -> str:
    return fresh_address(postgres)


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kept]:
    if request.param == "sqlite":
        yield from in_a_folder(tmp_path / "home")
    else:
        yield from in_a_database(request.getfixturevalue("address"))


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """Return a game of five records that was written elsewhere."""
    other = Home(tmp_path_factory.mktemp("other"), ballast=SMALL_RESERVE)
    journal = other.create("x")
    for number in range(1, 6):
        journal.append(some_events(number), cause=some_cause(f"id-{number}"), command={})
    journal.close()
    other.close()
    return rows_of(journal.path)


def in_a_folder(folder: Path) -> Iterator[Kept]:
    home = Home(folder, ballast=SMALL_RESERVE)

    def stored(name: str) -> Stored:
        path = folder / "games" / f"{name}{SUFFIX}"
        assert audit_journal(path)[1] == []
        return rows_of(path)

    yield Kept(home, stored)
    home.close()


def in_a_database(address: str) -> Iterator[Kept]:
    with hosted_on(address) as club:
        table = club.table()

        def stored(name: str) -> Stored:
            (game,) = (one.game for one in club.hub.records.games() if one.name == name)
            return [(parcel.digest, parcel.body) for parcel in club.parcels(game)]

        yield Kept(club.worker().take(table), stored)


def rows_of(path: Path) -> Stored:
    """Return the rows of a journal in a file."""
    connection: sqlite3.Connection = connected(path, "ro")
    found = connection.execute("SELECT digest, body FROM record ORDER BY seq").fetchall()
    connection.close()
    return found
