"""The web server: cheroot, embedded; its settings and the order in which it stops."""

import contextlib
import ctypes
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Collection
from typing import Any, Protocol

from cheroot import wsgi
from flask import Flask

from companion.errors import SettingsError
from web.server import bodies
from web.server.arrivals import LINES, Arrivals, Connection
from web.server.arriving import HEADER_BYTES, Head, Request
from web.server.live import CARRIED, Stream
from web.server.secure import Contexts, Handshakes

THREADS = 14
BACKLOG = 128  # with cheroot's 5, 64 phones at once wait for seconds
TIMEOUT_S = 10  # of a whole request, of a pause between two, and of an answer (see `Sending`)
SHUTDOWN_TIMEOUT_S = 2
VANISHED_AFTER_MS = 20_000  # a phone that sleeps or left frees its thread then, not in 15 min
SEND_BUFFER = 64 * 1024
SWITCH_INTERVAL_S = 0.001  # a busy thread holds the others up no longer
M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD = -8, -3, -1  # of glibc's mallopt
MEMORY = {M_ARENA_MAX: 2, M_MMAP_THRESHOLD: 4 << 20, M_TRIM_THRESHOLD: 8 << 20}
"""Else glibc learns from the first 16 MiB that a PIN's hash gives back to keep all such blocks."""

_log = logging.getLogger(__name__)


class _Gateway(wsgi.Gateway_10):
    """Cheroot's own, which lets a stream go on after the thread that answered has gone."""

    def __init__(self, req: Request) -> None:
        super().__init__(req)
        self.env[CARRIED] = []
        if req.conn.asks_for:
            self.env["REMOTE_ADDR"] = req.conn.asks_for
            if self.env.get("HTTP_X_FORWARDED_PROTO") == "https":
                self.env["wsgi.url_scheme"] = "https"
        if req.is_too_large:
            self.env[bodies.TOO_LARGE] = True

    def respond(self) -> None:
        """Answer; a stream then keeps the connection."""
        carried: list[Stream] = self.env[CARRIED]
        try:
            super().respond()
        except BaseException:
            _leave(carried)
            raise
        for stream in carried:
            self.req.conn.linger = True  # the thread does not close it
            stream.flow_to(self.req.conn.socket)

    def start_response(self, status: str, headers: Any, exc_info: Any = None) -> Any:
        """Begin the answer; a stream's has no length, and no chunks either."""
        carried: list[Stream] = self.env[CARRIED]
        if carried and not status.startswith("200"):  # what should have followed it failed
            _leave(carried)
        if carried:
            self.req.response_protocol = "HTTP/1.0"
        return super().start_response(status, headers, exc_info)


def _leave(carried: list[Stream]) -> None:
    while carried:
        carried.pop().leave()


class _Listening(wsgi.Server):
    """Cheroot's own, which lets requests arrive, on a socket that is bound already."""

    ConnectionClass = Connection
    arrivals: Arrivals

    def __init__(self, at: socket.socket, app: Flask, **settings: Any) -> None:
        super().__init__(at.getsockname()[:2], app, **settings)
        self._at = at

    def bind(self, *_family: int) -> socket.socket:
        """Take the socket that is bound already."""
        self.socket = self._at
        return self._at

    def process_conn(self, conn: Connection) -> None:
        """Take in what has come over a connection; a whole request gets a thread in its turn."""
        if self.arrivals.come(conn):
            self.put_conn(conn)

    def put_conn(self, conn: Connection) -> None:
        """Wait for more over a connection; one that cannot be waited for never ends the server."""
        if conn.server is not self:  # a thread of ours answered a request of the other port
            conn.server.put_conn(conn)
            return
        try:
            super().put_conn(conn)
        except Exception:  # noqa: BLE001  # cheroot would stop serving everybody
            _log.exception("a connection was lost")
            conn.close()


class _Lent:
    """The threads of another server, which begins and ends them."""

    def start(self) -> None:
        """Begin none."""

    def stop(self, _timeout: float) -> None:
        """End none."""


class Written(Protocol):
    """Live streams, of one table or of many."""

    def run(self) -> None:
        """Write to all of them until they are ended."""
        ...


class Served(Protocol):
    """What the server wants of an app: it lies in the app's extensions as `companion`."""

    @property
    def streams(self) -> "Written":
        """Those that its pages have open."""
        ...

    def known(self, head: Head) -> str:
        """Return the key of who asks; nothing of a stranger's."""
        ...

    def stop(self) -> None:
        """Refuse what would change something from now on, and end all streams."""
        ...


