"""One line to a hub. Every wait has an end, every answer a largest size; nothing is followed."""

import http.client
import io
import socket
import ssl
import time
from contextlib import suppress
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

import msgspec

from companion.errors import ClubError
from companion.files import words_of
from companion.shipping.refusals import refused
from companion.shipping.wire import (
    MEDIA_TYPE,
    HubHead,
    Join,
    Joined,
    LeaseWish,
    MovingGame,
    OpenOrders,
    OrderAnswer,
    Parcel,
    RecordBatch,
    Refused,
    TableAddresses,
    TableRound,
)

CONNECT_S, EXCHANGE_S = 5.0, 20.0
"""So long it may take to be connected, and to ask one question and hear the answer."""

LONGEST, LONGEST_GAME = 64 << 10, 8 << 20
"""Bytes of an answer; of one with records."""

_PIECE = 64 << 10  # bytes that are sent at once
_NO_CHECK_TIME = 0x200000  # X509_V_FLAG_NO_CHECK_TIME of OpenSSL's x509_vfy.h
_OTHER_NAME = (62, 64)  # X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH

_NOT_TAKEN = (400, 413, 415, 422)
"""Said of a picture that is none, is too large, or is another than its digest says."""

AnswerT = TypeVar("AnswerT")


class HubAnswer(NamedTuple):
    """What came back."""

    status: int
    body: bytes
    leads_to: str = ""  # where else it says to ask; nobody does by itself


