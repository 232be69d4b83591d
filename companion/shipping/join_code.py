"""What a person types to join a club: where its hub is, and the code. Pure."""

import base64
import re
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

from companion.errors import ClubError

SECRET, PRINT = 8, 10
"""Letters of a join code: the secret half, and the print of the hub's authority."""

PORTS = (80, 8000)
"""Where a hub answers when no port was typed: one of them."""

BEYOND = 363
"""So much more than a hub's first port is the one of TLS: 443 beside 80."""

LAST_PORT = 65535

_BETWEEN = re.compile(r"[\s\-\u2010-\u2015_.:/]+")
_LOOK_ALIKE = str.maketrans("01", "OI")
"""What is no letter of base32, and the letter that it was read for."""


class JoinCode(NamedTuple):
    """A join code, read."""

    secret: str
    print: str


class HubAddress(NamedTuple):
    """Where a hub may be."""

    host: str
    ports: tuple[int, ...]  # the likeliest first


def read_code(text: str) -> JoinCode:
    """Return the halves of a code as it was typed: capitals or not, with a dash, spaces, neither.

    Raises:
        ClubError: it has too few letters or too many, or one that no code has.
    """
    letters = _BETWEEN.sub("", text).upper()
    if len(letters) != SECRET + PRINT:
        raise ClubError(code="club-code-long", count=len(letters), due=SECRET + PRINT)
    secret, shown = letters[:SECRET], letters[SECRET:].translate(_LOOK_ALIKE)
    for half, alphabet in ((secret, "A-HJ-NP-Z2-9"), (shown, "A-Z2-7")):
        if odd := re.sub(f"[{alphabet}]", "", half):
            raise ClubError(code="club-code-letter", letter=odd[0])
    return JoinCode(secret, shown)


def print_of(authority: bytes) -> str:
    """Return the print of an authority's certificate, given as DER."""
    return base64.b32encode(sha256(authority).digest()).decode()[:PRINT]


def read_address(text: str) -> HubAddress:
    """Return where to look for the hub, from an address as it was typed.

    Raises:
        ClubError: it is none.
    """
    text = text.strip()
    try:
        told = urlsplit(text if "//" in text else f"//{text}")
        host, port = told.hostname, told.port
    except ValueError:
        host, port = None, None
    if not host or re.search(r"[^\w.:%\-]", host):
        raise ClubError(code="club-address", typed=text[:60])
    return HubAddress(host, (port,) if port else PORTS)


def typed(host: str, port: int) -> str:
    """Return what to type for a hub."""
    named = f"[{host}]" if ":" in host else host
    return named if port in PORTS else f"{named}:{port}"


def tls_ports(port: int, leads_to: str) -> tuple[int, ...]:
    """Return where a hub may speak TLS, the likeliest first.

    Args:
        port: its first one.
        leads_to: the address to which its pages lead; it need not be believed, for whoever answers
            there is proven.
    """
    beyond = port + BEYOND
    usual = (beyond if beyond <= LAST_PORT else port - BEYOND, port)
    try:
        told = urlsplit(leads_to)
        led = (told.port or 443,) if told.scheme == "https" else ()
    except ValueError:
        led = ()
    return tuple(dict.fromkeys((*led, *usual)))
