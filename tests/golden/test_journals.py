"""What any version of the companion wrote is read, replayed and played on, for ever."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from companion.accounts.verification import pictures_beside, verify
from companion.backups.restoring import restore
from companion.editions.load import edition_ids
from companion.game.commands import Correct
from companion.game.events import AnyEvent, Rewound
from companion.game.events_beside import Beside
from companion.journal.home import Home
from companion.journal.record import Record
from companion.journal.replay import first_told
from companion.table.answers import Accepted
from companion.table.live_game import resumed
from companion.words import Seat
from tests.golden.journals import CAUSE, NEWEST, copies, file_of, kept, told_of


@pytest.fixture(scope="module", params=copies())
def home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path]:
    """Return a copy's name and a home with its games, taken back from it."""
    folder = tmp_path_factory.mktemp("golden")
    restore(file_of(request.param), folder)
    return request.param, folder


def test_the_present_version_has_its_golden_games() -> None:
    assert {*NEWEST} <= {*copies()}, "run: .venv/bin/python -m tests.golden.journals"


def test_each_game_is_proven_and_comes_to_what_it_came_to(home: tuple[str, Path]) -> None:
    copy, folder = home
    expected = kept(copy)
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


def test_each_game_can_be_played_on(home: tuple[str, Path]) -> None:
    copy, folder = home
    opened = Home(folder, ballast=0)
    for name, told in kept(copy).items():
        game = resumed(opened, name)
        answer = game.decide(Correct(why="on and on", cash={Seat(0): 1000}), CAUSE)
        game.close()
        game = resumed(opened, name)
        assert isinstance(answer, Accepted), answer
        assert (game.state.cash(Seat(0)), game.seq) == (1000, told["records"] + 1)
        game.close()
    opened.close()


@pytest.mark.parametrize("copy", copies())
def test_every_edition_that_there_was_has_its_game(copy: str) -> None:
    """An edition that is added later has none in an older version."""
    assert {name.split("-", 1)[1] for name in kept(copy)} <= {*edition_ids()}
    assert len(kept(copy)) == 8


def games_of(copy: str, folder: Path) -> Iterator[tuple[Record, ...]]:
    """Yield the records of each game of a copy."""
    restore(file_of(copy), folder)
    home = Home(folder, ballast=0)
    for name in kept(copy):
        game = resumed(home, name)
        yield game.records()
        game.close()
    home.close()


def test_the_newest_golden_games_have_every_event_that_moves_nothing(tmp_path: Path) -> None:
    plain, _retold = NEWEST
    for records in games_of(plain, tmp_path):
        told = {type(event) for record in records for event in record.events}
        assert {kind for kind in get_args(AnyEvent) if issubclass(kind, Beside)} <= told


def test_the_newest_retold_games_repeat_what_was_told_and_what_was_repeated(
    tmp_path: Path,
) -> None:
    _plain, retold = NEWEST
    often = 0
    for records in games_of(retold, tmp_path):
        events = [event for record in records for event in record.events]
        assert [event.retold > 0 for event in events if isinstance(event, Rewound)] == [True, True]
        repeated = Counter(first_told(records, one.seq) for one in records if one.cause.repeats)
        often = max(often, *repeated.values())
    assert often == 2
