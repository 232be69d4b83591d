"""The pictures that records rest on, by their SHA-256."""

from hashlib import sha256

from companion.hub.database import Database
from companion.shipping.wire import Refused

LARGEST = 2 << 20
"""Bytes of a picture."""


class HubPictures:
    """Those that tables have sent. Every method raises HubError if PostgreSQL is away.

    Digests are 64 hexadecimal digits.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def has(self, digest: str) -> bool:
        """Return whether a picture is there."""
        return self._is_there("select from picture where digest = %s", digest)

    def has_sent(self, digest: str) -> bool:
        """Return whether a picture was sent; those of hosted tables alone may go by themselves."""
        return self._is_there("select from picture where digest = %s and not hosted", digest)

    def keep(self, digest: str, content: bytes) -> Refused | None:
        """Keep a picture, once; or `too-large`, or `digest-wrong`: it is another one."""
        if len(content) > LARGEST:
            return Refused("too-large")
        if sha256(content).hexdigest() != digest:
            return Refused("digest-wrong")
        with self._database.transaction() as cursor:
            cursor.execute(
                "insert into picture (digest, content) values (%s, %s)"
                " on conflict (digest) do update set hosted = false where picture.hosted",
                (bytes.fromhex(digest), content),
            )
        return None

    def read(self, digest: str) -> bytes | None:
        """Return a picture; None: it is not there."""
        with self._database.transaction() as cursor:
            found = cursor.execute(
                "select content from picture where digest = %s", (bytes.fromhex(digest),)
            ).fetchone()
        return None if found is None else bytes(found[0])

    def _is_there(self, statement: str, digest: str) -> bool:
        with self._database.transaction() as cursor:
            found = cursor.execute(statement.encode(), (bytes.fromhex(digest),))
            return found.fetchone() is not None
