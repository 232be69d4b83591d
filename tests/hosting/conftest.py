"""One PostgreSQL with one database for all tests of a process, empty at the start of each."""

from collections.abc import Iterator

import pytest

from companion.hub.postgres import PostgreSQL
from tests.support.clubs import cluster, fresh_address
from tests.support.hosting import HostedClub, hosted_on


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    with cluster(synced=False) as server:
        yield server


@pytest.fixture(scope="session")
def address(postgres: PostgreSQL) -> str:
    return fresh_address(postgres)


@pytest.fixture
def club(address: str) -> Iterator[HostedClub]:
    with hosted_on(address) as made:
        yield made
