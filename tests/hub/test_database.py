"""Connections come back by themselves; tables are made once, whoever makes them."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from companion.errors import HubError
from companion.hub.database import MIGRATIONS, MOST, Database
from companion.hub.hub import Hub
from companion.hub.postgres import PostgreSQL
from companion.shipping.wire import HubHead, Refused
from tests.support.clubs import (
    batch,
    chain,
    cluster,
    empty_address,
    fresh_address,
    hub_at,
    joined,
    leased,
)
from tests.support.processes import LIMIT_S
from tests.support.waiting import soon

NEWEST = len([*MIGRATIONS.glob("*.sql")])


@pytest.fixture
def own(postgres: PostgreSQL) -> str:
    """Return the address of a database of one's own, with nothing in it."""
    return empty_address(postgres)


@pytest.fixture
def server() -> Iterator[PostgreSQL]:
    with cluster() as own:
        yield own


def migrate(address: str, start: "multiprocessing.synchronize.Barrier") -> None:
    """Migrate a database at the same time as others do."""
    database = Database(address)
    start.wait()
    database.migrate()
    database.close()


def steps(address: str) -> list[int]:
    with psycopg.connect(address) as connection:
        return [row[0] for row in connection.execute("select number from migration order by 1")]


def test_steps_are_numbered_without_a_gap() -> None:
    numbers = sorted(int(path.name[:4]) for path in MIGRATIONS.glob("*.sql"))
    assert numbers == [*range(1, NEWEST + 1)]


def test_programs_that_migrate_at_once_wait_for_each_other(own: str) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.hub.test_database"])
    start = context.Barrier(3)
    programs = [context.Process(target=migrate, args=(own, start)) for _ in range(3)]
    for program in programs:
        program.start()
    for program in programs:
        program.join(LIMIT_S)
    assert [program.exitcode for program in programs] == [0, 0, 0]
    assert steps(own) == [*range(1, NEWEST + 1)]


def test_to_migrate_again_changes_nothing(own: str) -> None:
    with hub_at(own) as hub:
        parcels, (table, _) = chain(2), joined(hub)
        game = leased(hub, parcels, table)
        hub.records.keep(game, table, batch(parcels))
        hub.database.migrate()
        assert hub.records.after(game, 0) == parcels
    assert steps(own) == [*range(1, NEWEST + 1)]


def test_a_step_that_fails_leaves_nothing_behind(own: str) -> None:
    with psycopg.connect(own) as connection:
        connection.execute("create table picture (mine text)")
    database = Database(own)
    with pytest.raises(HubError, match="already exists"):
        database.migrate()
    with psycopg.connect(own) as connection:
        found = connection.execute("select tablename from pg_tables where schemaname = 'public'")
        assert found.fetchall() == [("picture",)]
    database.close()


def test_a_server_that_does_not_keep_its_word_is_told_of() -> None:
    with cluster() as server:
        database = Database(server.address)
        assert database.risk() is None
        with psycopg.connect(server.address, autocommit=True) as connection:
            for setting in ("fsync", "full_page_writes"):
                connection.execute(f"alter system set {setting} = off".encode())
            connection.execute("select pg_reload_conf()")
        assert soon(lambda: database.risk() is not None)
        risk = database.risk()
        assert risk is not None
        assert (risk.code, risk.facts) == ("hub-risky", {"settings": "fsync, full_page_writes"})
        assert "fsync, full_page_writes is off" in str(risk)
        database.close()


def test_a_database_newer_than_the_program_is_left_alone(own: str) -> None:
    with hub_at(own), psycopg.connect(own) as connection:
        connection.execute("insert into migration (number) values (%s)", (NEWEST + 1,))
    database = Database(own)
    with pytest.raises(HubError) as told:
        database.migrate()
    assert told.value.code == "hub-newer"
    database.close()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:///club?host=/nowhere",
        "postgresql://nobody@127.0.0.1:1/club",
        "no address at all",
    ],
)
def test_what_cannot_be_reached_is_said_at_once(address: str) -> None:
    with pytest.raises(HubError) as told:
        Database(address)
    assert told.value.code == "hub-database"
    assert told.value.detail


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ("disk_full", "hub-full"),
        ("io_error", "hub-database"),
        ("out_of_memory", "hub-database"),
        ("internal_error", "hub-database"),
    ],
)
def test_a_full_disk_is_told_from_all_else(own: str, named: str, code: str) -> None:
    database = Database(own)
    with pytest.raises(HubError) as told, database.transaction() as cursor:
        cursor.execute(f"do $$ begin raise exception using errcode = '{named}'; end $$".encode())
    assert told.value.code == code
    database.close()


