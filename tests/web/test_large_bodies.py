"""Large bodies: from phones with a right alone, a few at once; the others wait with the sender."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.support.floods import PATIENCE_S, asked
from tests.support.pages import HOST, Living, living_room, served
from tests.web.test_arrivals import line_to
from web.server import bodies
from web.server.arriving import Arriving
from web.shared.context import COOKIE

TO = "/photograph"
SIZE = 200_000
SHORT = 1000  # bytes that are kept back


def head(token: str = "", size: int = SIZE) -> bytes:
    lines = [f"POST {TO} HTTP/1.1", f"Host: {HOST}", f"Origin: http://{HOST}", "Connection: close"]
    lines += [f"Cookie: {COOKIE}={token}", f"Content-Length: {size}"]
    return "\r\n".join([*lines, "", ""]).encode()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Living]:
    with living_room(tmp_path) as room:
        yield room


def begun(url: str, token: str) -> socket.socket:
    """Return a line over which nearly all of a large body was sent."""
    line = line_to(url)
    line.sendall(head(token) + bytes(SIZE - SHORT))
    return line


def status(line: socket.socket) -> bytes:
    line.settimeout(PATIENCE_S)
    return line.recv(12).removeprefix(b"HTTP/1.1 ")


def is_silent(line: socket.socket) -> bool:
    line.settimeout(0.3)
    try:
        line.recv(1)
    except TimeoutError:
        return True
    return False


def test_a_stranger_sends_no_large_body(room: Living) -> None:
    with served(room) as url, closing(line_to(url)) as line:
        line.sendall(head())
        assert status(line) == b"413"


def test_nobody_sends_more_than_a_picture(room: Living) -> None:
    token = room.begin()[0]
    with served(room) as url, closing(line_to(url)) as line:
        line.sendall(head(token, bodies.most(TO) + 1))
        assert status(line) == b"413"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "That is too much at once"), ("de", "Das ist zu viel auf einmal")],
)
def test_who_sends_too_much_is_told_so_on_a_page_in_their_language(
    room: Living, language: str, said: str
) -> None:
    token = room.begin()[0]
    for body in (head(token, bodies.most(TO) + 1), head(token, 1 << 30), head()):
        with served(room) as url, closing(line_to(url)) as line:
            line.settimeout(PATIENCE_S)
            line.sendall(
                body.replace(b"Cookie:", b"Accept-Language: %s\r\nCookie:" % language.encode())
            )
            answer = b"".join(iter(lambda: line.recv(65536), b"")).decode()
        assert answer.startswith("HTTP/1.1 413")
        assert "<!doctype html>" in answer.lower()
        assert said in answer


def test_who_has_a_seat_does(room: Living) -> None:
    token = room.begin()[0]
    with served(room) as url, closing(begun(url, token)) as line:
        line.sendall(bytes(SHORT))
        assert status(line) != b"413"


@pytest.mark.parametrize("finished", [True, False], ids=["answered", "broken off"])
def test_more_than_a_few_wait_until_there_is_room(room: Living, finished: bool) -> None:  # noqa: FBT001  # a case
    first, second = room.begin()[:2]
    with served(room) as url, ExitStack() as lines:
        there = [
            lines.enter_context(closing(begun(url, token))) for token in (first, first, second)
        ]
        assert [asked(url, "/seat", token) for token in (first, second)] == [200, 200]
        late = lines.enter_context(closing(begun(url, second)))
        late.sendall(bytes(SHORT))
        assert is_silent(late)
        if finished:
            there[0].sendall(bytes(SHORT))
            assert status(there[0]) != b"413"
        there[0].close()
        assert status(late) != b"413"


def test_one_phone_leaves_room_for_another(room: Living) -> None:
    greedy, other = room.begin()[:2]
    with served(room) as url, ExitStack() as lines:
        for _ in range(3):
            line = lines.enter_context(closing(begun(url, greedy)))
        line.sendall(bytes(SHORT))
        assert is_silent(line)
        late = lines.enter_context(closing(begun(url, other)))
        late.sendall(bytes(SHORT))
        assert status(late) != b"413"


def test_a_large_body_is_asked_about_and_waited_for() -> None:
    come = Arriving()
    come.add(head("token") + bytes(SIZE - 1))
    assert come.asks
    assert not come.has_data()
    come.let(come=True)
    assert not come.has_data()
    come.add(b"x")
    assert come.has_data()
    assert (come.open_next().cookie(COOKIE), come.takes, len(come.read())) == (
        "token",
        SIZE,
        len(head("token")) + SIZE,
    )
