"""`companion games` lists what a home has; nothing is deleted by mistake."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.home import Home
from tests.support.homes import played_home
from tests.support.table import SMALL_RESERVE, hands

FIRST, SECOND = "0001-ru-2004", "0002-ru-2004"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home with two games, of which the second is played."""
    home = played_home(tmp_path / "home")
    (home / "games" / "current").unlink()
    with hands(home) as at:
        at.begin()
    return home


def told(home: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, bool]:
    """Return the names of all games, and whether they are laid aside."""
    capsys.readouterr()
    assert main(["games", "--home", str(home), "--json"]) == 0
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    return {line["name"]: line["aside"] for line in lines}


def test_the_games_are_listed_even_while_a_companion_runs(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = Home(home, ballast=SMALL_RESERVE)
    assert main(["games", "--home", str(home)]) == 0
    running.close()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{FIRST}: Ann, Bob, Cy; 5 records, last 2023-11-")
    assert lines[1].startswith(f"{SECOND}: Ann, Bob, Cy; 1 records")


def test_a_game_is_laid_aside_and_brought_back(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--home", str(home), "--archive", FIRST]) == 0
    assert told(home, capsys) == {SECOND: False, FIRST: True}
    assert main(["games", "--home", str(home), "--bring-back", FIRST]) == 0
    assert told(home, capsys) == {FIRST: False, SECOND: False}


def test_a_game_is_deleted_only_if_it_is_said_twice(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--home", str(home), "--delete", FIRST]) == 1
    assert "say --sure" in capsys.readouterr().err
    assert main(["games", "--home", str(home), "--delete", FIRST, "--sure"]) == 0
    assert told(home, capsys) == {SECOND: False}


@pytest.mark.parametrize("words", [["--delete", SECOND, "--sure"], ["--archive", SECOND]])
def test_the_game_that_is_played_stays(
    home: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--home", str(home), *words]) == 1
    assert "is the one that is played" in capsys.readouterr().err
    assert told(home, capsys) == {FIRST: False, SECOND: False}


def test_nothing_is_moved_under_a_running_companion(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = Home(home, ballast=SMALL_RESERVE)
    assert main(["games", "--home", str(home), "--archive", FIRST]) == 1
    running.close()
    assert "another companion" in capsys.readouterr().err


def test_a_home_without_games_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--home", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path}: no game yet\n"
    assert told(tmp_path, capsys) == {}


def test_a_home_that_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "--home", str(tmp_path / "gone")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
