"""One folder, one companion; games by number; room in reserve."""

from pathlib import Path

import pytest

from companion.errors import JournalError, SettingsError
from companion.journal.home import Home, Reserve
from tests.support.table import SMALL_RESERVE


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


@pytest.mark.parametrize("name", ["../secret", "", "0001-ru-2004.journal", "0001-ru/2004"])
def test_only_a_games_name_opens_a_game(tmp_path: Path, name: str) -> None:
    home = Home(tmp_path, ballast=SMALL_RESERVE)
    with pytest.raises(JournalError, match="no game's name"):
        home.open(name)
    home.close()


@pytest.mark.parametrize("note", [b"0002-x\n", b"\xff", b""])
def test_a_note_of_a_game_that_is_not_there_counts_for_nothing(tmp_path: Path, note: bytes) -> None:
    home = Home(tmp_path, ballast=SMALL_RESERVE)
    home.create("x").close()
    (tmp_path / "games" / "current").write_bytes(note)
    assert home.current is None
    home.note_current("0001-x")
    assert home.current == "0001-x"
    home.close()


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
