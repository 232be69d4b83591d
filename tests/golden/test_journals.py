"""What any version of the companion wrote is read, replayed and played on, for ever."""

from pathlib import Path
from typing import get_args

import pytest

from companion.backups.restoring import restore
from companion.disputes.verify import pictures_beside, verify
from companion.editions.load import edition_ids
from companion.game.commands import Correct
from companion.game.events import AnyEvent
from companion.game.events_beside import Beside
from companion.journal.codec import VERSION
from companion.journal.home import Home
from companion.table.answers import Accepted
from companion.table.live import resumed
from companion.words import Seat
from tests.golden.journals import CAUSE, file_of, kept, told_of, versions


@pytest.fixture(scope="module", params=versions(), ids="version-{}".format)
def home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[int, Path]:
    """Return a version and a home with its games, taken back from the copy that it made."""
    folder = tmp_path_factory.mktemp("golden")
    restore(file_of(request.param), folder)
    return request.param, folder


def test_the_present_version_has_its_golden_games() -> None:
    assert VERSION in versions(), "run: .venv/bin/python -m tests.golden.journals"


def test_each_game_is_proven_and_comes_to_what_it_came_to(home: tuple[int, Path]) -> None:
    version, folder = home
    expected = kept(version)
    told = {}
    for name in expected:
        path = folder / "games" / f"{name}.journal"
        assert verify(path, pictures_beside(path)).damages == ()
        opened = Home(folder, ballast=0)
        game = resumed(opened, name)
        told[name] = told_of(game.state, game.seq)
        game.close()
        opened.close()
    assert told == expected


def test_each_game_can_be_played_on(home: tuple[int, Path]) -> None:
    version, folder = home
    opened = Home(folder, ballast=0)
    for name, told in kept(version).items():
        game = resumed(opened, name)
        answer = game.decide(Correct(why="on and on", cash={Seat(0): 1000}), CAUSE)
        game.close()
        game = resumed(opened, name)
        assert isinstance(answer, Accepted), answer
        assert (game.state.cash(Seat(0)), game.seq) == (1000, told["records"] + 1)
        game.close()
    opened.close()


@pytest.mark.parametrize("version", versions())
def test_every_edition_that_there_was_has_its_game(version: int) -> None:
    """An edition that is added later has none in an older version."""
    assert {name.split("-", 1)[1] for name in kept(version)} <= {*edition_ids()}
    assert len(kept(version)) == 8


def test_the_newest_golden_games_have_every_event_that_moves_nothing(tmp_path: Path) -> None:
    restore(file_of(VERSION), tmp_path)
    home = Home(tmp_path, ballast=0)
    for name in kept(VERSION):
        game = resumed(home, name)
        told = {type(event) for record in game.records() for event in record.events}
        game.close()
        assert {kind for kind in get_args(AnyEvent) if issubclass(kind, Beside)} <= told
    home.close()
