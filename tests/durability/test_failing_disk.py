"""Writes, syncs and renames that fail are said to the sender; nothing is half, and play goes on.

SQLite runs on a file system of our own, whose calls fail for a while and then work again.
"""

import errno
import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest
from msgspec.structs import replace

from companion.backups.restoring import restore
from companion.editions.library import Library
from companion.errors import CompanionError
from companion.files import write_whole
from companion.game.refusals import Refusal
from companion.game.state import fingerprint
from companion.journal import sqlite
from companion.journal.home import Home, locked
from companion.journal.pictures import Limits, Pictures
from companion.journal.replay import replayed
from companion.journal.sqlite import open_journal
from companion.table.answers import Accepted, Broken
from companion.table.games.beginning import opened
from companion.table.games.commands import Begin
from companion.table.live_game import LiveGame, begun
from tests.durability.damage import in_memory
from tests.durability.power import Translated
from tests.support.homes import STEPS, content_of, copied, cut_before, played_home
from tests.support.player import PLAYERS, next_command
from tests.support.table import SMALL_RESERVE, some_cause

COMMANDS, PLACES = 8, 40
MOST_TRIES = 12


class Faults:
    """When the file system fails: from its call number *first* on, *count* times."""

    def __init__(self) -> None:
        self.kind, self.first, self.count, self.calls, self.struck = "", 0, 0, 0, 0

    def arm(self, kind: str, first: int, count: int) -> None:
        self.kind, self.first, self.count, self.calls = kind, first, count, 0

    def meet(self, call: str) -> None:
        """Fail if it is time to.

        Raises:
            apsw.Error: it is.
        """
        if call not in self.kind:
            return
        self.calls += 1
        if self.first <= self.calls < self.first + self.count:
            self.struck += 1
            if "full" in self.kind:
                raise apsw.FullError("no room")
            raise apsw.IOError("input/output error")


class FaultyFile(apsw.VFSFile):
    """A file of a disk that fails."""

    def __init__(self, filename: Any, flags: list[int], faults: Faults) -> None:
        super().__init__("", filename, flags)
        self._faults = faults

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802  # SQLite's name
        self._faults.meet("write")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802  # likewise
        self._faults.meet("sync")
        super().xSync(flags)


class FaultySystem(apsw.VFS):
    """A file system on such a disk."""

    def __init__(self, name: str, faults: Faults) -> None:
        self._faults = faults
        super().__init__(name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> FaultyFile:  # noqa: N802  # likewise
        return FaultyFile(name, flags, self._faults)


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """Let every connection that writes be on a disk that may fail."""
    faults = Faults()
    system, connected = FaultySystem("faulty", faults), sqlite.connected

    def connection_to(path: Path, mode: Any) -> Any:
        return Translated(path, "faulty") if mode == "rw" else connected(path, mode)

    monkeypatch.setattr(sqlite, "connected", connection_to)
    yield faults
    system.unregister()


@pytest.mark.parametrize("kind", ["write", "sync", "write full", "write sync"])
def test_a_failing_disk_is_said_and_play_goes_on_when_it_works(faults: Faults, kind: str) -> None:
    refused = 0
    for place in range(1, PLACES):
        with in_memory() as folder:
            home = Home(folder, ballast=SMALL_RESERVE)
            begun_game(home).close()
            game = LiveGame(home, home.open("0001-ru-2004"))
            faults.arm(kind, first=place, count=1 + place % 6)
            refused += play_on(game, random.Random(place), full="full" in kind)
            faults.arm("", 0, 0)
            game.close()
            home.close()
            assert fingerprint(reopened(folder)) == fingerprint(game.state), place
            assert game.seq == COMMANDS + 1, place
    assert faults.struck > PLACES // 2  # else this showed nothing
    assert refused


def begun_game(home: Home) -> LiveGame:
    wanted = Begin(edition="ru-2004", players=PLAYERS, first_roll=False)
    beginning = opened(wanted, Library())
    assert not isinstance(beginning, Refusal)
    return begun(home, *beginning, some_cause(), wanted)


def reopened(folder: Path) -> Any:
    journal = open_journal(folder / "games" / "0001-ru-2004.journal", read_only=True)
    state = replayed(journal.records)
    journal.close()
    return state


def play_on(game: LiveGame, chance: random.Random, *, full: bool) -> int:
    """Give commands until each is accepted; return how often one was refused."""
    refused = 0
    for number in range(COMMANDS):
        before = fingerprint(game.state)
        command, cause = next_command(game.state, chance), some_cause(f"id-{number}")
        cause = replace(cause, role="banker")
        for _ in range(MOST_TRIES):
            answer = game.decide(command, cause)
            if isinstance(answer, Accepted):
                break
            assert isinstance(answer, Broken), answer
            assert answer.code == ("disk-full" if full else "not-saved")
            assert "0001-ru-2004" in answer.text
            assert "\n" not in answer.text
            assert fingerprint(game.state) == before
            refused += 1
        else:
            pytest.fail(f"the disk works again, and the game does not: {game.trouble}")
    return refused


# ---- files


@contextmanager
def failing_at(step: int) -> Iterator[Callable[[], bool]]:
    """Let the call number *step* that changes something fail once; tell whether it did."""
    patch, done = pytest.MonkeyPatch(), list[str]()

    def counted(name: str) -> Callable[..., object]:
        call = getattr(os, name)

        def counting(*args: object, **kwargs: object) -> object:
            done.append(name)
            if len(done) == step + 1:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return call(*args, **kwargs)

        return counting

    with patch.context() as patched:
        for name in STEPS:
            patched.setattr(os, name, counted(name))
        yield lambda: len(done) > step


def failures(act: Callable[[], object], look: Callable[[], None]) -> int:
    """Do something with each of its calls failing once, and *look* after each; return how often."""
    for step in range(300):
        with failing_at(step) as struck:
            try:
                act()
            except (OSError, CompanionError) as error:
                told = str(error)
            else:
                told = ""
        assert "\n" not in told
        look()
        if not struck():
            return step
    raise AssertionError("it never ended")


def test_a_small_file_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def look() -> None:
        assert [*tmp_path.iterdir()] == [path]
        assert path.read_bytes() in (b"old", b"new")
        path.write_bytes(b"old")

    assert failures(lambda: write_whole(path, b"new"), look) > 3


def test_a_home_is_the_old_one_or_the_new_one() -> None:
    with in_memory() as folder:
        home, other = played_home(folder / "home"), played_home(folder / "other", rolls=1)
        old, new = content_of(home), content_of(other)
        back, copy = copied(home, folder / "back.zip"), copied(other, folder / "other.zip")

        def look() -> None:
            os.close(locked(home))
            assert content_of(home) in (old, new)
            restore(back, home)

        assert failures(lambda: restore(copy, home), look) > 20


def test_a_power_cut_while_pictures_are_pruned_makes_none_of_them_missing(tmp_path: Path) -> None:
    for step in range(60):
        pictures = Pictures(tmp_path / str(step))
        digests = [pictures.keep(bytes([n]) * 100) for n in range(4)]
        with cut_before(step) as pulled:
            pictures.prune(Limits(size=150))
        fates = {pictures.fate(digest) for digest in digests}
        assert fates <= {"kept", "pruned"}, (step, fates)
        if not pulled():
            assert fates == {"kept", "pruned"}
            return
    raise AssertionError("it never ended")
