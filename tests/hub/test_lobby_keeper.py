"""The lobby is kept up to date by a thread that nothing ends, and the pages hear of it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.errors import HubError
from companion.hub.lobby import Lobby
from companion.hub.lobby_keeper import LobbyKeeper
from companion.hub.records import ShippedGame
from companion.shipping.wire import Parcel
from tests.support.club_rooms import Shelf, played
from tests.support.waiting import soon


class Moody(Shelf):
    """Records that can be away, or break whoever asks."""

    trouble: Exception | None = None

    def games(self) -> tuple[ShippedGame, ...]:
        if self.trouble is not None:
            raise self.trouble
        return super().games()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Parcel, ...]:
    home: Path = tmp_path_factory.mktemp("home")
    return played(home, 12)


@pytest.fixture
def shelf(game: tuple[Parcel, ...]) -> Moody:
    made = Moody()
    made.put(1, game[:5])
    return made


@pytest.fixture
def keeper(shelf: Moody) -> Iterator[LobbyKeeper]:
    made = LobbyKeeper(Lobby(shelf, lambda: {1, 2}))
    made.start()
    yield made
    made.stop()
    assert made.feed.is_closed
    assert "lobby" not in {thread.name for thread in threading.enumerate()}


def test_what_is_there_at_the_start_is_read_before_anybody_looks(keeper: LobbyKeeper) -> None:
    assert len(keeper.lobby.lines) == 1


def test_a_ring_has_what_is_new_read_and_told(
    keeper: LobbyKeeper, shelf: Moody, game: tuple[Parcel, ...]
) -> None:
    before, (line,) = keeper.feed.now, keeper.lobby.lines
    shelf.put(1, game)
    keeper.ring()
    assert soon(lambda: keeper.feed.now != before)
    assert keeper.lobby.lines != (line,)


def test_a_look_that_finds_nothing_is_no_news(keeper: LobbyKeeper) -> None:
    before = keeper.feed.now
    keeper.look()
    assert keeper.feed.now == before


def test_a_database_that_is_away_is_told_once_and_so_is_its_coming_back(
    keeper: LobbyKeeper, shelf: Moody
) -> None:
    told, shelf.trouble = [keeper.feed.now], HubError(code="hub-database")
    keeper.ring()
    assert soon(lambda: keeper.away is not None)
    assert soon(lambda: keeper.feed.now != told[0])
    told.append(keeper.feed.now)
    keeper.look()
    assert keeper.feed.now == told[1]
    assert len(keeper.lobby.lines) == 1
    shelf.trouble = None  # it looks again by itself
    assert soon(lambda: keeper.away is None)
    assert soon(lambda: keeper.feed.now != told[1])


def test_whatever_a_look_finds_the_next_one_is_made(
    keeper: LobbyKeeper, shelf: Moody, game: tuple[Parcel, ...], caplog: pytest.LogCaptureFixture
) -> None:
    shelf.trouble = RuntimeError("a bug")
    keeper.ring()
    assert soon(lambda: "a look at the records failed" in caplog.text)
    shelf.trouble = None
    shelf.put(2, (Parcel("a" * 64, game[0].body), *game[1:3]))
    keeper.ring()
    assert soon(lambda: len(keeper.lobby.lines) == 2)
