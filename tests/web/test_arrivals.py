"""Requests as they arrive: nobody keeps the pages from the others."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import request

from tests.support.floods import BODY, HEAD, PATIENCE_S, asked, flood
from tests.support.pages import HOST, Living, living_room, served
from tests.support.waiting import soon
from web.server.arrivals import LINES_OF_ONE, OF_A_PHONE, OF_STRANGERS, Sending
from web.server.arriving import Arriving, Head
from web.server.bodies import SMALL, most, place_of
from web.server.serve import Server, bound
from web.shared.context import COOKIE

OTHERS = tuple(f"127.0.0.{n}" for n in range(2, 12))
MANY = 120


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    with living_room(tmp_path) as room:
        yield room


def line_to(url: str, source: str = HOST) -> socket.socket:
    parts = urlsplit(url)
    to = (parts.hostname or "", parts.port or 80)
    return socket.create_connection(to, PATIENCE_S, (source, 0))


def is_cut_off(line: socket.socket) -> bool:
    """Return whether the other side ends a line: waits for it, or for an answer."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def drip(line: socket.socket) -> bool:
    """Send one byte more; return whether the other side still waits."""
    try:
        line.sendall(b"x")
        return bool(line.recv(1))
    except TimeoutError:
        return True
    except OSError:
        return False


@pytest.mark.parametrize("begun", [HEAD, BODY], ids=["heads", "bodies"])
@pytest.mark.parametrize("sources", [(HOST,), OTHERS], ids=["one address", "ten addresses"])
def test_pages_are_answered_while_half_sent_requests_hang(
    room: Living, begun: bytes, sources: tuple[str, ...]
) -> None:
    token = room.begin()[0]
    with served(room) as url, flood(url, begun, MANY, sources):
        assert asked(url, "/seat", token) == 200
        assert asked(url, "/table") == 200