def test_a_commit_waits_for_the_disk_whatever_the_server_is_set_to(own: str) -> None:
    with psycopg.connect(own, autocommit=True) as connection:
        ((name,),) = connection.execute("select current_database()").fetchall()
        connection.execute(f"alter database {name} set synchronous_commit = off".encode())
    with hub_at(own) as hub, hub.database.transaction() as cursor:
        assert cursor.execute("show synchronous_commit").fetchall() == [("on",)]


def test_more_who_ask_at_once_than_there_are_connections_wait(own: str) -> None:
    with hub_at(own) as hub, ThreadPoolExecutor(3 * MOST) as threads:
        told = [*threads.map(lambda _: hub.records.games(), range(20 * MOST))]
    assert told == [()] * 20 * MOST


def test_after_a_kill_it_goes_on_by_itself(server: PostgreSQL) -> None:
    """All connections are dead at once, and none of them is given to anybody."""
    with hub_at(fresh_address(server)) as hub:
        parcels, (table, token) = chain(2), joined(hub)
        game = leased(hub, parcels, table)
        with ThreadPoolExecutor(MOST) as threads:
            assert all(threads.map(lambda _: hub.tables.of(token), range(10 * MOST)))
        server.kill()
        for ask in (hub.records.games, hub.members.is_empty, lambda: hub.tables.of(token)):
            with pytest.raises(HubError) as told:
                ask()
            assert told.value.code == "hub-database"
        server.start()
        assert soon(lambda: answers(hub))
        assert isinstance(hub.records.keep(game, table, batch(parcels)), HubHead)
        with ThreadPoolExecutor(MOST) as threads:
            assert all(threads.map(lambda _: hub.tables.of(token), range(10 * MOST)))


def test_a_hub_restored_from_a_backup_is_brought_up_by_its_tables(server: PostgreSQL) -> None:
    address, parcels = fresh_address(server), chain(60)
    with hub_at(address) as hub:
        table, token = joined(hub)
        game = leased(hub, parcels, table)
        hub.records.keep(game, table, batch(parcels, 0, 20))
    backup = copied(server, address)
    with hub_at(address) as hub:
        hub.records.keep(game, table, batch(parcels, 20, 50))
        _, later = joined(hub, "Table 8")
        leased(hub, chain(5, told="later"), table)
    with hub_at(backup) as hub:
        assert hub.tables.of(later) is None
        assert hub.tables.of(token) is not None
        assert hub.records.keep(game, table, batch(parcels, 50)) == Refused(
            "chain-gap", {"seq": 20}
        )
        assert isinstance(hub.records.keep(game, table, batch(parcels, 20)), HubHead)
        assert hub.records.after(game, 0) == parcels
        unknown = chain(5, told="later")
        assert hub.records.head(unknown[0].digest, table) is None
        hub.records.keep(leased(hub, unknown, table), table, batch(unknown))
        assert hub.records.after(unknown[0].digest, 0) == unknown


def copied(server: PostgreSQL, address: str) -> str:
    """Return the address of a copy of a database that nobody uses now."""
    name = address.partition("/club_")[2].partition("?")[0]
    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute(f"create database copy_{name} template club_{name}".encode())
    return address.replace(f"/club_{name}?", f"/copy_{name}?")


def test_a_restart_that_nobody_saw_is_nobodys_error(server: PostgreSQL) -> None:
    with hub_at(fresh_address(server)) as hub:
        _, token = joined(hub)
        for _ in range(3):
            with ThreadPoolExecutor(MOST) as threads:
                assert all(threads.map(lambda _: hub.tables.of(token), range(10 * MOST)))
            server.stop()
            server.start()
            assert hub.tables.of(token) is not None


def answers(hub: Hub) -> bool:
    try:
        hub.records.games()
    except HubError:
        return False
    return True
