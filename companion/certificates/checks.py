"""What the doctor asks of the certificate."""

import datetime as dt
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from companion.certificates.keeping import FOLDER, Certification, kept
from companion.certificates.proof import Proven
from companion.doctor import Check


def standing_checks(standing: Certification, port: int) -> Sequence[Check]:
    """Say how https stands where a companion runs on *port*."""
    told, trouble, left = standing.is_for, standing.trouble, ", ".join(standing.left_out)
    if told is None:
        return (_without(standing),)
    until = _day(told)
    if trouble is not None:
        return (Check("https", "warn", "https-unrenewed", {"until": until, "error": trouble}),)
    if left:
        return (Check("https", "warn", "https-lacks", {"hosts": left}, detail=f"port {port}"),)
    detail = _detail(standing)
    return (Check("https", "ok", "https", {"port": port, "until": until}, detail=detail),)


def kept_certificate_checks(home: Path) -> Sequence[Check]:
    """Say what certificate lies in a home whose companion does not run."""
    standing = kept(home / FOLDER)
    told = standing.is_for
    if told is None or standing.trouble is not None:
        return (_without(standing),)
    return (Check("https", "ok", "https-kept", {"until": _day(told)}, detail=_detail(standing)),)


def _without(standing: Certification) -> Check:
    if standing.trouble is None:
        return Check("https", "ok", "https-none")
    return Check("https", "warn", "https-fails", {"error": standing.trouble})


def _day(told: Proven) -> str:
    return dt.datetime.fromtimestamp(told.ends, dt.UTC).date().isoformat()


def _detail(standing: Certification) -> str:
    """Return whom it is for, and the authority's fingerprint to compare a phone's with."""
    told, digest = standing.is_for, sha256(standing.authority).digest().hex(" ").upper()
    hosts = (*sorted(told.names), *sorted(told.addresses)) if told is not None else ()
    return f"for {', '.join(hosts)}; its authority's SHA-256 is {digest}"
