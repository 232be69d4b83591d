"""Who guesses a secret, and how long wrong tries make wait.

The hub counts them in its database, a table in the file of its PIN: what they have in common stands
here. They are counted by who asks, so that nobody's guessing holds up the others; and by all
together, so that many addresses do not make many guesses.
"""

from ipaddress import IPv6Address, ip_address

FREE_TRIES = 3
LONGEST_WAIT_S = 300.0
HOUR_S = 3600

IPV6_NETWORK = 64
"""Bits of an IPv6 address that count: a household has at least all addresses that begin so."""


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
    if failures < FREE_TRIES:
        return 0.0
    return min(LONGEST_WAIT_S, 2.0 ** min(failures - FREE_TRIES + 1, 16))
