"""The server's settings."""

import socket
from pathlib import Path

import pytest

from companion.errors import SettingsError
from tests.support.pages import HOST, living_room
from web.serve import MEMORY, THREADS, Server, tune_process, tune_socket


def test_a_port_in_use_is_named_with_a_mend(tmp_path: Path) -> None:
    with living_room(tmp_path) as room, socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=f"{port}.*--port"):
            Server(room.app, HOST, port).start()


def test_the_threads_are_few_whatever_is_open(tmp_path: Path) -> None:
    with living_room(tmp_path, streams=64) as room:
        server = Server(room.app, HOST, 0)
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
