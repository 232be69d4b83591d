"""Proves a certificate by a handshake with oneself: what is accepted here, a client accepts.

With Python's own library alone, so that a start at which nothing is to be made costs little.
"""

import re
import ssl
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import msgspec

_BLOCK = re.compile(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----\n?", re.DOTALL)
_NO_CHECK_TIME = 0x200000  # X509_V_FLAG_NO_CHECK_TIME of OpenSSL's x509_vfy.h
_FLIGHTS = 8  # more than any handshake has


class Proven(msgspec.Struct, frozen=True):
    """What a certificate that is sound is for."""

    names: frozenset[str]
    addresses: frozenset[str]
    begins: float  # seconds since 1970
    ends: float


def authority_in(pem: bytes) -> bytes:
    """Return the last certificate of a file, as DER: the authority's, and no key.

    Raises:
        ValueError: there is none.
    """
    found = _BLOCK.findall(pem)
    if not found:
        raise ValueError("there is no certificate in it")
    return ssl.PEM_cert_to_DER_cert(found[-1].decode("ascii"))


def serving(path: Path, key: Path | None = None) -> ssl.SSLContext:
    """Return what a server needs to speak TLS with a certificate.

    Args:
        path: PEM.
        key: PEM; None: it is in the same file.

    Raises:
        OSError: a file cannot be read, or is damaged, or the key is another certificate's.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(path, key, _no_password)  # else OpenSSL would ask at the terminal
    return context


def proven(context: ssl.SSLContext, authority: bytes) -> Proven:
    """Return what the certificate of a server is for; when it counts is left to the caller.

    Raises:
        ssl.SSLError: who trusts the authority would not accept it.
    """
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.load_verify_locations(cadata=authority)
    # This clock may be wrong by years: see `making`.
    client.verify_flags |= ssl.VERIFY_X509_STRICT | _NO_CHECK_TIME
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = context.wrap_bio(there, back, server_side=True)
    theirs = client.wrap_bio(back, there, server_hostname="localhost")
    waits = {ours, theirs}
    for _ in range(_FLIGHTS):
        for end in (theirs, ours):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
            waits.discard(end)
        if not waits:
            return _told(theirs.getpeercert() or {})
    raise ssl.SSLError("the handshake does not end")


def _told(leaf: Mapping[str, Any]) -> Proven:
    shown = leaf.get("subjectAltName", ())
    return Proven(
        frozenset(value for kind, value in shown if kind == "DNS"),
        frozenset(_plain(value) for kind, value in shown if kind == "IP Address"),
        ssl.cert_time_to_seconds(leaf["notBefore"]),
        ssl.cert_time_to_seconds(leaf["notAfter"]),
    )


def _plain(address: str) -> str:
    """Return an address as Python writes it: OpenSSL writes all eight parts of an IPv6 one."""
    return str(ip_address(address.strip()))


def _no_password() -> str:
    return ""
