"""Wrong tries make wait, the longer the more there are; they are kept, so no restart forgives.

They are counted by who asks, so that nobody's guessing holds up the others; and by all together, so
that many addresses do not make many guesses.
"""

from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import NamedTuple

from companion.hub.database import Cursor
from companion.shipping.wire import Refused

FREE_TRIES = 3
LONGEST_WAIT_S = 300.0

IPV6_NETWORK = 64
"""Bits of an IPv6 address that count: a household has at least all addresses that begin so."""

_HOUR_S = 3600


class Guess(NamedTuple):
    """Something that is tried."""

    what: str  # a join code, somebody's password
    asker: str  # from where, as `asker_at` says it
    most: int  # wrong tries in an hour, from everywhere together

    @property
    def by_asker(self) -> str:
        """Under what the tries of one asker are counted."""
        return f"{self.what}, from {self.asker}"


def asker_at(address: str) -> str:
    """Return as whom an address counts: itself, or its household's network; unknown: all are one.

    Args:
        address: of a phone or table; that which a router names, where a router is believed.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> IPV6_NETWORK << IPV6_NETWORK)}/{IPV6_NETWORK}"


def wait_after(failures: int) -> float:
    """Return the seconds to wait after so many wrong tries in a row: 0, 0, 0, 2, 4, 8 ... 300."""
    return min(LONGEST_WAIT_S, 2.0 ** min(failures - FREE_TRIES + 1, 16)) * (failures >= FREE_TRIES)


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


_HOUR = f"%s || ', hour ' || floor(extract(epoch from now()) / {_HOUR_S})"
"""Under what the tries of all are counted, in the hour in which the transaction began."""


def _in_this_hour(cursor: Cursor, tried: Guess) -> float:
    """Return the seconds to wait because all together have tried too often in this hour."""
    cursor.execute(
        f"insert into wrong_try (what) values ({_HOUR}) on conflict do nothing",  # noqa: S608  # ours
        (tried.what,),
    )
    ((failures, left),) = cursor.execute(
        f"update wrong_try set last = least(last, clock_timestamp()) where what = {_HOUR}"  # noqa: S608  # ours
        f" returning failures, {_HOUR_S} - mod(extract(epoch from now()), {_HOUR_S})::float8",
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
