"""A hub that keeps what tables send in memory, and may hang, hang up, drip, babble, refuse, lie."""

import datetime as dt
import http.server
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import SHUT_RDWR, socket
from typing import Any, Literal, TypeAlias

import msgspec

from companion.certificates.keeping import AUTHORITY
from companion.certificates.making import new_leaf
from companion.certificates.proof import serving
from companion.journal.record import FIRST_DIGEST, digest_of
from companion.shipping.join_code import BEYOND, print_of
from companion.shipping.wire import (
    HubHead,
    Join,
    Joined,
    LeaseWish,
    OpenOrders,
    Parcel,
    RecordBatch,
    Refused,
    TableRound,
)
from tests.support.ports import reserved
from tests.support.trusting import certified

HOST = "127.0.0.1"
SECRET, TABLE, CLUB, TOKEN = "ABCDEFGH", "Table 7", "Chess & Co.", "a token"
DRIP_S = 0.02

Mood: TypeAlias = Literal[
    "well",
    "hangs",
    "hangs-up",
    "drips",
    "babbles",
    "floods",
    "lies",
    "led-away",
    "refuses",
    "keeps-and-hangs-up",
]
"""`lies`: it says that it kept other records. `refuses`: its database is away."""


class SmallHub:
    """A hub on two ports of this machine: without TLS, and with it.

    Args:
        folder: where its authority lies.
    """

    def __init__(self, folder: Path) -> None:
        self._certificates = certified(folder, HOST)
        self.authority = self._certificates.now.authority
        self.pem = ssl.DER_cert_to_PEM_cert(self.authority)
        self.context = self._certificates.now.context
        self.does: Mood = "well"
        self.records: dict[str, list[Parcel]] = {}
        self.pictures: dict[str, bytes] = {}
        self.codes = {SECRET: TABLE}
        self.tokens = {TOKEN}
        self.elsewhere: dict[str, str] = {}  # game -> the table that has it
        self.believes_proof = False  # who shows a game's first record gets it from there
        self.epoch = 1
        self.kept_too = False
        self.round: TableRound | None = None  # of a tournament, that sits at the table
        self.is_old = False  # it knows of no rounds
        self.refusal: Refused | None = None  # of every batch
        self.serves_authority_anyway = False
        self.asked: list[str] = []
        self.plain: list[str] = []  # of these what came without TLS
        self.listens_on = HOST
        self.batches: list[int] = []  # records in each
        self.port = reserved(BEYOND)
        self.gone = threading.Event()
        self._servers: list[_Listening] = []

    @property
    def address(self) -> str:
        """What a person types."""
        return f"{HOST}:{self.port}"

    @property
    def code(self) -> str:
        """The join code."""
        return f"{SECRET}-{print_of(self.authority)}"

    def open(self) -> None:
        """Listen."""
        self.gone.clear()
        context = self.context
        self._servers = [
            _Listening(self, self.port, None),
            _Listening(self, self.port + BEYOND, context),
        ]
        for server in self._servers:
            threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        """Hang up and listen no more."""
        self.gone.set()
        for server in self._servers:
            server.shutdown()
            server.server_close()
            server.hang_up()
        self._servers = []

    def everywhere(self) -> None:
        """Listen on every number of this machine."""
        self.close()
        self.listens_on = ""
        self.open()

    def show_a_certificate_of(self, year: int) -> None:
        """Show what counted in another year alone."""
        folder = self._certificates.folder
        then = dt.datetime(year, 1, 1, tzinfo=dt.UTC)
        shown = folder / "then.pem"
        shown.write_bytes(new_leaf((folder / AUTHORITY).read_bytes(), [], [HOST], then))
        self.close()
        self.context = serving(shown)
        self.open()

    def forget(self, game: str, left: int) -> None:
        """Be what it was when it had only so many records of a game."""
        del self.records[game][left:]
        if not left:
            del self.records[game]

    def head(self, game: str) -> HubHead:
        """Return how far a game is here."""
        kept = self.records.get(game, [])
        table = self.elsewhere.get(game, TABLE)
        last = kept[-1].digest if kept else FIRST_DIGEST
        if self.does == "lies":
            last = "f" * 64
        return HubHead(
            seq=len(kept),
            digest=last,
            epoch=self.epoch,
            table=table,
            yours=table == TABLE,
            kept_too=self.kept_too,
        )

    def keep(self, game: str, batch: RecordBatch) -> HubHead | Refused:
        """Keep records as the hub of the contract does."""
        if self.refusal is not None:
            return self.refusal
        if game in self.elsewhere or batch.epoch != self.epoch:
            return Refused("game-elsewhere", {"table": self.elsewhere.get(game, TABLE)})
        kept = self.records.setdefault(game, [])
        if batch.after > len(kept):
            return Refused("chain-gap", {"seq": len(kept)})
        before = batch.before
        for seq, parcel in enumerate(batch.parcels, start=batch.after + 1):
            if digest_of(before, parcel.body) != parcel.digest:
                return Refused("digest-wrong", {"seq": seq})
            if seq <= len(kept) and kept[seq - 1].digest != parcel.digest:
                return Refused("chain-forks", {"seq": seq})
            before = parcel.digest
        self.batches.append(len(batch.parcels))
        kept.extend(batch.parcels[len(kept) - batch.after :])
        return self.head(game)


