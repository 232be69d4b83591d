"""Wrong tries make wait, the longer the more there are; they are kept, so no restart forgives."""

from math import ceil

from companion.hub.database import Cursor
from companion.shipping.wire import Refused

FREE_TRIES = 3
LONGEST_WAIT_S = 300.0


def wait_after(failures: int) -> float:
    """Return the seconds to wait after so many wrong tries in a row: 0, 0, 0, 2, 4, 8 ... 300."""
    return min(LONGEST_WAIT_S, 2.0 ** min(failures - FREE_TRIES + 1, 16)) * (failures >= FREE_TRIES)


def too_early(cursor: Cursor, what: str) -> Refused | None:
    """Return that a try comes too early; none beside this one is judged until the commit.

    Args:
        cursor: of a transaction.
        what: is tried.
    """
    cursor.execute("delete from wrong_try where last < clock_timestamp() - interval '1 hour'")
    cursor.execute("insert into wrong_try (what) values (%s) on conflict do nothing", (what,))
    # A clock that was set back makes wait no longer than one that was not.
    ((failures, since),) = cursor.execute(
        "update wrong_try set last = least(last, clock_timestamp()) where what = %s"
        " returning failures, extract(epoch from clock_timestamp() - last)::float8",
        (what,),
    ).fetchall()
    wait = wait_after(failures) - since
    return Refused("too-many-tries", {"wait": ceil(wait)}) if wait > 0 else None


def count_wrong(cursor: Cursor, what: str) -> None:
    """Count one more wrong try, from now on."""
    cursor.execute(
        "update wrong_try set failures = failures + 1, last = clock_timestamp() where what = %s",
        (what,),
    )


def forget_wrong(cursor: Cursor, what: str) -> None:
    """Forget the wrong tries: one was right."""
    cursor.execute("delete from wrong_try where what = %s", (what,))
