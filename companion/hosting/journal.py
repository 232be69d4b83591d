"""The journal of a hosted game: its records in PostgreSQL, under a lease of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import HubError, JournalError
from companion.game.events import AnyEvent
from companion.hosting.committer import Committer, HostedBatch, NotKeptError
from companion.hosting.leases import Hold, holds
from companion.hub.database import Cursor, Database
from companion.journal import codec
from companion.journal.record import FIRST_DIGEST, Cause, Record, digest_of
from companion.journal.store import Draft

_NEWEST = """
    select epoch, table_id, club_table.name
    from lease join club_table on club_table.id = table_id
    where game = %s order by epoch desc limit 1
"""

_UNUSED = """
    delete from lease where game = %(game)s and table_id = %(table)s and epoch < %(epoch)s
      and arrival is null
      and epoch > (select epoch from record where game = %(game)s order by seq desc limit 1)
"""  # epochs grow with the numbers of records


class PostgresJournal:
    """See `companion.journal.store.Journal`. A new one is in the database from its first record on.

    Args:
        committer: keeps what is appended.
        hold: of the table whose game it is.
        name: of the game.
        epoch: of its lease.
        records: all that are there.
    """

    def __init__(
        self,
        committer: Committer,
        hold: Hold,
        name: str,
        epoch: int = 1,
        records: Sequence[Record] = (),
    ) -> None:
        self.name, self.hold, self.epoch = name, hold, epoch
        self._committer: Committer | None = committer
        self._records = [*records]
        self._ids = {r.cause.command_id: r.seq for r in records if r.cause.command_id}

    @property
    def records(self) -> Sequence[Record]:
        """All records, oldest first."""
        return self._records

    @property
    def is_in_place(self) -> bool:
        """Always: the database does not move a game."""
        return True

    def append(
        self, events: tuple[AnyEvent, ...], *, cause: Cause, command: Mapping[str, Any]
    ) -> Record:
        """Store one record and return it when it is on disk.

        Raises:
            CommitError: it failed; the journal is closed.
        """
        return self.append_all([Draft(events, cause, command)])[0]

    def append_all(self, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        """Store records that belong together, all or none, and return them when they are on disk.

        Raises:
            CommitError: it failed, for all of them; the journal is closed.
        """
        rows: list[tuple[str, bytes]] = []
        records: list[Record] = []
        after = len(self._records)
        before = digest = self._records[-1].digest if self._records else FIRST_DIGEST
        for seq, draft in enumerate(drafts, after + 1):
            body = codec.written(seq, draft.events, draft.cause, draft.command)
            digest = digest_of(digest, body)
            rows.append((digest, body))
            records.append(codec.read(body, digest))  # as it will be after a restart
        if self._committer is None:
            raise NotKeptError(code="hub-database", where=self.name, detail="the journal is closed")
        if not rows:
            return ()
        game = (self._records or records)[0].digest
        try:
            self._committer.keep(
                HostedBatch(self.hold, self.name, game, self.epoch, before, after, rows)
            )
        except NotKeptError:
            self.close()
            raise
        for record in records:
            self._records.append(record)
            if record.cause.command_id:
                self._ids[record.cause.command_id] = record.seq
        return tuple(records)

    def seq_of(self, command_id: str) -> int | None:
        """Return the number of the record that a command with this id caused, or None."""
        return self._ids.get(command_id)

    def close(self) -> None:
        """Take nothing more; twice does no harm."""
        self._committer = None


def open_journal(
    database: Database, committer: Committer, hold: Hold, name: str
) -> PostgresJournal:
    """Read a game, checking its chain, and give it a new lease: whoever had it open writes no more.

    What was on its way to the disk when a connection was lost is there by then, or never comes.

    Raises:
        JournalError: there is none of this name, its table is another worker's, it went to another
            table, it is damaged, or the database is away.
    """
    table = hold.table
    try:
        with database.transaction() as cursor:
            if not holds(cursor, hold):
                raise JournalError(code="table-elsewhere", where=name)
            found = cursor.execute(
                "select game from hosted_game where table_id = %s and name = %s and not aside",
                (table, name),
            ).fetchone()
            if found is None:
                raise JournalError(code="journal-gone", where=name)
            cursor.execute("select from game where game = %s for update", found)
            epoch, holder, holder_name = newest_lease(cursor, found[0])
            if holder != table:
                raise JournalError(code="game-elsewhere", where=name, table=holder_name)
            new_lease(cursor, found[0], epoch + 1, table)
            stored = stored_of(cursor, found[0])
    except HubError as error:
        raise away(error, name) from None
    return PostgresJournal(committer, hold, name, epoch + 1, checked(stored, name))


def newest_lease(cursor: Cursor, game: bytes) -> tuple[int, int, str]:
    """Return the epoch of a game's newest lease, the table that holds it, and what it is called."""
    return cursor.execute(_NEWEST, (game,)).fetchall()[0]


def new_lease(cursor: Cursor, game: bytes, epoch: int, table: int) -> None:
    """Give a game's next lease: who writes under an older one is refused from then on.

    Those of this table go under which nothing was written: the newest counts, and it stays.
    """
    cursor.execute(
        "insert into lease (game, epoch, table_id) values (%s, %s, %s)", (game, epoch, table)
    )
    cursor.execute(_UNUSED, {"game": game, "epoch": epoch, "table": table})


def stored_of(cursor: Cursor, game: bytes) -> list[tuple[str, bytes]]:
    """Return of each record of a game its digest and its bytes."""
    rows = cursor.execute("select digest, body from record where game = %s order by seq", (game,))
    return [(digest.hex(), bytes(body)) for digest, body in rows]


def checked(stored: Sequence[tuple[str, bytes]], where: str) -> list[Record]:
    """Return the records of a game, each checked to follow the one before it.

    Args:
        stored: of each its digest and its bytes, from the first on.
        where: the game.

    Raises:
        JournalError: one does not follow, or cannot be read.
    """
    records: list[Record] = []
    before = FIRST_DIGEST
    for seq, (digest, body) in enumerate(stored, 1):
        found = codec.checked((seq, body, digest), before, where)
        if isinstance(found, JournalError):
            raise found
        records.append(found)
        before = digest
    return records


def away(error: HubError, where: str) -> JournalError:
    """Return what keeps a game from being read or written while the database is away."""
    return JournalError(code=error.code, where=where, detail=error.detail)
