"""https beside http: a second port, with a certificate of this companion's own making."""

import logging
import socket
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.certificates.checks import standing_checks
from companion.certificates.keeping import Certificates
from companion.doctor import Check
from companion.errors import SettingsError
from web.server.serve import Server
from web.shared.addresses import HTTP_PORT, HTTPS_PORT, hosts_of, secure_address, securely

BEYOND = HTTPS_PORT - HTTP_PORT
"""So much more than the first port is the second: 443 beside 80, 8443 beside 8080."""
LAST_PORT = 65535

_log = logging.getLogger(__name__)


def own_names() -> tuple[str, ...]:
    """Return what this machine is called beside its addresses."""
    return ("m.local", f"{socket.gethostname().lower()}.local")


class SecurePort:
    """The second port, with all that pages and doctor want to know of it.

    Whatever it lacks, it is absent and the first goes on.

    Args:
        home: the companion's folder.
        asked: which port it is to be; 0: none; None: as the first has it.
        first: the port without TLS.
        addresses: returns what phones may type now to reach that one.
    """

    def __init__(
        self,
        home: Path,
        asked: int | None,
        first: int,
        addresses: Callable[[], Sequence[str]],
    ) -> None:
        wanted = first + BEYOND if asked is None else asked
        self._port = wanted if wanted <= LAST_PORT else wanted - 2 * BEYOND
        self._addresses = addresses
        self._certificates = Certificates(home, self._hosts)
        self._server: Server | None = None
        self._is_open = False

    def on(self, server: Server) -> "SecurePort":
        """Have the server, once it has started, serve it; it ends with the server."""
        self._server = server
        return self

    def start(self) -> None:
        """Listen, if the port can be had."""
        if self._server is None or not self._port:
            return
        self.look()
        try:
            self._server.start_second(self._port, lambda: self._certificates.now.context)
            self._is_open = True
        except SettingsError as error:
            _log.warning("%s", error)

    def stop(self) -> None:
        """Do nothing more: the server ends it."""
        self._is_open = False

    def look(self) -> None:
        """Have the certificate be for the addresses of now; new connections are shown it."""
        if self._port:
            self._certificates.look()

    def checks(self) -> Sequence[Check]:
        """Return what the doctor finds."""
        if not self._port:
            return (Check("https", "ok", "https-off"),)
        if not self._is_open:
            return (Check("https", "warn", "https-port-busy", {"port": self._port}),)
        return standing_checks(self._certificates.now, self._port)

    @property
    def addresses(self) -> tuple[str, ...]:
        """What phones may type to reach the pages over TLS, best first; empty: nothing does."""
        if self._certificates.now.is_for is None or not self._is_open:
            return ()
        every = tuple(self._addresses())
        return securely(self.named(every) or every, self._port)  # else browsers warn once more

    def named(self, addresses: Sequence[str]) -> tuple[str, ...]:
        """Return those of some addresses that the certificate is for, over TLS or not."""
        told = self._certificates.now.is_for
        known = told.names | told.addresses if told else frozenset()
        return tuple(one for one in addresses if {*hosts_of([one])} & known)

    def address_for(self, host: str) -> str:
        """Return the address over TLS to lead to from *host*, the same if it may be."""
        told = self._certificates.now.is_for
        if told is None or not self._is_open:
            return ""
        if host in told.names | told.addresses or host in hosts_of(self._addresses()):
            return secure_address(host, self._port)
        return next(iter(self.addresses), "")

    @property
    def authority(self) -> bytes:
        """The certificate of the own authority, as DER; empty: there is none."""
        return self._certificates.now.authority

    def _hosts(self) -> tuple[str, ...]:
        return (*hosts_of(self._addresses()), *own_names())
