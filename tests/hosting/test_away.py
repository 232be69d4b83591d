"""PostgreSQL is killed in the midst: nothing that was acknowledged is lost, and all comes back."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from companion.errors import HubError, JournalError
from companion.game.commands import Correct
from companion.hosting.documents import DocumentError
from companion.hosting.journal import PostgresJournal
from companion.hub.database import Cursor
from companion.hub.postgres import PostgreSQL
from companion.journal.pictures import Limits
from companion.journal.store import CommitError
from companion.table.answers import Accepted, Answer, Broken
from companion.table.clocks.timing import Timing
from companion.table.crew import Crew
from companion.table.games.commands import Begin
from companion.table.table import Table
from companion.words import Money, Seat
from tests.support.clubs import cluster, fresh_address, is_whole
from tests.support.hosting import HostedClub, Worker, add, begun, game_of, hosted_on
from tests.support.player import PLAYERS, banker
from tests.support.waiting import soon

TABLES = 8


@pytest.fixture
def server() -> Iterator[PostgreSQL]:
    with cluster() as own:
        yield own


@pytest.fixture
def own(server: PostgreSQL) -> Iterator[HostedClub]:
    """Return a club on a server of its own, which may be killed."""
    with hosted_on(fresh_address(server)) as made:
        yield made


def play_on(journal: PostgresJournal) -> int:
    """Append until it fails; return how many records were acknowledged."""
    number = len(journal.records)
    while True:
        try:
            add(journal, number)
        except CommitError as error:
            if error.code != "hub-database":
                raise
            return number
        number += 1


def test_what_was_told_is_there_after_a_kill_and_of_the_rest_an_opening_tells(
    own: HostedClub, server: PostgreSQL
) -> None:
    worker = own.worker()
    games = [worker.take(own.table(f"Table {number}")) for number in range(TABLES)]
    names = [begun(one, told=str(number)).name for number, one in enumerate(games)]
    for _ in range(3):
        journals = [one.open(name) for one, name in zip(games, names, strict=True)]
        acknowledged = killed_while_playing(server, journals)
        assert soon(lambda: not is_there(own))
        with pytest.raises(JournalError, match="database"):
            games[0].open(names[0])
        server.start()
        assert soon(lambda: is_there(own))
        for one, name, told in zip(games, names, acknowledged, strict=True):
            journal = one.open(name)
            assert len(journal.records) in (told, told + 1)
            assert is_whole(own.parcels(game_of(journal)))


def killed_while_playing(server: PostgreSQL, journals: Sequence[PostgresJournal]) -> list[int]:
    """Kill PostgreSQL while all append; return how many records of each were acknowledged."""
    goals = [len(journal.records) + 9 for journal in journals]
    with ThreadPoolExecutor(len(journals)) as threads:
        counts = [threads.submit(play_on, journal) for journal in journals]
        assert soon(lambda: all(map(has_reached, journals, goals)))
        server.kill()
        return [count.result() for count in counts]


def has_reached(journal: PostgresJournal, count: int) -> bool:
    return len(journal.records) >= count


def is_there(club: HostedClub) -> bool:
    """Return whether PostgreSQL answers; what it is made of lives a little longer than its head."""
    try:
        club.leases.holder("x")
    except HubError:
        return False
    return True


def test_while_it_is_away_each_question_has_an_answer(own: HostedClub, server: PostgreSQL) -> None:
    worker = own.worker()
    games = worker.take(own.table())
    begun(games)
    digest = games.pictures.keep(b"dice")
    server.kill()
    assert soon(lambda: not is_there(own))
    for act in (
        games.games,
        games.archived,
        lambda: games.glance("0001-x"),
        lambda: games.create("x"),
        lambda: games.delete("0001-x"),
        lambda: games.note_current("0001-x"),
        lambda: games.pictures.keep(b"dice"),
        lambda: games.pictures.fate(digest),
    ):
        with pytest.raises(JournalError) as told:
            act()
        assert told.value.code == "hub-database"
    document = games.folder / "pin.json"
    for ask in (document.read, lambda: document.write(b""), document.remove):
        with pytest.raises(DocumentError):
            ask()
    assert games.current is None
    assert (games.pictures.read(digest), games.pictures.prune(Limits(size=0))) == (None, 0)
    server.start()
    assert soon(lambda: is_there(own))
    assert games.games() == ("0001-x",)
    assert games.pictures.read(digest) == b"dice"


@contextmanager
def played_at(worker: Worker, club: HostedClub, crew: Crew | None = None) -> Iterator[Table]:
    """Give a table at which a game goes on."""
    hosted = club.table()
    table = Table(lambda: worker.take(hosted), timing=Timing(retry=0.2), crew=crew)
    table.start()
    try:
        begin = Begin(edition="ru-2004", players=PLAYERS, first_roll=False)
        assert isinstance(table.submit(begin, banker(table)), Accepted)
        yield table
    finally:
        table.stop()


def correct(table: Table, cash: int) -> Answer:
    amounts = {Seat(0): Money(cash)}
    return table.submit(Correct(why="the test", cash=amounts), banker(table))


def test_a_table_says_that_it_cannot_save_and_goes_on_when_it_can(
    own: HostedClub, server: PostgreSQL
) -> None:
    with played_at(own.worker(), own) as table:
        assert isinstance(correct(table, 1000), Accepted)
        server.kill()
        assert soon(lambda: not is_there(own))
        for _ in range(2):
            assert isinstance(correct(table, 900), Broken)
        assert table.view.trouble is not None
        server.start()
        told = correct(table, 800)
        while isinstance(told, Broken):
            told = correct(table, 800)
        assert isinstance(told, Accepted)
        assert table.view.trouble is None
        game = own.hub.records.games()[0]
        assert game.seq == table.view.seq == 3
        assert is_whole(own.parcels(game.game))


def test_a_table_that_is_let_alone_says_by_itself_that_it_can_save_again(
    own: HostedClub, server: PostgreSQL
) -> None:
    crew = Crew(2)
    crew.start()
    try:
        with played_at(own.worker(), own, crew) as table:
            server.kill()
            assert soon(lambda: not is_there(own))
            assert isinstance(correct(table, 900), Broken)
            server.start()
            assert soon(lambda: table.view.trouble is None)
    finally:
        crew.stop()


def test_a_commit_that_failed_and_yet_was_kept_is_found(
    own: HostedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, lost = own.database.transaction, list[bool]()

    @contextmanager
    def loses_the_answer() -> Iterator[Cursor]:
        with real() as cursor:
            yield cursor
        if not lost:
            lost.append(True)
            raise HubError(code="hub-database", detail="the line is cut")

    worker = own.worker()
    with played_at(worker, own) as table:
        monkeypatch.setattr(own.database, "transaction", loses_the_answer)
        assert isinstance(correct(table, 1000), Accepted)
        assert lost
        assert own.hub.records.games()[0].seq == table.view.seq == 2
