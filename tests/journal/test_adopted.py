"""A game that was written elsewhere becomes one of this home, byte for byte, or none of it does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal import home as homes
from companion.journal.audit import audit_journal
from companion.journal.home import Home
from companion.journal.mark import marked
from companion.journal.sqlite import SUFFIX
from tests.journal.conftest import Stored, rows_of
from tests.support.table import SMALL_RESERVE, some_cause, some_events


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path / "home", ballast=SMALL_RESERVE)
    home.create("x").close()
    yield home
    home.close()


def path_of(home: Home, name: str) -> Path:
    return home.folder / "games" / f"{name}{SUFFIX}"


def test_it_has_a_number_of_this_home_and_goes_on_here(home: Home, stored: Stored) -> None:
    name = home.adopt("x", stored)
    assert name == "0002-x"
    assert home.games() == ("0001-x", "0002-x")
    path = path_of(home, name)
    assert rows_of(path) == stored
    assert marked(path) == len(stored)
    journal = home.open(name)
    assert journal.seq_of("id-3") == 3
    journal.append(some_events(6), cause=some_cause(), command={})
    journal.close()
    assert audit_journal(path)[1] == []
    assert len(rows_of(path)) == 6
    assert not [*path.parent.glob("incoming*")]


@pytest.mark.parametrize("step", ["create_journal", "note", "sync_folder"])
def test_what_fails_in_the_midst_is_none_and_the_next_time_it_is_whole(
    home: Home, stored: Stored, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(homes, step, fails)
        with pytest.raises(JournalError, match="No space left"):
            home.adopt("x", stored)
    name = home.adopt("x", stored)
    assert rows_of(path_of(home, name)) == stored
    whole = [rows_of(path_of(home, name)) for name in home.games()[1:]]
    assert all(rows == stored for rows in whole)
    assert audit_journal(path_of(home, name))[1] == []
