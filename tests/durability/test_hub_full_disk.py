"""A disk that takes no more at the hub: who sends is refused, nothing is lost, and it goes on."""

from collections.abc import Iterator

import pytest

from companion.errors import HubError
from companion.hub.hub import Hub
from companion.hub.postgres import PostgreSQL
from companion.shipping.wire import HubHead, Parcel
from tests.support.clubs import batch, cluster, fresh_address, hub_at, joined, leased
from tests.support.little_room import LOG_FULL, TABLES_FULL, little_room, random_records
from tests.support.waiting import soon

SIZE, COUNT = 100_000, 400
"""Bytes of a record, and so many: more than both limits."""


@pytest.fixture(scope="module")
def large() -> tuple[Parcel, ...]:
    """A game of them."""
    return random_records(COUNT, SIZE)


@pytest.fixture
def server() -> Iterator[PostgreSQL]:
    with cluster() as own:
        yield own


def fill(hub: Hub, large: tuple[Parcel, ...], game: str, table: int) -> tuple[int, HubError]:
    """Send record by record until one is refused; return how many were acknowledged, and why."""
    for seq in range(COUNT):
        try:
            head = hub.records.keep(game, table, batch(large, seq, seq + 1))
        except HubError as error:
            return seq, error
        assert isinstance(head, HubHead)
        assert head.seq == seq + 1
    raise AssertionError("the disk was never full")


def all_of(hub: Hub, game: str) -> tuple[Parcel, ...]:
    found: tuple[Parcel, ...] = ()
    while some := hub.records.after(game, len(found), 50):
        found += some
    return found


def test_where_the_tables_are_full_all_stays_and_is_read(
    server: PostgreSQL, large: tuple[Parcel, ...]
) -> None:
    with hub_at(fresh_address(server)) as hub:
        table, token = joined(hub)
        game = leased(hub, large, table)
        with little_room(server, TABLES_FULL):
            told, why = fill(hub, large, game, table)
            assert told
            assert why.code == "hub-full"
            assert "could not extend file" in why.detail
            for _ in range(3):
                with pytest.raises(HubError):
                    hub.records.keep(game, table, batch(large, told, told + 5))
            assert all_of(hub, game) == large[:told]
            assert hub.tables.of(token) is not None
            pid = server.pid
        head = hub.records.keep(game, table, batch(large, told, told + 30))
        assert isinstance(head, HubHead)
        assert all_of(hub, game) == large[: told + 30]
        assert server.pid == pid  # it never ended


def test_where_its_log_is_full_all_that_was_acknowledged_is_there_after(
    server: PostgreSQL, large: tuple[Parcel, ...]
) -> None:
    """PostgreSQL gives up then; with room it starts anew, as a service is started."""
    with hub_at(fresh_address(server)) as hub:
        table, _ = joined(hub)
        game = leased(hub, large, table)
        with little_room(server, LOG_FULL):
            told, why = fill(hub, large, game, table)
            assert told
            assert why.code == "hub-database"
            with pytest.raises(HubError):
                hub.records.keep(game, table, batch(large, told, told + 1))
        assert soon(lambda: server.pid is None or is_there(hub))
        server.start()
        found = all_of(hub, game)
        assert found in (large[:told], large[: told + 1])
        assert isinstance(hub.records.keep(game, table, batch(large, told, told + 30)), HubHead)
        assert all_of(hub, game) == large[: told + 30]


def is_there(hub: Hub) -> bool:
    try:
        return bool(hub.records.games())
    except HubError:
        return False
