"""`companion read dice`: one line per file, and a broken file stops nothing."""

import json
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.vision.frame import Pixels
from companion.vision.pictures import still
from tests.support.processes import python

PHOTO = Path(__file__).parent / "pictures" / "dice" / "nell_20191208_112659.jpg"


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_json_is_one_object_per_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--json", "--dice", "2", str(PHOTO)]) == 0
    (line,) = lines(capsys)
    row = json.loads(line)
    assert list(row) == ["file", "verdict", "dice", "confidence", "ms"]
    assert (row["file"], row["verdict"], row["dice"]) == (str(PHOTO), "sure", [2, 4])
    assert 0 < row["confidence"] <= 1
    assert row["ms"] > 0


def test_words_are_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", str(PHOTO)]) == 0
    assert lines(capsys)[0].startswith(f"{PHOTO}: 2 4  (sure")


def test_more_dice_expected_is_unsure_and_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--json", "--dice", "3", str(PHOTO)]) == 0
    assert json.loads(lines(capsys)[0])["verdict"] == "unsure"


def test_in_words_it_is_said_how_many_dice_are_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "dice", "--dice", "3", str(PHOTO)]) == 0
    assert lines(capsys) == [f"{PHOTO}: 2 4?  (not sure: 2 seen, 3 expected)"]


def test_of_a_clip_that_is_none_only_our_own_line_is_said(tmp_path: Path) -> None:
    clip = tmp_path / "throw.mp4"
    clip.write_bytes(b"no clip" * 9)
    done = python("-m", "companion", "read", "dice", str(clip))
    line = f"companion: {clip}: this is no clip that can be read (MP4 with H.264 is read)\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", line)


def test_a_file_that_cannot_be_read_is_said_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    absent = str(tmp_path / "absent.jpg")
    assert main(["read", "dice", "--json", str(broken), absent, str(PHOTO)]) == 1
    first, second, third = map(json.loads, lines(capsys))
    assert (first["file"], second["file"]) == (str(broken), absent)
    assert set(first) == set(second) == {"file", "error"}
    assert third["verdict"] == "sure"


def test_without_json_a_broken_file_is_one_line_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", "dice", str(tmp_path / "absent.jpg")]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "no such file" in said.err


@pytest.mark.parametrize("number", ["0", "-1", "two", "21"])
def test_a_number_of_dice_that_is_none_is_wrong_usage(number: str) -> None:
    assert main(["read", "dice", "--dice", number, str(PHOTO)]) == 2


def test_the_photo_of_these_tests_is_whole() -> None:
    pixels: Pixels = still(PHOTO)
    assert pixels.dtype == np.uint8