def test_who_sends_a_byte_now_and_then_is_cut_off_all_the_same(
    room: Living, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.serve.TIMEOUT_S", 0.2)
    with served(room) as url, closing(line_to(url)) as line:
        line.sendall(HEAD)
        line.settimeout(0.02)
        assert not all(drip(line) for _ in range(1500))


def test_one_address_has_so_many_lines_and_the_oldest_goes(room: Living) -> None:
    with served(room) as url, ExitStack() as lines:
        opened = [lines.enter_context(closing(line_to(url))) for _ in range(LINES_OF_ONE + 1)]
        for line in opened:
            line.sendall(HEAD)
        assert is_cut_off(opened[0])
        opened[-1].sendall(b"x\r\nConnection: close\r\n\r\n")
        assert opened[-1].recv(12) == b"HTTP/1.1 200"


@contextmanager
def held(room: Living, path: str) -> Iterator[threading.Semaphore]:
    """Let every request for *path* wait; yield what counts them."""
    begun, over = threading.Semaphore(0), threading.Event()

    @room.app.before_request
    def wait() -> None:
        if request.path == path:
            begun.release()
            over.wait(PATIENCE_S)

    try:
        yield begun
    finally:
        over.set()


def ask(url: str, path: str, source: str, token: str = "") -> socket.socket:
    line = line_to(url, source)
    line.sendall(
        f"GET {path} HTTP/1.0\r\nHost: {HOST}\r\nCookie: {COOKIE}={token}\r\n\r\n".encode()
    )
    return line


def test_strangers_have_a_few_threads_and_seats_the_others(room: Living) -> None:
    token = room.begin()[0]
    with served(room) as url, held(room, "/join") as begun, ExitStack() as lines:
        for source in OTHERS * 3:
            lines.enter_context(closing(ask(url, "/join", source)))
        for _ in range(OF_STRANGERS):
            assert begun.acquire(timeout=PATIENCE_S)
        assert asked(url, "/seat", token) == 200
        assert not begun.acquire(blocking=False)


def test_one_phone_that_asks_too_much_waits_while_the_others_play(room: Living) -> None:
    greedy, other = room.begin()[:2]
    with served(room) as url, held(room, "/me") as begun, ExitStack() as lines:
        for source in OTHERS * 3:
            lines.enter_context(closing(ask(url, "/me", source, greedy)))
        for _ in range(OF_A_PHONE):
            assert begun.acquire(timeout=PATIENCE_S)
        assert asked(url, "/seat", other) == 200
        assert asked(url, "/table") == 200
        assert not begun.acquire(blocking=False)


def test_requests_in_one_line_are_answered_in_their_order(room: Living) -> None:
    with served(room) as url, closing(line_to(url)) as line:
        line.sendall(
            b"GET /join HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        )
        answers = b"".join(iter(lambda: line.recv(65536), b""))
    assert answers.index(b"HTTP/1.1 200") < answers.index(b"HTTP/1.1 404")


@pytest.mark.parametrize(
    ("told", "status"),
    [
        (b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n", b"413"),
        (b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"411"),
        (b"GET /" + 40_000 * b"a", b"414"),
        (b"nonsense\r\n\r\n", b"400"),
    ],
)
def test_what_cannot_be_read_is_refused_at_once(room: Living, told: bytes, status: bytes) -> None:
    with served(room) as url, closing(line_to(url)) as line:
        line.sendall(told)
        assert line.recv(12) == b"HTTP/1.1 " + status


HIDDEN = b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
"""What a reader of another opinion on where the request before it ends takes for a request."""


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        (b"Content-Length: %d\r\nContent-Length: 0\r\n", b"400"),
        (b"Content-Length: 0\r\nContent-Length: %d\r\n", b"400"),
        (b"Content-Length: %d\r\nContent-Length: %d\r\n", b"400"),
        (b"Content-Length: +%d\r\n", b"400"),
        (b"Content-Length: %d, %d\r\n", b"400"),
        (b"Content-Length : %d\r\n", b"400"),
        (b"Content-Length:\r\n %d\r\n", b"400"),
        (b"Content-Length: \x0b%d\r\n", b"400"),
        (b"Transfer-Encoding: chunked\r\n", b"411"),
        (b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n", b"411"),
        (b"Transfer-Encoding: identity\r\n", b"501"),
    ],
)
def test_a_request_whose_end_is_not_agreed_on_is_refused_and_ends_the_line(
    room: Living, fields: bytes, status: bytes
) -> None:
    lengths = fields.replace(b"%d", b"%d" % len(HIDDEN))
    with served(room) as url, closing(line_to(url)) as line:
        line.sendall(b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\n" + lengths + b"\r\n" + HIDDEN)
        answers = b"".join(iter(lambda: line.recv(65536), b""))
    assert answers.startswith(b"HTTP/1.1 " + status)
    assert answers.count(b"HTTP/1.1 ") == 1


def test_a_request_is_whole_with_its_last_byte_and_not_before() -> None:
    told = b"POST / HTTP/1.1\r\nCookie: a=b; companion=tok_en-1\r\ncontent-length: 3\r\n\r\nabc"
    come = Arriving()
    for n in range(len(told)):
        assert not come.has_data()
        come.add(told[n : n + 1])
    assert come.has_data()
    assert come.open_next().cookie("companion") == "tok_en-1"
    assert (come.read(), come.has_data(), come.has_begun) == (told, False, False)


@pytest.mark.parametrize(
    ("line", "cookie", "bearer"),
    [
        (b"Cookie: my-club=no; club=yes", "yes", ""),
        (b"Cookie: clubs=no", "", ""),
        (b"Authorization: Bearer to-ken_1", "", "to-ken_1"),
        (b"authorization: bearer one two", "", ""),
        (b"Authorization: Basic YTpi", "", ""),
    ],
)
def test_a_head_says_who_asks(line: bytes, cookie: str, bearer: str) -> None:
    head = Head.of(b"GET / HTTP/1.1\r\n" + line + b"\r\n")
    assert (head.cookie("club"), head.bearer) == (cookie, bearer)


def test_a_place_is_the_same_for_all_games_and_no_longer_than_it_is() -> None:
    assert place_of("/ship/games/ab/records") == place_of("/ship/games/cd/records")
    assert most("/ship/games/ab/records") == 4 << 20
    assert most("/ship/join") == most("/photographs") == SMALL


def test_who_does_not_read_the_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.arrivals.SLOWEST", 1 << 40)
    ours, theirs = socket.socketpair()
    with closing(ours), closing(theirs), pytest.raises(TimeoutError):
        Sending(ours, 0.01).write(bytes(1 << 24))


# ---- behind a router


def forwarded(url: str, path: str, of: str) -> socket.socket:
    """Ask for something as a router that asks for an address."""
    line = line_to(url)
    host = urlsplit(url).netloc
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {of}\r\n\r\n".encode())
    return line


@contextmanager
def behind_a_router(room: Living) -> Iterator[str]:
    """Serve a room's pages to a router of this machine."""
    server = Server(room.app, bound(HOST), routers=(HOST,))
    server.start()
    try:
        yield f"http://{HOST}:{server.port}"
    finally:
        server.stop()


@contextmanager
def held_up(room: Living) -> Iterator[set[str]]:
    """Let whoever wants to join wait; give the addresses of those who have got so far."""
    go_on, inside = threading.Event(), set[str]()

    def wait() -> None:
        if request.path == "/join":
            inside.add(str(request.remote_addr))
            go_on.wait(PATIENCE_S)

    room.app.before_request_funcs[None].insert(0, wait)
    try:
        yield inside
    finally:
        go_on.set()


def test_addresses_behind_a_router_have_bounds_of_their_own(room: Living) -> None:
    with behind_a_router(room) as url, held_up(room) as inside, ExitStack() as after:
        for of in ("203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2", "203.0.113.3"):
            after.enter_context(closing(forwarded(url, "/join", of)))
        assert soon(lambda: len(inside) == 3)
        assert inside == {"203.0.113.1", "203.0.113.2", "203.0.113.3"}


def test_a_routers_own_questions_wait_for_no_stranger(room: Living) -> None:
    with behind_a_router(room) as url, held_up(room) as inside, ExitStack() as after:
        for n in range(3 * OF_STRANGERS):
            after.enter_context(closing(forwarded(url, "/join", f"203.0.113.{n}")))
        assert soon(lambda: len(inside) == OF_STRANGERS)
        with closing(forwarded(url, "/where/k3m9qx7wzt", "")) as line:
            assert line.recv(12) == b"HTTP/1.1 404"  # where there is one table, there is none


def test_a_router_may_have_more_lines_than_an_address(room: Living) -> None:
    with behind_a_router(room) as url, ExitStack() as after:
        lines = [after.enter_context(closing(line_to(url))) for _ in range(LINES_OF_ONE + 20)]
        with closing(forwarded(url, "/join", "203.0.113.1")) as line:
            assert line.recv(12) == b"HTTP/1.1 200"
        lines[0].settimeout(0.2)
        with pytest.raises(TimeoutError):
            lines[0].recv(1)


def test_at_one_of_many_tables_a_picture_may_be_as_large() -> None:
    assert most("/t/k3m9qx7wzt/photograph") == most("/photograph") > SMALL
    assert most("/t/k3m9qx7wzt/do") == most("/t/a/t/b/photograph") == SMALL
    assert place_of("/t/k3m9qx7wzt/photograph") == "/photograph"
