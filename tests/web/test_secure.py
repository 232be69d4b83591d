"""The second port: TLS without anybody waiting for anybody's handshake."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.certificates.keeping import Certificates
from companion.errors import SettingsError
from tests.support.floods import BODY, HEAD, PATIENCE_S
from tests.support.pages import HOST, Living, Secured, living_room
from tests.support.trusting import ADDRESS, NAME, certified, trusting
from web.server.arrivals import LINES_OF_ONE
from web.server.secure import PLAIN
from web.server.serve import Server, bound
from web.shared.context import COOKIE

GET = b"GET /join HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Both(NamedTuple):
    """A room served on both ports."""

    room: Living
    server: Server
    port: int  # the one over TLS
    certificates: Certificates
    client: ssl.SSLContext

    def raw(self) -> socket.socket:
        """Connect without a word."""
        return socket.create_connection((HOST, self.port), PATIENCE_S)

    def line(self, host: str = HOST) -> ssl.SSLSocket:
        """Connect, and check all of the certificate."""
        return self.client.wrap_socket(self.raw(), server_hostname=host)

    def asked(self, path: str = "/join", token: str = "") -> http.client.HTTPResponse:
        """Ask for a page over a line of its own."""
        line = http.client.HTTPSConnection(HOST, self.port, timeout=PATIENCE_S, context=self.client)
        line.request("GET", path, headers={"Cookie": f"{COOKIE}={token}"} if token else {})
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer


@contextmanager
def both_ports(folder: Path) -> Iterator[Both]:
    certificates = certified(folder, ADDRESS)
    with living_room(folder) as room:
        server = Server(room.app, bound(HOST))
        server.start()
        try:
            port = server.start_second(0, lambda: certificates.now.context)
            client = trusting(certificates.now.authority)
            yield Both(room, server, port, certificates, client)
        finally:
            server.stop()


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with both_ports(tmp_path) as both:
        yield both


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def comes(line: socket.socket, awaited: bytes) -> None:
    """Read until something has come."""
    come = b""
    while awaited not in come:
        piece = line.recv(4096)
        assert piece, come
        come += piece


def is_cut_off(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except (ConnectionResetError, ssl.SSLError):
        return True


@pytest.mark.parametrize("host", [HOST, ADDRESS, NAME, "localhost", "m.local"])
def test_who_trusts_the_authority_gets_pages_by_address_and_by_name(both: Both, host: str) -> None:
    with closing(both.line(host)) as line:
        line.sendall(GET)
        assert line.recv(12) == b"HTTP/1.1 200"


def test_who_does_not_trust_it_refuses(both: Both) -> None:
    with closing(both.raw()) as line, pytest.raises(ssl.SSLCertVerificationError):
        ssl.create_default_context().wrap_socket(line, server_hostname=HOST)


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
def test_what_is_older_than_tls_1_2_is_refused(both: Both) -> None:
    old = trusting(both.certificates.now.authority)
    old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    old.set_ciphers("ALL:@SECLEVEL=0")
    with closing(both.raw()) as line, pytest.raises(ssl.SSLError):
        old.wrap_socket(line, server_hostname=HOST)


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_both_ports_know_the_same_phone(both: Both, version: ssl.TLSVersion) -> None:
    both.client.minimum_version = both.client.maximum_version = version
    token = both.room.begin()[0]
    assert both.asked("/seat", token).status == 200
    plain = http.client.HTTPConnection(HOST, both.server.port, timeout=PATIENCE_S)
    plain.request("GET", "/seat", headers={"Cookie": f"{COOKIE}={token}"})
    assert plain.getresponse().status == 200
    plain.close()


def test_a_form_of_a_page_over_tls_is_one_of_ours(both: Both) -> None:
    line = http.client.HTTPSConnection(HOST, both.port, timeout=PATIENCE_S, context=both.client)
    form = "name=Ann&seat=0&colour=red&id=tls-1"
    for origin, status in ((f"https://{HOST}:{both.port}", 303), ("https://bank.example", 403)):
        headers = {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", "/join", form, headers)
        answer = line.getresponse()
        answer.read()
        assert answer.status == status
    line.close()


def test_silent_phones_hold_nobody_up(both: Both) -> None:
    with ExitStack() as lines:
        for n in range(50):
            line = lines.enter_context(closing(both.raw()))
            if n % 2:
                line.sendall(b"\x16\x03\x01\x02\x00\x01")  # a handshake that has begun
        assert both.asked().status == 200
        with closing(http.client.HTTPConnection(HOST, both.server.port, timeout=20)) as plain:
            plain.request("GET", "/join")
            assert plain.getresponse().status == 200


def test_a_handshake_that_never_ends_is_cut_off_though_bytes_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.serve.TIMEOUT_S", 0.3)
    with both_ports(tmp_path) as both, closing(both.raw()) as line:
        line.sendall(b"\x16\x03\x01\x40\x00")  # of a record that takes minutes to drip in
        line.settimeout(0.02)

        def is_gone() -> bool:
            try:
                line.sendall(b"x")
                return line.recv(1) == b""
            except TimeoutError:
                return False
            except OSError:
                return True

        until(is_gone)


@pytest.mark.parametrize("begun", [b"", HEAD, BODY], ids=["nothing", "a head", "a body"])
def test_half_a_request_is_cut_off_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr("web.server.serve.TIMEOUT_S", 0.3)
    with both_ports(tmp_path) as both, closing(both.line()) as line:
        line.sendall(begun)
        assert is_cut_off(line)
        assert both.asked().status == 200


def test_a_request_comes_whole_however_it_is_cut(both: Both) -> None:
    with closing(both.line()) as line:
        for n in range(len(GET)):
            line.sendall(GET[n : n + 1])  # a record for each byte
        assert line.recv(12) == b"HTTP/1.1 200"


def test_requests_that_come_at_once_are_all_answered(both: Both) -> None:
    """They come in one record: what follows the first is in no socket any more."""
    with closing(both.line()) as line:
        line.sendall(GET * 20 + GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        answers = b"".join(iter(lambda: line.recv(65536), b""))
    assert answers.count(b"HTTP/1.1 200") == 21


def test_what_openssl_holds_back_is_taken_in(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is larger than a piece: no selector tells of the rest of it."""
    monkeypatch.setattr("web.server.arrivals.PIECE", 7)
    with closing(both.line()) as line:
        line.sendall(GET)
        assert line.recv(12) == b"HTTP/1.1 200"


