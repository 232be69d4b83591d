"""Two workers that claim, write, lose answers and are killed in any order: one chain, all of it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal, TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import HubError, JournalError
from companion.hosting.games import HostedGames
from companion.hosting.journal import PostgresJournal
from companion.hub.database import Cursor
from tests.support.clubs import is_whole
from tests.support.hosting import HostedClub, Worker, add, begun, game_of

Act: TypeAlias = Literal["claim", "take", "write", "lose", "cut", "let go", "kill", "sleep"]
"""`take`: claim, while the other is taken for dead; `lose`: write, and the answer is lost; `cut`:
write, and the line is cut before anything is kept; `sleep`: be taken for dead, unknowing."""

ACTS: tuple[Act, ...] = (
    "claim",
    "take",
    "take",
    "write",
    "write",
    "write",
    "lose",
    "cut",
    "let go",
    "kill",
    "sleep",
)
ADDRESSES = ("127.0.0.1:1", "127.0.0.1:2")


class Model:
    """One table with one game, and what the two were told of it."""

    def __init__(self, club: HostedClub) -> None:
        self.club, self.number = club, 0
        self.workers = [Worker(club, address) for address in ADDRESSES]
        self.table = club.table(f"Table {len(club.tables.all())}")
        self.journals: list[PostgresJournal | None] = [None, None]
        self.acknowledged: list[str] = []
        self.unknown: set[str] = set()
        self.claim(0)
        told = f"{self.table.id}"
        self.game = game_of(begun(self.workers[0].games(self.table), told=told))

    def claim(self, who: int) -> None:
        """Be alive, and ask for the table as a phone does."""
        self.club.beat(self.workers[who])
        self.club.leases.holder(self.table.key)

    def act(self, who: int, act: Act) -> None:
        """Let one of the two do something."""
        worker = self.workers[who]
        if act == "claim":
            self.claim(who)
        elif act == "take":
            self.club.silence(self.workers[1 - who])
            self.claim(who)
        elif act == "sleep":
            self.club.silence(worker)
        elif act == "let go":
            worker.let_go(self.table)
        elif act == "kill":
            worker.committer.stop()
            self.workers[who] = Worker(self.club, worker.address)
            self.journals[who] = None
        else:
            self.write(who, act)

    def write(self, who: int, act: Act) -> None:
        """Append a record, as a table does: after a refusal the journal is opened anew, once."""
        with self.club.database.transaction() as cursor:
            cursor.execute(
                "select from hosted_table where table_id = %s and worker = %s",
                (self.table.id, self.workers[who].id),
            )
            holds = bool(cursor.rowcount)
        self.number += 1
        games = self.workers[who].games(self.table)
        if act != "write":
            with suppress(JournalError), failing(self.club, act):
                self.append(who, games)
            self.journals[who] = None
            return
        for _ in range(2):
            try:
                self.append(who, games)
            except JournalError as error:
                if error.code != "table-elsewhere":
                    raise
                self.journals[who] = None
                self.unknown.discard(f"{who}-{self.number}")
            else:
                assert holds
                return
        assert not holds

    def append(self, who: int, games: HostedGames) -> None:
        """Append a record, and note whether it was acknowledged."""
        journal = self.journals[who] = self.journals[who] or games.open("0001-x")
        name = f"{who}-{self.number}"
        self.unknown.add(name)
        add(journal, self.number, told=str(who))
        self.acknowledged.append(name)
        self.unknown.discard(name)

    def check(self) -> None:
        """Make sure that the chain is whole, and that all that was acknowledged is in it, once."""
        assert is_whole(self.club.parcels(self.game))
        for who in (0, 1):
            self.act(who, "kill")
        holder = self.club.leases.holder(self.table.key)
        assert holder is not None
        (worker,) = (one for one in self.workers if one.id == holder.worker)
        there = [
            str(record.cause.command_id)
            for record in worker.games(self.table).open("0001-x").records[1:]
        ]
        assert [one for one in there if one in {*self.acknowledged}] == self.acknowledged
        assert {*there} <= {*self.acknowledged, *self.unknown}
        for one in self.workers:
            one.committer.stop()


@contextmanager
def failing(club: HostedClub, act: Act) -> Iterator[None]:
    """Let each transaction fail: before it keeps anything, or when it has kept all."""
    real = club.database.transaction

    @contextmanager
    def fails() -> Iterator[Cursor]:
        with real() as cursor:
            yield cursor
            if act == "cut":
                raise HubError(code="hub-database", detail="the line is cut")
        raise HubError(code="hub-database", detail="the line is cut")

    club.database.transaction = fails  # type: ignore[method-assign]
    try:
        yield
    finally:
        club.database.transaction = real  # type: ignore[method-assign]


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 1), st.sampled_from(ACTS)), min_size=10, max_size=40))
def test_whatever_two_workers_do_there_is_one_chain_and_all_of_it(
    club: HostedClub, acts: list[tuple[int, Act]]
) -> None:
    model = Model(club)
    for who, act in acts:
        model.act(who, act)
    model.check()
