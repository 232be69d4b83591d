"""What many tables want kept at once is kept at once, and nobody suffers for another's mistake."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from companion.hosting import committer as committers
from companion.hosting.committer import HostedBatch, NotKeptError
from companion.hosting.games import HostedGames
from companion.hosting.journal import PostgresJournal
from companion.hub.bell import Bell
from companion.hub.database import Cursor
from companion.journal.record import digest_of
from tests.support.clubs import is_whole
from tests.support.hosting import HostedClub, Worker, add, begun, game_of
from tests.support.waiting import soon

MANY = 12


@pytest.fixture
def worker(club: HostedClub) -> Worker:
    return club.worker()


def many(club: HostedClub, worker: Worker) -> list[PostgresJournal]:
    """Begin a game at each of many tables."""
    tables = [club.table(f"Table {number}") for number in range(MANY)]
    return [begun(worker.take(table), told=table.name) for table in tables]


@contextmanager
def held_up(club: HostedClub, game: str, worker: Worker) -> Iterator[list[int]]:
    """Hold a game's row, so that whatever comes after its batch waits; count transactions."""
    sizes: list[int] = []
    real = committers.kept

    def counted(cursor: Cursor, batches: Sequence[HostedBatch]) -> object:
        sizes.append(len(batches))
        return real(cursor, batches)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(committers, "kept", counted)
        with club.database.transaction() as cursor:
            cursor.execute("select from game where game = %s for update", (bytes.fromhex(game),))
            yield sizes
            assert soon(lambda: worker.committer._queue.qsize() == MANY - 1)
        assert soon(lambda: sum(sizes) >= MANY)


def test_what_many_threads_append_meanwhile_is_one_transaction(
    club: HostedClub, worker: Worker
) -> None:
    journals = many(club, worker)
    with ThreadPoolExecutor(MANY) as threads:
        with held_up(club, game_of(journals[0]), worker) as sizes:
            first = threads.submit(add, journals[0], 1)
            assert soon(lambda: sizes == [1])
            others = [threads.submit(add, journal, 1) for journal in journals[1:]]
        for done in (first, *others):
            done.result()
    assert sizes == [1, MANY - 1]
    assert [len(club.parcels(game_of(journal))) for journal in journals] == [2] * MANY


def batch_of(journal: PostgresJournal, *, after: int, epoch: int = 1, body: bytes) -> HostedBatch:
    before = journal.records[after - 1].digest if after else "0" * 64
    rows = [(digest_of(before, body), body)]
    return HostedBatch(journal.hold, journal.name, game_of(journal), epoch, before, after, rows)


def forks(journal: PostgresJournal) -> HostedBatch:
    return batch_of(journal, after=1, body=b"another second record")


def leaves_a_gap(journal: PostgresJournal) -> HostedBatch:
    return batch_of(journal, after=2, body=b"fourth")._replace(after=3)


def lies(journal: PostgresJournal) -> HostedBatch:
    batch = batch_of(journal, after=2, body=b"third")
    return batch._replace(rows=[(batch.rows[0][0], b"and yet another")])


def is_late(journal: PostgresJournal) -> HostedBatch:
    return batch_of(journal, after=2, epoch=7, body=b"third")


def begins_anew(journal: PostgresJournal) -> HostedBatch:
    return batch_of(journal, after=0, body=b"first")


def of_a_game_that_is_gone(journal: PostgresJournal) -> HostedBatch:
    return batch_of(journal, after=2, body=b"third")._replace(game="ab" * 32)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (forks, "chain-forks"),
        (leaves_a_gap, "chain-forks"),
        (lies, "chain-forks"),
        (begins_anew, "chain-forks"),
        (is_late, "table-elsewhere"),
        (of_a_game_that_is_gone, "journal-gone"),
    ],
)
def test_a_batch_that_is_refused_takes_no_other_with_it(
    club: HostedClub, worker: Worker, bad: Callable[[PostgresJournal], HostedBatch], code: str
) -> None:
    journals = many(club, worker)
    add(journals[1], 1)
    with ThreadPoolExecutor(MANY) as threads:
        with held_up(club, game_of(journals[0]), worker) as sizes:
            futures: list[Future[None]] = [threads.submit(add, journals[0], 1)]
            assert soon(lambda: sizes == [1])
            futures.append(threads.submit(worker.committer.keep, bad(journals[1])))
            futures += [threads.submit(add, journal, 1) for journal in journals[2:]]
        with pytest.raises(NotKeptError) as told:
            futures[1].result()
        for done in (futures[0], *futures[2:]):
            done.result()
    assert told.value.code == code
    assert [len(club.parcels(game_of(journal))) for journal in journals] == [2] * MANY


def test_a_game_that_the_club_has_already_is_not_begun_again(
    club: HostedClub, worker: Worker
) -> None:
    one, other = (worker.take(club.table(name)) for name in ("Table 7", "Table 8"))
    begun(one)
    with pytest.raises(NotKeptError) as told:
        begun(other)
    assert told.value.code == "chain-forks"
    assert other.games() == ()


def test_after_a_mistake_of_ours_the_next_batch_is_kept(
    club: HostedClub, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = worker.take(club.table())
    journal = begun(games)

    def breaks(*_: object) -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(committers, "kept", breaks)
        with pytest.raises(NotKeptError, match="a bug"):
            add(journal, 1)
    journal = games.open(journal.name)
    add(journal, 1)
    assert is_whole(club.parcels(game_of(journal)))


def test_what_waits_when_it_ends_is_kept_and_nothing_more(club: HostedClub) -> None:
    worker = Worker(club, "127.0.0.1:1")
    journals: list[PostgresJournal] = []
    for number in range(4):
        games: HostedGames = worker.take(club.table(f"Table {number}"))
        journals.append(begun(games, told=str(number)))
    with ThreadPoolExecutor(4) as threads:
        told = [threads.submit(add, journal, 1) for journal in journals]
        worker.committer.stop()
        kept = [one.exception() is None for one in told]
    assert [len(club.parcels(game_of(journal))) for journal in journals] == [1 + k for k in kept]
    with pytest.raises(NotKeptError, match="ended"):
        worker.committer.keep(forks(journals[0]))


def test_the_bell_rings_after_a_commit(club: HostedClub, worker: Worker) -> None:
    journal, rung = begun(worker.take(club.table())), list[int]()
    bell = Bell(club.database.address, lambda: rung.append(len(club.parcels(game_of(journal)))))
    bell.start()
    assert soon(lambda: bool(rung))
    add(journal, 1)
    assert soon(lambda: rung[-1] == 2)
    bell.stop()
