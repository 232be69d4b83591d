"""The pictures of one hosted table, in the table of all pictures of the club."""

import re
from collections.abc import Collection
from hashlib import sha256

from companion.errors import HubError, JournalError
from companion.hosting.journal import away
from companion.hub.database import Cursor, Database
from companion.hub.pictures import LARGEST
from companion.journal.pictures import Fate, Limits

_DIGEST = re.compile("[0-9a-f]{64}")

_KEEP = """
    insert into picture (digest, content, hosted) values (%s, %s, true)
    on conflict (digest) do update set hosted = picture.hosted
"""  # also where it is there: its row is locked, so that nobody else lets it go meanwhile
_REFER = """
    insert into hosted_picture (table_id, digest, size) values (%s, %s, %s)
    on conflict (table_id, digest) do update set pruned = false, kept = excluded.kept
    where hosted_picture.pruned
"""
_KEPT = """
    select digest, size, extract(epoch from kept)::float8 from hosted_picture
    where table_id = %s and not pruned order by kept desc, digest desc
"""
_LET_GO = """
    delete from picture where digest = any(%s) and hosted and not exists (
      select from hosted_picture where hosted_picture.digest = picture.digest and not pruned
    )
"""


class HostedPictures:
    """What a hosted table keeps as evidence, as `companion.journal.pictures.Pictures` does it.

    Several tables may have kept the same picture: it goes when the last of them lets it go, and
    one that a box has sent never goes.

    Args:
        database: of the club.
        table: whose they are.
    """

    def __init__(self, database: Database, table: int) -> None:
        self._database, self._table, self._where = database, table, f"table {table}"

    def keep(self, picture: bytes) -> str:
        """Store a picture and return its SHA-256 as 64 hexadecimal digits, when it is on disk.

        Raises:
            JournalError: it cannot be written.
        """
        digest = sha256(picture)
        if len(picture) > LARGEST:
            raise JournalError(code="not-written", where=self._where, detail="it is too large")
        try:
            with self._database.transaction() as cursor:
                cursor.execute(_KEEP, (digest.digest(), picture))
                cursor.execute(_REFER, (self._table, digest.digest(), len(picture)))
        except HubError as error:
            raise away(error, self._where) from None
        return digest.hexdigest()

    def read(self, digest: str) -> bytes | None:
        """Return a picture that the club has; None: it has none, or the database is away."""
        try:
            found = self._asked("select content from picture where digest = %s", digest)
        except JournalError:
            return None
        return None if found is None else bytes(found[0])

    def fate(self, digest: str) -> Fate:
        """Return what became of a picture that was kept.

        Raises:
            JournalError: the database is away.
        """
        if self._asked("select digest from picture where digest = %s", digest):
            return "kept"
        marked = "select digest from hosted_picture where digest = %s and pruned"
        return "pruned" if self._asked(marked, digest) else "missing"

    def prune(self, limits: Limits, *, spare: Collection[str] = ()) -> int:
        """Let the oldest pictures beyond *limits* go, but none of *spare*; return how many.

        Age counts from the newest picture of the table. While the database is away none goes.
        """
        spared = {bytes.fromhex(digest) for digest in spare}
        size = 0
        doomed: set[bytes] = set()
        try:
            with self._database.transaction() as cursor:
                kept = cursor.execute(_KEPT, (self._table,)).fetchall()
                for digest, length, kept_at in kept:
                    size += length
                    old = kept[0][2] - kept_at > limits.age_s
                    if (old or size > limits.size) and digest not in spared:
                        doomed.add(digest)
                        size -= length
                self.forget(cursor, doomed)
        except HubError:
            return 0
        return len(doomed)

    def forget(self, cursor: Cursor, digests: Collection[bytes]) -> None:
        """Let pictures of this table go, in a transaction; who asks for them hears of it."""
        doomed = sorted(digests)
        cursor.execute(
            "select from picture where digest = any(%s) order by digest for update", (doomed,)
        )
        cursor.execute(
            "update hosted_picture set pruned = true where table_id = %s and digest = any(%s)",
            (self._table, doomed),
        )
        cursor.execute(_LET_GO, (doomed,))

    def _asked(self, statement: str, digest: str) -> tuple[bytes, ...] | None:
        if not _DIGEST.fullmatch(digest):
            return None  # it may come from outside
        try:
            with self._database.transaction() as cursor:
                return cursor.execute(statement.encode(), (bytes.fromhex(digest),)).fetchone()
        except HubError as error:
            raise away(error, self._where) from None
