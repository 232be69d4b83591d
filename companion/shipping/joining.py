"""A table joins a club: it finds the hub, proves it by the code's print, and gets its token."""

import ssl
import time
from typing import NamedTuple

from companion.errors import ClubError
from companion.shipping.hub_link import HubLink, trusting, unproven
from companion.shipping.join_code import (
    HubAddress,
    JoinCode,
    print_of,
    read_address,
    read_code,
    tls_ports,
    typed,
)
from companion.shipping.membership import Membership
from companion.shipping.refusals import plain, refused
from companion.shipping.wire import Join, Joined, Refused

AUTHORITY = "/club/authority.pem"

PATIENCE_S, LEAST_S = 15.0, 1.0
"""So long a person waits for an answer, all tries together; each has at least that."""


class _Found(NamedTuple):
    host: str
    first: int  # the port that answered
    ports: tuple[int, ...]  # at which it may speak TLS
    authority: bytes  # DER


def joined(address: str, code: str, box: str, before: int) -> Membership:
    """Return the place in the club that a join code gives.

    Args:
        address: as it was typed.
        code: as it was typed.
        box: what this machine calls itself.
        before: number of the last game that is here.

    Raises:
        ClubError: address or code cannot be right, the hub is not there, is another, or refuses.
    """
    given = read_code(code)
    until = time.monotonic() + PATIENCE_S
    found = _found(read_address(address), given, until)
    answer, port = _asked(found, Join(code=given.secret, box=box[:60]), until)
    if isinstance(answer, Refused):
        raise refused(answer.code, answer.facts)
    return Membership(
        hub=found.host,
        port=port,
        address=typed(found.host, found.first),
        authority=ssl.DER_cert_to_PEM_cert(found.authority),
        token=answer.token,
        table=plain(answer.table),
        club=plain(answer.club),
        before=before,
    )


def _left(until: float) -> float:
    """Return how long a try may take: no more than a third of all."""
    return min(max(until - time.monotonic(), LEAST_S), PATIENCE_S / 3)


def _found(where: HubAddress, code: JoinCode, until: float) -> _Found:
    """Fetch the authority of what answers, over plain http or TLS that proves nothing yet.

    Raises:
        ClubError: nothing answers, or its authority has another print.
    """
    failure: ClubError | None = None
    for port in where.ports:
        for context in (None, unproven()):
            link = HubLink(where.host, port, context, patience_s=_left(until))
            try:
                authority = _proven(link, code)
                ports = tls_ports(port, link.ask("GET", "/").leads_to)
                return _Found(where.host, port, ports, authority)
            except ClubError as error:
                if failure is None or failure.code == "hub-away":
                    failure = error
            finally:
                link.close()
    assert failure is not None
    raise failure


def _proven(link: HubLink, code: JoinCode) -> bytes:
    """Return the authority that answers, as DER, if it is the one of the code.

    Raises:
        ClubError: nobody answers, or it is another, or none.
    """
    answer = link.ask("GET", AUTHORITY)
    try:
        authority = ssl.PEM_cert_to_DER_cert(answer.body.decode("ascii").strip())
        trusting(authority)
    except (ValueError, ssl.SSLError):
        raise ClubError(code="hub-nonsense", hub=link.host, detail="no certificate") from None
    if print_of(authority) != code.print:
        raise ClubError(code="club-print", hub=link.host)
    return authority


def _asked(found: _Found, wish: Join, until: float) -> tuple[Joined | Refused, int]:
    """Return the hub's answer, and the port at which it speaks TLS.

    Raises:
        ClubError: it does not speak TLS here, or not under this name.
    """
    failure: ClubError | None = None
    for port in found.ports:
        context = trusting(found.authority)
        link = HubLink(found.host, port, context, patience_s=_left(until))
        try:
            return link.join(wish), port
        except ClubError as error:
            if failure is None or failure.code == "hub-away":
                failure = error
        finally:
            link.close()
    assert failure is not None
    raise failure
