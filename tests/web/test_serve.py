"""The server's settings."""

import socket
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

from companion.errors import SettingsError
from tests.support.pages import HOST, living_room
from web.server.serve import MEMORY, THREADS, Server, bound, tune_process, tune_socket


def test_a_port_in_use_is_named_with_a_mend() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=f"{port}.*--port"):
            bound(HOST, port)


def test_a_bound_port_is_nobody_elses_before_anything_is_served() -> None:
    with bound(HOST) as at:
        port = at.getsockname()[1]
        with pytest.raises(SettingsError, match=f"{port}.*--port"):
            bound(HOST, port)


def test_who_comes_before_the_pages_are_there_waits_for_them(tmp_path: Path) -> None:
    with living_room(tmp_path) as room:
        server = Server(room.app, bound(HOST))
        with closing(asked(server)) as early:
            server.start()
            try:
                assert early.getresponse().status == 200
            finally:
                server.stop()


def test_an_address_of_another_machine_is_named_with_a_mend() -> None:
    with pytest.raises(SettingsError, match=r"192\.0\.2\.1.*--host"):
        bound("192.0.2.1", 8000)


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::", "localhost"])  # meant
def test_all_addresses_and_names_can_be_listened_on(host: str) -> None:
    with bound(host) as at:
        socket.create_connection((HOST, at.getsockname()[1]), 20).close()


def test_the_threads_are_few_whatever_is_open(tmp_path: Path) -> None:
    with living_room(tmp_path, streams=64) as room:
        server = Server(room.app, bound(HOST))
        server.start()
        try:
            assert server.port > 0
            assert server.threads == THREADS
        finally:
            server.stop()


def test_vanished_phones_are_let_go_early() -> None:
    with socket.socket() as listening:
        tune_socket(listening)
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000


def test_the_process_is_tuned_and_does_without_glibc() -> None:
    asked: list[tuple[int, int]] = []

    def mallopt(what: int, value: int) -> int:
        asked.append((what, value))
        return 1

    tune_process(mallopt)
    assert dict(asked) == MEMORY

    def none_there(_what: int, _value: int) -> int:
        raise AttributeError

    tune_process(none_there)


def test_a_connection_that_is_lost_between_two_requests_ends_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its number may be closed, or another's by then: cheroot's selector throws."""
    with living_room(tmp_path) as room:
        server = Server(room.app, bound(HOST))
        server.start()
        connections: Any = server._server._connections  # type: ignore[attr-defined]  # cheroot's
        try:
            for mistake in (OSError(9, "Bad file descriptor"), ValueError(-1), KeyError(7)):
                with monkeypatch.context() as patch:
                    patch.setattr(connections, "put", raising(mistake))
                    with closing(asked(server)) as lost, suppress(ConnectionError, HTTPException):
                        lost.getresponse().read()
                        lost.request("GET", "/static/icon.svg")
                        lost.getresponse().read()
                with closing(asked(server)) as well:
                    assert well.getresponse().status == 200
        finally:
            server.stop()


def asked(server: Server) -> HTTPConnection:
    line = HTTPConnection(HOST, server.port, timeout=20)
    line.request("GET", "/static/icon.svg")
    return line


def raising(mistake: Exception) -> Callable[[object], None]:
    def put(_connection: object) -> None:
        raise mistake

    return put
