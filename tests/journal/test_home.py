"""One folder, one companion; games by number; room in reserve."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import JournalError, SettingsError
from companion.journal import home as homes
from companion.journal.home import Home, Reserve
from companion.journal.sqlite import SqliteJournal, connected, open_journal
from tests.support.table import SMALL_RESERVE, some_cause, some_events


def test_a_second_companion_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    first = Home(tmp_path, ballast=SMALL_RESERVE)
    with pytest.raises(SettingsError, match=f"{tmp_path}.*another companion.*--home"):
        Home(tmp_path, ballast=SMALL_RESERVE)
    first.close()
    Home(tmp_path, ballast=SMALL_RESERVE).close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="--home"):
        Home(tmp_path / "file" / "home")


def test_games_are_numbered_and_listed_in_order(tmp_path: Path) -> None:
    home = Home(tmp_path, ballast=SMALL_RESERVE)
    for _ in range(3):
        home.create("ru-2004").close()
    (tmp_path / "games" / "10000-x.journal").write_bytes(b"")
    (tmp_path / "games" / "notes.journal").write_bytes(b"")
    names = home.games()
    home.close()
    assert names == ("0001-ru-2004", "0002-ru-2004", "0003-ru-2004", "10000-x")


def test_the_reserve_holds_real_room_and_gives_it_back(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path / "reserve", 1 << 20)
    assert reserve.fill()
    assert reserve.held
    assert (tmp_path / "reserve").stat().st_blocks * 512 >= 1 << 20
    assert reserve.release()
    assert not reserve.release()
    assert not reserve.held


def test_no_reserve_is_taken_where_room_is_short(tmp_path: Path) -> None:
    reserve = Reserve(tmp_path / "reserve", 1 << 60)
    assert not reserve.fill()
    assert not reserve.held


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path, ballast=SMALL_RESERVE)
    for _ in range(3):
        journal = home.create("x")
        journal.append(some_events(1), cause=some_cause(), command={})
        journal.close()
    yield home
    home.close()


def test_a_game_that_somebody_begins_to_read_meanwhile_is_laid_aside(
    three: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As who ships it to a club does."""
    readers: list[sqlite3.Connection] = []

    def let_go() -> None:
        readers[0].close()

    def opened(path: Path) -> SqliteJournal:
        journal = open_journal(path)
        if not readers:
            readers.append(connected(path, "ro"))
            readers[0].execute("SELECT seq FROM record").fetchone()
            threading.Timer(0.3, let_go).start()
        return journal

    monkeypatch.setattr(homes, "open_journal", opened)
    three.archive("0002-x")
    assert three.archived() == ("0002-x",)
    journal = open_journal(tmp_path / "games/archive/0002-x.journal")
    journal.close()
    assert len(journal.records) == 1


def test_a_damaged_game_is_not_laid_aside(three: Home, tmp_path: Path) -> None:
    path = tmp_path / "games" / "0002-x.journal"
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(JournalError, match="0002-x"):
        three.archive("0002-x")
    assert "0002-x" in three.games()


def test_of_a_deleted_game_no_file_is_left(three: Home, tmp_path: Path) -> None:
    three.archive("0003-x")
    three.delete("0003-x")
    three.delete("0002-x")
    assert not [*tmp_path.glob("games/**/000[23]*")]
