import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.doctor import worst
from companion.journal import checks


class Usage(NamedTuple):
    total: int
    used: int
    free: int


@pytest.mark.parametrize(("free", "health"), [(900 << 20, "ok"), (100 << 20, "warn"), (9, "bad")])
def test_little_room_is_told_before_it_is_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int, health: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(1 << 40, 0, free))
    disk = next(check for check in checks.home_checks(tmp_path) if check.name == "disk")
    assert disk.health == health


def test_a_folder_that_is_not_there_is_bad(tmp_path: Path) -> None:
    assert worst(checks.home_checks(tmp_path / "gone")) == "bad"
