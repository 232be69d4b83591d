"""Lines over TLS that a selector can wait for, as for any other.

Cheroot's own adapters shake hands where connections are accepted: one silent phone would keep all
others waiting. Here nobody waits for a handshake; it goes on with the bytes that are taken in.
"""

import errno
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NoReturn, TypeAlias

Contexts: TypeAlias = Callable[[], ssl.SSLContext | None]
"""Returns what new connections are served with now; None while there is no certificate."""

PLAIN = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nType https:// before this address.\n"
"""What is answered to a browser that speaks without TLS."""

_WAITS = (ssl.SSLWantReadError, ssl.SSLWantWriteError)
_PIECE = 32 * 1024


class SecureLine(ssl.SSLSocket):
    """A socket over TLS that waits and breaks as one without does."""

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        """Return what has come; before that, go on with the handshake.

        Raises:
            BlockingIOError: more must come first. That more can be written first does not happen
                to a handshake, whose bytes all fit into the buffer of a new connection.
            ConnectionResetError: it is not, or no longer, TLS.
        """
        try:
            piece = super().recv(buflen, flags)
            while piece and (left := self.pending()):  # of these no selector tells
                piece += super().recv(left)
        except _WAITS as error:
            raise BlockingIOError(errno.EAGAIN, str(error)) from None
        except ssl.SSLError as error:
            if error.reason == "HTTP_REQUEST":
                self._answer_plainly()
            _reset(error)
        return piece

    def send(self, data: Any, flags: int = 0) -> int:
        """Send what can be sent; return how much.

        Raises:
            BlockingIOError: nothing can be sent now.
            ConnectionResetError: it is no longer TLS.
        """
        try:
            return super().send(data, flags)
        except _WAITS as error:
            raise BlockingIOError(errno.EAGAIN, str(error)) from None
        except ssl.SSLError as error:
            _reset(error)

    def shutdown(self, how: int) -> None:
        """End it, from whichever thread: TLS itself is not touched, which another may be using."""
        socket.socket.shutdown(self, how)

    def _answer_plainly(self) -> None:
        with suppress(OSError):
            socket.socket.recv(self, _PIECE)  # with bytes left unread the answer would be lost
            socket.socket.send(self, PLAIN)


def _reset(error: ssl.SSLError) -> NoReturn:
    raise ConnectionResetError(errno.ECONNRESET, str(error)) from error


class Handshakes:
    """What cheroot asks of TLS: a line for each connection, whose handshake has not begun."""

    makefile = None  # connections bring their own

    def __init__(self, contexts: Contexts) -> None:
        self._contexts = contexts

    def bind(self, listening: socket.socket) -> socket.socket:
        """Return a listening socket as it is."""
        return listening

    def wrap(self, line: socket.socket) -> tuple[SecureLine, Mapping[str, str]]:
        """Return a line for a new connection, and what its requests tell the app.

        Raises:
            ConnectionResetError: there is no certificate, or the other side has gone.
        """
        context = self._contexts()
        try:
            if context is None:
                raise ssl.SSLError("there is no certificate")
            context.sslsocket_class = SecureLine
            secure = context.wrap_socket(line, server_side=True, do_handshake_on_connect=False)
        except (OSError, ValueError) as error:
            line.close()
            raise ConnectionResetError(errno.ECONNRESET, str(error)) from error
        assert isinstance(secure, SecureLine)
        return secure, {"HTTPS": "on"}
