"""A request while it arrives: what its head says, and when all of it has come."""

import io
import re
from typing import NamedTuple

from cheroot.server import HTTPRequest

from web.server import bodies

HEADER_BYTES = 16 * 1024

_END = b"\r\n\r\n"
_TO = re.compile(rb"\A[A-Z]+ ([^ ?\r\n]+)")
# Strict where cheroot is not: it takes spaces about a name, a folded line and "+3" as a length.
_FIELD = re.compile(rb"([!#$%&'*+.^`|~\w-]+):[ \t]*([^\r\n]*?)[ \t]*")
_LENGTH = re.compile(r"(?a)\d{1,18}")
_ADDRESS = re.compile(r"(?i)[\da-f:.]{2,45}")
_BEARER = re.compile(r"(?ai)bearer[ \t]+([\w-]+)")


class Head(NamedTuple):
    """What the head of a request says of its body, and of who asks."""

    path: str = ""
    cookies: str = ""  # as they stand there
    bearer: str = ""  # the token that a program shows
    body: int = 0  # bytes
    forwarded: str = ""  # the address for which it comes; to be believed of a router alone
    is_clear: bool = True  # whether every reader of it takes the same bytes for its body

    @property
    def is_large(self) -> bool:
        """Whether its body is larger than that of a form, and may be so at this address."""
        return bodies.SMALL < self.body <= bodies.most(self.path)

    def cookie(self, name: str) -> str:
        """Return the cookie of a name; nothing if there is none, or what no cookie of ours says."""
        match = re.search(rf"(?a)(?:^|[; ]){name}=([\w-]+)", self.cookies)
        return match[1] if match else ""

    @classmethod
    def of(cls, head: bytes) -> "Head":
        """Return what a whole head says; what is no request has no path."""
        rows = [_FIELD.fullmatch(row) for row in head.split(b"\r\n")[1:] if row]
        pairs = [(row[1].lower(), row[2].decode("latin-1")) for row in rows if row]
        fields = dict(pairs)  # of a field said twice the last, as in cheroot and so in the pages
        lengths = [value for name, value in pairs if name == b"content-length"]
        is_clear = all(rows) and len(lengths) < 2 and all(map(_LENGTH.fullmatch, lengths))
        path, bearer = _TO.search(head), _BEARER.fullmatch(fields.get(b"authorization", ""))
        address = _ADDRESS.fullmatch(fields.get(b"x-forwarded-for", ""))
        return cls(
            path=path[1].decode("latin-1") if path else "",
            cookies=fields.get(b"cookie", ""),
            bearer=bearer[1] if bearer else "",
            body=int(lengths[0]) if is_clear and lengths else 0,
            forwarded=address[0] if address else "",
            is_clear=is_clear,
        )


class Arriving:
    """What has come over a line, as a file: what is read from it is one whole request."""

    closed = False
    bytes_read = 0  # cheroot's statistics ask for it

    def __init__(self) -> None:
        self._come, self._request = bytearray(), io.BytesIO()
        self._whole, self._searched = 0, 0  # bytes of the next request once all of it has come
        self._most: int | None = None  # bytes of a large body that are waited for, once it is said
        self.head: Head | None = None
        """Of the next request, once it has come."""
        self.is_clear = True
        """Whether the end of the request that is open is agreed on."""
        self.takes = bodies.SMALL
        """Bytes of the body of the request that is open, at most; a longer one is refused."""

    def add(self, piece: bytes) -> None:
        """Take in what came."""
        self._come += piece
        self._look()

    @property
    def asks(self) -> bool:
        """Whether somebody must say if a large body is waited for."""
        return self.head is not None and self.head.is_large and self._most is None

    def let(self, *, come: bool) -> None:
        """Wait for a large body, or for none."""
        self._most = self.head.body if come and self.head else bodies.SMALL
        self._look()

    @property
    def has_begun(self) -> bool:
        """Whether a part of a request has come."""
        return bool(self._come)

    def has_data(self) -> bool:
        """Return whether a whole request has come."""
        return self._whole > 0

    def open_next(self) -> Head:
        """Let the next request be read; return what its head says."""
        request, head = bytes(self._come[: self._whole]), self.head
        del self._come[: self._whole]
        self._request = io.BytesIO(request)
        self.takes = self._most or bodies.SMALL
        self.is_clear = head is None or head.is_clear
        self._whole = self._searched = 0
        self._most = self.head = None
        self._look()
        return head or Head()

    def read(self, size: int | None = -1) -> bytes:
        """Return what is left of the request that is open."""
        return self._request.read(size)

    def readline(self, size: int | None = -1) -> bytes:
        """Return its next line."""
        return self._request.readline(size)

    def close(self) -> None:
        """Let go of all of it."""
        self.closed = True

    def _look(self) -> None:
        """Look whether the next request is whole; one that cheroot will refuse is, as it stands."""
        end = self._come.find(_END, max(0, self._searched - len(_END)))
        self._searched = len(self._come)
        if end < 0:
            self._whole = len(self._come) if len(self._come) > HEADER_BYTES else 0
            return
        self._searched = end  # it is found again while the body comes
        size = end + len(_END)
        if self.head is None:
            self.head = Head.of(bytes(self._come[: end + 2]))
        if self.asks:
            return
        body = self.head.body
        needed = size + (body if body <= (self._most or bodies.SMALL) else 0)
        self._whole = needed if len(self._come) >= needed else 0


class Request(HTTPRequest):
    """Cheroot's own, whose body is left out where nobody has waited for it.

    Two readers that disagree on where a request ends take a body for the next request, of somebody
    else's right (RFC 9112, 6.3). So nothing more is read from a line after such a request.
    """

    is_too_large = False
    """Whether it was: the app says so, and nothing more comes over the line."""

    def read_request_headers(self) -> bool:
        """Read the head; refuse one that does not say plainly how long the body is."""
        if not self.conn.rfile.is_clear:
            self.simple_response("400 Bad Request", "It does not say plainly how long it is.")
            return False
        return bool(super().read_request_headers())  # type: ignore[no-untyped-call]  # cheroot says no types

    def respond(self) -> None:
        """Answer."""
        if b"Transfer-Encoding" in self.inheaders:  # the app refuses it, and its chunks never come
            self.leave_out_body()
        elif int(self.inheaders.get(b"Content-Length", 0)) > self.conn.rfile.takes:
            self.is_too_large = True
            self.leave_out_body()
        super().respond()

    def leave_out_body(self) -> None:
        """Answer without the body; nothing more comes over the line."""
        self.close_connection, self.chunked_read = True, False
        self.inheaders[b"Content-Length"] = b"0"
