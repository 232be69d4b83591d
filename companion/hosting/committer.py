"""Group commit: what the tables of a worker want kept at the same time is kept at once."""

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import psycopg

from companion.errors import ErrorCode, HubError, JournalError
from companion.hosting.leases import Hold
from companion.hub.database import Cursor, Database
from companion.journal.store import CommitError

MOST = 256
"""Batches in one transaction."""

RING_S = 0.1
"""The bell is rung no more often: each ring is a transaction too, and the lobby rests longer."""

_HOLD_TABLES = """
    select table_id, nth from hosted_table
    where table_id = any(%s) order by table_id for share
"""
_HOLD_GAMES = "select from game where game = any(%s) order by game for update"
_NEWEST = """
    select distinct on (lease.game) lease.game, epoch, lease.table_id, club_table.name
    from lease join club_table on club_table.id = lease.table_id
    where lease.game = any(%s) order by lease.game, epoch desc
"""
_BEGIN = """
    with begun as (insert into game (game, name, edition) values (%(game)s, %(name)s, %(edition)s)),
    leased as (insert into lease (game, epoch, table_id) values (%(game)s, 1, %(table)s))
    insert into hosted_game (table_id, name, game) values (%(table)s, %(name)s, %(game)s)
"""
_KEEP = """
    insert into record (game, seq, epoch, before, digest, body)
    select * from unnest(%s::bytea[], %s::int[], %s::int[], %s::bytea[], %s::bytea[], %s::bytea[])
"""

_log = logging.getLogger(__name__)


class NotKeptError(CommitError):
    """The database did not keep it, or nobody knows whether it has; the code says why.

    Args:
        code: what hinders.
        where: the game.
        detail: PostgreSQL's own words.
        facts: what the code's sentence names.
    """

    def __init__(self, code: ErrorCode, *, where: str, detail: str = "", **facts: Any) -> None:
        self.disk_full = False  # to make room here helps nobody
        JournalError.__init__(self, code=code, where=where, detail=detail, **facts)


class HostedBatch(NamedTuple):
    """Records of one game that follow each other, to be kept all or none."""

    hold: Hold  # of the table
    name: str  # of the game's journal
    game: str  # digest of its first record
    epoch: int  # of the lease under which they are written
    before: str  # digest of the record before them; 64 zeros: there is none
    after: int  # that one's number; 0: the game begins with them
    rows: Sequence[tuple[str, bytes]]  # of each its digest and its bytes


class Committer:
    """A thread that keeps batches of many games in one transaction; nothing ends it but `stop`.

    Args:
        database: of the club.
        worker: whose tables they are of.
    """

    def __init__(self, database: Database, worker: int) -> None:
        self.worker = worker
        self._database = database
        self._queue: SimpleQueue[tuple[HostedBatch, Future[None]] | None] = SimpleQueue()
        self._entrance, self._is_open = threading.Lock(), True
        self._fresh, self._end, self._rung = threading.Event(), threading.Event(), ""
        self._threads = [
            threading.Thread(target=act, name=name, daemon=True)
            for act, name in ((self._run, "committer"), (self._ring, "ringer"))
        ]
        for thread in self._threads:
            thread.start()

    def keep(self, batch: HostedBatch) -> None:
        """Return when a batch is on disk.

        Raises:
            NotKeptError: it is refused (`table-elsewhere`, `game-elsewhere`, `journal-gone`,
                `chain-forks`); or nobody knows whether it is there (`hub-database`,
                `hub-full`).
        """
        done: Future[None] = Future()
        with self._entrance:
            if not self._is_open:
                raise NotKeptError(
                    code="hub-database", where=batch.name, detail="the committer has ended"
                )
            self._queue.put((batch, done))
        done.result()

    def stop(self) -> None:
        """Keep what waits, and end."""
        with self._entrance:
            self._is_open = False
            self._queue.put(None)
        self._threads[0].join()
        self._end.set()
        self._fresh.set()
        self._threads[1].join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            waiting = [first]
            with suppress(Empty):
                while len(waiting) < MOST:
                    another = self._queue.get_nowait()
                    if another is None:
                        self._queue.put(None)
                        break
                    waiting.append(another)
            self._commit(waiting)

    def _commit(self, waiting: Sequence[tuple[HostedBatch, "Future[None]"]]) -> None:
        """Keep batches, and tell whoever waits for them."""
        batches = [batch for batch, _ in waiting]
        try:
            outcomes = self._outcomes(batches)
        except Exception as error:  # noqa: BLE001  # nothing ends this thread
            _log.exception("batches could not be kept")
            why = HubError(code="hub-database", detail=str(error))
            outcomes = [_unknown(batch, why) for batch in batches]
        for (batch, done), refused in zip(waiting, outcomes, strict=True):
            if refused is None:
                self._rung = batch.game
                done.set_result(None)
            else:
                done.set_exception(refused)
        if None in outcomes:
            self._fresh.set()

    def _outcomes(self, batches: Sequence[HostedBatch]) -> list[NotKeptError | None]:
        """Keep batches in one transaction; or each in its own, if the database refuses one."""
        try:
            with self._database.transaction() as cursor:
                try:
                    return kept(cursor, batches)
                except (psycopg.IntegrityError, psycopg.DataError) as error:
                    cursor.connection.rollback()
                    words = str(error).partition("\n")[0]
        except HubError as error:
            return [_unknown(batch, error) for batch in batches]
        if len(batches) > 1:
            return [outcome for batch in batches for outcome in self._outcomes([batch])]
        (batch,) = batches
        return [
            NotKeptError(code="chain-forks", where=batch.name, detail=words, seq=batch.after + 1)
        ]

    def _ring(self) -> None:
        while self._fresh.wait() and not self._end.wait(RING_S):
            self._fresh.clear()
            self._database.ring(self._rung)


