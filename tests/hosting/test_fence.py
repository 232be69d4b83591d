"""Who was taken for dead writes nothing any more: no gap, no fork, whoever is right."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from companion.errors import JournalError
from companion.hosting.games import HostedGames
from companion.hosting.journal import PostgresJournal
from companion.hosting.tables import HostedTable
from companion.journal.store import CommitError
from companion.shipping.wire import HubHead
from tests.support.clubs import is_whole, joined
from tests.support.hosting import HostedClub, Worker, add, begun, game_of


class Two(NamedTuple):
    """A table, the worker that holds it with an open game, and another worker."""

    table: HostedTable
    first: Worker
    second: Worker
    games: HostedGames
    journal: PostgresJournal


@pytest.fixture
def two(club: HostedClub) -> Two:
    table, first, second = club.table(), club.worker("127.0.0.1:1"), club.worker("127.0.0.1:2")
    games = first.take(table)
    return Two(table, first, second, games, begun(games, 3))


def take_over(club: HostedClub, two: Two) -> HostedGames:
    """Let the second have the table, since the first was not seen; then let the first be there."""
    club.silence(two.first)
    games = two.second.take(two.table)
    assert club.beat(two.first) == frozenset()
    return games


def test_the_first_writes_nothing_more_and_the_second_goes_on(club: HostedClub, two: Two) -> None:
    games = take_over(club, two)
    with pytest.raises(CommitError) as told:
        add(two.journal, 3)
    assert told.value.code == "table-elsewhere"
    with pytest.raises(JournalError) as refused:
        two.games.open("0001-x")
    assert refused.value.code == "table-elsewhere"
    journal = games.open("0001-x")
    add(journal, 3)
    parcels = club.parcels(game_of(journal))
    assert len(parcels) == 4
    assert is_whole(parcels)


def test_all_else_that_the_first_wants_is_refused_too(club: HostedClub, two: Two) -> None:
    games = take_over(club, two)
    fresh = PostgresJournal(two.first.committer, two.games.folder.hold, "0002-x")
    for act in (
        lambda: add(fresh, 0),
        lambda: two.games.create("x"),
        lambda: two.games.archive("0001-x"),
        lambda: two.games.delete("0001-x"),
        lambda: two.games.note_current("0001-x"),
        lambda: two.games.adopt("x", stored(club, two.journal)),
    ):
        with pytest.raises(JournalError) as told:
            act()
        assert told.value.code == "table-elsewhere"
    assert (games.games(), games.archived(), games.current) == (("0001-x",), (), None)


def stored(club: HostedClub, journal: PostgresJournal) -> list[tuple[str, bytes]]:
    return [(parcel.digest, parcel.body) for parcel in club.parcels(game_of(journal))]


def test_a_table_that_was_let_go_takes_nothing(club: HostedClub, two: Two) -> None:
    two.first.let_go(two.table)
    with pytest.raises(CommitError) as told:
        add(two.journal, 3)
    assert told.value.code == "table-elsewhere"
    club.leases.leave(two.second.id)
    add(two.first.take(two.table).open("0001-x"), 3)
    assert len(club.parcels(game_of(two.journal))) == 4


def test_a_journal_that_was_opened_anew_ends_the_one_before(club: HostedClub, two: Two) -> None:
    """Also of the same worker: a game has one writer."""
    journal = two.games.open("0001-x")
    with pytest.raises(CommitError) as told:
        add(two.journal, 3)
    assert told.value.code == "table-elsewhere"
    add(journal, 3)
    assert is_whole(club.parcels(game_of(journal)))


def test_openings_that_wrote_nothing_leave_no_lease_behind_and_each_ends_the_one_before(
    club: HostedClub, two: Two
) -> None:
    late = two.games.open("0001-x")
    for _ in range(20):
        journal = two.games.open("0001-x")
    with pytest.raises(CommitError) as told:
        add(late, 3)
    assert told.value.code == "table-elsewhere"
    add(journal, 3)
    two.games.open("0001-x")
    with club.database.transaction() as cursor:
        cursor.execute("select epoch from lease order by epoch")
        assert [epoch for (epoch,) in cursor] == [1, 22, 23]
    assert is_whole(club.parcels(game_of(journal)))


def test_a_game_that_goes_on_at_another_table_is_not_written_here(
    club: HostedClub, two: Two
) -> None:
    game, (box, _) = game_of(two.journal), joined(club.hub, "Table 8")
    club.hub.moves.offer(game, box)
    assert isinstance(club.hub.moves.take(game, box), HubHead)
    for act in (
        lambda: add(two.journal, 3),
        lambda: two.games.open("0001-x"),
        lambda: two.games.adopt("x", stored(club, two.journal)),
    ):
        with pytest.raises(JournalError, match="goes on at another table: Table 8") as told:
            act()
        assert told.value.code == "game-elsewhere"
    two.games.delete("0001-x")
    assert two.games.games() == ()
    assert len(club.parcels(game)) == 3


def test_of_two_who_write_at_once_one_is_right_at_a_time(club: HostedClub, two: Two) -> None:
    """The table goes to and fro while both write as if it were theirs."""
    end, acknowledged = threading.Event(), list[str]()

    def write(worker: Worker) -> int:
        journal, number = None, 0
        while not end.is_set():
            number += 1
            try:
                journal = journal or worker.games(two.table).open("0001-x")
                add(journal, number, told=worker.address)
                acknowledged.append(f"{worker.address}-{number}")
            except JournalError as error:
                if error.code != "table-elsewhere":
                    raise
                journal = None
        return number

    with ThreadPoolExecutor(2) as threads:
        counts = [threads.submit(write, worker) for worker in (two.first, two.second)]
        for turn in range(30):
            silent = (two.first, two.second)[turn % 2]
            club.silence(silent)
            assert club.leases.holder(two.table.key) is not None
            club.beat(silent)
        end.set()
        assert all(count.result() for count in counts)
    parcels = club.parcels(game_of(two.journal))
    assert is_whole(parcels)
    told = [record.cause.command_id for record in opened(club, two).records[3:]]
    assert len(told) == len({*told})
    assert {*acknowledged} == {*told}
    assert {str(one).rpartition("-")[0] for one in told} == {"127.0.0.1:1", "127.0.0.1:2"}


def opened(club: HostedClub, two: Two) -> PostgresJournal:
    holder = club.leases.holder(two.table.key)
    assert holder is not None
    worker = two.first if holder.worker == two.first.id else two.second
    return worker.games(two.table).open("0001-x")
