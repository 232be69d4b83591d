"""Addresses of network cameras: which a page may open, and how they are shown."""

import re
from urllib.parse import urlsplit

from companion.errors import CameraError

SCHEMES = ("http", "https", "rtsp", "rtsps")

LONGEST = 300
"""Characters of an address that somebody types."""

_STARTS = tuple(f"{scheme}://" for scheme in SCHEMES)
_PRINTED = re.compile(r"[!-~]+")  # what an address is made of: no blank, no end of line
_PARTS = re.compile(r"([^/?#]*)([/?#]?)(.*)", re.DOTALL)
_PRIVATE = re.compile(r"[=&;@%]")  # in what stands behind a host: it may be a password


def is_address(source: str) -> bool:
    """Return whether a source is written as the address of a stream."""
    return source.lower().startswith(_STARTS)


def checked(typed: str) -> str:
    """Return an address that somebody typed on a page.

    What a library would open beside addresses of streams (files, pipes, lists) is none.

    Raises:
        CameraError: it is no address of a stream.
    """
    address = typed.strip()
    try:
        parts = urlsplit(address)
        is_good = parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no port has this number, or brackets are left open
        is_good = False
    if not (is_good and len(address) <= LONGEST and _PRINTED.fullmatch(address)):
        raise CameraError(code="no-address")
    return address


def shown(source: str) -> str:
    """Return a source as everybody may read it: of an address what cannot be a password.

    Name and password stand before the host, or in the query, or in some cameras' paths.
    """
    scheme, colon, rest = source.partition("://")
    if not colon:
        return source
    host, slash, path = _PARTS.fullmatch(rest).groups()  # type: ignore[union-attr]  # all fits it
    if "@" in path:  # who knows where the password ends
        return f"{scheme}://..."
    host = host.rpartition("@")[2]
    if slash != "/":
        return f"{scheme}://{host}"
    steps = re.split("[?#]", path)[0].split("/")
    return "/".join((f"{scheme}://{host}", *("..." if _PRIVATE.search(s) else s for s in steps)))


def host_of(source: str) -> str:
    """Return which machine an address leads to; nothing of what is no address."""
    try:
        return (urlsplit(source).hostname or "") if is_address(source) else ""
    except ValueError:
        return ""


def without_name(source: str) -> str:
    """Return a source without name and password, to compare what is reached."""
    scheme, colon, rest = source.partition("://")
    host, slash, path = _PARTS.fullmatch(rest).groups()  # type: ignore[union-attr]  # all fits it
    return f"{scheme}{colon}{host.rpartition('@')[2]}{slash}{path}"
