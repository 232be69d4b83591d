"""How large a request's body may be: small, but for the few addresses that take pictures."""

import re
from collections.abc import Mapping

SMALL = 16 * 1024
"""Bytes of a form or an API call."""

LARGE: Mapping[str, int] = {
    "/photograph": 8 << 20,
    "/eye/frame": 3 << 19,
    "/ship/games/": 4 << 20,
    "/ship/pictures/": 2 << 20,
}
"""Address, or what addresses begin with -> bytes; only who is known sends so much there: phones
with a seat, the banker's PIN, or let in as the camera; tables of a club by their token."""

AT_ONCE, AT_ONCE_OF_A_PHONE = 3, 2
"""Large bodies that are taken in at once at one address: of all, of one phone. Others wait."""

TOO_LARGE = "companion.too-large"
"""Stands in the environment of a request whose body is too large, and was left out."""

SLOWEST = 64 * 1024
"""Bytes a second: who sends a large body slower than that is cut off."""


_OF_A_TABLE = re.compile(r"/t/[^/]+(?=/)")
"""What stands before the addresses of one of many tables."""


def most(path: str) -> int:
    """Return how many bytes a body may have at an address."""
    return LARGE.get(place_of(path), SMALL)


def place_of(path: str) -> str:
    """Return the line of `LARGE` that an address falls under; the address itself: none."""
    path = _OF_A_TABLE.sub("", path, 1)
    return next((place for place in LARGE if place[-1] == "/" and path.startswith(place)), path)
