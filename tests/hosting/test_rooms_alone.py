"""What one hosted table stumbles over hinders no other table of its worker."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest

from companion import hosted_rooms
from companion.hosted_rooms import HostedRooms
from companion.hosting.tables import HostedTable
from companion.shipping.wire import OrderAnswer, TableOrder
from companion.table.crew import Crew
from companion.table.table import Table
from companion.vision.dice import NetReader
from tests.support.hosting import HostedClub, begun, game_of


@pytest.fixture
def tables(club: HostedClub) -> tuple[HostedTable, HostedTable]:
    return club.table("Table 7"), club.table("Table 8")


@pytest.fixture
def rooms(club: HostedClub) -> Iterator[HostedRooms]:
    crew = Crew(2)
    crew.start()
    made = HostedRooms(club.database, club.worker().committer, crew, "test", NetReader())
    yield made
    made.close()
    crew.stop()


def ordered(club: HostedClub, tables: tuple[HostedTable, ...]) -> list[str]:
    """Begin a game at each table, and order something there; return the games."""
    worker, games = club._workers[0], []
    for table in tables:
        games.append(game_of(begun(worker.take(table), 2, told=table.name)))
        assert isinstance(club.hub.orders.give(games[-1], "Ann", '{"do": "pause"}'), int)
    return games


def test_an_order_that_one_table_stumbles_over_is_answered_and_the_others_are_done(
    club: HostedClub,
    tables: tuple[HostedTable, HostedTable],
    rooms: HostedRooms,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    games = ordered(club, tables)

    def obeyed(_table: Table, order: TableOrder) -> OrderAnswer:
        if order.game == games[0]:
            raise IndexError("tuple index out of range")
        return OrderAnswer(accepted=True)

    monkeypatch.setattr(hosted_rooms, "obeyed", obeyed)
    with caplog.at_level(logging.ERROR):
        rooms.obey()
    assert [club.hub.orders.of(game)[0].accepted for game in games] == [False, True]
    assert [one.message for one in caplog.records] == [f"table {tables[0].key}"]
    rooms.obey()
    assert len(caplog.records) == 1  # it is not tried for ever


def test_rounds_are_heard_and_idle_tables_let_go_whatever_one_of_them_does(
    tables: tuple[HostedTable, HostedTable],
    rooms: HostedRooms,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = (rooms.of(table.key) for table in tables)
    assert first is not None
    assert second is not None
    heard: list[Any] = []

    def fails(*_: object) -> None:
        raise IndexError("tuple index out of range")

    monkeypatch.setattr(first.table, "hear_round", fails)
    monkeypatch.setattr(second.table, "hear_round", heard.append)
    rooms.hear_rounds()
    assert heard == [None]
    monkeypatch.setattr(hosted_rooms, "IDLE_S", -1.0)
    monkeypatch.setattr(first.table, "prune", fails)
    rooms.let_idle_go()
    assert rooms.rooms() == ()