def trusting(authority: bytes) -> ssl.SSLContext:
    """Return what trusts one authority, given as DER, and nobody else.

    When its certificates count is not looked at: a Raspberry Pi's clock may be wrong by years, and
    whom the table trusts it knows by the print in the join code.

    Raises:
        ssl.SSLError: it is no certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_verify_locations(cadata=authority)
    context.verify_flags |= ssl.VERIFY_X509_STRICT | _NO_CHECK_TIME
    return context


def unproven() -> ssl.SSLContext:
    """Return what believes anybody: for what is compared with a print afterwards."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class HubLink:
    """A line to a hub, kept open between two questions; for one thread.

    Args:
        host: a name or number.
        port: of it.
        context: how TLS is spoken; None: it is not.
        token: what this table shows.
        patience_s: so long a question may take; None: as `EXCHANGE_S` says.
    """

    def __init__(
        self,
        host: str,
        port: int,
        context: ssl.SSLContext | None,
        token: str = "",
        *,
        patience_s: float | None = None,
    ) -> None:
        self._patience = EXCHANGE_S if patience_s is None else patience_s
        self.host = host
        """Its name or number."""
        self._port, self._context, self._token = port, context, token
        self._line: http.client.HTTPConnection | None = None
        self._raw: socket.socket | None = None

    # ---- what a table asks

    def join(self, wish: Join) -> Joined | Refused:
        """Join the club."""
        return self._struct("POST", "/ship/join", wish, Joined)

    def lease(self, game: str, wish: LeaseWish) -> HubHead | Refused:
        """Ask for the lease of a game, and how far the hub has it."""
        return self._struct("POST", f"/ship/games/{game}/lease", wish, HubHead)

    def keep(self, game: str, batch: RecordBatch) -> HubHead | Refused:
        """Have records kept."""
        return self._struct("POST", f"/ship/games/{game}/records", batch, HubHead)

    def open_games(self) -> tuple[MovingGame, ...]:
        """Return the games that this table may go on with."""
        return self._told("/ship/moves", tuple[MovingGame, ...])

    def take(self, game: str) -> HubHead:
        """Take over a game that this table may go on with."""
        return self._told(f"/ship/games/{game}/take", HubHead, "POST")

    def records_after(self, game: str, seq: int) -> tuple[Parcel, ...]:
        """Return records of a game that this table holds, from a number on; none: that is all."""
        return self._told(f"/ship/games/{game}/records?after={seq}", tuple[Parcel, ...])

    def tell_addresses(self, addresses: tuple[str, ...]) -> None:
        """Say where this table's pages are; an older hub does not want to know."""
        told = msgspec.msgpack.encode(TableAddresses(addresses))
        answer = self.ask("PUT", "/ship/addresses", told)
        if answer.status not in (200, 204, 404, 405):
            raise self._refusal_of(answer)

    def orders(self) -> OpenOrders:
        """Return what arbiters want done at this table."""
        return self._told("/ship/orders", OpenOrders)

    def round(self) -> TableRound | None:
        """Return which round of a tournament sits here; an older hub knows of none."""
        answer = self.ask("GET", "/ship/round")
        if answer.status in (404, 405):
            return None
        told: TableRound | None = self._read(answer, TableRound | None)
        return told

    def order_done(self, number: int, told: OrderAnswer) -> None:
        """Say what came of an order."""
        answer = self.ask("POST", f"/ship/orders/{number}", msgspec.msgpack.encode(told))
        if answer.status not in (200, 204):
            raise self._refusal_of(answer)

    def has_picture(self, digest: str) -> bool:
        """Tell whether the hub has a picture."""
        answer = self.ask("HEAD", f"/ship/pictures/{digest}")
        if answer.status not in (200, 404):
            raise self._refusal_of(answer)
        return answer.status == 200

    def picture(self, digest: str) -> bytes | None:
        """Return a picture, or None if the hub has not got it whole."""
        answer = self.ask("GET", f"/ship/pictures/{digest}", longest=LONGEST_GAME)
        if answer.status not in (200, 404):
            raise self._refusal_of(answer)
        return answer.body if sha256(answer.body).hexdigest() == digest else None

    def keep_picture(self, digest: str, jpeg: bytes) -> None:
        """Have a picture kept; one that the hub does not take is left out."""
        answer = self.ask("PUT", f"/ship/pictures/{digest}", jpeg, "image/jpeg")
        if answer.status not in (200, 204, *_NOT_TAKEN):
            raise self._refusal_of(answer)

    # ---- how

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        kind: str = MEDIA_TYPE,
        *,
        longest: int = LONGEST,
    ) -> HubAnswer:
        """Ask once; on a line that was open and has been closed meanwhile, once more.

        Raises:
            ClubError: nobody answers, or somebody else does.
        """
        was_open = self._line is not None
        try:
            return self._asked(method, path, body, kind, longest)
        except ClubError as error:
            if not was_open or error.code != "hub-away":
                raise
        return self._asked(method, path, body, kind, longest)

    def close(self) -> None:
        """Close the line; the next question opens another."""
        raw, self._raw, self._line = self._raw, None, None
        if raw is not None:
            with suppress(OSError):
                raw.close()

    def cut(self) -> None:
        """End what waits on this line, from another thread."""
        raw = self._raw
        if raw is not None:
            with suppress(OSError):
                socket.socket.shutdown(raw, socket.SHUT_RDWR)

    def _asked(
        self, method: str, path: str, body: bytes | None, kind: str, longest: int
    ) -> HubAnswer:
        head = {"Content-Type": kind} if body is not None else {}
        if self._token:
            head["Authorization"] = f"Bearer {self._token}"
        try:
            line = self._opened()
            line.request(method, path, body, head)
            told, is_last = self._heard(line.getresponse(), longest)
        except ssl.SSLCertVerificationError as error:
            self.close()
            raise self._other(error) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise ClubError(code="hub-away", hub=self.host, detail=_words(error)) from None
        except BaseException:
            self.close()
            raise
        if is_last:
            self.close()
        return told

    def _heard(self, answer: http.client.HTTPResponse, longest: int) -> tuple[HubAnswer, bool]:
        """Return an answer, and whether it is the last on this line.

        Raises:
            ConnectionError: it is cut short.
            ClubError: it does not end.
        """
        leads_to = answer.getheader("Location") or ""
        told = HubAnswer(answer.status, answer.read(longest + 1), leads_to)
        if len(told.body) > longest:
            raise self._nonsense("the answer does not end")
        if not answer.isclosed():
            raise ConnectionError("the answer is cut short")
        return told, answer.will_close

    def _opened(self) -> http.client.HTTPConnection:
        """Return the line with its time for one question."""
        if self._line is None:
            patience = min(CONNECT_S, self._patience)
            raw = socket.create_connection((self.host, self._port), patience)
            try:
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if self._context is not None:
                    raw = self._context.wrap_socket(raw, server_hostname=self.host)
            except BaseException:
                raw.close()
                raise
            self._raw, self._line = raw, http.client.HTTPConnection(self.host, self._port)
            self._line.auto_open = 0
        assert self._raw is not None
        limited: Any = _Limited(self._raw, time.monotonic() + self._patience)
        self._line.sock = limited
        return self._line

    def _struct(
        self, method: str, path: str, body: msgspec.Struct, kind: type[AnswerT]
    ) -> AnswerT | Refused:
        """Return the answer, or the refusal that stands in it.

        Raises:
            ClubError: it is neither.
        """
        answer = self.ask(method, path, msgspec.msgpack.encode(body))
        try:
            if answer.status == 200:
                return msgspec.msgpack.decode(answer.body, type=kind)
            if answer.status == 401:
                return Refused("token-void")
            return msgspec.msgpack.decode(answer.body, type=Refused)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise self._nonsense(f"status {answer.status}") from None

    def _told(self, path: str, kind: type[AnswerT], method: str = "GET") -> AnswerT:
        """Return what the hub tells.

        Raises:
            ClubError: it refuses, or talks nonsense.
        """
        answer = self.ask(method, path, longest=LONGEST_GAME)
        if answer.status in (404, 409, 503):
            with suppress(msgspec.DecodeError):
                told = msgspec.msgpack.decode(answer.body, type=Refused)
                raise refused(told.code, told.facts)
        found: AnswerT = self._read(answer, kind)
        return found

    def _read(self, answer: HubAnswer, kind: Any) -> Any:
        """Return what stands in an answer.

        Raises:
            ClubError: it refuses, or talks nonsense.
        """
        if answer.status != 200:
            raise self._refusal_of(answer)
        try:
            return msgspec.msgpack.decode(answer.body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise self._nonsense("its answer is none") from None

    def _refusal_of(self, answer: HubAnswer) -> ClubError:
        if answer.status == 401:
            return ClubError(code="token-void")
        return self._nonsense(f"status {answer.status}")

    def _nonsense(self, detail: str) -> ClubError:
        return ClubError(code="hub-nonsense", hub=self.host, detail=detail)

    def _other(self, error: ssl.SSLCertVerificationError) -> ClubError:
        if error.verify_code in _OTHER_NAME:
            return ClubError(code="hub-name", hub=self.host)
        return ClubError(code="hub-other", hub=self.host, detail=error.verify_message)


def _words(error: Exception) -> str:
    return words_of(error) or type(error).__name__


class _Limited:
    """A socket on which all that is sent and heard has one end in time, however it drips in.

    Args:
        raw: the socket.
        until: monotonic seconds.
    """

    def __init__(self, raw: socket.socket, until: float) -> None:
        self._raw, self._until = raw, until

    def sendall(self, data: bytes) -> None:
        """Send all of it.

        Raises:
            TimeoutError: there was not the time.
        """
        view = memoryview(data)
        while view:
            self._limit()
            view = view[self._raw.send(view[:_PIECE]) :]

    def receive(self, buffer: bytearray | memoryview) -> int:
        """Hear something; 0: it is the end.

        Raises:
            TimeoutError: there was not the time.
        """
        self._limit()
        return self._raw.recv_into(buffer)

    def makefile(self, *_mode: object) -> io.BufferedReader:
        """Return what an answer is read from."""
        return io.BufferedReader(_Heard(self))

    def close(self) -> None:
        """Leave the socket open: an answer may still be read from it."""

    def _limit(self) -> None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("it takes too long")
        self._raw.settimeout(left)


class _Heard(io.RawIOBase):
    def __init__(self, limited: _Limited) -> None:
        self._limited = limited

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._limited.receive(buffer)