@contextmanager
def small_hub(folder: Path) -> Iterator[SmallHub]:
    """Yield a hub that listens."""
    hub = SmallHub(folder)
    hub.open()
    try:
        yield hub
    finally:
        hub.close()


class _Listening(http.server.ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, hub: SmallHub, port: int, context: ssl.SSLContext | None) -> None:
        self.hub, self._context, self._lines = hub, context, list[socket]()
        super().__init__((hub.listens_on, port), _Asked)

    @property
    def is_secure(self) -> bool:
        return self._context is not None

    def get_request(self) -> tuple[socket, Any]:
        line, address = super().get_request()
        line.settimeout(30)
        if self._context is not None:
            line = self._context.wrap_socket(line, server_side=True, do_handshake_on_connect=False)
        self._lines.append(line)
        return line, address

    def hang_up(self) -> None:
        """End all lines, whoever talks on them."""
        for line in self._lines:
            with suppress(OSError):
                socket.shutdown(line, SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: who was asking has hung up."""


class _Asked(http.server.BaseHTTPRequestHandler):
    server: _Listening
    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        hub = self.server.hub
        hub.asked.append(f"{self.command} {self.path}")
        if not self.server.is_secure:
            hub.plain.append(hub.asked[-1])
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not self.server.is_secure and (hub.serves_authority_anyway or hub.does == "well"):
            is_file = self.path == "/club/authority.pem"
            self._send(200 if is_file else 404, hub.pem.encode() if is_file else b"")
        elif self.path == "/club/authority.pem":
            self._send(200, hub.pem.encode())
        elif hub.does == "hangs":
            hub.gone.wait(20)
        elif hub.does == "hangs-up":
            self.close_connection = True
        elif hub.does == "drips":
            self._drip()
        elif hub.does == "babbles":
            self.wfile.write(b"\x00\xff nonsense \r\n" * 40)
            self.close_connection = True
        elif hub.does == "floods":
            self._send(200, b"x" * (4 << 20))
        elif hub.does == "led-away":
            self._send(302, b"", Location=f"http://{HOST}:{hub.port}/club/authority.pem")
        elif hub.does == "refuses":
            self._pack(503, Refused("hub-database"))
        else:
            self._serve(hub, body)

    do_GET = do_POST = do_PUT = do_HEAD = _answer  # noqa: N815  # as the base has it

    def _serve(self, hub: SmallHub, body: bytes) -> None:
        told = self.headers.get("Authorization", "").removeprefix("Bearer ")
        parts = self.path.strip("/").split("/")
        if self.path == "/ship/join":
            self._join(hub, msgspec.msgpack.decode(body, type=Join))
        elif parts[0] != "ship":
            self._send(404, b"")
        elif told not in hub.tokens:
            self._pack(401, Refused("token-void"))
        elif parts[1] == "addresses" or (parts[1] == "round" and hub.is_old):
            self._send(404, b"<h1>Not Found</h1>")
        elif parts[1] == "round":
            self._pack(200, hub.round)
        elif parts[1] == "orders":
            self._pack(200, OpenOrders(now=0.0, orders=()))
        elif parts[1] == "pictures":
            self._picture(hub, parts[2], body)
        elif parts[3] == "lease":
            wish = msgspec.msgpack.decode(body, type=LeaseWish)
            table = hub.elsewhere.get(parts[2])
            if hub.believes_proof and digest_of(FIRST_DIGEST, wish.first) == parts[2]:
                table = None
                hub.elsewhere.pop(parts[2], None)
            if table is not None:
                self._pack(409, Refused("game-elsewhere", {"table": table}))
            else:
                self._pack(200, hub.head(parts[2]))
        else:
            self._keep(hub, parts[2], body)

    def _keep(self, hub: SmallHub, game: str, body: bytes) -> None:
        answer = hub.keep(game, msgspec.msgpack.decode(body, type=RecordBatch))
        if hub.does == "keeps-and-hangs-up":
            self.close_connection = True
        else:
            self._pack(409 if isinstance(answer, Refused) else 200, answer)

    def _join(self, hub: SmallHub, wish: Join) -> None:
        table = hub.codes.pop(wish.code, None)
        if table is None:
            self._pack(404, Refused("code-unknown"))
        else:
            self._pack(200, Joined(token=TOKEN, table=table, club=CLUB))

    def _picture(self, hub: SmallHub, digest: str, body: bytes) -> None:
        if self.command == "HEAD":
            self._send(200 if digest in hub.pictures else 404, b"")
        else:
            hub.pictures[digest] = body
            self._send(204, b"")

    def _drip(self) -> None:
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Drip: ")
            while not self.server.hub.gone.is_set():
                self.wfile.write(b"x")
                time.sleep(DRIP_S)

    def _pack(self, status: int, told: object) -> None:
        self._send(status, msgspec.msgpack.encode(told))

    def _send(self, status: int, body: bytes, **more: str) -> None:
        self.send_response(status)
        for name, value in more.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # likewise
        pass
