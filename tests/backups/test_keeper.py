"""Copies are made by themselves, at two places; what hinders is said, and play goes on."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.backups.checks import copy_checks
from companion.backups.copy_folder import CopyFolder
from companion.backups.keeper import Keeper
from companion.backups.restoring import proven
from companion.backups.sticks import sticks
from companion.doctor import worst
from companion.errors import BackupError
from companion.game.commands import Roll
from companion.table.view import View
from tests.support.table import ANN, Hands, hands

GAME = "0001-ru-2004"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Hands]:
    with hands(tmp_path / "home") as at_table:
        yield at_table


def keeper_of(at: Hands, second: Path | None = None) -> Keeper:
    return Keeper(at.home.folder, lambda: at.view, at.clock, second=second)


def whys(keeper: Keeper) -> list[str]:
    return [copy.manifest.why for copy in keeper.copies()]


def test_a_copy_is_made_when_a_game_begins_and_then_as_minutes_go(at: Hands) -> None:
    keeper = keeper_of(at)
    keeper.tick()
    assert whys(keeper) == []
    at.begin()
    keeper.tick()
    at.play(Roll(by=ANN, dice=(1, 2)))
    keeper.tick()
    assert whys(keeper) == ["start"]
    at.clock.now += 601
    keeper.tick()
    at.clock.now += 601
    keeper.tick()  # nothing has changed since
    assert whys(keeper) == ["time", "start"]
    assert keeper.copies()[0].manifest.records_of(GAME) == 2


def test_whatever_a_look_throws_the_next_copy_is_made(
    at: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.backups.keeper.LOOKS_S", 0.001)
    failed, told = threading.Event(), threading.Event()

    def look() -> View:
        if not failed.is_set():
            failed.set()
            raise KeyError("view")
        return at.view

    at.begin()
    keeper = Keeper(at.home.folder, look, at.clock)
    keeper.make = lambda _why: told.set()  # type: ignore[assignment]
    keeper.start()
    assert told.wait(30)
    keeper.stop()


def test_a_copy_is_made_when_a_game_ends(at: Hands) -> None:
    keeper = keeper_of(at)
    at.begin()
    keeper.tick()
    assert at.view.state is not None
    at.desk.view = replace(at.view, state=replace(at.view.state, winners=(ANN,)))
    keeper.tick()
    keeper.tick()
    assert whys(keeper) == ["end", "start"]


def test_no_minutes_leave_the_starts_and_ends(at: Hands) -> None:
    keeper = keeper_of(at)
    keeper.choose(minutes=0, second="")
    at.begin()
    keeper.tick()
    at.play(Roll(by=ANN, dice=(1, 2)))
    at.clock.now += 1e6
    keeper.tick()
    assert whys(keeper) == ["start"]
    assert keeper_of(at).chosen.minutes == 0


def test_a_clock_that_jumps_by_years_neither_hurries_nor_hides_a_copy(at: Hands) -> None:
    keeper = keeper_of(at)
    at.begin()
    for wall in (2e9, 1e9, 0.0):
        at.clock.wall_now = wall
        keeper.make("asked")
    assert [copy.manifest.number for copy in keeper.copies()] == [3, 2, 1]


def test_each_copy_lies_at_both_places(at: Hands, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    keeper = keeper_of(at, stick)
    at.begin()
    copy = keeper.make("asked")
    assert copy is not None
    assert proven(stick / copy.name) == proven(at.home.folder / "backups" / copy.name)
    assert len(keeper.copies()) == 1
    assert keeper.troubles == ()


def test_a_stick_that_is_missing_is_said_and_play_goes_on(at: Hands, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    keeper = keeper_of(at, stick)
    at.begin()
    assert keeper.make("start") is not None
    ((code, where),) = [(t.code, t.where) for t in keeper.troubles]
    assert (code, where) == ("missing", "second")
    assert worst(copy_checks(keeper)) == "warn"
    stick.mkdir()
    keeper.make("asked")
    assert keeper.troubles == ()
    assert worst(copy_checks(keeper)) == "ok"


def test_the_empty_folder_of_a_stick_that_was_pulled_out_is_no_stick(
    at: Hands, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    keeper = keeper_of(at)
    keeper.choose(minutes=10, second=str(stick))
    keeper.chosen = replace(keeper.chosen, apart=True)  # as if it had been another device
    keeper._second = keeper._opened_second()
    at.begin()
    keeper.make("start")
    assert [trouble.code for trouble in keeper.troubles] == ["missing"]
    assert list(stick.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "code"), [(28, "full"), (30, "read-only"), (5, "missing"), (110, "failed")]
)
def test_whatever_a_stick_does_is_told_in_its_own_word(
    at: Hands, tmp_path: Path, number: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(_place: CopyFolder, _source: Path) -> None:
        raise OSError(number, os.strerror(number))

    (tmp_path / "stick").mkdir()
    keeper, told = keeper_of(at, tmp_path / "stick"), list[str]()
    keeper._tell = lambda: told.append("changed")
    monkeypatch.setattr(CopyFolder, "take", failing)
    at.begin()
    assert keeper.make("start") is not None
    keeper.make("time")
    ((found, text),) = [(trouble.code, trouble.text) for trouble in keeper.troubles]
    assert found == code
    assert str(tmp_path / "stick") in text
    assert told == ["changed"]


def test_a_full_card_leaves_the_game_its_room_and_the_stick_its_copy(
    at: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick").mkdir()
    keeper = keeper_of(at, tmp_path / "stick")
    monkeypatch.setattr(keeper.card, "has_room", lambda _size: False)
    at.begin()
    copy = keeper.make("start")
    assert copy is not None
    assert copy.path.parent == tmp_path / "stick"
    assert [(t.code, t.where) for t in keeper.troubles] == [("full", "card")]


def test_a_damaged_game_is_offered_from_the_last_copy_that_has_it_whole(at: Hands) -> None:
    keeper = keeper_of(at)
    at.begin()
    keeper.make("start")
    at.play(Roll(by=ANN, dice=(1, 2)))
    good = keeper.make("asked")
    assert keeper.offered() is None
    at.desk.close()
    journal = at.home.folder / "games" / f"{GAME}.journal"
    content = bytearray(journal.read_bytes())
    content[content.find(b'"pips"') :: 7] = b"\0" * len(content[content.find(b'"pips"') :: 7])
    journal.write_bytes(content)
    at.desk.game, at.desk.view = None, replace(at.view, state=None)
    at.pipeline.wake()
    assert GAME in str(at.view.trouble)
    assert keeper.offered() == good
    later = [keeper.make("asked") for _ in range(40)][-1]
    assert later is not None
    assert GAME in later.manifest.left_out
    assert [trouble.code for trouble in keeper.troubles] == ["damaged-game"]
    assert keeper.offered() == good  # it is never thinned out


def test_a_folder_that_is_not_there_cannot_be_chosen(at: Hands, tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="no such folder"):
        keeper_of(at).choose(minutes=10, second=str(tmp_path / "gone"))


def test_a_home_keeps_its_name_and_its_copies_their_numbers(at: Hands) -> None:
    at.begin()
    first = keeper_of(at)
    first.make("asked")
    second = keeper_of(at)
    second.make("asked")
    assert second.chosen.home_id == first.chosen.home_id
    assert [copy.manifest.number for copy in second.copies()] == [2, 1]


def test_what_a_power_cut_left_half_written_is_cleared_away(at: Hands) -> None:
    keeper = keeper_of(at)
    left = keeper.card.folder / ".companion-00000000-00001.zip.77"
    left.parent.mkdir()
    left.write_bytes(b"half")
    keeper.start()
    keeper.stop()
    assert not left.exists()


def test_the_sticks_that_are_in_are_found(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/sda1 /media/pi/My\\040stick vfat rw 0 0\n/dev/root / ext4 rw 0 0\n")
    assert sticks(mounts) == ()  # it is named there, and is not there to be written
    assert sticks(tmp_path / "none") == ()