def test_one_address_has_so_many_lines_over_both_ports(both: Both) -> None:
    with ExitStack() as lines:
        first = lines.enter_context(closing(both.line()))
        first.sendall(HEAD)
        for _ in range(LINES_OF_ONE):
            line = socket.create_connection((HOST, both.server.port), PATIENCE_S)
            lines.enter_context(closing(line)).sendall(HEAD)
        assert is_cut_off(first)


def test_a_slow_reader_gets_all_of_a_large_answer(both: Both) -> None:
    large = bytes(range(256)) * 16384  # 4 MiB

    @both.room.app.before_request
    def answer_at_length() -> bytes:
        return large

    with closing(both.line()) as line:
        line.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        come = bytearray()
        while piece := line.recv(4096):
            come += piece
            if len(come) < 200_000:
                time.sleep(0.001)
    assert bytes(come).endswith(large)


def test_who_does_not_read_a_large_answer_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("web.server.serve.TIMEOUT_S", 0.2)
    monkeypatch.setattr("web.server.arrivals.SLOWEST", 1 << 40)
    with both_ports(tmp_path) as both, closing(both.line()) as line:

        @both.room.app.before_request
        def answer_at_length() -> bytes:
            return bytes(1 << 24)

        line.sendall(GET)
        busy = both.server._server.arrivals._inside
        until(lambda: bool(busy))
        until(lambda: not both.server._server.arrivals._inside)
    assert capfd.readouterr().err == ""


