"""Games by number, laid aside, deleted, taken from elsewhere: in a folder, in a club."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.files import write_whole
from companion.journal.games import Games
from companion.journal.sqlite import SUFFIX
from tests.journal.conftest import Kept, Stored, rows_of
from tests.support.table import some_cause, some_events

VERSIONS = Path(__file__).parents[1] / "golden" / "versions"
Broken = Callable[[Stored], Stored]


def begun(games: Games) -> str:
    journal = games.create("x")
    journal.append(some_events(1), cause=some_cause(journal.name), command={})
    journal.close()
    return journal.name


@pytest.fixture
def three(kept: Kept) -> Games:
    assert [begun(kept.games) for _ in range(3)] == ["0001-x", "0002-x", "0003-x"]
    return kept.games


def test_games_are_numbered_and_listed_in_order(three: Games) -> None:
    assert three.games() == ("0001-x", "0002-x", "0003-x")
    assert three.archived() == ()


@pytest.mark.parametrize("name", ["../secret", "", "0001-ru-2004.journal", "0001-ru/2004"])
def test_only_a_games_name_opens_a_game(kept: Kept, name: str) -> None:
    for look in (kept.games.open, kept.games.glance):
        with pytest.raises(JournalError, match="No game can have this name"):
            look(name)


def test_a_missing_game_is_named(three: Games) -> None:
    for look in (three.open, three.glance):
        with pytest.raises(JournalError, match=r"0009-x.*no such game") as told:
            look("0009-x")
        assert told.value.code == "journal-gone"


@pytest.mark.parametrize("note", [b"0002-x\n", b"\xff", b""])
def test_a_note_of_a_game_that_is_not_there_counts_for_nothing(kept: Kept, note: bytes) -> None:
    games = kept.games
    begun(games)
    assert games.current is None
    write_whole(games.folder / "games/current", note)
    assert games.current is None
    games.note_current("0001-x")
    assert games.current == "0001-x"
    games.archive("0001-x")
    assert games.current is None


def test_a_game_laid_aside_is_whole_and_comes_back(three: Games) -> None:
    three.archive("0002-x")
    assert (three.games(), three.archived()) == (("0001-x", "0003-x"), ("0002-x",))
    with pytest.raises(JournalError, match="no such game"):
        three.open("0002-x")
    three.bring_back("0002-x")
    journal = three.open("0002-x")
    assert len(journal.records) == 1
    journal.close()
    assert three.archived() == ()


def test_the_number_of_a_deleted_game_is_never_given_again(three: Games) -> None:
    three.archive("0003-x")
    three.delete("0003-x")
    three.delete("0002-x")
    assert (three.games(), three.archived()) == (("0001-x",), ())
    assert begun(three) == "0004-x"


@pytest.mark.parametrize("name", ["0009-x", "../0001-x", ""])
def test_only_a_game_that_is_there_can_be_moved_or_deleted(three: Games, name: str) -> None:
    for act in (three.archive, three.bring_back, three.delete):
        with pytest.raises(JournalError):
            act(name)
    assert len(three.games()) == 3


def test_a_game_from_elsewhere_has_a_number_of_this_home_and_goes_on_here(
    kept: Kept, stored: Stored
) -> None:
    begun(kept.games)
    name = kept.games.adopt("x", stored)
    assert name == "0002-x"
    assert kept.games.games() == ("0001-x", "0002-x")
    assert kept.stored(name) == stored
    journal = kept.games.open(name)
    assert journal.seq_of("id-3") == 3
    journal.append(some_events(6), cause=some_cause(), command={})
    journal.close()
    assert kept.stored(name)[:5] == stored
    assert len(kept.stored(name)) == 6


@pytest.mark.parametrize("version", sorted(path.stem for path in VERSIONS.glob("*.zip")))
def test_games_of_older_companions_stay_as_they_were_written(
    kept: Kept, tmp_path: Path, version: str
) -> None:
    with zipfile.ZipFile(VERSIONS / f"{version}.zip") as packed:
        packed.extractall(tmp_path / "older")
    for path in (tmp_path / "older").rglob(f"*{SUFFIX}"):
        rows = rows_of(path)
        name = kept.games.adopt(path.name.removesuffix(SUFFIX)[5:], rows)
        assert kept.stored(name) == rows
        journal = kept.games.open(name)
        assert len(journal.records) == len(rows)
        journal.close()


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
def test_what_is_no_whole_chain_is_not_taken(kept: Kept, stored: Stored, broken: Broken) -> None:
    begun(kept.games)
    with pytest.raises(JournalError, match="digest"):
        kept.games.adopt("x", broken(stored))
    assert kept.games.games() == ("0001-x",)
    assert kept.games.adopt("x", stored) == "0002-x"


@pytest.mark.parametrize("edition", ["../x", "X y", ""])
def test_no_strange_word_becomes_a_name(kept: Kept, stored: Stored, edition: str) -> None:
    with pytest.raises(JournalError, match="No game can have this name"):
        kept.games.adopt(edition, stored)
