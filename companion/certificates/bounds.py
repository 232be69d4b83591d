"""For which addresses the companion's own certificates count, and how long. Pure.

The clock in mind: a Raspberry Pi has no battery. Until a network tells it the time it goes on from
where it was switched off, or from the day its system was built: months or years late. A phone knows
the time, and refuses what does not count yet or any more. Therefore:

- an authority counts from 2020 to 2049, whatever the clock says: nobody has to install it twice;
- no time before `FLOOR` is believed;
- what it signs counts from 270 days before it is made to 550 days after, by this clock. So phones
  accept it with a clock that is up to 550 days late, or 270 days early;
- it is made anew when 180 days are left, or when the clock now stands before its beginning: then
  the clock was wrong when it was made. Once a network sets the clock, the next look mends it.
"""

import datetime as dt
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network

AT_HOME: tuple[Network, ...] = tuple(
    map(
        ip_network,
        (
            *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
            *("fc00::/7", "fe80::/10", "::1/128"),
        ),
    )
)
"""Addresses that no machine of the internet has."""

BEGIN = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
END = dt.datetime(2049, 12, 31, tzinfo=dt.UTC)
"""Of every authority."""

FLOOR = dt.datetime(2026, 11, 1, tzinfo=dt.UTC)
"""This was written then: a clock that stands before it is taken for this."""

BEFORE, AFTER = dt.timedelta(days=270), dt.timedelta(days=550)
"""Together no more than the 825 days that Apple allows (https://support.apple.com/103769)."""

RENEWED = dt.timedelta(days=180)
"""So long before its end it is made anew."""


def within(address: str, networks: Iterable[Network] = AT_HOME) -> bool:
    """Return whether an address is in one of some networks: of those that are at home."""
    told = ip_address(address)
    return any(told in network for network in networks if network.version == told.version)


def counted_from(wall: float) -> dt.datetime:
    """Return the time that a clock means, in seconds since 1970, as far as it is believed."""
    latest = (END - AFTER).timestamp()
    return dt.datetime.fromtimestamp(min(max(wall, FLOOR.timestamp()), latest), dt.UTC)


def is_due(begins: float, ends: float, now: dt.datetime) -> bool:
    """Return whether what counts from *begins* to *ends* is to be made anew."""
    return not begins <= now.timestamp() <= ends - RENEWED.total_seconds()
