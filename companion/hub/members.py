"""The people of a club: what each may do, their passwords, and who is signed in."""

import secrets
from hashlib import sha256
from typing import Literal, TypeAlias

import msgspec
from psycopg.errors import UniqueViolation
from werkzeug.security import check_password_hash, generate_password_hash

from companion.hub import tries
from companion.hub.database import Database, plain
from companion.hub.tries import Guess
from companion.shipping.wire import Refused

MemberRole: TypeAlias = Literal["organiser", "arbiter", "screen"]
"""Who may change the club, who rules at its tables, what only shows it."""

SHORTEST = 8
"""Characters of a password."""

WRONG_PASSWORDS = 100
"""Wrong passwords of one name in an hour, all askers together.

That is 2,400 a day: of the 8 characters that a password has at least, drawn from 26 letters, half
would take 119,000 years. One asker gets some 20 in an hour: it takes several networks to keep the
owner of a name out, and who is signed in stays so.
"""

HASH = "scrypt"
"""How a password is kept, as werkzeug names it: 32 MiB and a tenth of a second for each try."""

SESSION_DAYS = 30
"""So long who signed in stays so."""


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody of the club, or a screen of it."""

    id: int
    name: str
    role: MemberRole


class Members:
    """Who there is. Every method raises HubError if PostgreSQL is away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, name: str, role: MemberRole, password: str) -> Member | Refused:
        """Add a member; or `name-taken`, `password-short`.

        Args:
            name: of 1 to 40 characters that can be seen.
            role: what they may do.
            password: of 8 characters or more.
        """
        if len(password) < SHORTEST:
            return Refused("password-short", {"least": SHORTEST})
        name, kept = plain(name), generate_password_hash(password, HASH)
        with self._database.transaction() as cursor:
            try:
                rows = cursor.execute(
                    "insert into member (name, role, password) values (%s, %s, %s) returning id",
                    (name, role, kept),
                ).fetchall()
            except UniqueViolation:
                cursor.connection.rollback()
                return Refused("name-taken")
            return Member(id=rows[0][0], name=name, role=role)

    def all(self) -> tuple[Member, ...]:
        """Return all members, in the order in which they were added."""
        with self._database.transaction() as cursor:
            rows = cursor.execute("select id, name, role from member order by id")
            return tuple(Member(id=number, name=name, role=role) for number, name, role in rows)

    def remove(self, id: int) -> None:  # noqa: A002  # its name everywhere
        """Take a member out; they are signed out everywhere."""
        with self._database.transaction() as cursor:
            cursor.execute("delete from member where id = %s", (id,))

    def set_password(self, id: int, password: str) -> Refused | None:  # noqa: A002  # likewise
        """Give a member another password, and sign them out; or `password-short`."""
        if len(password) < SHORTEST:
            return Refused("password-short", {"least": SHORTEST})
        kept = generate_password_hash(password, HASH)
        with self._database.transaction() as cursor:
            cursor.execute("update member set password = %s where id = %s", (kept, id))
            cursor.execute("delete from session where member_id = %s", (id,))
        return None

    def sign_in(self, name: str, password: str, asker: str = "") -> str | Refused:
        """Return a session's secret; or `password-wrong`, `too-many-tries`.

        A name that is unknown is answered as late and in the same words.

        Args:
            name: of a member.
            password: as it was typed.
            asker: from where it comes (see `companion.tries.asker_at`).
        """
        name = plain(name)
        tried = Guess(f"password of {name}", asker, WRONG_PASSWORDS)
        with self._database.transaction() as cursor:
            if (early := tries.too_early(cursor, tried)) is not None:
                return early
            tries.count_wrong(cursor, tried)  # before it is judged: none beside it comes for free
            found = cursor.execute(
                "select id, password from member where name = %s", (name,)
            ).fetchone()
        if found is None:
            generate_password_hash(password, HASH)  # takes as long as to compare one
            return Refused("password-wrong")
        if not check_password_hash(found[1], password):
            return Refused("password-wrong")
        secret = secrets.token_urlsafe(32)
        with self._database.transaction() as cursor:
            tries.forget_wrong(cursor, tried, counted=1)
            cursor.execute(
                "delete from session where made < now() - make_interval(days => %s)",
                (SESSION_DAYS,),
            )
            kept = cursor.execute(
                "insert into session (secret, member_id) select %s, id from member"
                " where id = %s and password = %s",
                (_digest(secret), *found),
            )
            return secret if kept.rowcount else Refused("password-wrong")

    def of(self, secret: str) -> Member | None:
        """Return who has signed in with a session; None: nobody, or too long ago."""
        with self._database.transaction() as cursor:
            found = cursor.execute(
                "select id, name, role from session join member on id = member_id"
                " where secret = %s and made > now() - make_interval(days => %s)",
                (_digest(secret), SESSION_DAYS),
            ).fetchone()
        return None if found is None else Member(id=found[0], name=found[1], role=found[2])

    def sign_out(self, secret: str) -> None:
        """End a session."""
        with self._database.transaction() as cursor:
            cursor.execute("delete from session where secret = %s", (_digest(secret),))

    def is_empty(self) -> bool:
        """Return whether there is no organiser: whoever has the set-up code makes the first."""
        with self._database.transaction() as cursor:
            return (
                cursor.execute("select from member where role = 'organiser' limit 1").fetchone()
                is None
            )


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