def kept(cursor: Cursor, batches: Sequence[HostedBatch]) -> list[NotKeptError | None]:
    """Keep batches, but those that the fence stops; return by batch what stops it.

    The locks are held until the transaction ends: who is given a table or a game meanwhile waits.

    Raises:
        psycopg.IntegrityError: one of them follows on nothing that is there, or on what others
            follow already; nothing is kept.
    """
    tables = cursor.execute(_HOLD_TABLES, ([batch.hold.table for batch in batches],))
    held = {Hold(*row) for row in tables}
    games = [bytes.fromhex(batch.game) for batch in batches]
    cursor.execute(_HOLD_GAMES, (games,))
    newest = {game: tuple(lease) for game, *lease in cursor.execute(_NEWEST, (games,))}
    outcomes: list[NotKeptError | None] = []
    passed: list[HostedBatch] = []
    for batch, game in zip(batches, games, strict=True):
        refused = None
        if batch.hold not in held:
            refused = NotKeptError(code="table-elsewhere", where=batch.name)
        elif batch.after:
            refused = _stopped(batch, newest.get(game))
        outcomes.append(refused)
        if refused is None:
            passed.append(batch)
    keep_rows(cursor, passed)
    return outcomes


def keep_rows(cursor: Cursor, batches: Sequence[HostedBatch]) -> None:
    """Insert batches whose tables and games are held; of new games their names and leases too."""
    rows = []
    for batch in batches:
        game = bytes.fromhex(batch.game)
        if not batch.after:
            edition = batch.name.partition("-")[2]
            told = {"game": game, "name": batch.name, "edition": edition, "table": batch.hold.table}
            cursor.execute(_BEGIN, told)
        before = bytes.fromhex(batch.before)
        for seq, (digest, body) in enumerate(batch.rows, batch.after + 1):
            rows.append((game, seq, batch.epoch, before, bytes.fromhex(digest), body))
            before = rows[-1][4]
    if rows:
        cursor.execute(_KEEP, tuple(map(list, zip(*rows, strict=True))))


def _stopped(batch: HostedBatch, lease: tuple[int, int, str] | None) -> NotKeptError | None:
    """Return what stops a batch if its lease is not its game's newest any more."""
    if lease is None:
        return NotKeptError(code="journal-gone", where=batch.name)
    if lease[:2] == (batch.epoch, batch.hold.table):
        return None
    if lease[1] != batch.hold.table:
        return NotKeptError(code="game-elsewhere", where=batch.name, table=lease[2])
    return NotKeptError(code="table-elsewhere", where=batch.name)


def _unknown(batch: HostedBatch, error: HubError) -> NotKeptError:
    code = error.code or "hub-database"
    return NotKeptError(code=code, where=batch.name, detail=error.detail)
