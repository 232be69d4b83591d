"""A game that was written elsewhere becomes one of this home, byte for byte, or none of it does."""

import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal import home as homes
from companion.journal.audit import audit_journal
from companion.journal.home import Home
from companion.journal.mark import marked
from companion.journal.sqlite import SUFFIX, connected
from tests.support.table import SMALL_RESERVE, some_cause, some_events

VERSIONS = Path(__file__).parents[1] / "golden" / "versions"
Stored = Sequence[tuple[str, bytes]]
Broken = Callable[[Stored], Stored]


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path / "home", ballast=SMALL_RESERVE)
    home.create("x").close()
    yield home
    home.close()


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    other = Home(tmp_path_factory.mktemp("other"), ballast=SMALL_RESERVE)
    journal = other.create("x")
    for number in range(1, 6):
        journal.append(some_events(number), cause=some_cause(f"id-{number}"), command={})
    journal.close()
    other.close()
    return rows_of(journal.path)


def rows_of(path: Path) -> Stored:
    connection = connected(path, "ro")
    found = connection.execute("SELECT digest, body FROM record ORDER BY seq").fetchall()
    connection.close()
    return found


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


@pytest.mark.parametrize("version", sorted(path.stem for path in VERSIONS.glob("*.zip")))
def test_games_of_older_companions_stay_as_they_were_written(
    home: Home, tmp_path: Path, version: str
) -> None:
    with zipfile.ZipFile(VERSIONS / f"{version}.zip") as packed:
        packed.extractall(tmp_path / "older")
    for path in (tmp_path / "older").rglob(f"*{SUFFIX}"):
        rows = rows_of(path)
        name = home.adopt(path.name.removesuffix(SUFFIX)[5:], rows)
        assert rows_of(path_of(home, name)) == rows
        assert audit_journal(path_of(home, name))[1] == []


def flipped(stored: Stored) -> Stored:
    digest, body = stored[2]
    return [*stored[:2], (digest, body.replace(b'"amount":3', b'"amount":4')), *stored[3:]]


@pytest.mark.parametrize(
    "broken",
    [
        flipped,
        lambda stored: stored[1:],
        lambda stored: [stored[0], *stored[2:]],
        lambda stored: [*stored, ("00" * 32, b"{}")],
        lambda _stored: [("", b"")],
    ],
)
def test_what_is_no_whole_chain_is_not_taken(home: Home, stored: Stored, broken: Broken) -> None:
    with pytest.raises(JournalError, match="digest"):
        home.adopt("x", broken(stored))
    assert home.games() == ("0001-x",)
    assert home.adopt("x", stored) == "0002-x"


@pytest.mark.parametrize("edition", ["../x", "X y", ""])
def test_no_strange_word_becomes_a_path(home: Home, stored: Stored, edition: str) -> None:
    with pytest.raises(JournalError, match="No game can have this name"):
        home.adopt(edition, stored)


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
