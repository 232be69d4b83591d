"""One PostgreSQL with one database for all tests of a process, empty at the start of each."""

from collections.abc import Iterator

import pytest

from companion.hub.hub import Hub
from companion.hub.postgres import PostgreSQL
from tests.support.clubs import cluster, empty, fresh_address, hub_at


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    with cluster(synced=False) as server:
        yield server


@pytest.fixture(scope="session")
def address(postgres: PostgreSQL) -> str:
    return fresh_address(postgres)


@pytest.fixture
def hub(address: str) -> Iterator[Hub]:
    with hub_at(address) as made:
        empty(made)
        yield made
