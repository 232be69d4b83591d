"""The web server: cheroot, embedded; its settings and the order in which it stops."""

import contextlib
import ctypes
import socket
import sys
import threading
from collections.abc import Callable

from cheroot import wsgi
from flask import Flask

from companion.errors import SettingsError
from web.context import Context
from web.guard import MAX_BODY

SPARE_THREADS = 16  # beside one for each open stream, which holds its thread
BACKLOG = 128  # with cheroot's 5, 64 phones at once wait for seconds
KEEP_ALIVE = 128
HEADER_BYTES = 16 * 1024
TIMEOUT_S = 10  # of a request, and of a send
SHUTDOWN_TIMEOUT_S = 2
VANISHED_AFTER_MS = 20_000  # a phone that sleeps or left frees its thread then, not in 15 min
SEND_BUFFER = 64 * 1024
SWITCH_INTERVAL_S = 0.001  # a busy thread holds the others up no longer
M_ARENA_MAX = -8  # glibc's mallopt: the same as MALLOC_ARENA_MAX
ARENAS = 2


class _Listening(wsgi.Server):
    """Cheroot's own, which lets go of a port that it could not have."""

    @staticmethod
    def bind_socket(socket_: socket.socket, bind_addr: tuple[str, int]) -> socket.socket:
        """Bind, or close what cannot be bound."""
        try:
            bound: socket.socket = wsgi.Server.bind_socket(socket_, bind_addr)  # type: ignore[no-untyped-call]  # cheroot says no types
        except OSError:
            socket_.close()
            raise
        return bound


class Server:
    """Serves an app until it is stopped.

    Args:
        app: from `web.create_app`.
        host: the address to listen on; "0.0.0.0" or "::" for all.
        port: 0 for any that is free.
    """

    def __init__(self, app: Flask, host: str, port: int) -> None:
        context: Context = app.extensions["companion"]
        self._context = context
        threads = context.settings.streams + SPARE_THREADS
        self._server = _Listening(
            (host, port),
            app,
            numthreads=threads,
            max=threads,
            request_queue_size=BACKLOG,
            timeout=TIMEOUT_S,
            shutdown_timeout=SHUTDOWN_TIMEOUT_S,
            server_name="companion",
        )
        self._server.keep_alive_conn_limit = KEEP_ALIVE
        self._server.max_request_header_size = HEADER_BYTES
        self._server.max_request_body_size = MAX_BODY
        self._thread: threading.Thread | None = None

    @property
    def threads(self) -> int:
        """How many there are; the pool never grows."""
        return int(self._server.numthreads)

    @property
    def port(self) -> int:
        """The port it listens on, known once `start` has returned."""
        return int(self._server.bind_addr[1])

    def start(self) -> None:
        """Listen, and serve in threads of its own.

        Raises:
            SettingsError: the address or port cannot be had.
        """
        host, port = self._server.bind_addr
        try:
            self._server.prepare()
        except OSError as cause:
            raise SettingsError(
                f"cannot listen on port {port}",
                where=host,
                mend="another program uses it, or it is not allowed: choose one with --port",
            ) from cause
        tune_socket(self._server.socket)
        self._thread = threading.Thread(target=self._server.serve, name="web")
        self._thread.start()

    def stop(self) -> None:
        """Refuse commands, end all streams, then stop; the caller closes the journal after it.

        With a stream open cheroot's own `stop` would never return.
        """
        self._context.stop()
        self._server.stop()
        if self._thread is not None:
            self._thread.join(SHUTDOWN_TIMEOUT_S)


def tune_socket(listening: socket.socket) -> None:
    """Set what every accepted connection inherits."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED_AFTER_MS)


def tune_process(mallopt: Callable[[int, int], int] | None = None) -> None:
    """Set what holds for the whole process; called once, before threads start."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    with contextlib.suppress(OSError, AttributeError, TypeError):  # no glibc here: nothing to set
        (mallopt or ctypes.CDLL(None).mallopt)(M_ARENA_MAX, ARENAS)
