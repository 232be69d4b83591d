"""A stick that hangs holds up nothing: neither a page, nor copies on the card, nor the end."""

import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.backups import keeper as keeping
from companion.backups import writing
from companion.backups.checks import copy_checks
from companion.backups.copy_folder import Copy, name_of
from companion.backups.keeper import Keeper
from companion.backups.time_limit import SilentError, TimeLimit
from companion.errors import BackupError
from tests.support.table import Hands, hands

SHORT_S = 0.1
"""So long is waited here for a stick."""

LONG_S = 30.0
"""Nobody waits so long: what takes it has hung."""


class Hanging:
    """A folder in which one file is opened only once it is let go."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        folder.mkdir()
        self._file = folder / name_of("00000000", 1)
        self._answers = threading.Event()
        self._open = writing.opened_pack
        monkeypatch.setattr(writing, "opened_pack", self.opened)
        self.hang()

    def hang(self) -> None:
        """Answer no more."""
        self._answers.clear()
        self._file.touch()

    def let_go(self) -> None:
        """Answer at last; the file is gone then."""
        self._file.unlink(missing_ok=True)
        self._answers.set()

    def opened(self, path: Path) -> zipfile.ZipFile:
        """Open a copy, as soon as the stick answers."""
        if path == self._file:
            self._answers.wait(LONG_S)
        return self._open(path)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path / "home") as at_table:
        at_table.begin()
        yield at_table


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    for name in ("LOOK_S", "READ_S", "WRITE_S", "PATIENCE_S"):
        monkeypatch.setattr(keeping, name, SHORT_S)
    hanging = Hanging(tmp_path / "stick", monkeypatch)
    yield hanging
    hanging.let_go()


def keeper_of(at: Hands, stick: Hanging) -> Keeper:
    return Keeper(at.home.folder, lambda: at.view, at.clock, second=stick.folder)


def asking() -> list[threading.Thread]:
    return [one for one in threading.enumerate() if one.name == "asks the stick"]


def test_the_copies_on_the_card_are_listed_and_the_stick_is_called_silent(
    at: Hands, stick: Hanging
) -> None:
    keeper = keeper_of(at, stick)
    assert list(keeper.copies()) == []
    assert keeper.is_silent
    stick.let_go()
    for thread in asking():
        thread.join(LONG_S)
    assert list(keeper.copies()) == []
    assert not keeper.is_silent


def test_the_card_gets_its_copy_and_the_trouble_is_said_in_its_own_word(
    at: Hands, stick: Hanging
) -> None:
    keeper = keeper_of(at, stick)
    copy = keeper.make("start")
    assert copy is not None
    assert copy.path.parent == keeper.card.folder
    assert [(t.code, t.where) for t in keeper.troubles] == [("silent", "second")]
    assert str(stick.folder) in keeper.troubles[0].text
    assert keeper.make("time") is not None  # and the next one too
    assert [check.health for check in copy_checks(keeper)] == ["warn", "ok"]


def test_however_often_it_is_asked_one_thread_hangs(at: Hands, stick: Hanging) -> None:
    keeper = keeper_of(at, stick)
    for _ in range(5):
        keeper.copies()
        keeper.sticks()
    assert len(asking()) == 1


def test_nothing_is_chosen_or_read_there(at: Hands, stick: Hanging) -> None:
    keeper = keeper_of(at, stick)
    made = keeper.make("start")
    assert made is not None
    there = Copy(stick.folder / made.name, made.manifest)
    with pytest.raises(SilentError, match="does not answer"):
        keeper.read(there, Path.read_bytes)
    with pytest.raises(BackupError):
        keeper.choose(minutes=10, second=str(stick.folder))
    assert keeper.read(made, Path.read_bytes)[:2] == b"PK"


def test_what_was_seen_there_last_stays_in_the_list(at: Hands, stick: Hanging) -> None:
    stick.let_go()
    keeper = keeper_of(at, stick)
    assert keeper.make("start") is not None
    names = [copy.name for copy in keeper.copies()]
    stick.hang()
    (keeper.card.folder / names[0]).unlink()
    assert [copy.name for copy in keeper.copies()] == names
    assert keeper.is_silent


def test_the_end_does_not_wait_for_it(at: Hands, stick: Hanging) -> None:
    keeper = keeper_of(at, stick)
    keeper.start()
    keeper.copies()
    stopping = threading.Thread(target=keeper.stop)
    stopping.start()
    stopping.join(LONG_S)
    assert not stopping.is_alive()
    assert all(thread.daemon for thread in asking())


# ---- patience


def test_an_answer_and_a_mistake_come_through() -> None:
    patience = TimeLimit("it")
    assert patience.ask(lambda: 3, LONG_S) == 3
    with pytest.raises(ZeroDivisionError):
        patience.ask(lambda: 1 // 0, LONG_S)
    assert patience.ask(lambda: 4, LONG_S) == 4


def test_two_who_ask_at_once_are_both_answered() -> None:
    patience, go, answers = TimeLimit("it"), threading.Event(), list[int]()

    def slow() -> int:
        assert go.wait(LONG_S)
        return 1

    first = threading.Thread(target=lambda: answers.append(patience.ask(slow, LONG_S)))
    second = threading.Thread(target=lambda: answers.append(patience.ask(lambda: 2, LONG_S)))
    first.start()
    second.start()
    go.set()
    for thread in (first, second):
        thread.join(LONG_S)
    assert sorted(answers) == [1, 2]


def test_who_asks_while_an_earlier_question_has_hung_hears_so_at_once() -> None:
    patience, go = TimeLimit("it"), threading.Event()
    for _ in range(3):
        with pytest.raises(SilentError):
            patience.ask(lambda: go.wait(LONG_S), 0.01)
    go.set()
    assert patience.ask(lambda: 5, LONG_S) == 5
