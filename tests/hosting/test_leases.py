"""A table has one holder, which is alive by the database's clock; the next question finds it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.errors import HubError
from companion.hosting.documents import DocumentError, TableFolder
from companion.hosting.leases import Hold, Holder
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
    first = tables[0]
    assert given[0] == Holder(first.id, first.key, "Table 0", workers[0].id, "127.0.0.1:1", 2)


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
    second.let_go(table)
    club.leases.let_go(first.hold(table)._replace(nth=1))  # as it was given once
    assert club.beat(first) == frozenset({table.id})
    first.let_go(table)
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


def test_who_writes_for_the_organiser_takes_the_table_and_its_holder_writes_no_more(
    club: HostedClub,
) -> None:
    """Also where the same worker is given it again before it has learned of anything."""
    table, worker = club.table(), club.worker()
    folder = worker.take(table).folder
    before = worker.hold(table)
    (folder / "a.json").write(b"old")
    (TableFolder(club.database, Hold(table.id, 0), takes=True) / "a.json").write(b"new")
    given = holder_of(club, table)
    assert (given.worker, given.hold) == (worker.id, worker.hold(table))
    assert before not in (club.leases.beat(worker.id) or ())
    with pytest.raises(DocumentError):
        (folder / "a.json").write(b"old")
    assert (worker.games(table).folder / "a.json").read() == b"new"


def test_who_came_just_now_takes_no_table_of_a_silent_one(club: HostedClub) -> None:
    """All are silent when the database comes back: each is heard again before one takes all."""
    first, second = club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2")
    tables = [club.table(f"Table {number}") for number in range(4)]
    given = [holder_of(club, table) for table in tables]
    for one in (first, second):
        club.silence(one)
    club.leases.beat(first.id)
    for table, before in zip(tables, given, strict=True):
        if before.worker == first.id:
            assert holder_of(club, table) == before
        else:
            with pytest.raises(HubError):
                holder_of(club, table)
    club.leases.beat(second.id)
    assert [holder_of(club, table) for table in tables] == given
    club.silence(second)
    club.beat(first)  # for long
    assert {holder_of(club, table).worker for table in tables} == {first.id}


def test_what_a_worker_holds_beyond_its_share_is_known(club: HostedClub) -> None:
    first = club.worker("127.0.0.1:1")
    for number in range(5):
        holder_of(club, club.table(f"Table {number}"))
    club.table("asleep")
    assert club.leases.surplus(first.id) == 0
    second = club.worker("127.0.0.1:2")
    assert [club.leases.surplus(one.id) for one in (first, second)] == [2, 0]
    club.silence(second)
    assert club.leases.surplus(first.id) == 0