def test_events_flow_over_tls_and_end_in_order(both: Both) -> None:
    with closing(both.line()) as line:
        line.sendall(b"GET /events?page=table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        comes(line, b"event: hello")
        both.room.context.streams.nudge()
        comes(line, b"event: news")
        assert len(both.room.context.streams) == 1
        both.room.context.streams.end_all()
        comes(line, b"event: end")


def test_a_page_that_leaves_is_counted_no_more(both: Both) -> None:
    with closing(both.line()) as line:
        line.sendall(b"GET /events?page=table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        until(lambda: len(both.room.context.streams) == 1)
    until(lambda: len(both.room.context.streams) == 0)


def test_plain_http_is_told_what_to_type_and_breaks_nothing(both: Both) -> None:
    with closing(both.raw()) as line:
        line.sendall(GET)
        assert b"".join(iter(lambda: line.recv(4096), b"")) == PLAIN
    assert both.asked().status == 200


@pytest.mark.parametrize(
    "noise", [b"\x00" * 600, b"\x16\x03\x01\x00\x05hello", b"\n", b"SSH-2.0\r\n"]
)
def test_noise_breaks_nothing(both: Both, noise: bytes) -> None:
    with closing(both.raw()) as line:
        line.sendall(noise)
        with suppress(OSError):  # it was cut off already
            line.shutdown(socket.SHUT_WR)
        while not is_cut_off(line):
            pass
    assert both.asked().status == 200


def test_new_connections_see_a_renewed_certificate_and_old_ones_go_on(tmp_path: Path) -> None:
    hosts = [ADDRESS]
    certificates = Certificates(tmp_path, lambda: hosts)
    certificates.look()
    with living_room(tmp_path) as room:
        server = Server(room.app, bound(HOST))
        server.start()
        try:
            port = server.start_second(0, lambda: certificates.now.context)
            client = trusting(certificates.now.authority)
            both = Both(room, server, port, certificates, client)
            with closing(both.line()) as old:
                with pytest.raises(ssl.SSLCertVerificationError), both.raw() as line:
                    client.wrap_socket(line, server_hostname="10.9.8.7")
                hosts.append("10.9.8.7")
                certificates.look()
                with closing(both.line("10.9.8.7")) as new:
                    for line in (old, new):
                        line.sendall(GET)
                        assert line.recv(12) == b"HTTP/1.1 200"
        finally:
            server.stop()


def test_without_a_certificate_connections_end_and_later_ones_are_served(tmp_path: Path) -> None:
    with living_room(tmp_path / "a") as room:
        server, contexts = Server(room.app, bound(HOST)), list[ssl.SSLContext]()
        server.start()
        try:
            port = server.start_second(0, lambda: contexts[0] if contexts else None)
            with closing(socket.create_connection((HOST, port), PATIENCE_S)) as line:
                assert is_cut_off(line)
            certificates = certified(tmp_path)
            assert certificates.now.context is not None
            contexts.append(certificates.now.context)
            client = trusting(certificates.now.authority)
            assert Both(room, server, port, certificates, client).asked().status == 200
        finally:
            server.stop()


def test_a_second_port_that_is_taken_is_named_and_the_first_goes_on(tmp_path: Path) -> None:
    with living_room(tmp_path) as room, socket.create_server((HOST, 0)) as taken:
        server = Server(room.app, bound(HOST))
        server.start()
        try:
            with pytest.raises(SettingsError, match="--tls-port"):
                server.start_second(taken.getsockname()[1], lambda: None)
            with closing(http.client.HTTPConnection(HOST, server.port, timeout=20)) as line:
                line.request("GET", "/join")
                assert line.getresponse().status == 200
        finally:
            server.stop()


def test_the_second_port_costs_two_threads_and_they_end(tmp_path: Path) -> None:
    before = threading.active_count()
    certificates = certified(tmp_path)
    with living_room(tmp_path) as room:
        server = Server(room.app, bound(HOST))
        server.start()
        first = threading.active_count()
        server.start_second(0, lambda: certificates.now.context)
        until(lambda: threading.active_count() == first + 2)
        server.stop()
    until(lambda: threading.active_count() == before)


def test_who_comes_over_tls_by_a_strange_address_is_led_to_one_over_tls(tmp_path: Path) -> None:
    with both_ports(tmp_path) as both:
        secure = Secured((f"https://{HOST}:{both.port}",), b"")
        both.room.context.parts = replace(both.room.context.parts, secure=secure)
        line = http.client.HTTPSConnection(HOST, both.port, timeout=PATIENCE_S, context=both.client)
        with closing(line):
            line.request("GET", "/join", headers={"Host": "stranger.example"})
            answer = line.getresponse()
            told = answer.read().decode()
        assert answer.status == 421
        assert told == (
            f"This address is not the companion's. Its pages are at https://{HOST}:{both.port}"
        )
