"""When a commit fails nobody knows what is on the disk: so the game looks."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.editions.load import load_edition
from companion.errors import JournalError
from companion.game.commands import Hammer, Roll
from companion.game.events import AnyEvent
from companion.game.refusals import Refusal
from companion.game.state import blank, fingerprint
from companion.journal.home import Home
from companion.journal.record import Cause, Record
from companion.journal.replay import replayed
from companion.journal.sqlite import SqliteJournal
from companion.journal.store import CommitError, Draft
from companion.rules.setup import begin
from companion.table.answers import Accepted, Broken
from companion.table.clocks.timing import Timing
from companion.table.crew import Crew
from companion.table.games.commands import Begin
from companion.table.live_game import LiveGame, begun, last_played, resumed
from companion.table.table import Table
from tests.support.player import PLAYERS, banker
from tests.support.table import ANN, BOB, SMALL_RESERVE, hands, some_cause
from tests.support.waiting import soon

ROLL = Roll(by=ANN, dice=(6, 4))


class Failing:
    """A journal whose commits fail: before the record is on disk, or after.

    Only the instance fails: what is opened anew works, as a disk that recovered does.
    """

    def __init__(self, journal: SqliteJournal, *, written: bool, full: bool = False) -> None:
        self._journal, self._written, self._full = journal, written, full

    @property
    def name(self) -> str:
        return self._journal.name

    @property
    def records(self) -> Sequence[Record]:
        return tuple(self._journal.records)

    @property
    def is_in_place(self) -> bool:
        return True

    def seq_of(self, command_id: str) -> int | None:
        return self._journal.seq_of(command_id)

    def append(
        self, events: tuple[AnyEvent, ...], *, cause: Cause, command: Mapping[str, Any]
    ) -> Record:
        return self.append_all([Draft(events, cause, command)])[0]

    def append_all(self, drafts: Sequence[Draft]) -> tuple[Record, ...]:
        if self._written:
            self._journal.append_all(drafts)
        self._journal.close()
        raise CommitError("it failed", where="test", disk_full=self._full)

    def close(self) -> None:
        self._journal.close()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path, ballast=SMALL_RESERVE)
    yield home
    home.close()


@pytest.fixture
def game(home: Home) -> Iterator[LiveGame]:
    game = new_game(home)
    yield game
    game.close()


def new_game(home: Home) -> LiveGame:
    edition = load_edition("ru-2004")
    events = begin(edition, ("Ann", "Bob"), first_roll=False)
    return begun(home, blank(edition), events, some_cause(), {"do": "begin"})


def failing(home: Home, *, written: bool, full: bool = False) -> LiveGame:
    game = new_game(home)
    game.close()
    journal = home.open(game.name)
    broken = Failing(journal, written=written, full=full)
    return LiveGame(home, broken)


def test_a_commit_that_failed_and_yet_wrote_is_one_record(home: Home) -> None:
    game = failing(home, written=True)
    answer = game.decide(ROLL, some_cause("a"))
    assert isinstance(answer, Accepted)
    assert (answer.seq, game.seq, len(game.records())) == (2, 2, 2)
    game.close()


def test_a_commit_that_wrote_nothing_is_done_once_more_on_a_new_connection(home: Home) -> None:
    game = failing(home, written=False)
    answer = game.decide(ROLL, some_cause("a"))
    assert isinstance(answer, Accepted)
    assert len(game.records()) == 2
    assert game.trouble is None
    game.close()


def test_a_full_disk_gives_the_reserve_back_and_play_goes_on(home: Home) -> None:
    assert home.reserve.held
    game = failing(home, written=False, full=True)
    assert isinstance(game.decide(ROLL, some_cause("a")), Accepted)
    assert not home.reserve.held
    game.close()


def test_a_disk_that_stays_broken_is_said_and_play_goes_on_when_it_recovers(
    game: LiveGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fingerprint(game.state)
    with monkeypatch.context() as patch:
        patch.setattr(SqliteJournal, "append_all", _fail_commit)
        answer = game.decide(ROLL, some_cause("a"))
    assert isinstance(answer, Broken)
    assert (answer.code, fingerprint(game.state)) == ("not-saved", before)
    assert "it failed" in str(game.trouble)
    assert isinstance(game.decide(ROLL, some_cause("a")), Accepted)
    assert (game.trouble, len(game.records())) == (None, 2)


def test_a_trouble_is_over_when_the_disk_is_back_whatever_the_rules_say_then(
    game: LiveGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(SqliteJournal, "append_all", _fail_commit)
        patch.setattr(Home, "open", _fail_to_open)
        assert isinstance(game.decide(ROLL, some_cause("a")), Broken)
        assert str(game.trouble) == "no disk"
    assert isinstance(game.decide(Hammer(), some_cause("b")), Refusal)
    assert game.trouble is None


def test_what_was_saved_behind_our_back_is_found_when_the_disk_is_back(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = failing(home, written=True)
    with monkeypatch.context() as patch:
        patch.setattr(Home, "open", _fail_to_open)
        assert isinstance(game.decide(ROLL, some_cause("a")), Broken)
    answer = game.decide(ROLL, some_cause("a"))
    assert isinstance(answer, Accepted)
    assert (answer.seq, game.seq) == (2, 2)
    assert fingerprint(game.state) == fingerprint(replayed(game.records()))
    game.close()


def test_a_disk_that_lost_records_stops_the_game_aloud(home: Home) -> None:
    game = new_game(home)
    path = home.folder / "games" / f"{game.name}.journal"
    game.close()
    shutil.copy(path, home.folder / "older")
    game = resumed(home, game.name)
    assert isinstance(game.decide(ROLL, some_cause("a")), Accepted)
    game.close()
    shutil.copy(home.folder / "older", path)
    answer = game.decide(Roll(by=BOB, dice=(1, 2)), some_cause("b"))
    assert isinstance(answer, Broken)
    assert answer.code == "damaged"
    assert "lost entries: 1 of 2" in str(game.trouble)


def test_the_game_that_was_played_last_is_resumed(home: Home) -> None:
    for _ in range(2):
        new_game(home).close()
    home.note_current("0001-ru-2004")
    game = last_played(home)
    assert game is not None
    assert game.name == "0001-ru-2004"
    game.close()


def test_without_a_note_the_newest_unfinished_game_is_resumed(home: Home) -> None:
    for _ in range(2):
        new_game(home).close()
    (home.folder / "games" / "current").unlink()
    home.create("ru-2004").close()  # the plug was pulled before its first record
    game = last_played(home)
    assert game is not None
    assert game.name == "0002-ru-2004"
    game.close()


def test_a_game_that_could_not_be_read_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hands(tmp_path) as first:
        first.begin()
    with hands(tmp_path) as at:
        with monkeypatch.context() as patch:
            patch.setattr(Home, "open", _fail_to_open)
            at.pipeline.wake()
            at.clock.now += 60
            at.pipeline.tick()
        assert (at.view.game, str(at.view.trouble)) == ("", "no disk")
        at.clock.now += 60
        at.pipeline.tick()
        assert (at.view.game, at.view.trouble) == ("0001-ru-2004", None)


@pytest.mark.parametrize("threads", [0, 2], ids=["a thread of its own", "a crew"])
def test_a_table_is_out_of_its_trouble_without_a_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    crew = Crew(threads) if threads else None
    if crew is not None:
        crew.start()
    table = Table(tmp_path, timing=Timing(retry=0.05), crew=crew)
    table.start()
    try:
        started = Begin(edition="ru-2004", players=PLAYERS, first_roll=False)
        assert isinstance(table.submit(started, banker(table)), Accepted)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteJournal, "append_all", _fail_after_writing)
            patch.setattr(Home, "open", _fail_to_open)
            assert isinstance(table.submit(ROLL, banker(table)), Broken)
            assert str(table.view.trouble) == "no disk"
        assert soon(lambda: table.view.trouble is None)
        assert table.view.seq == 2  # what had been kept is shown
    finally:
        table.stop()
        if crew is not None:
            crew.stop()


def test_what_a_journal_says_instead_when_it_is_tried_again_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hands(tmp_path) as at:
        at.begin()
        with monkeypatch.context() as patch:
            patch.setattr(SqliteJournal, "append_all", _fail_commit)
            patch.setattr(Home, "open", _fail_to_open)
            assert isinstance(at.ask(ROLL), Broken)
            patch.setattr(Home, "open", _fail_otherwise)
            at.pipeline.tick()
            assert str(at.view.trouble) == "no disk"  # it is not its time yet
            for _ in range(2):
                at.clock.now += 60
                at.pipeline.tick()
                assert str(at.view.trouble) == "no folder"
        at.clock.now += 60
        at.pipeline.tick()
        assert (at.view.trouble, at.desk.next_wake) == (None, float("inf"))


def test_an_empty_home_has_no_game(home: Home) -> None:
    assert last_played(home) is None


def test_a_game_that_could_not_be_noted_has_not_begun(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(home).close()
    with monkeypatch.context() as patch:
        patch.setattr(Home, "note_current", _fail_to_open)
        with pytest.raises(JournalError):
            new_game(home)
    assert home.current == "0001-ru-2004"


def _fail_commit(self: SqliteJournal, *_: object, **__: object) -> None:
    self.close()
    raise CommitError("it failed", where="test", disk_full=False)


def _fail_after_writing(self: SqliteJournal, drafts: Sequence[Draft]) -> None:
    written(self, drafts)
    _fail_commit(self)


written = SqliteJournal.append_all


def _fail_otherwise(*_: object, **__: object) -> None:
    raise JournalError("no folder")


def _fail_to_open(*_: object, **__: object) -> None:
    raise JournalError("no disk")
