"""A PostgreSQL of one's own starts whatever was left behind, and only its owner reaches it."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from companion.errors import SettingsError
from companion.hub import postgres
from companion.hub.postgres import PostgreSQL, found_programs
from tests.support.clubs import cluster
from tests.support.processes import LIMIT_S


@pytest.fixture
def server() -> Iterator[PostgreSQL]:
    with cluster() as own:
        yield own


def told(server: PostgreSQL, question: str) -> str:
    with psycopg.connect(server.address) as connection:
        return str(connection.execute(question.encode()).fetchall()[0][0])


def note(server: PostgreSQL, words: str) -> None:
    with psycopg.connect(server.address) as connection:
        connection.execute("create table if not exists note (words text)")
        connection.execute("insert into note values (%s)", (words,))


def notes(server: PostgreSQL) -> str:
    return told(server, "select string_agg(words, ' ') from note")


def test_only_its_owner_reaches_it(server: PostgreSQL) -> None:
    assert told(server, "show listen_addresses") == ""
    assert told(server, "show synchronous_commit") == "on"
    assert told(server, "show fsync") == "on"
    assert server.folder.stat().st_mode & 0o777 == 0o700
    (own,) = server.folder.glob(".s.PGSQL.*[0-9]")
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(own))
    with socket.socket() as line:
        line.settimeout(5)
        assert line.connect_ex(("127.0.0.1", 5432)) != 0


def test_it_never_runs_as_root(server: PostgreSQL) -> None:
    assert server.pid is not None
    status = Path(f"/proc/{server.pid}/status").read_text().splitlines()
    owners = next(line for line in status if line.startswith("Uid:")).split()[1:]
    assert "0" not in owners
    groups = next(line for line in status if line.startswith("Groups:")).split()[1:]
    assert groups == [] or os.geteuid() != 0


def test_without_a_user_of_its_own_it_runs_as_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    known = pwd.getpwnam

    def without(name: str) -> pwd.struct_passwd:
        if name == "postgres":
            raise KeyError(name)
        return known(name)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(pwd, "getpwnam", without)
    assert PostgreSQL(Path("x"))._somebody()["user"] == known("nobody").pw_uid


def test_what_it_kept_is_there_after_stop_and_kill(server: PostgreSQL) -> None:
    for number in range(3):
        note(server, str(number))
        (server.stop if number % 2 else server.kill)()
        assert server.pid is None
        server.start()
    assert notes(server) == "0 1 2"


def test_one_that_runs_is_left_running(server: PostgreSQL) -> None:
    pid = server.pid
    server.start()
    assert server.pid == pid


def test_one_whose_program_is_gone_is_ended_and_found_again() -> None:
    """As after a kill -9 of the program that started it: it still runs, with all that it kept."""
    with cluster() as server:
        note(server, "first")
        earlier = server.pid
        again = PostgreSQL(server.folder)
        again.start()
        try:
            assert again.pid not in (None, earlier)
            assert notes(again) == "first"
        finally:
            again.kill()


def test_a_killed_program_leaves_nothing_that_keeps_the_next_from_starting() -> None:
    with cluster() as server:
        server.stop()
        words = (
            "import os; from pathlib import Path; from companion.hub.postgres import PostgreSQL;"
            f"PostgreSQL(Path({str(server.folder)!r})).start(); os.kill(os.getpid(), 9)"
        )
        ended = subprocess.run([sys.executable, "-c", words], check=False, timeout=LIMIT_S)
        assert ended.returncode == -signal.SIGKILL
        server.start()
        note(server, "on")
        assert notes(server) == "on"


@pytest.mark.parametrize("stale", ["1", "ours", "4000000", "", "x", "-5"])
def test_a_stale_note_of_who_runs_is_overcome(server: PostgreSQL, stale: str) -> None:
    """Its number may be a stranger's by now, or nobody's, or the file is cut."""
    stale = str(os.getpid()) if stale == "ours" else stale
    note(server, "kept")
    server.kill()
    path = server.folder / "data" / "postmaster.pid"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([stale, *lines[1:]]) if stale else "")
    server.start()
    assert notes(server) == "kept"


def test_a_database_that_was_half_made_is_made_anew(server: PostgreSQL) -> None:
    server.kill()
    (server.folder / "fresh").mkdir()
    (server.folder / "fresh" / "PG_VERSION").write_text("15\n")
    (server.folder / "data").rename(server.folder / "old")
    (server.folder / "data").mkdir()
    server.start()
    note(server, "anew")
    assert notes(server) == "anew"


def test_what_is_damaged_is_said_in_its_words(server: PostgreSQL) -> None:
    server.stop()
    (server.folder / "data" / "global" / "pg_control").write_bytes(b"x" * 8192)
    with pytest.raises(SettingsError, match="PostgreSQL does not start"):
        server.start()
    assert server.pid is None


def test_a_path_too_long_for_a_socket_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="too long"):
        PostgreSQL(tmp_path / ("x" * 100)).start()


def test_where_it_is_not_installed_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "DEBIAN", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SettingsError, match="install the package postgresql"):
        PostgreSQL(tmp_path / "x").start()
    program = tmp_path / "initdb"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    assert found_programs() == tmp_path
    for version in ("9.6", "15", "17", "16"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    shutil.rmtree(tmp_path / "17")
    assert found_programs() == tmp_path / "16" / "bin"


def test_where_nothing_can_be_made_it_says_so() -> None:
    with tempfile.NamedTemporaryFile() as file, pytest.raises(SettingsError, match=file.name):
        PostgreSQL(Path(file.name) / "club").start()
