"""`companion club` says what it lacks, and how the first organiser gets in."""

import signal
import threading
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.cli import main
from companion.cli.club import _tell
from companion.club import Club, ClubOptions
from tests.support.clubs import cluster


def test_a_database_that_is_away_is_one_line_and_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"postgresql://nobody@/club?host={tmp_path}"
    assert main(["club", "--database", address, "--home", str(tmp_path / "home")]) == 1
    told = capsys.readouterr().err
    assert "companion: The club's database does not do its work" in told
    assert told.count("\n") == 1
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["club"],
        ["club", "--try", "--database", "x"],
        ["club", "--try", "--port", "99999"],
        ["club", "--try", "--name", " "],
    ],
)
def test_what_cannot_be_asked_for_is_status_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert "companion club --help" in capsys.readouterr().err


def test_the_code_of_the_first_organiser_is_shown_until_there_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with cluster() as postgres:
        options = ClubOptions(
            database=postgres.address, home=tmp_path, name="Club", host="127.0.0.1"
        )
        club = Club(options)
        try:
            _tell(club)
            assert club.context.first_code in capsys.readouterr().out
            club.hub.members.add("Olga", "organiser", "eight or more")
            _tell(club)
            told = capsys.readouterr().out
            assert club.context.first_code not in told
            assert f"Lobby: {club.addresses[0]}" in told
            postgres.kill()
            _tell(club)
            assert "does not do its work" in capsys.readouterr().out
        finally:
            club.stop()
    assert "lobby" not in {thread.name for thread in threading.enumerate()}


def test_a_port_that_somebody_has_is_said_and_nothing_is_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with cluster() as postgres:
        first = Club(
            ClubOptions(database=postgres.address, home=tmp_path, name="One", host="127.0.0.1")
        )
        try:
            words = ["club", "--database", postgres.address, "--home", str(tmp_path / "b")]
            words += ["--port", str(first.port), "--host"]
            for host, told in (
                ("127.0.0.1", "choose one with --port"),
                ("192.0.2.77", "this machine has no such address: choose one with --host"),
                ("nobody.invalid", "this machine has no such address: choose one with --host"),
            ):
                with patch.object(signal, "signal"):
                    assert main([*words, host]) == 1
                assert told in capsys.readouterr().err
        finally:
            first.stop()