class Server:
    """Serves an app until it is stopped; on a second port over TLS, if that is asked for.

    Both ports share the threads and the bounds of `Arrivals`. The second has a selector of its own:
    handshakes cost milliseconds, and nobody on the first waits for them.

    Args:
        app: from `create_app` of `web`, `create_club_app`, or `create_hosted_app`.
        at: from `bound`; closed when it stops.
        routers: the addresses of those who ask for others, and say for whom (`X-Forwarded-For`).
    """

    def __init__(self, app: Flask, at: socket.socket, *, routers: Collection[str] = ()) -> None:
        served: Served = app.extensions["companion"]
        self._app, self._served = app, served
        self._server = self._listening(at)
        self._server.arrivals = Arrivals(
            served.known, self._server.requests.put, self._server.put_conn, routers
        )
        self._second: _Listening | None = None
        self._threads: list[threading.Thread] = []

    def _listening(self, at: socket.socket) -> _Listening:
        server = _Listening(
            at,
            self._app,
            numthreads=THREADS,
            max=THREADS,
            request_queue_size=BACKLOG,
            timeout=TIMEOUT_S,
            shutdown_timeout=SHUTDOWN_TIMEOUT_S,
            server_name="companion",
        )
        server.gateway = _Gateway
        server.keep_alive_conn_limit = LINES
        server.max_request_header_size = HEADER_BYTES
        return server

    @property
    def threads(self) -> int:
        """How many there are; the pool never grows."""
        return int(self._server.numthreads)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.bind_addr[1])

    def start(self) -> None:
        """Listen, and serve in threads of its own."""
        _listen(self._server)
        self._run("web", self._server.serve)
        self._run("streams", self._served.streams.run)

    def start_second(self, port: int, contexts: Contexts) -> int:
        """Listen on a second port over TLS, once the first is; return which it is.

        Args:
            port: 0 for any that is free.
            contexts: returns what each new connection is served with.

        Raises:
            SettingsError: the port cannot be had; the first goes on.
        """
        second = self._listening(bound(self._server.bind_addr[0], port, "--tls-port"))
        second.ssl_adapter = Handshakes(contexts)
        second.arrivals, second.requests = self._server.arrivals, _Lent()
        _listen(second)
        self._second = second
        self._run("web tls", second.serve)
        return int(second.bind_addr[1])

    def _run(self, name: str, target: Callable[[], object]) -> None:
        thread = threading.Thread(target=target, name=name)
        self._threads.append(thread)
        thread.start()

    def stop(self) -> None:
        """Refuse commands, end all streams, then stop; the caller closes the journal after it."""
        self._served.stop()
        self._server.arrivals.close()
        if self._second is not None:
            self._second.stop()
        self._server.stop()
        for thread in self._threads:
            thread.join(SHUTDOWN_TIMEOUT_S)


def _listen(server: _Listening) -> None:
    server.prepare()
    tune_socket(server.socket)


def bound(host: str, port: int = 0, option: str = "--port") -> socket.socket:
    """Return a socket that listens: who comes before there is anything to serve waits a little.

    So the port can be said, and certified, at once, and no other program takes it meanwhile.

    Args:
        host: the address; nothing or "0.0.0.0": all of IPv4, "::": all.
        port: 0 for any that is free.
        option: with which another port is chosen.

    Raises:
        SettingsError: the address or port cannot be had.
    """
    at: socket.socket | None = None
    try:
        every = host or "0.0.0.0"  # noqa: S104  # phones are to reach it
        family, kind, *_, address = socket.getaddrinfo(every, port, type=socket.SOCK_STREAM)[0]
        at = socket.socket(family, kind)
        if port:
            _reuse(at)
        if host == "::":
            at.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        at.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        at.bind(address)
        _reuse(at)  # any free port is chosen without it: the kernel might give one that is taken
        at.listen(BACKLOG)  # with a port that is only bound two programs may have the same
    except OSError as cause:
        if at is not None:
            at.close()
        mend = f"another program uses it, or it is not allowed: choose one with {option}"
        if not _is_of_this_machine(host):
            mend = "this machine has no such address: choose one with --host"
        raise SettingsError(f"cannot listen on port {port}", where=host, mend=mend) from cause
    return at


def _reuse(at: socket.socket) -> None:
    """Let the port be had again at once, although lines of before are still on their way out."""
    if os.name == "posix":  # elsewhere it lets another program take the port
        at.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def _is_of_this_machine(host: str) -> bool:
    try:
        family, kind, *_, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as tried:
            tried.bind(address)
    except OSError:
        return False
    return True


def tune_socket(listening: socket.socket) -> None:
    """Set what every accepted connection inherits."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED_AFTER_MS)


def tune_process(mallopt: Callable[[int, int], int] | None = None) -> None:
    """Set what holds for the whole process; called once, before threads start."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    os.umask(0o077)  # SQLite makes its own files: nobody else reads those either
    with contextlib.suppress(OSError, AttributeError, TypeError):  # no glibc here: nothing to set
        for what, value in MEMORY.items():
            (mallopt or ctypes.CDLL(None).mallopt)(what, value)
