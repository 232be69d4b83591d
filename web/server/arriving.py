"""A request while it arrives: what its head says, and when all of it has come."""

import io
import re
from typing import NamedTuple

from cheroot.server import HTTPRequest

from web.server import bodies

HEADER_BYTES = 16 * 1024

_END = b"\r\n\r\n"
_LENGTH = re.compile(rb"(?im)^content-length:[ \t]*(\d{1,9})[ \t]*\r$")
_TO = re.compile(rb"\A[A-Z]+ ([^ ?\r\n]+)")
_COOKIES = re.compile(rb"(?im)^cookie:([^\r\n]*)")
_FORWARDED = re.compile(rb"(?im)^x-forwarded-for:[ \t]*([\da-f:.]{2,45})[ \t]*\r$")
_BEARER = re.compile(rb"(?im)^authorization:[ \t]*bearer[ \t]+([\w-]+)[ \t]*\r$")


class Head(NamedTuple):
    """What the head of a request says of its body, and of who asks."""

    path: str = ""
    cookies: str = ""  # as they stand there
    bearer: str = ""  # the token that a program shows
    body: int = 0  # bytes
    forwarded: str = ""  # the address for which it comes; to be believed of a router alone

    @property
    def is_large(self) -> bool:
        """Whether its body is larger than that of a form, and may be so at this address."""
        return bodies.SMALL < self.body <= bodies.most(self.path)

    def cookie(self, name: str) -> str:
        """Return the cookie of a name; nothing if there is none, or what no cookie of ours says."""
        found = re.search(rf"(?a)(?:^|[; ]){name}=([\w-]+)", self.cookies)
        return found[1] if found else ""

    @classmethod
    def of(cls, head: bytes) -> "Head":
        """Return what a whole head says; what is no request has no path."""
        told = _LENGTH.search(head)
        words = (one.search(head) for one in (_TO, _COOKIES, _BEARER, _FORWARDED))
        path, cookies, bearer, of = (word[1].decode("latin-1") if word else "" for word in words)
        return cls(path, cookies, bearer, int(told[1]) if told else 0, of)


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
    """Cheroot's own, whose body is left out where nobody has waited for it."""

    is_too_large = False
    """Whether it was: the app says so, and nothing more comes over the line."""

    def respond(self) -> None:
        """Answer."""
        if int(self.inheaders.get(b"Content-Length", 0)) > self.conn.rfile.takes:
            self.is_too_large = self.close_connection = True
            self.inheaders[b"Content-Length"] = b"0"
        super().respond()
