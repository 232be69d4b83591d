"""The real nginx as a router, and small web servers that stand in for hub and workers."""

import json
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from companion.hosting.router import AGAIN, Router, configuration
from tests.support.ports import reserved
from tests.support.waiting import soon
from web.hosted.standing import CLUB_AWAY, standing_pages
from web.server.bodies import LARGE

NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/sbin") or "nginx"
LARGEST = max(LARGE.values())


class StandIn:
    """A web server that tells what it was asked; with `holders` it knows who holds which table.

    `/…/events` is a stream: an event at once, another when the test lets it.
    """

    def __init__(self, name: str, holders: dict[str, str]) -> None:
        self.name, self.holders, self.asked = name, holders, list[str]()
        self.promised: list[str] = []  # so many bytes with each question who holds a table
        self.is_ill = False  # it answers that it cannot ask
        self.go_on = threading.Event()
        self.port = reserved()
        self.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen, always at the same port."""
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                stand_in.answer(self)

            def do_POST(self) -> None:
                stand_in.answer(self)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        ThreadingHTTPServer.allow_reuse_address = True
        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def kill(self) -> None:
        """Answer nobody any more, as a program that was killed."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, asked: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        if asked.path.startswith("/where/"):
            self.asked.append(asked.path)
            promised = asked.headers.get("Content-Length", "0")
            self.promised.append(promised)
            asked.rfile.read(int(promised))  # as any server waits for it
            holder = self.holders.get(asked.path.removeprefix("/where/"))
            asked.send_response(503 if self.is_ill else 204 if holder else 403)
            if holder:
                asked.send_header("X-Worker", holder)
            asked.send_header("Cache-Control", "no-store")
            asked.end_headers()
        elif asked.path.endswith("/events"):
            asked.send_response(200)
            asked.send_header("Content-Type", "text/event-stream")
            asked.send_header("X-Accel-Buffering", "no")
            asked.end_headers()
            for event in ("hello", "news"):
                asked.wfile.write(f"event: {event}\n\n".encode())
                asked.wfile.flush()
                self.go_on.wait(30)
        else:
            size = int(asked.headers.get("Content-Length", 0))
            body = asked.rfile.read(size)
            told = {
                "by": self.name,
                "method": asked.command,
                "path": asked.path,
                "body": body.decode()[:100],
                "size": len(body),
                "headers": {name.lower(): value for name, value in asked.headers.items()},
            }
            said = json.dumps(told).encode()
            first, key, *_ = (*asked.path.split("/")[1:], "")
            is_there = first != "t" or key in self.holders
            asked.send_response(200 if is_there else 404)
            asked.send_header("Content-Length", str(len(said)))
            asked.end_headers()
            asked.wfile.write(said)


class Routed:
    """A router that runs."""

    def __init__(self, port: int) -> None:
        self.port = port

    def open(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[HTTPConnection, HTTPResponse]:
        """Ask for something; the answer may still be coming."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body, named)
        return line, line.getresponse()

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> tuple[int, str, Mapping[str, str]]:
        """Return status, text and headers of an answer."""
        line, answer = self.open(path, method, body, **headers)
        with closing(line):
            return answer.status, answer.read().decode(), dict(answer.getheaders())

    def told(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> Mapping[str, Any]:
        """Return what a stand-in was asked."""
        status, text, _ = self.ask(path, method, body, **headers)
        assert status == 200, (status, text)
        found: Mapping[str, Any] = json.loads(text)
        return found


def somebody() -> dict[str, Any]:
    """Return as whom nginx runs, where root runs the tests: as an ordinary user."""
    if os.geteuid():
        return {}
    told = pwd.getpwnam("nobody")
    return {"user": told.pw_uid, "group": told.pw_gid, "extra_groups": []}


def written(folder: Path, hub: str, workers: tuple[str, ...], port: int, **more: Path) -> Path:
    """Write a configuration for a folder of its own, and return where it lies."""
    router = Router(
        hub=hub, workers=workers, folder=folder, port=port, largest=LARGEST,
        away=standing_pages(AGAIN), hub_away=standing_pages(AGAIN, CLUB_AWAY), **more,
    )  # fmt: skip
    path = folder / "router.conf"
    path.write_text(configuration(router))
    for one in (folder, *folder.iterdir()):
        if who := somebody():
            os.chown(one, who["user"], who["group"])
    return path


def certified(folder: Path) -> Mapping[str, Path]:
    """Make a certificate that signs itself, and its key; return where they lie."""
    made = {"certificate": folder / "club.pem", "key": folder / "club.key"}
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    words += ["-nodes", "-subj", "/CN=club", "-out", str(made["certificate"])]
    subprocess.run(
        [*words, "-keyout", str(made["key"])], check=True, capture_output=True, timeout=60
    )
    return made


@contextmanager
def routed(hub: str, workers: tuple[str, ...], *, tls: bool = False) -> Iterator[Routed]:
    """Run nginx in front of hub and workers; over TLS people alone come to it."""
    folder, port = Path(tempfile.mkdtemp(prefix="router-", dir="/tmp")), reserved()
    try:
        path = written(folder, hub, workers, port, **(certified(folder) if tls else {}))
        words = [NGINX, "-e", "stderr", "-c", str(path)]
        with (folder / "log").open("wb") as log:
            nginx = subprocess.Popen(words, stderr=log, **somebody())
        try:
            assert soon(lambda: _answers(port)), (folder / "log").read_text()
            yield Routed(port)
        finally:
            nginx.terminate()
            nginx.wait(60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
