"""The club's PostgreSQL: connections that come back by themselves, transactions, migrations."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias
from unicodedata import normalize

import psycopg
from psycopg.errors import CheckViolation, DiskFull, InternalError_
from psycopg_pool import ConnectionPool, PoolTimeout

from companion.errors import HubError, ValueRefusedError

MIGRATIONS = Path(__file__).parent / "migrations"
"""Numbered SQL files: each makes the database what the program needs from there on."""

MOST = 8
"""Connections at once."""

WAIT_S, AWAY_S = 2.0, 0.1
"""So long a question waits for a connection; and as long as none was to be had before it: threads
that all wait for a PostgreSQL that is away would keep those waiting who need none."""

PATIENCE: Mapping[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 10_000,  # ms
}
"""A server at the other end of a cut line is given up after so many seconds, not after an hour."""

PROMISES = ("fsync", "full_page_writes")
"""Settings without which what was acknowledged may be gone with the power."""

IDLE_S = 3
"""A transaction in which nothing is asked for so long is ended by PostgreSQL."""

BELL = "club"
"""What is rung in PostgreSQL when something was kept."""

_GROWING = ("mdextend", "mdzeroextend", "FileFallocate", "FileZero")
"""Where PostgreSQL makes a file of a table larger."""

_RECONNECT_S = 2.0  # the pool then gives up, and tries anew with the next question
_LOCK = 0x636C7562  # "club": one program migrates at a time

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]
Cursor: TypeAlias = psycopg.Cursor[tuple[Any, ...]]


class Database:
    """A club's database.

    Args:
        address: as libpq reads it, `postgresql://NAME:PASSWORD@HOST/DATABASE`.

    Raises:
        HubError: it cannot be reached.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            psycopg.connect(address, **PATIENCE).close()
        except psycopg.Error as error:
            raise _away(error) from None
        logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # whoever asks is told
        self._patience_s = WAIT_S
        self._pool = ConnectionPool(
            address,
            kwargs=dict(PATIENCE),
            min_size=1,
            max_size=MOST,
            reconnect_timeout=_RECONNECT_S,
            configure=_configure,
            check=self._alive,
            open=True,
        )

    def close(self) -> None:
        """Let all connections go."""
        self._pool.close()

    @contextmanager
    def transaction(self) -> Iterator[Cursor]:
        """Give a cursor; all that is done through it is kept together when the block ends.

        Raises:
            HubError: PostgreSQL is away or refuses it; nothing is kept. If it was lost while it
                kept it, nobody knows whether it has.
            ValueRefusedError: it keeps no such value, as often as it is sent: a NUL in a text, half
                a letter, a number that is too large, a name without letters.
        """
        try:
            with (
                self._pool.connection(timeout=self._patience_s) as connection,
                connection.cursor(binary=True) as cursor,
            ):
                self._patience_s = WAIT_S
                yield cursor
        except PoolTimeout as error:
            self._patience_s = AWAY_S
            raise _away(error) from None
        except (psycopg.DataError, CheckViolation, UnicodeEncodeError) as error:
            raise ValueRefusedError(code="hub-database", detail=_first_line(error)) from None
        except psycopg.Error as error:
            raise _away(error) from None

    def ring(self, told: str) -> None:
        """Ring the bell; who hears nothing of it looks again after a while.

        Never in the transaction that keeps something: those that ring commit one after another,
        each with a sync of the disk of its own, where others share one.
        """
        with suppress(HubError), self.transaction() as cursor:
            cursor.execute("select pg_notify(%s, %s)", (BELL, told))

    def migrate(self) -> None:
        """Make the tables that the program needs, or bring them up to date.

        Programs that start at the same time wait for each other.

        Raises:
            HubError: a newer program has been here, or PostgreSQL refuses it.
        """
        steps = {int(path.name[:4]): path.read_bytes() for path in sorted(MIGRATIONS.glob("*.sql"))}
        with self.transaction() as cursor:
            cursor.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
            cursor.execute(
                "create table if not exists migration"
                " (number integer primary key, made timestamptz not null default now())"
            )
            done = cursor.execute("select coalesce(max(number), 0) from migration").fetchall()[0][0]
            if done > max(steps):
                raise HubError(code="hub-newer")
            for number, statements in steps.items():
                if number > done:
                    cursor.execute(statements, binary=False)
                    cursor.execute("insert into migration (number) values (%s)", (number,))

    def risk(self) -> HubError | None:
        """Return what PostgreSQL is set to that a power cut would show; None: it keeps its word.

        Raises:
            HubError: PostgreSQL is away.
        """
        with self.transaction() as cursor:
            rows = cursor.execute(
                "select name from pg_settings where name = any(%s) and setting = 'off'",
                (list(PROMISES),),
            )
            found = ", ".join(name for (name,) in rows)
        return HubError(code="hub-risky", settings=found) if found else None

    def _alive(self, connection: Connection) -> None:
        try:
            ConnectionPool.check_connection(connection)
        except psycopg.Error:
            self._pool.check()  # one that is dead has seldom died alone
            raise


def plain(text: str, most: int = 40) -> str:
    """Return what somebody typed as one line that the database can keep, no longer than *most*.

    An accent is the same however a machine writes it.
    """
    shown = "".join(c if c.isprintable() else " " for c in normalize("NFC", text))
    return " ".join(shown.split())[:most].strip()


def _configure(connection: Connection) -> None:
    """Have a commit return when it is on disk, whatever the server's settings say.

    And have a transaction end, with its locks, whose program stands still in its midst.
    """
    connection.execute(
        "select set_config('synchronous_commit', 'on', false)"
        " where current_setting('synchronous_commit') = 'off'"
    )
    connection.execute(f"set idle_in_transaction_session_timeout = '{IDLE_S}s'")
    connection.commit()


def _away(error: psycopg.Error) -> HubError:
    told = _first_line(error)
    return HubError(code="hub-full" if _is_full(error) else "hub-database", detail=told)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _is_full(error: psycopg.Error) -> bool:
    """Return whether there was no room on the disk.

    PostgreSQL has a code for that; where a limit of the account or of a file's size is reached it
    says no more than that a table could not be made larger. A disk that fails has a code too.
    """
    is_of_growing = error.diag.source_function in _GROWING
    return isinstance(error, DiskFull) or (isinstance(error, InternalError_) and is_of_growing)
