"""A disk that takes no more is said to the sender; the game stands, and goes on when it can."""

from multiprocessing import get_context
from pathlib import Path

import pytest

from companion.game.state import fingerprint
from companion.journal.replay import replayed
from companion.table.table import Table
from tests.support.player import Evening, play_against_a_wall

pytestmark = pytest.mark.xdist_group("full disk")  # one evening serves all

LIMIT = 60_000  # bytes a file: less than the log grows to before it is written back


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def evening(home: Path) -> Evening:
    """Return what happened when a game was played until no file could grow, and then on."""
    ours, theirs = get_context("forkserver").Pipe(duplex=False)
    process = get_context("forkserver").Process(
        target=play_against_a_wall, args=(home, theirs, LIMIT)
    )
    process.start()
    theirs.close()
    told: Evening = ours.recv()
    ours.close()
    process.join()
    process.close()
    return told


def test_who_asks_hears_that_nothing_can_be_saved(evening: Evening) -> None:
    assert evening.codes == ["not-saved"] * 3
    assert "0001-ru-2004.journal" in evening.trouble


def test_what_was_not_saved_has_not_happened(evening: Evening) -> None:
    assert evening.fingerprints[0] == evening.fingerprints[1]


def test_play_goes_on_by_itself_when_there_is_room(evening: Evening) -> None:
    assert evening.accepted_later == 5
    assert evening.trouble_later == ""


def test_the_game_is_whole_after_such_an_evening(evening: Evening, home: Path) -> None:
    table = Table(home)
    table.start()
    state, records = table.view.state, table.history()
    table.stop()
    assert state is not None
    assert [record.seq for record in records] == list(range(1, evening.records + 1))
    assert fingerprint(state) == fingerprint(replayed(records))
    assert set(state.books.totals().values()) == {0}
    ids = [record.cause.command_id for record in records[1:]]
    assert len(ids) == len(set(ids))  # what was sent again was done once
