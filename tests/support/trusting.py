"""A client that trusts a companion's authority and checks everything, as a phone does."""

import ssl
from pathlib import Path

from companion.certificates.keeping import Certificates

ADDRESS, NAME = "192.168.1.40", "companion.local"


def trusting(authority: bytes) -> ssl.SSLContext:
    """Return what trusts an authority and nobody else, and keeps to the letter of RFC 5280."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=authority)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    return context


def certified(home: Path, *hosts: str) -> Certificates:
    """Return a home's certificates for some hosts, made."""
    made = Certificates(home, lambda: hosts or (ADDRESS,))
    made.look()
    assert made.now.trouble is None
    return made


def shakes_hands(server: ssl.SSLContext, client: ssl.SSLContext, host: str) -> bool:
    """Shake hands in memory.

    Raises:
        ssl.SSLCertVerificationError: the client refuses what the server shows.
    """
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = (
        client.wrap_bio(back, there, server_hostname=host),
        server.wrap_bio(there, back, server_side=True),
    )
    done: set[int] = set()
    for turn in range(12):
        try:
            ends[turn % 2].do_handshake()
        except ssl.SSLWantReadError:
            continue
        done.add(turn % 2)
    return len(done) == 2
