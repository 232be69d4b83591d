"""The tables of a club: joined once by a code, known by a token from then on."""

import secrets
from hashlib import sha256
from typing import Any

import msgspec
from psycopg.errors import UniqueViolation

from companion.hub import tries
from companion.hub.database import Cursor, Database, plain
from companion.hub.tries import Guess
from companion.shipping.refusals import is_address
from companion.shipping.wire import Joined, Refused

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a join code: none that is mistaken for another."""
LETTERS = 8
VALID_H = 24

SEEN_S = 30
"""When a table was last there is written down no more often."""

MOST_ADDRESSES = 4
"""Of a table's pages that are kept."""

WRONG_JOINS = 10_000
"""Wrong join codes in an hour, all askers together.

In the 24 hours of a code that is 240,000 of 32**8 = 1.1e12 codes: with 100 codes open at once one
is guessed on one such day in 45,000. One asker gets some 20 in an hour, so it takes 500 networks to
use them up, and then all wait till the hour is over.
"""

ASKED_BY = """(
    select min(tournament.name) from round_table
    join tournament on tournament.id = round_table.tournament
    where table_id = club_table.id and tournament.kept_too and tournament.closed is null
)"""
"""A tournament that has the answers of a table wait until they are kept here."""

_COLUMNS = (
    "club_table.id, club_table.name, token is not null, extract(epoch from seen)::float8,"
    f" kept_too, {ASKED_BY}"
)


class ClubTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the club."""

    id: int
    name: str
    joined: bool
    seen_at: float | None  # when it last asked anything, seconds since 1970
    kept_too: bool = False  # an answer counts there only once its record is here
    kept_for: str | None = None  # the tournament that wants that, whatever the table itself does


class Tables:
    """Which there are. Every method raises HubError if PostgreSQL is away.

    Args:
        database: where they are kept.
        club: what the club is called.
    """

    def __init__(self, database: Database, club: str = "") -> None:
        self._database, self._club = database, club

    def add(self, name: str) -> str | Refused:
        """Add a table and return the secret half of its join code; `name-taken`, if it is.

        Args:
            name: of 1 to 40 characters that can be seen.
        """
        with self._database.transaction() as cursor:
            try:
                rows = cursor.execute(
                    "insert into club_table (name) values (%s) returning id",
                    (plain(name),),
                ).fetchall()
            except UniqueViolation:
                cursor.connection.rollback()
                return Refused("name-taken")
            return _new_code(cursor, rows[0][0])

    def join(self, code: str, box: str, asker: str = "") -> Joined | Refused:
        """Let the table whose code it is join, and return its token; an older one is void.

        Args:
            code: as a person typed it.
            box: what the machine calls itself.
            asker: from where it asks (see `companion.tries.asker_at`).
        """
        digest, tried = _digest(code.strip().upper()), Guess("join", asker, WRONG_JOINS)
        with self._database.transaction() as cursor:
            if (early := tries.too_early(cursor, tried)) is not None:
                return early
            found = cursor.execute(
                "select table_id, name, used is not null, now() - made < make_interval(hours => %s)"
                " from join_code join club_table on id = table_id where code = %s for update",
                (VALID_H, digest),
            ).fetchone()
            if found is None:
                tries.count_wrong(cursor, tried)
                return Refused("code-unknown")
            table, name, is_used, is_valid = found
            if is_used or not is_valid:
                return Refused("code-used" if is_used else "code-unknown")
            tries.forget_wrong(cursor, tried)
            token = secrets.token_urlsafe(32)
            cursor.execute("update join_code set used = now() where code = %s", (digest,))
            cursor.execute(
                "update club_table set token = %s, box = %s, seen = now() where id = %s",
                (_digest(token), plain(box, 80), table),
            )
            return Joined(token=token, table=name, club=self._club)

    def of(self, token: str) -> ClubTable | None:
        """Return whose token it is; None: nobody's, or it is void."""
        digest = _digest(token)
        with self._database.transaction() as cursor:
            found = cursor.execute(
                f"select {_COLUMNS}, seen between now() - make_interval(secs => %s) and now()"  # noqa: S608  # ours
                " from club_table where token = %s and removed is null",
                (SEEN_S, digest),
            ).fetchone()
            if found is None:
                return None
            if not found[6]:
                cursor.execute("update club_table set seen = now() where token = %s", (digest,))
            return _table(*found[:6])

    def all(self) -> tuple[ClubTable, ...]:
        """Return all tables, in the order in which they were added."""
        with self._database.transaction() as cursor:
            rows = cursor.execute(
                f"select {_COLUMNS} from club_table where removed is null order by id"  # noqa: S608
            )
            return tuple(_table(*row) for row in rows)

    def renew(self, id: int) -> str:  # noqa: A002  # its name everywhere
        """Return a new join code of a table; what is valid until then stays so until it is used."""
        with self._database.transaction() as cursor:
            cursor.execute("delete from join_code where table_id = %s and used is null", (id,))
            return _new_code(cursor, id)

    def keep_too(self, id: int, *, wanted: bool) -> None:  # noqa: A002  # likewise
        """Set whether an answer at a table counts only once its record is here."""
        with self._database.transaction() as cursor:
            cursor.execute("update club_table set kept_too = %s where id = %s", (wanted, id))

    def note_addresses(self, id: int, addresses: tuple[str, ...]) -> None:  # noqa: A002  # likewise
        """Note where the pages of a table are; what is no such address is left out."""
        told = [one for one in addresses[:MOST_ADDRESSES] if is_address(one)]
        with self._database.transaction() as cursor:
            cursor.execute("update club_table set addresses = %s where id = %s", (told, id))

    def remove(self, id: int) -> None:  # noqa: A002  # likewise
        """Take a table out of the club: its token and codes are void, its games stay."""
        with self._database.transaction() as cursor:
            cursor.execute("delete from join_code where table_id = %s", (id,))
            cursor.execute(
                "update club_table set removed = now(), token = null where id = %s", (id,)
            )


def _new_code(cursor: Cursor, table: int) -> str:
    code = "".join(secrets.choice(ALPHABET) for _ in range(LETTERS))
    cursor.execute("insert into join_code (code, table_id) values (%s, %s)", (_digest(code), table))
    return code


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()


def _table(*row: Any) -> ClubTable:
    number, name, joined, seen_at, kept_too, kept_for = row
    return ClubTable(
        id=number,
        name=name,
        joined=joined,
        seen_at=seen_at,
        kept_too=kept_too,
        kept_for=kept_for,
    )
