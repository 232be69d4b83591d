"""The bell rings when something was kept, and whatever befalls PostgreSQL it rings again."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from companion.hub import bell as module
from companion.hub.bell import Bell
from companion.hub.hub import Hub
from companion.hub.postgres import PostgreSQL
from tests.support.clubs import batch, chain, cluster, fresh_address, hub_at, joined, leased
from tests.support.waiting import soon


@pytest.fixture(autouse=True)
def rings_for_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "QUIET_S", 1000.0)


class Rung:
    """Counts rings; fails as often as it is told to."""

    def __init__(self, fails: int = 0) -> None:
        self.count, self._fails = 0, fails

    def __call__(self) -> None:
        self.count += 1
        if self.count <= self._fails:
            raise ValueError("cannot hear")


@contextmanager
def listening(address: str, rung: Rung) -> Iterator[Bell]:
    bell = Bell(address, rung)
    bell.start()
    try:
        yield bell
    finally:
        bell.stop()
    assert not [one for one in threading.enumerate() if one.name == "bell"]


def keep_one(hub: Hub, told: str) -> None:
    table = hub.tables.all()[0].id
    parcels = chain(1, told=told)
    hub.records.keep(leased(hub, parcels, table), table, batch(parcels))


def test_it_rings_for_what_is_kept_and_not_for_what_is_there(hub: Hub, address: str) -> None:
    rung = Rung()
    table, _ = joined(hub)
    parcels = chain(3)
    game = leased(hub, parcels, table)
    with listening(address, rung):
        assert soon(lambda: rung.count == 1)  # it listens now: what was before is to be read
        hub.records.keep(game, table, batch(parcels, 0, 2))
        assert soon(lambda: rung.count == 2)
        hub.records.keep(game, table, batch(parcels, 0, 2))
        hub.records.keep(game, table, batch(parcels))
        assert soon(lambda: rung.count == 3)


def test_it_rings_also_where_all_is_quiet(
    hub: Hub, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "QUIET_S", module._TICK_S)
    rung = Rung()
    with listening(address, rung):
        assert soon(lambda: rung.count >= 3)
    assert hub.records.games() == ()


def test_who_fails_when_it_rings_is_rung_again(
    hub: Hub, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    rung = Rung(fails=2)
    joined(hub)
    with listening(address, rung):
        for number in range(4):
            assert soon(lambda number=number: rung.count == number + 1)  # type: ignore[misc]
            keep_one(hub, f"game {number}")
        assert soon(lambda: rung.count == 5)
    assert caplog.text.count("who was rung has failed") == 2


def test_it_rings_again_after_each_loss(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    rung = Rung()
    with cluster() as server:
        address = fresh_address(server)
        with hub_at(address) as hub, listening(address, rung):
            joined(hub)
            assert soon(lambda: rung.count == 1)
            for losses in (1, 2):
                cut_off(server)
                assert soon(lambda count=3 * losses: rung.count == count)  # type: ignore[misc]
                assert caplog.text.count("the club's database") == losses
                keep_one(hub, f"after loss {losses}")
                assert soon(lambda count=3 * losses + 1: rung.count == count)  # type: ignore[misc]
            server.kill()
            assert soon(lambda: "Connection refused" in caplog.text)
            before = rung.count
            server.start()
            assert soon(lambda: rung.count > before)
            assert soon(lambda: kept(hub))
            assert soon(lambda: rung.count > before + 1)


def cut_off(server: PostgreSQL) -> None:
    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'"
        )


def kept(hub: Hub) -> bool:
    keep_one(hub, "after the loss")
    return True
