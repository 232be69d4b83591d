"""Wrong tries make wait, the longer the more there are; they are kept, so no restart forgives.

They are counted by who asks and by all together (see `companion.tries`).
"""

from math import ceil
from typing import NamedTuple

from companion.hub.database import Cursor
from companion.shipping.wire import Refused
from companion.tries import HOUR_S, wait_after


class Guess(NamedTuple):
    """Something that is tried."""

    what: str  # a join code, somebody's password
    asker: str  # from where, as `companion.tries` says it
    most: int  # wrong tries in an hour, from everywhere together

    @property
    def by_asker(self) -> str:
        """Under what the tries of one asker are counted."""
        return f"{self.what}, from {self.asker}"


def too_early(cursor: Cursor, tried: Guess) -> Refused | None:
    """Return that a try comes too early; none of the same beside it is judged until the commit.

    Args:
        cursor: of a transaction.
        tried: what is tried, and by whom.
    """
    cursor.execute("delete from wrong_try where last < clock_timestamp() - interval '1 hour'")
    early = _in_this_hour(cursor, tried) or _of_asker(cursor, tried.by_asker)
    return Refused("too-many-tries", {"wait": ceil(early)}) if early > 0 else None


def count_wrong(cursor: Cursor, tried: Guess) -> None:
    """Count one more wrong try, from now on."""
    cursor.execute(
        "update wrong_try set failures = failures + 1, last = clock_timestamp()"  # noqa: S608  # ours
        f" where what = %s or what = {_HOUR}",
        (tried.by_asker, tried.what),
    )


def forget_wrong(cursor: Cursor, tried: Guess, counted: int = 0) -> None:
    """Forget the wrong tries of who asks: one was right; *counted*: so many were, in advance."""
    cursor.execute("delete from wrong_try where what = %s", (tried.by_asker,))
    cursor.execute(
        f"update wrong_try set failures = greatest(0, failures - %s) where what = {_HOUR}",  # noqa: S608  # ours
        (counted, tried.what),
    )


_HOUR = f"%s || ', hour ' || floor(extract(epoch from now()) / {HOUR_S})"
"""Under what the tries of all are counted, in the hour in which the transaction began."""


def _in_this_hour(cursor: Cursor, tried: Guess) -> float:
    """Return the seconds to wait because all together have tried too often in this hour."""
    cursor.execute(
        f"insert into wrong_try (what) values ({_HOUR}) on conflict do nothing",  # noqa: S608  # ours
        (tried.what,),
    )
    ((failures, left),) = cursor.execute(
        f"update wrong_try set last = least(last, clock_timestamp()) where what = {_HOUR}"  # noqa: S608  # ours
        f" returning failures, {HOUR_S} - mod(extract(epoch from now()), {HOUR_S})::float8",
        (tried.what,),
    ).fetchall()
    return float(left) if failures >= tried.most else 0.0


def _of_asker(cursor: Cursor, what: str) -> float:
    """Return the seconds that who asks still has to wait for own wrong tries."""
    cursor.execute("insert into wrong_try (what) values (%s) on conflict do nothing", (what,))
    # A clock that was set back makes wait no longer than one that was not.
    ((failures, since),) = cursor.execute(
        "update wrong_try set last = least(last, clock_timestamp()) where what = %s"
        " returning failures, extract(epoch from clock_timestamp() - last)::float8",
        (what,),
    ).fetchall()
    return wait_after(failures) - float(since)
