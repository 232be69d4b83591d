"""What copies replaced is let go of in time, and a power cut meanwhile harms none that is kept."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.backups.keeper import Keeper
from companion.doctor import worst
from companion.journal import replaced_homes
from companion.journal.checks import home_checks
from companion.journal.home import locked
from companion.journal.replaced_homes import FEW, kept_aside, thin_aside
from companion.journal.swap import ASIDE
from companion.table.clocks.clock import SystemClock
from companion.table.view import View
from tests.durability.damage import in_memory
from tests.support.homes import cut_before

MOST_STEPS = 200


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Return a folder where a sync costs nothing."""
    with in_memory() as folder:
        yield folder


def home_with(folder: Path, *numbers: int, size: int = 10) -> Path:
    """Return a home that has replaced so often."""
    for number in numbers:
        games = folder / ASIDE / f"{number:04}" / "games"
        games.mkdir(parents=True)
        (games / f"{number:04}-ru-2004.journal").write_bytes(b"x" * size)
        (games.parent / "phones.json").write_text("{}")
    return folder


def numbers(home: Path) -> list[int]:
    return [one.number for one in kept_aside(home)]


def test_the_newest_few_are_kept(tmp_path: Path) -> None:
    home = home_with(tmp_path / "home", 1, 2, 3, 4, 9)
    os.close(locked(home))
    assert numbers(home) == [9, 4, 3]
    assert len(numbers(home)) == FEW
    assert sorted(path.name for path in (home / ASIDE).iterdir()) == ["0003", "0004", "0009"]


def test_of_large_ones_the_newest_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaced_homes, "MOST_BYTES", 150)
    home = home_with(tmp_path / "home", 1, 2, 3, size=100)
    thin_aside(home)
    assert numbers(home) == [3]


def test_a_home_that_never_replaced_anything_has_nothing_aside(tmp_path: Path) -> None:
    os.close(locked(tmp_path / "home"))
    assert numbers(tmp_path / "home") == []
    assert not (tmp_path / "home" / ASIDE).exists()


def test_a_power_cut_leaves_each_whole_or_gone(tmp_path: Path) -> None:
    before = home_with(tmp_path / "before", 1, 2, 3, 4, 5)
    whole = {one.number: (one.size, one.games) for one in kept_aside(before)}
    for step in range(MOST_STEPS):
        home = shutil.copytree(before, tmp_path / f"cut-{step}")
        with cut_before(step) as pulled:
            thin_aside(home)
        left = {one.number: (one.size, one.games) for one in kept_aside(home)}
        assert left.items() <= whole.items(), step
        assert {3, 4, 5} <= left.keys(), step
        os.close(locked(home))
        assert sorted(path.name for path in (home / ASIDE).iterdir()) == ["0003", "0004", "0005"]
        if not pulled():
            return
    pytest.fail("it does not end")


def test_what_cannot_be_deleted_hinders_no_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    home = home_with(tmp_path / "home", 1, 2, 3, 4)

    def refused(*_args: object) -> None:
        raise PermissionError(13, "no")

    with monkeypatch.context() as disk:
        disk.setattr(shutil, "rmtree", refused)
        os.close(locked(home))
    assert "cannot be cleared" in caplog.text
    os.close(locked(home))
    assert numbers(home) == [4, 3, 2]


def test_the_doctor_and_the_keeper_tell_what_is_kept(tmp_path: Path) -> None:
    home = home_with(tmp_path / "home", 1, 2, size=1 << 20)
    told = [check for check in home_checks(home) if check.name == "replaced"]
    assert [(check.words, worst([check])) for check in told] == [
        ("Kept from before a copy was taken back: 2, 2.0 MB: in replaced/.", "ok")
    ]
    kept = Keeper(home, View, SystemClock()).aside
    assert [(one.number, one.games) for one in kept] == [
        (2, ("0002-ru-2004",)),
        (1, ("0001-ru-2004",)),
    ]
