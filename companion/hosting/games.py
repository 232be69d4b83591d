"""What a home is for a box: the games, documents and pictures of one hosted table."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

from companion.errors import HubError, JournalError
from companion.hosting.committer import Committer, HostedBatch, keep_rows
from companion.hosting.documents import DocumentError, TableFolder
from companion.hosting.journal import (
    PostgresJournal,
    away,
    checked,
    new_lease,
    newest_lease,
    open_journal,
    stored_of,
)
from companion.hosting.leases import Hold, holds
from companion.hosting.pictures import HostedPictures
from companion.hub.database import Cursor, Database
from companion.journal import codec
from companion.journal.games import Glance
from companion.journal.listing import insist_on_name
from companion.journal.record import FIRST_DIGEST

CURRENT = "games/current"
"""The document that names the game that is played."""

_NAMES = """
    select name from hosted_game where table_id = %s and aside = %s
    order by split_part(name, '-', 1)::int
"""
_ENDS = """
    select digest, body from hosted_game join record using (game)
    where table_id = %s and name = %s and (
      seq = 1 or seq = (select max(seq) from record where record.game = hosted_game.game)
    ) order by seq
"""
_NUMBER = """
    update hosted_table set last_number = last_number + 1
    where table_id = %s and nth = %s returning last_number
"""
_EVIDENCE = """
    select decode(found.digest, 'hex') from (
      -- As JSON PostgreSQL refuses a record in which somebody typed a NUL. Its cause comes first.
      select distinct substring(
        encode(body, 'escape') from '"evidence": *"([0-9a-f]{64})"'
      ) as digest
      from record where game = any(%s)
    ) found where found.digest ~ '^[0-9a-f]{64}$'
