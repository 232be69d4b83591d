"""One PostgreSQL with one database for all tests of a process; each has a club's pages on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.hub.postgres import PostgreSQL
from companion.shipping.wire import Parcel
from tests.support.club_rooms import ClubRoom, club_room, played
from tests.support.clubs import cluster, fresh_address


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    with cluster(synced=False) as server:
        yield server


@pytest.fixture(scope="session")
def address(postgres: PostgreSQL) -> str:
    return fresh_address(postgres)


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Parcel, ...]:
    home: Path = tmp_path_factory.mktemp("played")
    return played(home, 40)


@pytest.fixture
def club(address: str) -> Iterator[ClubRoom]:
    with club_room(address) as room:
        yield room


@pytest.fixture
def empty_club(address: str) -> Iterator[ClubRoom]:
    with club_room(address, inhabited=False) as room:
        yield room
