"""`companion doctor` looks at every part and says what to do."""

import json
from pathlib import Path

import pytest

from companion.cli import main
from tests.support.table import hands


def test_every_room_has_its_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["doctor", "--home", str(tmp_path), "--camera", "sim", "--buttons", "--json"]
    assert main(words) == 0
    names = {json.loads(line)["name"] for line in capsys.readouterr().out.splitlines()}
    wanted = {
        "camera",
        "mat",
        "light",
        "dice reader",
        "tag decoder",
        "buttons",
        "games",
        "saving",
        "disk",
    }
    assert names >= wanted | {"clock", "network"}


def test_a_camera_that_is_not_there_is_a_failed_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--home", str(tmp_path), "--camera", "usb:63"]) == 1
    assert (
        "BAD   camera: The camera cannot be used: usb:63: There is no such"
        in capsys.readouterr().out
    )


def test_the_doctor_says_how_the_dice_were_read_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["doctor", "--home", str(tmp_path), "--camera", "sim"]
    assert main(words) == 0
    assert "dice read here: No throw has been read at this table yet" in capsys.readouterr().out
    with hands(tmp_path) as at:
        at.begin()
        at.see_dice(1, 2, began=at.clock.now)
    assert main(words) == 0
    assert "Of the throws lately (1) 1 were read without asking" in capsys.readouterr().out