"""
_KINDS = ("move", "table_order", "hosted_game", "record", "lease", "game")
"""What the database has of a game, in the order in which it can go."""


class HostedGames:
    """The games of one hosted table, of which nothing lies outside the database.

    Whatever cannot be done raises JournalError: `hub-database` while PostgreSQL is away, `hub-full`
    while its disk is full, `table-elsewhere` if the table is another worker's by now.

    Args:
        database: of the club.
        committer: keeps what the games' journals append.
        hold: of the table whose games they are.
    """

    def __init__(self, database: Database, committer: Committer, hold: Hold) -> None:
        self._database, self._committer, self._hold = database, committer, hold
        self._table = hold.table
        self.folder = TableFolder(database, hold)
        self.pictures = HostedPictures(database, hold.table)
        self.precious: Callable[[], Collection[str]] = tuple
        """Returns the SHA-256 of pictures that are kept even when others are pruned."""

    def games(self) -> tuple[str, ...]:
        """Return the names of all games, oldest first."""
        return self._names(aside=False)

    def archived(self) -> tuple[str, ...]:
        """Return the names of all games that were laid aside, oldest first."""
        return self._names(aside=True)

    def glance(self, name: str) -> Glance | None:
        """Return a game's first and last record; only their form is checked."""
        insist_on_name(name)
        try:
            with self._database.transaction() as cursor:
                rows = cursor.execute(_ENDS, (self._table, name)).fetchall()
        except HubError as error:
            raise away(error, name) from None
        if not rows:
            raise JournalError(code="journal-gone", where=name)
        first, last = (codec.read(bytes(row[1]), row[0].hex()) for row in (rows[0], rows[-1]))
        return Glance(first, last)

    def create(self, edition: str) -> PostgresJournal:
        """Make the journal of a new game, of which nothing is kept but its number."""
        with self._numbered(edition) as (_, name):
            return PostgresJournal(self._committer, self._hold, name)

    def adopt(self, edition: str, stored: Sequence[tuple[str, bytes]]) -> str:
        """Keep a game that was written elsewhere, whole or not at all; return its name here.

        The club has a game once: one that another table of it may write is not taken, and of one
        that is here already what it has more is kept.

        Args:
            edition: its id.
            stored: of each record its digest and its bytes, from the first on.
        """
        insist_on_name(f"0001-{edition}")
        if not checked(stored, edition):
            raise JournalError(code="journal-damaged", where=edition, detail="it has no record")
        game = stored[0][0]
        key = bytes.fromhex(game)
        with self._numbered(edition) as (cursor, fresh):
            if cursor.execute("select from game where game = %s for update", (key,)).rowcount:
                name = self._added(cursor, fresh, game, stored)
            else:
                name = fresh
                keep_rows(cursor, [HostedBatch(self._hold, name, game, 1, FIRST_DIGEST, 0, stored)])
        self._database.ring(game)
        return name

    def open(self, name: str, *, shortened_too: bool = False) -> PostgresJournal:  # noqa: ARG002  # no tail gets lost
        """Open a game's journal for writing; whoever had it open before writes no more."""
        insist_on_name(name)
        return open_journal(self._database, self._committer, self._hold, name)

    def archive(self, name: str) -> None:
        """Lay a game aside, which nobody has open."""
        self._lay(name, aside=True)

    def bring_back(self, name: str) -> None:
        """Put a game that was laid aside among the others again."""
        self._lay(name, aside=False)

    def delete(self, name: str) -> None:
        """Delete a game for ever, which nobody has open, and the pictures that only it needs.

        Its number is never given again. What went on at another table stays there.
        """
        insist_on_name(name)
        with self._held(name) as cursor:
            found = cursor.execute(
                "delete from hosted_game where table_id = %s and name = %s returning game",
                (self._table, name),
            ).fetchone()
            if found is None:
                raise JournalError(code="journal-gone", where=name)
            cursor.execute("select from game where game = %s for update", found)
            if newest_lease(cursor, found[0])[1] == self._table:
                self._forget(cursor, found[0])
        self._database.ring(name)

    def make_room(self, *, spare: Collection[str] = ()) -> None:
        """Do nothing: where the database has no room, a table cannot make any."""

    def make_room_to_open(self) -> bool:
        """Do nothing, likewise."""
        return False

    def take_reserve(self) -> None:
        """Do nothing, likewise."""

    @property
    def current(self) -> str | None:
        """The game that was played last, if it was noted and is still there."""
        try:
            name = (self.folder / CURRENT).read().decode().strip()
        except (OSError, UnicodeDecodeError):
            return None
        return name if name in self.games() else None

    def note_current(self, name: str) -> None:
        """Note which game is played, for whoever goes on with the table."""
        document = self.folder / CURRENT
        try:
            document.write(f"{name}\n".encode())
        except DocumentError as error:
            raise JournalError(code=error.code, where=str(document), detail=error.detail) from None

    def close(self) -> None:
        """Do nothing: the worker lets the table go."""

    def _names(self, *, aside: bool) -> tuple[str, ...]:
        try:
            with self._database.transaction() as cursor:
                rows = cursor.execute(_NAMES, (self._table, aside)).fetchall()
        except HubError as error:
            raise away(error, str(self.folder)) from None
        return tuple(name for (name,) in rows)

    def _lay(self, name: str, *, aside: bool) -> None:
        insist_on_name(name)
        with self._held(name) as cursor:
            laid = cursor.execute(
                "update hosted_game set aside = %s"
                " where table_id = %s and name = %s and aside <> %s",
                (aside, self._table, name, aside),
            )
            if not laid.rowcount:
                raise JournalError(code="journal-gone", where=name)

    def _forget(self, cursor: Cursor, game: bytes) -> None:
        needed = _evidence(cursor, [game])
        for kind in _KINDS:
            cursor.execute(f"delete from {kind} where game = %s".encode(), (game,))  # noqa: S608  # ours
        rows = cursor.execute("select game from hosted_game where table_id = %s", (self._table,))
        others = [other for (other,) in rows]
        self.pictures.forget(cursor, needed - _evidence(cursor, others))

    @contextmanager
    def _held(self, where: str) -> Iterator[Cursor]:
        """Give a cursor while the table stays this worker's."""
        try:
            with self._database.transaction() as cursor:
                if not holds(cursor, self._hold):
                    raise JournalError(code="table-elsewhere", where=where)
                yield cursor
        except HubError as error:
            raise away(error, where) from None

    @contextmanager
    def _numbered(self, edition: str) -> Iterator[tuple[Cursor, str]]:
        """Give a cursor and the name of a new game, while the table stays this worker's.

        The row is locked once: who asks first to read and then to write may meet another's lock.
        """
        insist_on_name(f"0001-{edition}")
        try:
            with self._database.transaction() as cursor:
                found = cursor.execute(_NUMBER, self._hold).fetchone()
                if found is None:
                    raise JournalError(code="table-elsewhere", where=edition)
                yield cursor, f"{found[0]:04}-{edition}"
        except HubError as error:
            raise away(error, edition) from None

    def _added(
        self, cursor: Cursor, fresh: str, game: str, stored: Sequence[tuple[str, bytes]]
    ) -> str:
        """Add what a game lacks that the club has, if this table may write it; return its name."""
        key = bytes.fromhex(game)
        epoch, holder, holder_name = newest_lease(cursor, key)
        there = stored_of(cursor, key)
        if holder != self._table and there:  # who has sent no record of it has shown nothing
            raise JournalError(code="game-elsewhere", where=fresh, table=holder_name)
        for seq, (mine, theirs) in enumerate(zip(stored, there, strict=False), 1):
            if mine != theirs:
                raise JournalError(code="chain-forks", where=fresh, seq=seq)
        cursor.execute(
            "insert into hosted_game (table_id, name, game) values (%s, %s, %s)"
            " on conflict (table_id, game) do update set aside = false",
            (self._table, fresh, key),
        )
        ((name,),) = cursor.execute(
            "select name from hosted_game where table_id = %s and game = %s", (self._table, key)
        ).fetchall()
        if more := stored[len(there) :]:
            new_lease(cursor, key, epoch + 1, self._table)
            before = there[-1][0] if there else FIRST_DIGEST
            keep_rows(
                cursor, [HostedBatch(self._hold, name, game, epoch + 1, before, len(there), more)]
            )
        return str(name)


def _evidence(cursor: Cursor, games: Sequence[bytes]) -> set[bytes]:
    """Return the digests of all pictures that records of games rest on."""
    return {digest for (digest,) in cursor.execute(_EVIDENCE, (games,))}
