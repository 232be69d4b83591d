"""A table has one holder, which is alive by the database's clock; the next question finds it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.errors import HubError
from companion.hosting.documents import DocumentError, TableFolder
from companion.hosting.leases import Holder
from companion.hosting.tables import LETTERS, HostedTable
from companion.shipping.wire import Refused
from tests.support.hosting import HostedClub, Worker


def holder_of(club: HostedClub, table: HostedTable) -> Holder:
    found = club.leases.holder(table.key)
    assert found is not None
    return found


def test_a_hosted_table_is_a_table_of_the_club(club: HostedClub) -> None:
    table = club.table("Table 7")
    assert [(one.id, one.name) for one in club.hub.tables.all()] == [(table.id, "Table 7")]
    assert club.tables.all() == (table,)
    assert club.tables.of(table.id) == table
    assert len(table.key) == LETTERS
    assert club.tables.add("Table 7") == Refused("name-taken")
    assert club.hub.tables.add("Table 7") == Refused("name-taken")


def test_a_removed_table_has_no_holder_and_its_name_is_free(club: HostedClub) -> None:
    table, worker = club.table(), club.worker()
    worker.take(table)
    club.tables.remove(table.id)
    assert club.leases.holder(table.key) is None
    assert (club.tables.all(), club.tables.of(table.id), club.hub.tables.all()) == ((), None, ())
    assert club.beat(worker) == frozenset()
    assert club.table().key != table.key


def test_a_table_with_a_box_is_not_removed_as_a_hosted_one(club: HostedClub) -> None:
    club.hub.tables.add("Table 8")
    (box,) = club.hub.tables.all()
    club.tables.remove(box.id)
    assert club.hub.tables.all() == (box,)


@pytest.mark.parametrize("key", ["", "ABCDEFGHJK", "'; --"])
def test_a_key_that_nobody_gave_is_no_table(club: HostedClub, key: str) -> None:
    club.worker()
    assert club.leases.holder(key) is None


def test_a_table_is_given_to_whoever_holds_the_fewest_and_stays_there(club: HostedClub) -> None:
    workers = [club.worker(f"127.0.0.1:{port}") for port in (1, 2, 3)]
    tables = [club.table(f"Table {number}") for number in range(9)]
    given = [holder_of(club, table) for table in tables]
    assert [club.beat(worker) for worker in workers] == [
        frozenset(one.table for one in given if one.worker == worker.id) for worker in workers
    ]
    assert {len(club.beat(worker) or ()) for worker in workers} == {3}
    assert [holder_of(club, table) for table in tables] == given
    assert given[0] == Holder(tables[0].id, tables[0].key, "Table 0", workers[0].id, "127.0.0.1:1")


def test_without_a_worker_that_lives_nobody_is_given_it(club: HostedClub) -> None:
    table = club.table()
    with pytest.raises(HubError) as told:
        club.leases.holder(table.key)
    assert told.value.code == "no-worker"
    worker = club.worker()
    club.silence(worker)
    with pytest.raises(HubError) as told:
        club.leases.holder(table.key)
    assert told.value.code == "no-worker"
    assert club.beat(worker) == frozenset()
    assert holder_of(club, table).worker == worker.id


def test_the_tables_of_a_dead_worker_go_over_with_the_next_question(club: HostedClub) -> None:
    first, second = club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2")
    tables = [club.table(f"Table {number}") for number in range(4)]
    for table in tables:
        holder_of(club, table)
    club.silence(first)
    assert {holder_of(club, table).worker for table in tables[:3]} == {second.id}
    assert club.beat(first) == frozenset()
    assert club.beat(second) == frozenset(table.id for table in tables)


def test_a_worker_that_was_silent_keeps_what_nobody_asked_for_meanwhile(club: HostedClub) -> None:
    first, _ = club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2")
    table = club.table()
    first.take(table)
    club.silence(first)
    assert club.beat(first) == frozenset({table.id})
    assert holder_of(club, table).worker == first.id


def test_a_worker_that_leaves_lets_all_go_and_is_forgotten(club: HostedClub) -> None:
    first, second, table = club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2"), club.table()
    first.take(table)
    club.leases.leave(first.id)
    assert club.beat(first) is None
    assert holder_of(club, table).worker == second.id
    assert club.worker("127.0.0.1:1").id > second.id


def test_who_comes_to_an_address_takes_the_place_of_who_was_there(club: HostedClub) -> None:
    """As a worker does that is started again: its port is free, so the first one is dead."""
    first, table = club.worker("127.0.0.1:1"), club.table()
    first.take(table)
    second = club.worker("127.0.0.1:1")
    assert club.beat(first) is None
    assert holder_of(club, table).worker == second.id


def test_a_table_is_let_go_by_its_holder_alone(club: HostedClub) -> None:
    first, second, table = club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2"), club.table()
    first.take(table)
    club.leases.let_go(second.id, table.id)
    assert club.beat(first) == frozenset({table.id})
    club.leases.let_go(first.id, table.id)
    assert club.beat(first) == frozenset()


def test_all_who_ask_at_once_are_told_the_same(club: HostedClub) -> None:
    workers = [club.worker(f"127.0.0.1:{port}") for port in (1, 2, 3)]
    dead = club.worker("127.0.0.1:4")
    for number in range(10):
        table, start = club.table(f"Table {number}"), threading.Barrier(4)
        give(club, table, dead)
        club.silence(dead)

        def ask(
            _: int, table: HostedTable = table, start: threading.Barrier = start
        ) -> Holder | None:
            start.wait()
            return club.leases.holder(table.key)

        with ThreadPoolExecutor(4) as threads:
            (told,) = {*threads.map(ask, range(4))}
        assert told is not None
        assert told.worker in {worker.id for worker in workers}


def give(club: HostedClub, table: HostedTable, worker: Worker) -> None:
    with club.database.transaction() as cursor:
        cursor.execute(
            "update hosted_table set worker = %s where table_id = %s", (worker.id, table.id)
        )


def test_a_table_that_is_taken_has_no_worker_till_its_holder_has_learned_of_it(
    club: HostedClub,
) -> None:
    table, other, worker = club.table("One"), club.table("Two"), club.worker()
    worker.take(table)
    (folder := TableFolder(club.database, table.id, worker.id)).load()
    hand = club.leases.take(table.id)
    (TableFolder(club.database, table.id, hand) / "a.json").write(b"new")
    with pytest.raises(DocumentError):
        (folder / "a.json").write(b"old")
    assert holder_of(club, table).worker == hand
    assert holder_of(club, other).worker == worker.id  # a hand is given no table
    assert club.beat(worker) == frozenset({other.id})
    seen_too_long_ago(club, hand)
    assert holder_of(club, table).worker == worker.id
    folder.load()
    assert (folder / "a.json").read() == b"new"


def seen_too_long_ago(club: HostedClub, worker: int) -> None:
    with club.database.transaction() as cursor:
        cursor.execute("update worker set seen = seen - interval '1 hour' where id = %s", (worker,))
